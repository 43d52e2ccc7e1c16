// invariants.c - equations by hulls of states, inequalities by elimination
#include "system/invariants.h"
#include "base/limits.h"
#include "logic/reason/affine.h"
#include "logic/smt/smt.h"

enum {
    MOST_VARIABLES = 24, // of one width, in equations
    MOST_KEPT = 16,
    MOST_QUESTIONS = 600,  // for each kind of invariants
    MOST_UNANSWERED = 4,   // then there is no hope
    MOST_CANDIDATES = 160, // inequalities at one point
    MOST_SUMS = 4,
    MOST_CONSTANTS = 16, // that a variable is compared with
    MOST_SIZE = 20000,   // of all blocks together, in terms
    CHEAP_SIZE = 1500,   // up to it they take about a second
    RESOURCES = 2000000, // of the solver, a question
    EASY_RESOURCES = 400000,
};

typedef struct Finder {
    Procedure *proc;
    Terms *t;
    Smt *smt;
    Term first;                 // at the entry, of a called procedure: each entry!x is x
    VecTerm *known;             // by point: what was found so far
    uint32_t asked, unanswered; // in this round
    uint32_t questions;         // in all
    VecU32 todo;                // cut edges to look at
    bool *waits;                // by cut edge
} Finder;

static bool gives_up(const Finder *f) {
    return f->asked > MOST_QUESTIONS || f->unanswered > MOST_UNANSWERED || limits_hit();
}

// Can 'formula' be in a state of 'reach'?  That is asserted, which makes most questions cheap; hard
// ones are asked anew, as a whole.
static SmtAnswer ask(Finder *f, Term reach, Term formula) {
    f->asked++;
    f->questions++;
    smt_set_limits(f->smt, (SmtLimits){ .resources = EASY_RESOURCES });
    SmtAnswer answer = smt_check_assuming(f->smt, 1, &formula);
    smt_set_limits(f->smt, (SmtLimits){ .resources = RESOURCES });
    if (answer == SMT_UNKNOWN)
        answer = smt_solve(f->smt, term_and(f->t, reach, formula));
    f->unanswered += answer == SMT_UNKNOWN;
    return answer;
}

// ---- edges to look at ----
static bool is_used(const Finder *f, uint32_t cut) {
    const CutEdge *e = &f->proc->graph->edges.at[cut];
    return !f->proc->bad[e->from] && !f->proc->bad[e->to];
}

static void look_at_out(Finder *f, uint32_t point) {
    const VecU32 *out = &f->proc->graph->points.at[point].out;
    for (uint32_t i = out->count; i-- > 0;)
        if (is_used(f, out->at[i]) && !f->waits[out->at[i]]) {
            f->waits[out->at[i]] = true;
            vec_push(&f->todo, out->at[i]);
        }
}

static bool next_edge(Finder *f, uint32_t *cut) {
    if (!f->todo.count)
        return false;
    *cut = vec_pop(&f->todo);
    f->waits[*cut] = false;
    return true;
}

static void start_round(Finder *f) {
    f->asked = f->unanswered = 0;
    f->todo.count = 0;
    memset(f->waits, 0, f->proc->graph->edges.count + 1);
}

// What is read no more may still tell how what is read came about; in small programs it is kept.
static bool matters(const Finder *f, uint32_t point, uint32_t slot) {
    uint32_t n = f->proc->state.count;
    return n <= MOST_KEPT || f->proc->live[(size_t)point * n + slot];
}

// ---- equations ----
typedef struct Hull { // of the states at a point, as far as they were found
    VecTerm columns;
    Affine states;
    bool any; // no equation is known to hold
    Term formula;
} Hull;

// c0 + c1 x1 + ... = 0; where 2^k divides all coefficients, the same without them modulo 2^(w-k).
static Term equation(Finder *f, const Hull *h, const uint64_t *c) {
    uint32_t width = h->states.width, k = width;
    VecTerm sum = { 0 };
    for (uint32_t i = 1; i <= h->columns.count; i++)
        if (c[i] && (uint32_t)__builtin_ctzll(c[i]) < k)
            k = (uint32_t)__builtin_ctzll(c[i]);
    for (uint32_t i = 0; i < h->columns.count; i++)
        if (c[i + 1])
            vec_push(&sum, term_2(f->t, OP_BV_MUL, term_bv(f->t, c[i + 1] >> k, width), h->columns.at[i]));
    vec_push(&sum, term_bv(f->t, c[0] >> k, width));
    Term left = sum.at[0];
    for (uint32_t i = 1; i < sum.count; i++)
        left = term_2(f->t, OP_BV_ADD, left, sum.at[i]);
    vec_free(&sum);
    if (k)
        left = term_extract(f->t, left, width - k - 1, 0);
    return term_eq(f->t, left, term_bv(f->t, 0, width - k));
}

static void write_equations(Finder *f, Hull *h) {
    VecU64 rows = { 0 };
    VecTerm all = { 0 };
    uint32_t n = h->any ? 0 : affine_equations(&h->states, &rows);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&all, equation(f, h, rows.at + (size_t)i * (h->columns.count + 1)));
    h->formula = term_and_n(f->t, all.count, all.at);
    vec_free(&all);
    vec_free(&rows);
}

// Adds the state in the solver's model; values[i] is column i's.
static void add_state(Finder *f, Hull *h, const Term values[]) {
    uint64_t *point = base_alloc((h->columns.count + 1) * sizeof *point), high;
    for (uint32_t i = 0; i < h->columns.count && !h->any; i++) {
        Term v = smt_value(f->smt, values[i]);
        h->any = !v.id || term_op(f->t, v) != OP_BV_CONST;
        if (!h->any)
            term_bits(f->t, v, &point[i], &high);
    }
    if (!h->any)
        h->any = !affine_add(&h->states, point); // a model that changes nothing is a broken one
    free(point);
    write_equations(f, h);
}

// Adds states of 'reach' until all are inside; 'after' gives a term's value in them.
typedef Term (*After)(Finder *f, uint32_t cut, Term a);
static Term after_step(Finder *f, uint32_t cut, Term a) {
    if (f->proc->call[cut]) // what the call changes has any value
        return calls_rename(f->proc->system->calls, f->proc->call[cut], CALL_AFTER, a);
    return block_after(f->proc->blocks, &f->proc->block[cut], a);
}

static Term at_start(Finder *f, uint32_t cut, Term a) {
    (void)cut;
    return block_before(f->proc->blocks, a);
}

// The steps along a cut edge, over the state before it.
static Term along(const Finder *f, uint32_t cut) {
    const Procedure *proc = f->proc;
    Term step = proc->call[cut] ? term_true(f->t) : proc->block[cut].guard;
    return proc->graph->edges.at[cut].from == proc->graph->entry ? term_and(f->t, step, f->first) : step;
}

static bool widen_hull(Finder *f, Hull *h, Term reach, After after, uint32_t cut) {
    bool grown = false;
    VecTerm values = { 0 };
    smt_push(f->smt);
    smt_assert(f->smt, reach);
    for (uint32_t i = 0; i < h->columns.count; i++)
        vec_push(&values, after(f, cut, h->columns.at[i]));
    while (!h->any && !gives_up(f)) {
        Term inside = after(f, cut, h->formula);
        SmtAnswer answer = ask(f, reach, term_not(f->t, inside));
        if (answer == SMT_UNSAT)
            break;
        grown = true;
        h->any |= answer == SMT_UNKNOWN;
        if (answer == SMT_SAT)
            add_state(f, h, values.at);
        else
            write_equations(f, h);
    }
    smt_pop(f->smt);
    vec_free(&values);
    return grown;
}

static bool is_number(const Finder *f, Term a, uint32_t width) {
    Sort sort = term_sort(f->t, a);
    return sort_kind(f->t, sort) == SORT_BV && sort_width(f->t, sort) == width;
}

static bool has_counter(const Finder *f, uint32_t width) {
    for (uint32_t s = 0; s < f->proc->state.count; s++)
        if (f->proc->counts[s] && is_number(f, f->proc->state.at[s], width))
            return true;
    return false;
}

static void open_hulls(Finder *f, Hull *hulls, uint32_t width) {
    Procedure *proc = f->proc;
    for (uint32_t p = 0; p < proc->graph->points.count; p++) {
        Hull *h = &hulls[p];
        uint32_t counters = 0;
        for (uint32_t s = 0; s < proc->state.count; s++) {
            if (!matters(f, p, s) || !is_number(f, proc->state.at[s], width))
                continue;
            vec_push(&h->columns, proc->state.at[s]);
            counters += proc->counts[s];
        }
        h->any = proc->bad[p] || !counters || h->columns.count > MOST_VARIABLES;
        affine_init(&h->states, h->columns.count, width);
        h->formula = h->any ? term_true(f->t) : term_false(f->t);
    }
}

// The equations of one width: all points' hulls grow until no step leads out of one.
static uint32_t find_equations(Finder *f, uint32_t width) {
    Procedure *proc = f->proc;
    uint32_t points = proc->graph->points.count, cut, found = 0;
    Hull *hulls = base_alloc(points * sizeof *hulls);
    start_round(f);
    open_hulls(f, hulls, width);
    uint32_t entry = proc->graph->entry;
    widen_hull(f, &hulls[entry], term_and(f->t, proc->initial, f->first), at_start, 0);
    for (uint32_t p = 0; p < points; p++)
        if (p == entry || hulls[p].any)
            look_at_out(f, p);
    while (!gives_up(f) && next_edge(f, &cut)) {
        const CutEdge *e = &proc->graph->edges.at[cut];
        Hull *from = &hulls[e->from];
        Term reach = term_and(f->t, term_and(f->t, from->formula, f->known->at[e->from]), along(f, cut));
        if (widen_hull(f, &hulls[e->to], reach, after_step, cut))
            look_at_out(f, e->to);
    }
    for (uint32_t p = 0; p < points; p++) {
        if (!gives_up(f) && !hulls[p].any) {
            f->known->at[p] = term_and(f->t, f->known->at[p], hulls[p].formula);
            found += term_op(f->t, hulls[p].formula) != OP_TRUE;
        }
        vec_free(&hulls[p].columns);
        affine_free(&hulls[p].states);
    }
    free(hulls);
    return found;
}

// ---- sums that a loop keeps ----
// The sums of variables that no step from the point back to it changes: the equations of the
// differences that such steps make, and of no difference at all.
static Term difference(Finder *f, uint32_t cut, Term a) {
    return sort_kind(f->t, term_sort(f->t, a)) == SORT_BV ? term_bv_sub(f->t, after_step(f, cut, a), a) : a;
}

// A formula about differences: over the columns, each in the place of its difference.
static Term of_differences(Finder *f, uint32_t cut, Term formula) {
    if (sort_kind(f->t, term_sort(f->t, formula)) != SORT_BOOL)
        return difference(f, cut, formula);
    VecTerm vars = { 0 }, values = { 0 };
    term_vars(f->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        vec_push(&values, difference(f, cut, vars.at[i]));
    Term result = term_substitute(f->t, formula, vars.count, vars.at, values.at);
    vec_free(&vars);
    vec_free(&values);
    return result;
}

static void add_sums(Finder *f, const Hull *h, VecTerm *out) {
    VecU64 rows = { 0 };
    uint32_t n = affine_equations(&h->states, &rows), size = h->columns.count + 1;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t *c = rows.at + (size_t)i * size;
        uint32_t summands = 0;
        Term sum = term_bv(f->t, 0, h->states.width);
        for (uint32_t k = 1; k < size; k++) {
            summands += c[k] != 0;
            Term factor = term_bv(f->t, c[k], h->states.width);
            sum = term_2(f->t, OP_BV_ADD, sum, term_2(f->t, OP_BV_MUL, factor, h->columns.at[k - 1]));
        }
        if (summands > 1 && summands < 4 && out->count < MOST_SUMS)
            vec_push(out, sum);
    }
    vec_free(&rows);
}

static void find_sums(Finder *f, uint32_t point, uint32_t width, VecTerm *out) {
    const VecU32 *edges = &f->proc->graph->points.at[point].out;
    Hull h = { .formula = term_false(f->t) };
    for (uint32_t s = 0; s < f->proc->state.count; s++)
        if (matters(f, point, s) && f->proc->counts[s] && is_number(f, f->proc->state.at[s], width))
            vec_push(&h.columns, f->proc->state.at[s]);
    h.any = h.columns.count < 2 || h.columns.count > MOST_VARIABLES;
    affine_init(&h.states, h.columns.count, width);
    uint64_t *none = base_alloc((h.columns.count + 1) * sizeof *none);
    affine_add(&h.states, none);
    free(none);
    write_equations(f, &h);
    for (uint32_t i = 0; i < edges->count && !h.any; i++)
        if (f->proc->graph->edges.at[edges->at[i]].to == point) {
            Term reach = term_and(f->t, f->known->at[point], along(f, edges->at[i]));
            widen_hull(f, &h, reach, of_differences, edges->at[i]);
        }
    if (!h.any && !gives_up(f))
        add_sums(f, &h, out);
    vec_free(&h.columns);
    affine_free(&h.states);
}

// ---- inequalities: what might hold ----
typedef struct Compared { // what a variable is compared with, or given
    VecTerm constants;
    bool as_signed, as_unsigned;
} Compared;

static void add_constant(Finder *f, Compared *c, Term constant) {
    for (uint32_t i = 0; i < c->constants.count; i++)
        if (term_same(c->constants.at[i], constant))
            return;
    if (c->constants.count < MOST_CONSTANTS && term_op(f->t, constant) == OP_BV_CONST)
        vec_push(&c->constants, constant);
}

// The slot whose value the term is, but for something added; 'offset' is that, if it is constant.
static uint32_t slot_in(Finder *f, Term a, Term *offset) {
    uint32_t slot = map_find(&f->proc->slot_of, a.id);
    *offset = (Term){ 0 };
    if (slot || term_op(f->t, a) != OP_BV_ADD || term_arity(f->t, a) != 2)
        return slot;
    for (uint32_t i = 0; i < 2 && !slot; i++) {
        slot = map_find(&f->proc->slot_of, term_arg(f->t, a, i).id);
        *offset = term_arg(f->t, a, 1 - i);
    }
    return term_op(f->t, *offset) == OP_BV_CONST ? slot : 0;
}

static void learn_comparison(Finder *f, Compared *all, Term x, Term y, Op op) {
    Term offset;
    uint32_t slot = slot_in(f, x, &offset);
    if (!slot)
        return;
    Compared *c = &all[slot - 1];
    c->as_unsigned |= op == OP_BV_ULT || op == OP_BV_ULE;
    c->as_signed |= op == OP_BV_SLT || op == OP_BV_SLE;
    if (term_op(f->t, y) != OP_BV_CONST)
        return;
    uint32_t width = sort_width(f->t, term_sort(f->t, y));
    if (offset.id)
        y = term_bv_sub(f->t, y, offset);
    add_constant(f, c, y);
    add_constant(f, c, term_2(f->t, OP_BV_ADD, y, term_bv(f->t, 1, width)));
    add_constant(f, c, term_2(f->t, OP_BV_ADD, y, term_bv(f->t, UINT64_MAX, width)));
}

static void learn_formula(Finder *f, Compared *all, Term formula) {
    VecTerm todo = { 0 };
    Map seen = { 0 };
    vec_push(&todo, formula);
    while (todo.count) {
        Term a = vec_pop(&todo);
        Op op = term_op(f->t, a);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        bool compares = op == OP_EQ || op == OP_BV_SLT || op == OP_BV_SLE || op == OP_BV_ULT || op == OP_BV_ULE;
        for (uint32_t i = 0; i < term_arity(f->t, a); i++) {
            vec_push(&todo, term_arg(f->t, a, i));
            if (compares)
                learn_comparison(f, all, term_arg(f->t, a, i), term_arg(f->t, a, 1 - i), op);
        }
    }
    map_free(&seen);
    vec_free(&todo);
}

// The constants that a value may be.
static void learn_value(Finder *f, Compared *c, Term value) {
    VecTerm todo = { 0 };
    vec_push(&todo, value);
    for (uint32_t n = 0; todo.count && n < 100; n++) {
        Term a = vec_pop(&todo);
        add_constant(f, c, a);
        if (term_op(f->t, a) != OP_ITE)
            continue;
        vec_push(&todo, term_arg(f->t, a, 1));
        vec_push(&todo, term_arg(f->t, a, 2));
    }
    vec_free(&todo);
}

static void learn(Finder *f, Compared *all) {
    Procedure *proc = f->proc;
    learn_formula(f, all, proc->initial);
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        const Block *b = &proc->block[i];
        if (!b->guard.id)
            continue;
        learn_formula(f, all, b->guard);
        for (uint32_t k = 0; k < b->changes.count; k++) {
            learn_formula(f, all, b->changes.at[k].value);
            uint32_t slot =
                b->changes.at[k].var ? map_find(&proc->slot_of, var_term(proc->p, b->changes.at[k].var).id) : 0;
            if (slot)
                learn_value(f, &all[slot - 1], b->changes.at[k].value);
        }
    }
}

static void add_candidate(Finder *f, VecTerm *out, Op op, Term x, Term y) {
    Term a = term_2(f->t, op, x, y);
    if (out->count < MOST_CANDIDATES && term_op(f->t, a) != OP_TRUE && term_op(f->t, a) != OP_FALSE)
        vec_push(out, a);
}

static void bound(Finder *f, const Compared *c, Term x, VecTerm *out) {
    for (uint32_t i = 0; i < c->constants.count; i++) {
        if (c->as_signed || !c->as_unsigned) {
            add_candidate(f, out, OP_BV_SLE, c->constants.at[i], x);
            add_candidate(f, out, OP_BV_SLE, x, c->constants.at[i]);
        }
        if (c->as_unsigned) {
            add_candidate(f, out, OP_BV_ULE, c->constants.at[i], x);
            add_candidate(f, out, OP_BV_ULE, x, c->constants.at[i]);
        }
    }
}

// A sum against variables and what its own are compared with.
static void propose_sum(Finder *f, const Compared *all, uint32_t point, Term sum, VecTerm *out) {
    Procedure *proc = f->proc;
    Compared c = { 0 };
    VecTerm vars = { 0 };
    term_vars(f->t, sum, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        const Compared *one = &all[map_find(&proc->slot_of, vars.at[i].id) - 1];
        c.as_signed |= one->as_signed;
        c.as_unsigned |= one->as_unsigned;
        for (uint32_t k = 0; k < one->constants.count; k++)
            add_constant(f, &c, one->constants.at[k]);
    }
    bound(f, &c, sum, out);
    for (uint32_t s = 0; s < proc->state.count; s++)
        if (matters(f, point, s) && term_sort(f->t, proc->state.at[s]).id == term_sort(f->t, sum).id) {
            Op op = c.as_unsigned && !c.as_signed ? OP_BV_ULE : OP_BV_SLE;
            add_candidate(f, out, op, sum, proc->state.at[s]);
            add_candidate(f, out, op, proc->state.at[s], sum);
        }
    vec_free(&vars);
    vec_free(&c.constants);
}

static void propose_sums(Finder *f, const Compared *all, uint32_t point, VecTerm *out) {
    VecTerm sums = { 0 };
    for (uint32_t width = 32; width <= 64; width += 32)
        if (has_counter(f, width))
            find_sums(f, point, width, &sums);
    for (uint32_t i = 0; i < sums.count; i++)
        propose_sum(f, all, point, sums.at[i], out);
    vec_free(&sums);
}

// At a point: bounds of each variable, then the order of pairs one of which counts.
static void propose(Finder *f, const Compared *all, uint32_t point, VecTerm *out) {
    Procedure *proc = f->proc;
    uint32_t n = proc->state.count;
    for (uint32_t s = 0; s < n; s++)
        if (matters(f, point, s))
            bound(f, &all[s], proc->state.at[s], out);
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t r = 0; r < n; r++) {
            Term x = proc->state.at[s], y = proc->state.at[r];
            Sort sort = term_sort(f->t, x);
            if (s == r || !(proc->counts[s] || proc->counts[r]) || !matters(f, point, s) || !matters(f, point, r) ||
                sort_kind(f->t, sort) != SORT_BV || sort.id != term_sort(f->t, y).id)
                continue;
            if (all[s].as_signed || all[r].as_signed)
                add_candidate(f, out, OP_BV_SLE, x, y);
            if (all[s].as_unsigned || all[r].as_unsigned)
                add_candidate(f, out, OP_BV_ULE, x, y);
        }
    propose_sums(f, all, point, out);
}

// ---- inequalities: what does hold ----
static Term all_of(Finder *f, const VecTerm *candidates) {
    return term_and_n(f->t, candidates->count, candidates->at);
}

// Drops the candidates that are not true after some step of 'reach'.
static bool drop(Finder *f, VecTerm *candidates, Term reach, After after, uint32_t cut) {
    bool dropped = false;
    smt_push(f->smt);
    smt_assert(f->smt, reach);
    while (candidates->count && !gives_up(f)) {
        Term hold = after(f, cut, all_of(f, candidates));
        SmtAnswer answer = ask(f, reach, term_not(f->t, hold));
        if (answer == SMT_UNSAT)
            break;
        dropped = true;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < candidates->count && answer == SMT_SAT; i++) {
            Term v = smt_value(f->smt, after(f, cut, candidates->at[i]));
            if (v.id && term_op(f->t, v) == OP_TRUE)
                candidates->at[kept++] = candidates->at[i];
        }
        candidates->count = kept < candidates->count ? kept : 0;
    }
    smt_pop(f->smt);
    return dropped;
}

// Is 'a' a bound of the same side as 'b' of the same term, and not a closer one?  Both hold.
static bool follows_from(Finder *f, Term a, Term b) {
    Op op = term_op(f->t, a);
    if (op != term_op(f->t, b) || term_arity(f->t, a) != 2)
        return false;
    for (uint32_t side = 0; side < 2; side++) {
        Term x = term_arg(f->t, a, side), y = term_arg(f->t, b, side);
        if (!term_same(term_arg(f->t, a, 1 - side), term_arg(f->t, b, 1 - side)) || term_op(f->t, x) != OP_BV_CONST ||
            term_op(f->t, y) != OP_BV_CONST)
            continue;
        Term looser = side ? term_2(f->t, op, y, x) : term_2(f->t, op, x, y);
        return term_op(f->t, looser) == OP_TRUE;
    }
    return false;
}

// The constant that 'a' is at most, or at least, says one of the candidates; no term: none does.
static Term bound_of(Finder *f, const VecTerm *candidates, Op op, Term a, bool upper) {
    for (uint32_t i = 0; i < candidates->count; i++) {
        Term c = candidates->at[i];
        if (term_op(f->t, c) == op && term_same(term_arg(f->t, c, !upper), a) &&
            term_op(f->t, term_arg(f->t, c, upper)) == OP_BV_CONST)
            return term_arg(f->t, c, upper);
    }
    return (Term){ 0 };
}

// Is 'a' an order of two terms that their bounds imply?
static bool follows_from_bounds(Finder *f, Term a, const VecTerm *candidates) {
    Op op = term_op(f->t, a);
    if (term_arity(f->t, a) != 2 || term_is_const(f->t, term_arg(f->t, a, 0)) ||
        term_is_const(f->t, term_arg(f->t, a, 1)))
        return false;
    Term most = bound_of(f, candidates, op, term_arg(f->t, a, 0), true);
    Term least = bound_of(f, candidates, op, term_arg(f->t, a, 1), false);
    return most.id && least.id && term_op(f->t, term_2(f->t, op, most, least)) == OP_TRUE;
}

// Leaves out bounds that closer ones imply, and orders that bounds imply: no solver is needed for that.
static void keep_closest(Finder *f, VecTerm *candidates) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < candidates->count; i++) {
        bool follows = false;
        for (uint32_t k = 0; k < candidates->count && !follows; k++)
            follows = k < kept || k > i ? follows_from(f, candidates->at[i], candidates->at[k]) : false;
        if (!follows)
            candidates->at[kept++] = candidates->at[i];
    }
    candidates->count = kept;
    kept = 0;
    for (uint32_t i = 0; i < candidates->count; i++) // bounds come before orders, and none is left out here
        if (!follows_from_bounds(f, candidates->at[i], candidates))
            candidates->at[kept++] = candidates->at[i];
    candidates->count = kept;
}

// Leaves out what follows from the others; it makes formulas longer and says nothing.
static void tidy(Finder *f, VecTerm *candidates, Term known) {
    for (uint32_t i = candidates->count; i-- > 0 && !gives_up(f);) {
        Term a = candidates->at[i];
        candidates->at[i] = term_true(f->t);
        Term rest = term_and(f->t, known, all_of(f, candidates));
        if (ask(f, term_true(f->t), term_and(f->t, rest, term_not(f->t, a))) != SMT_UNSAT)
            candidates->at[i] = a;
    }
}

static uint32_t find_inequalities(Finder *f) {
    Procedure *proc = f->proc;
    uint32_t points = proc->graph->points.count, cut, found = 0;
    Compared *all = base_alloc((proc->state.count + 1) * sizeof *all);
    VecTerm *candidates = base_alloc(points * sizeof *candidates);
    start_round(f);
    learn(f, all);
    for (uint32_t p = 0; p < points; p++) {
        if (!proc->bad[p])
            propose(f, all, p, &candidates[p]);
        look_at_out(f, p);
    }
    drop(f, &candidates[proc->graph->entry], term_and(f->t, proc->initial, f->first), at_start, 0);
    while (!gives_up(f) && next_edge(f, &cut)) {
        const CutEdge *e = &proc->graph->edges.at[cut];
        Term known = term_and(f->t, f->known->at[e->from], all_of(f, &candidates[e->from]));
        if (drop(f, &candidates[e->to], term_and(f->t, known, along(f, cut)), after_step, cut))
            look_at_out(f, e->to);
    }
    bool good = !gives_up(f);
    f->asked = f->unanswered = 0;
    for (uint32_t p = 0; p < points; p++) {
        if (good) {
            keep_closest(f, &candidates[p]);
            tidy(f, &candidates[p], f->known->at[p]);
            f->known->at[p] = term_and(f->t, f->known->at[p], all_of(f, &candidates[p]));
        }
        for (uint32_t i = 0; i < candidates[p].count && good; i++)
            found += term_op(f->t, candidates[p].at[i]) != OP_TRUE;
        vec_free(&candidates[p]);
    }
    for (uint32_t s = 0; s < proc->state.count; s++)
        vec_free(&all[s].constants);
    free(all);
    free(candidates);
    return found;
}

// ---- both ----
static uint64_t size_of(const Procedure *proc) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < proc->graph->edges.count; i++)
        if (proc->block[i].guard.id)
            size += term_size(proc->t, proc->block[i].guard);
    return size;
}

bool invariants_are_expensive(const Procedure *proc) {
    return size_of(proc) > CHEAP_SIZE;
}

// Without counters there is nothing that paths could not find out.
static bool counts_something(const Procedure *proc) {
    for (uint32_t s = 0; s < proc->state.count; s++)
        if (proc->counts[s])
            return true;
    return false;
}

// entry!x is x where an activation begins.
static Term first_values(const Procedure *proc) {
    Term all = term_true(proc->t);
    for (uint32_t s = 0; s < proc->state.count; s++) {
        Term x = procedure_here(proc, proc->graph->entry, proc->state.at[s]);
        if (!term_same(x, proc->state.at[s]))
            all = term_and(proc->t, all, term_eq(proc->t, proc->state.at[s], x));
    }
    return all;
}

InvariantStats invariants_find(Procedure *proc, bool only_equations, VecTerm *out) {
    static const uint32_t widths[] = { 8, 16, 32, 64 };
    InvariantStats stats = { 0 };
    double start = clock_wall();
    Finder f = { .proc = proc, .t = proc->t, .first = first_values(proc), .known = out };
    assert(!out->count);
    for (uint32_t p = 0; p < proc->graph->points.count; p++)
        vec_push(out, term_true(proc->t));
    f.smt = smt_new(proc->t, (SmtLimits){ .resources = RESOURCES });
    f.waits = base_alloc(proc->graph->edges.count + 1);
    if (size_of(proc) <= MOST_SIZE) {
        for (uint32_t i = 0; i < COUNT(widths); i++)
            if (has_counter(&f, widths[i]))
                stats.equations += find_equations(&f, widths[i]);
        if (!only_equations && counts_something(proc))
            stats.inequalities = find_inequalities(&f);
    }
    out->at[proc->graph->entry] = procedure_formula_here(proc, proc->graph->entry, out->at[proc->graph->entry]);
    stats.questions = f.questions;
    stats.seconds = clock_wall() - start;
    smt_free(f.smt);
    vec_free(&f.todo);
    free(f.waits);
    return stats;
}
