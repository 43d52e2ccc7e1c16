// invariants_inequalities.c - those proposed that no step breaks
#include "system/invariants_inside.h"

static Term all_of(Finder *f, const VecTerm *candidates) {
    return term_and_n(f->t, candidates->count, candidates->at);
}

// Drops the candidates that are not true after some step of 'reach'.
static bool drop(Finder *f, VecTerm *candidates, Term reach, After after, uint32_t cut) {
    assert(smt_depth(f->smt) == 0);
    bool dropped = false;
    if (!candidates->count)
        return false;
    smt_push(f->smt);
    smt_assert(f->smt, reach);
    while (candidates->count && !finder_gives_up(f)) {
        Term hold = after(f, cut, all_of(f, candidates));
        SmtAnswer answer = finder_ask(f, reach, term_not(f->t, hold));
        if (answer == SMT_UNSAT)
            break;
        dropped = true;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < candidates->count && answer == SMT_SAT; i++) {
            Term v = smt_value(f->smt, after(f, cut, candidates->at[i]));
            if (v.id && term_op(f->t, v) == OP_TRUE)
                candidates->at[kept++] = candidates->at[i];
        }
        assert(kept <= candidates->count);
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

// The upper, or lower, bound of 'a' among the candidates; no term: there is none.
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

// Leaves out candidates that follow from the others and only make formulas longer.
static void tidy(Finder *f, VecTerm *candidates, Term known) {
    for (uint32_t i = candidates->count; i-- > 0 && !finder_gives_up(f);) {
        Term a = candidates->at[i];
        candidates->at[i] = term_true(f->t);
        Term rest = term_and(f->t, known, all_of(f, candidates));
        if (finder_ask(f, term_true(f->t), term_and(f->t, rest, term_not(f->t, a))) != SMT_UNSAT)
            candidates->at[i] = a;
    }
}

static Term candidates_hold(Finder *f, void *candidates, uint32_t proc, uint32_t point) {
    return term_and(f->t, f->known[proc].at[point], all_of(f, &((Candidates *)candidates)[proc][point]));
}

// Of the procedure at hand: keeps those that are left, if they are 'good'; how many.
static uint32_t keep_candidates(Finder *f, Candidates candidates, bool good) {
    uint32_t found = 0;
    for (uint32_t p = 0; p < f->proc->graph->points.count; p++) {
        Term *known = &f->known[f->at].at[p];
        if (good) {
            keep_closest(f, &candidates[p]);
            tidy(f, &candidates[p], *known);
            *known = term_and(f->t, *known, all_of(f, &candidates[p]));
        }
        for (uint32_t i = 0; i < candidates[p].count && good; i++)
            found += term_op(f->t, candidates[p].at[i]) != OP_TRUE;
        vec_free(&candidates[p]);
    }
    free(candidates);
    return found;
}

uint32_t finder_inequalities(Finder *f) {
    uint32_t found = 0;
    Step step;
    Candidates *candidates = base_alloc(f->n * sizeof *candidates);
    finder_start_round(f);
    finder_propose(f, candidates);
    finder_turn_to(f, 0);
    drop(f, &candidates[0][f->proc->graph->entry], term_and(f->t, f->proc->initial, finder_first_values(f->proc)),
         finder_at_start, 0);
    while (!finder_gives_up(f) && finder_next_step(f, &step)) {
        Term reach = finder_reach(f, &step, candidates_hold, candidates);
        if (drop(f, &candidates[step.proc][step.to], reach, step.enters ? finder_after_enter : finder_after_step,
                 step.cut)) {
            finder_turn_to(f, step.proc);
            finder_grown_at(f, step.to);
        }
    }
    bool good = !finder_gives_up(f);
    f->asked = f->unanswered = 0;
    for (uint32_t k = 0; k < f->n; k++) {
        finder_turn_to(f, k);
        found += keep_candidates(f, candidates[k], good);
    }
    free(candidates);
    return found;
}
