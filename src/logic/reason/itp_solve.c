// itp_solve.c - the ways to solve a Horn system, and the check of their candidates
#include "base/stats.h"
#include "logic/reason/itp.h"
#include "logic/reason/qe.h"

double itp_time_left(const Interpolator *ip) {
    double left = ip->deadline > 0 ? ip->deadline - smt_clock() : 1e6;
    return left > 0 ? left : 0;
}

// In steps of an eighth of the whole, so that the solver's settings seldom change.
SmtLimits itp_limits(const Interpolator *ip) {
    double step = ip->limits.seconds / 8, left = itp_time_left(ip);
    SmtLimits limits = { .resources = ip->limits.resources };
    if (ip->deadline > 0)
        limits.seconds = step * (1 + (int)(left / step));
    return limits;
}

// A larger formula is useless as a label.
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

Term itp_project_cheaply(Interpolator *ip, Term a, const VecTerm *scope) {
    VecTerm drop = { 0 };
    variables_to_drop(ip->t, a, scope, &drop);
    Term result = drop.count ? project_cheaply(ip->t, a, drop.count, drop.at) : a;
    vec_free(&drop);
    return result;
}

Term itp_project(Interpolator *ip, Term a, const VecTerm *scope) {
    VecTerm drop = { 0 };
    variables_to_drop(ip->t, a, scope, &drop);
    SmtLimits limits = { .seconds = 0.08 };
    Term result = drop.count ? project_over(ip->t, a, drop.count, drop.at, limits) : a;
    vec_free(&drop);
    return result;
}

static bool too_large(Interpolator *ip, Term a, double end) {
    return smt_clock() > end || term_size(ip->t, a) > LARGEST;
}

// Eliminations can be slow: they get a part of the time, the other ways the rest.
static double time_for_projections(const Interpolator *ip) {
    double left = itp_time_left(ip);
    return smt_clock() + (left < 40 ? left / 4 : 10);
}

bool itp_post(Interpolator *ip, const ItpSystem *s, Term out[]) {
    Terms *t = ip->t;
    const Horn *h = s->horn;
    bool good = true;
    double end = time_for_projections(ip);
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
            out[r] = term_or(t, out[r], itp_project(ip, all, &h->scopes.at[r]));
            good = !too_large(ip, out[r], end);
        }
    }
    return good;
}

// The states that must not occur: those from which false follows.
bool itp_pre(Interpolator *ip, const ItpSystem *s, Term out[]) {
    Terms *t = ip->t;
    const Horn *h = s->horn;
    bool good = s->linear;
    double end = time_for_projections(ip);
    for (uint32_t i = 0; i < h->scopes.count; i++)
        out[i] = t->yes;
    for (uint32_t i = s->order.count; good && i-- > 0;) {
        uint32_t r = s->order.at[i];
        for (uint32_t k = 0; good && k < h->clauses.count; k++) {
            const HornClause *c = &h->clauses.at[k];
            if (!c->body.count || c->body.at[0] != r)
                continue;
            Term bad = c->head == HORN_FALSE ? t->yes : term_not(t, out[c->head]);
            bad = itp_project(ip, term_and(t, c->formula, bad), &h->scopes.at[r]);
            out[r] = term_and(t, out[r], term_not(t, bad));
            good = !too_large(ip, out[r], end);
        }
    }
    return good;
}

// ---- box ----
// least <= x <= greatest, unsigned, under the assertions; true where not found.
static Term bounds(Interpolator *ip, Term x) {
    assert(kind_of(ip->t, x) == SORT_BV);
    Terms *t = ip->t;
    Term least, greatest, all = t->yes;
    if (smt_minimum(ip->smt, x, ORDER_UNSIGNED, &least) == OPTIMUM_VALUE)
        all = term_2(t, OP_BV_ULE, least, x);
    if (smt_maximum(ip->smt, x, ORDER_UNSIGNED, &greatest) == OPTIMUM_VALUE)
        all = term_and(t, all, term_2(t, OP_BV_ULE, x, greatest));
    return all;
}

// For bit-vectors, whose sums seldom can be eliminated: the range of each variable.
bool itp_box(Interpolator *ip, const ItpSystem *s, Term out[]) {
    Terms *t = ip->t;
    const Horn *h = s->horn;
    double end = time_for_projections(ip);
    bool good = true;
    for (uint32_t i = 0; i < s->order.count && good; i++) {
        uint32_t r = s->order.at[i];
        Term some = t->no;
        for (uint32_t k = 0; k < h->clauses.count; k++) {
            const HornClause *c = &h->clauses.at[k];
            Term all = c->formula;
            for (uint32_t b = 0; c->head == r && b < c->body.count; b++)
                all = term_and(t, all, out[c->body.at[b]]);
            some = c->head == r ? term_or(t, some, all) : some;
        }
        smt_set_limits(ip->smt, (SmtLimits){ .seconds = 0.2 });
        smt_push(ip->smt);
        smt_assert(ip->smt, some);
        out[r] = term_bool(t, smt_check(ip->smt) != SMT_UNSAT);
        for (uint32_t j = 0; j < h->scopes.at[r].count && good; j++) {
            Term x = h->scopes.at[r].at[j];
            if (kind_of(t, x) == SORT_BV && !is_false(t, out[r]))
                out[r] = term_and(t, out[r], bounds(ip, x));
            good = smt_clock() < end;
        }
        smt_pop(ip->smt);
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

// The clause is refuted by: its premise and not its head.
static Term refutation(Interpolator *ip, const HornClause *c, const Term out[]) {
    Terms *t = ip->t;
    Term all = c->head == HORN_FALSE ? c->formula : term_and(t, c->formula, term_not(t, out[c->head]));
    for (uint32_t b = 0; b < c->body.count; b++)
        all = term_and(t, all, out[c->body.at[b]]);
    return all;
}

static bool none_holds(Interpolator *ip, uint32_t n, const Term refutations[]) {
    smt_push(ip->smt);
    smt_assert(ip->smt, term_or_n(ip->t, n, refutations));
    SmtAnswer answer = smt_check(ip->smt);
    smt_pop(ip->smt);
    return answer == SMT_UNSAT;
}

// Against the system as it was posed, not the slimmed one.  A few clauses are
// checked by one query.
static bool is_solution(Interpolator *ip, const Horn *h, const Term out[]) {
    assert(h->t == ip->t);
    enum { TOGETHER = 16 };
    Term refutations[TOGETHER];
    uint32_t n = 0;
    for (uint32_t r = 0; r < h->scopes.count; r++)
        if (!in_scope(ip->t, &h->scopes.at[r], out[r]))
            return false;
    smt_set_limits(ip->smt, itp_limits(ip));
    for (uint32_t k = 0; k < h->clauses.count; k++) {
        refutations[n++] = refutation(ip, &h->clauses.at[k], out);
        if (n < TOGETHER && k + 1 < h->clauses.count)
            continue;
        if (!none_holds(ip, n, refutations))
            return false;
        n = 0;
    }
    return true;
}

// ---- choosing ----
static bool is_arithmetic(const ItpSystem *s) {
    const Horn *h = s->horn;
    for (uint32_t r = 0; r < h->scopes.count; r++)
        for (uint32_t i = 0; i < h->scopes.at[r].count; i++) {
            SortKind kind = kind_of(h->t, h->scopes.at[r].at[i]);
            if (kind != SORT_INT && kind != SORT_REAL && kind != SORT_BOOL)
                return false;
        }
    return true;
}

static bool candidate(Interpolator *ip, ItpWay way, const ItpSystem *s, Term out[]) {
    switch (way) {
    case WAY_FARKAS:
        return itp_farkas(ip, s, out);
    case WAY_POST:
        return itp_post(ip, s, out);
    case WAY_PRE:
        return itp_pre(ip, s, out);
    case WAY_BOX:
        return !is_arithmetic(s) && itp_box(ip, s, out);
    case WAY_HORN:
        return itp_engine(ip, s, out);
    case ITP_WAYS:
        break;
    }
    return false;
}

// The ways in the order measured to be best: certificates for conjunctions; the
// fixed-point engine before eliminations where there are many branches.
static void order_ways(const ItpSystem *s, ItpWay ways[ITP_WAYS]) {
    enum { MANY = 30 };
    bool engine_first = is_arithmetic(s) && (!s->tree || s->horn->scopes.count > MANY);
    ways[0] = WAY_FARKAS;
    ways[1] = engine_first ? WAY_HORN : WAY_POST;
    ways[2] = engine_first ? WAY_POST : WAY_BOX;
    ways[3] = engine_first ? WAY_BOX : WAY_HORN;
    ways[4] = WAY_PRE;
}

static ItpAnswer try_ways(Interpolator *ip, ItpStats *stats, const Horn *h, const ItpSystem *s, Term out[]) {
    ItpWay ways[ITP_WAYS];
    order_ways(s, ways);
    reason_set(&ip->reason, "no way gave an interpolant");
    for (uint32_t i = 0; i < ITP_WAYS; i++) {
        if (itp_time_left(ip) <= 0) {
            reason_set(&ip->reason, "no answer within its limits");
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

// Where even satisfiability is too hard in the time given to it (a graph has
// exponentially many paths), the engine is asked about the whole system: it works
// node by node.
static ItpAnswer try_whole(Interpolator *ip, ItpStats *stats, const Horn *h, ItpSystem *s, Term out[]) {
    stats->tried[WAY_HORN]++;
    if (itp_time_left(ip) > 0 && itp_engine(ip, s, out)) {
        if (is_solution(ip, h, out)) {
            stats->solved[WAY_HORN]++;
            return ITP_FOUND;
        }
        stats->rejected[WAY_HORN]++;
    }
    if (itp_time_left(ip) > 0 && horn_solve(s->horn, itp_limits(ip), out, &ip->reason) == HORN_UNSOLVABLE)
        return ITP_SATISFIABLE;
    return ITP_UNKNOWN;
}

ItpAnswer itp_solve(Interpolator *ip, ItpKind kind, const Horn *h, Term out[]) {
    assert(kind < ITP_KINDS && h->t == ip->t);
    ItpStats *stats = &ip->stats[kind];
    double start = clock_wall();
    ItpSystem s;
    ItpAnswer answer = ITP_UNKNOWN;
    reason_set(&ip->reason, "no answer within its limits");
    ip->deadline = ip->limits.seconds > 0 ? smt_clock() + ip->limits.seconds : 0;
    stats->asked++;
    stat_add(STAT_interpolations, 1);
    phase_begin(PHASE_interpolation);
    switch (itp_system_slim(ip, h, &s)) {
    case SMT_SAT:
        answer = ITP_SATISFIABLE;
        break;
    case SMT_UNSAT:
        answer = try_ways(ip, stats, h, &s, out);
        break;
    case SMT_UNKNOWN:
        answer = try_whole(ip, stats, h, &s, out);
        break;
    }
    stats->satisfiable += answer == ITP_SATISFIABLE;
    stats->found += answer == ITP_FOUND;
    stats->unknown += answer == ITP_UNKNOWN;
    if (answer != ITP_FOUND)
        for (uint32_t r = 0; r < h->scopes.count; r++)
            out[r] = (Term){ 0 };
    itp_system_free(&s);
    phase_end(PHASE_interpolation);
    stats->seconds += clock_wall() - start;
    return answer;
}
