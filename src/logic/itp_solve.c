// itp_solve.c - the ways to solve a Horn system, and the check of what they give
#include "logic/itp.h"
#include "logic/qe.h"

double itp_time_left(const Interpolator *ip) {
    double left = ip->deadline > 0 ? ip->deadline - clock_wall() : 1e6;
    return left > 0 ? left : 0;
}

SmtLimits itp_limits(const Interpolator *ip) {
    double left = itp_time_left(ip);
    return (SmtLimits){ .seconds = ip->deadline > 0 ? (left > 0.001 ? left : 0.001) : 0,
                        .resources = ip->limits.resources };
}

// A formula beyond this size is no use as a label.
enum { LARGEST = 20000 };

// ---- post, pre ----
static void variables_to_drop(Terms *t, Term a, const VecTerm *scope, VecTerm *out) {
    Map keep = { 0 };
    VecTerm vars = { 0 };
    for (uint32_t i = 0; i < scope->count; i++)
        map_put(&keep, scope->at[i].id, 1);
    term_vars(t, a, &vars);
    out->count = 0;
    for (uint32_t i = 0; i < vars.count; i++)
        if (!map_find(&keep, vars.at[i].id))
            vec_push(out, vars.at[i]);
    vec_free(&vars);
    map_free(&keep);
}

// exists (all but the scope). a, or something weaker.
static Term project(Interpolator *ip, Term a, const VecTerm *scope) {
    VecTerm drop = { 0 };
    variables_to_drop(ip->t, a, scope, &drop);
    SmtLimits limits = itp_limits(ip);
    if (limits.seconds <= 0 || limits.seconds > 0.5)
        limits.seconds = 0.5;
    Term result = drop.count ? project_over(ip->t, a, drop.count, drop.at, limits) : a;
    vec_free(&drop);
    return result;
}

static bool too_large(Interpolator *ip, Term a) {
    return itp_time_left(ip) <= 0 || term_size(ip->t, a) > LARGEST;
}

bool itp_post(Interpolator *ip, const System *s, Term out[]) {
    Terms *t = ip->t;
    const Horn *h = s->horn;
    bool good = true;
    for (uint32_t i = 0; i < h->scopes.count; i++)
        out[i] = t->no;
    for (uint32_t i = 0; good && i < s->order.count; i++) {
        uint32_t r = s->order.at[i];
        for (uint32_t k = 0; good && k < h->clauses.count; k++) {
            const HornClause *c = &h->clauses.at[k];
            if (c->head != r)
                continue;
            Term all = c->formula;
            for (uint32_t b = 0; b < c->body.count; b++)
                all = term_and(t, all, out[c->body.at[b]]);
            out[r] = term_or(t, out[r], project(ip, all, &h->scopes.at[r]));
            good = !too_large(ip, out[r]);
        }
    }
    return good;
}

// The states that must not occur: those from which false follows.
bool itp_pre(Interpolator *ip, const System *s, Term out[]) {
    Terms *t = ip->t;
    const Horn *h = s->horn;
    bool good = s->linear;
    for (uint32_t i = 0; i < h->scopes.count; i++)
        out[i] = t->yes;
    for (uint32_t i = s->order.count; good && i-- > 0;) {
        uint32_t r = s->order.at[i];
        for (uint32_t k = 0; good && k < h->clauses.count; k++) {
            const HornClause *c = &h->clauses.at[k];
            if (!c->body.count || c->body.at[0] != r)
                continue;
            Term bad = c->head == HORN_FALSE ? t->yes : term_not(t, out[c->head]);
            bad = project(ip, term_and(t, c->formula, bad), &h->scopes.at[r]);
            out[r] = term_and(t, out[r], term_not(t, bad));
            good = !too_large(ip, out[r]);
        }
    }
    return good;
}

// ---- the check ----
static bool in_scope(Terms *t, const VecTerm *scope, Term a) {
    VecTerm out = { 0 };
    variables_to_drop(t, a, scope, &out);
    bool good = out.count == 0;
    vec_free(&out);
    return good;
}

// Against the system as it was posed, not the slimmed one.
static bool is_solution(Interpolator *ip, const Horn *h, const Term out[]) {
    Terms *t = ip->t;
    for (uint32_t r = 0; r < h->scopes.count; r++)
        if (!in_scope(t, &h->scopes.at[r], out[r]))
            return false;
    for (uint32_t k = 0; k < h->clauses.count; k++) {
        const HornClause *c = &h->clauses.at[k];
        Term premise = c->formula, head = c->head == HORN_FALSE ? t->no : out[c->head];
        for (uint32_t b = 0; b < c->body.count; b++)
            premise = term_and(t, premise, out[c->body.at[b]]);
        smt_set_limits(ip->smt, itp_limits(ip));
        if (smt_implies(ip->smt, premise, head) != SMT_VALID)
            return false;
    }
    return true;
}

// ---- choosing ----
static bool candidate(Interpolator *ip, ItpWay way, const System *s, Term out[]) {
    switch (way) {
    case WAY_FARKAS:
        return itp_farkas(ip, s, out);
    case WAY_POST:
        return itp_post(ip, s, out);
    case WAY_PRE:
        return itp_pre(ip, s, out);
    case WAY_HORN:
        return horn_solve(s->horn, itp_limits(ip), out, &ip->reason) == HORN_SOLVED;
    case ITP_WAYS:
        break;
    }
    return false;
}

static bool is_arithmetic(const System *s) {
    const Horn *h = s->horn;
    for (uint32_t r = 0; r < h->scopes.count; r++)
        for (uint32_t i = 0; i < h->scopes.at[r].count; i++) {
            SortKind kind = kind_of(h->t, h->scopes.at[r].at[i]);
            if (kind != SORT_INT && kind != SORT_REAL && kind != SORT_BOOL)
                return false;
        }
    return true;
}

static ItpAnswer try_ways(Interpolator *ip, ItpStats *stats, const Horn *h, const System *s, Term out[]) {
    static const ItpWay tree[] = { WAY_FARKAS, WAY_POST, WAY_PRE, WAY_HORN };
    static const ItpWay graph[] = { WAY_HORN, WAY_POST, WAY_PRE };
    bool first_horn = !s->tree && is_arithmetic(s);
    const ItpWay *ways = first_horn ? graph : tree;
    uint32_t n = first_horn ? COUNT(graph) : COUNT(tree);
    reason_set(&ip->reason, "no way gave an interpolant");
    for (uint32_t i = 0; i < n; i++) {
        if (itp_time_left(ip) <= 0) {
            reason_set(&ip->reason, "interpolation: time limit");
            return ITP_UNKNOWN;
        }
        stats->tried[ways[i]]++;
        if (!candidate(ip, ways[i], s, out))
            continue;
        if (is_solution(ip, h, out)) {
            stats->solved[ways[i]]++;
            return ITP_FOUND;
        }
        stats->rejected[ways[i]]++;
        LOG(itp, "candidate of %s rejected", itp_way_names[ways[i]]);
    }
    return ITP_UNKNOWN;
}

ItpAnswer itp_solve(Interpolator *ip, ItpKind kind, const Horn *h, Term out[]) {
    ItpStats *stats = &ip->stats[kind];
    double start = clock_wall();
    System s;
    ItpAnswer answer = ITP_UNKNOWN;
    ip->deadline = ip->limits.seconds > 0 ? start + ip->limits.seconds : 0;
    smt_set_limits(ip->smt, itp_limits(ip));
    stats->asked++;
    switch (system_slim(ip, h, &s)) {
    case SMT_SAT:
        answer = ITP_SATISFIABLE;
        stats->satisfiable++;
        break;
    case SMT_UNSAT:
        answer = try_ways(ip, stats, h, &s, out);
        break;
    case SMT_UNKNOWN:
        reason_set(&ip->reason, "%s", smt_reason(ip->smt));
        break;
    }
    stats->found += answer == ITP_FOUND;
    stats->unknown += answer == ITP_UNKNOWN;
    if (answer != ITP_FOUND)
        for (uint32_t r = 0; r < h->scopes.count; r++)
            out[r] = (Term){ 0 };
    system_free(&s);
    stats->seconds += clock_wall() - start;
    return answer;
}
