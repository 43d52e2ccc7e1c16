// invariants_equations.c - linear equations between variables: hulls of the states that the solver finds
#include "system/invariants_inside.h"
#include "logic/reason/affine.h"

enum {
    MOST_VARIABLES = 24, // of one width
    MOST_SUMS = 4,
};

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
    assert(!h->any);
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
static bool widen_hull(Finder *f, Hull *h, Term reach, After after, uint32_t cut) {
    assert(smt_depth(f->smt) == 0);
    bool grown = false;
    VecTerm values = { 0 };
    if (h->any)
        return false;
    smt_push(f->smt);
    smt_assert(f->smt, reach);
    for (uint32_t i = 0; i < h->columns.count; i++)
        vec_push(&values, after(f, cut, h->columns.at[i]));
    while (!h->any && !finder_gives_up(f)) {
        Term inside = after(f, cut, h->formula);
        SmtAnswer answer = finder_ask(f, reach, term_not(f->t, inside));
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

bool finder_has_counter(const Finder *f, uint32_t width) {
    for (uint32_t s = 0; s < f->proc->state.count; s++)
        if (finder_counts(f, s) && is_number(f, f->proc->state.at[s], width))
            return true;
    return false;
}

static bool some_have_counter(Finder *f, uint32_t width) {
    bool some = false;
    for (uint32_t k = 0; k < f->n && !some; k++) {
        finder_turn_to(f, k);
        some = !f->settled[k] && finder_has_counter(f, width);
    }
    return some;
}

static void open_hulls(Finder *f, Hull *hulls, uint32_t width) {
    Procedure *proc = f->proc;
    for (uint32_t p = 0; p < proc->graph->points.count; p++) {
        Hull *h = &hulls[p];
        uint32_t counters = 0;
        for (uint32_t s = 0; s < proc->state.count; s++) {
            if (!finder_matters(f, p, s) || !is_number(f, proc->state.at[s], width))
                continue;
            vec_push(&h->columns, proc->state.at[s]);
            counters += finder_counts(f, s);
        }
        h->any = f->settled[f->at] || proc->bad[p] || !counters || h->columns.count > MOST_VARIABLES;
        affine_init(&h->states, h->columns.count, width);
        h->formula = h->any ? term_true(f->t) : term_false(f->t);
    }
}

static Term hull_holds(Finder *f, void *hulls, uint32_t proc, uint32_t point) {
    return term_and(f->t, ((Hull **)hulls)[proc][point].formula, f->known[proc].at[point]);
}

static Hull **hulls_new(Finder *f, uint32_t width) {
    Hull **hulls = base_alloc(f->n * sizeof *hulls);
    for (uint32_t k = 0; k < f->n; k++) {
        finder_turn_to(f, k);
        hulls[k] = base_alloc((f->proc->graph->points.count + 1) * sizeof *hulls[k]);
        open_hulls(f, hulls[k], width);
    }
    return hulls;
}

// Keeps what was found where it is finished; the number of points that have some.
static uint32_t hulls_close(Finder *f, Hull **hulls) {
    uint32_t found = 0;
    for (uint32_t k = 0; k < f->n; k++) {
        for (uint32_t p = 0; p < f->system->procs.at[k].graph->points.count; p++) {
            Hull *h = &hulls[k][p];
            if (!finder_gives_up(f) && !h->any) {
                f->known[k].at[p] = term_and(f->t, f->known[k].at[p], h->formula);
                found += term_op(f->t, h->formula) != OP_TRUE;
            }
            vec_free(&h->columns);
            affine_free(&h->states);
        }
        free(hulls[k]);
    }
    free(hulls);
    return found;
}

// The equations of one width: all points' hulls grow until no step leads out of one.
static uint32_t find_equations(Finder *f, uint32_t width) {
    Step step;
    finder_start_round(f);
    Hull **hulls = hulls_new(f, width);
    finder_turn_to(f, 0);
    uint32_t entry = f->proc->graph->entry;
    widen_hull(f, &hulls[0][entry], term_and(f->t, f->proc->initial, finder_first_values(f->proc)), finder_at_start, 0);
    for (uint32_t k = 0; k < f->n; k++) {
        finder_turn_to(f, k);
        for (uint32_t p = 0; p < f->proc->graph->points.count; p++)
            if ((k == 0 && p == entry) || hulls[k][p].any)
                finder_grown_at(f, p);
    }
    while (!finder_gives_up(f) && finder_next_step(f, &step)) {
        Term reach = finder_reach(f, &step, hull_holds, hulls);
        if (widen_hull(f, &hulls[step.proc][step.to], reach, step.enters ? finder_after_enter : finder_after_step,
                       step.cut)) {
            finder_turn_to(f, step.proc);
            finder_grown_at(f, step.to);
        }
    }
    return hulls_close(f, hulls);
}

// ---- sums that a loop keeps ----
// The sums of variables that no step from the point back to it changes: the equations of the
// differences that such steps make, and of no difference at all.
static Term difference(Finder *f, uint32_t cut, Term a) {
    return sort_kind(f->t, term_sort(f->t, a)) == SORT_BV ? term_bv_sub(f->t, finder_after_step(f, cut, a), a) : a;
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

void finder_sums(Finder *f, uint32_t point, uint32_t width, VecTerm *out) {
    const VecU32 *edges = &f->proc->graph->points.at[point].out;
    Hull h = { .formula = term_false(f->t) };
    for (uint32_t s = 0; s < f->proc->state.count; s++)
        if (finder_matters(f, point, s) && finder_counts(f, s) && is_number(f, f->proc->state.at[s], width))
            vec_push(&h.columns, f->proc->state.at[s]);
    h.any = h.columns.count < 2 || h.columns.count > MOST_VARIABLES;
    affine_init(&h.states, h.columns.count, width);
    uint64_t *none = base_alloc((h.columns.count + 1) * sizeof *none);
    affine_add(&h.states, none);
    free(none);
    write_equations(f, &h);
    for (uint32_t i = 0; i < edges->count && !h.any; i++)
        if (f->proc->graph->edges.at[edges->at[i]].to == point) {
            Term reach = term_and(f->t, f->known[f->at].at[point], finder_along(f, edges->at[i]));
            widen_hull(f, &h, reach, of_differences, edges->at[i]);
        }
    if (!h.any && !finder_gives_up(f))
        add_sums(f, &h, out);
    vec_free(&h.columns);
    affine_free(&h.states);
}

uint32_t finder_equations(Finder *f) {
    static const uint32_t widths[] = { 8, 16, 32, 64 };
    uint32_t found = 0;
    for (uint32_t i = 0; i < COUNT(widths); i++)
        if (some_have_counter(f, widths[i]))
            found += find_equations(f, widths[i]);
    return found;
}
