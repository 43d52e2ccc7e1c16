// relate.c - candidates from the first rounds of a loop
//
// Two variables of one width that change by fixed amounts keep a linear equation; one that changes by a fixed amount
// keeps what is left of a division by it.  Both are guesses from a few states: what does not hold is dropped later.
#include "engine/leap/leap.h"

enum { LEAST_STATES = 3 };

static bool number_of(const Leap *l, Term v, uint64_t *x) {
    uint64_t high;
    if (!v.id || !term_is_const(l->t, v) || sort_kind(l->t, term_sort(l->t, v)) != SORT_BV ||
        sort_width(l->t, term_sort(l->t, v)) > 64)
        return false;
    term_bits(l->t, v, x, &high);
    return true;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// By how much the variable of the slot changes between the states; 0: not at all, or they are no numbers.
static uint64_t step_of(const Leap *l, uint32_t n, const VecTerm states[], uint32_t slot) {
    uint64_t step = 0, last = 0, x;
    assert(slot < l->pc->state.count);
    for (uint32_t i = 0; i < n; i++) {
        if (!number_of(l, states[i].at[slot], &x))
            return 0;
        if (i)
            step = common_divisor(x > last ? x - last : last - x, step);
        last = x;
    }
    return step;
}

static void relate_one(Leap *l, uint32_t n, const VecTerm states[], uint32_t slot, VecTerm *pool) {
    Term x = l->pc->state.at[slot];
    uint64_t step = step_of(l, n, states, slot), value;
    if (step < 2 || step > 1u << 20 || !number_of(l, states[0].at[slot], &value))
        return;
    uint32_t width = sort_width(l->t, term_sort(l->t, x));
    Term rest = term_2(l->t, OP_BV_UREM, x, term_bv(l->t, step, width));
    leap_add_candidate(l, term_eq(l->t, rest, term_bv(l->t, value % step, width)), pool);
}

// dy * x - dx * y is what it was.
static void relate_two(Leap *l, uint32_t n, const VecTerm states[], uint32_t a, uint32_t b, VecTerm *pool) {
    Terms *t = l->t;
    Term x = l->pc->state.at[a], y = l->pc->state.at[b];
    assert(n >= LEAST_STATES && a != b);
    Sort s = term_sort(t, x);
    uint64_t x0, y0, xi, yi, dx = 0, dy = 0;
    if (term_sort(t, y).id != s.id || !number_of(l, states[0].at[a], &x0) || !number_of(l, states[0].at[b], &y0))
        return;
    for (uint32_t i = 1; i < n && !(dx && dy); i++) {
        if (!number_of(l, states[i].at[a], &xi) || !number_of(l, states[i].at[b], &yi))
            return;
        dx = xi - x0;
        dy = yi - y0;
    }
    if (!dx || !dy)
        return;
    uint32_t width = sort_width(t, s);
    uint64_t divisor = common_divisor((int64_t)dx < 0 ? -dx : dx, (int64_t)dy < 0 ? -dy : dy);
    dx = (uint64_t)((int64_t)dx / (int64_t)divisor);
    dy = (uint64_t)((int64_t)dy / (int64_t)divisor);
    Term left = term_2(t, OP_BV_ADD, term_2(t, OP_BV_MUL, term_bv(t, dy, width), x),
                       term_2(t, OP_BV_MUL, term_bv(t, -dx, width), y));
    leap_add_candidate(l, term_eq(t, left, term_bv(t, dy * x0 - dx * y0, width)), pool);
}

void leap_relate(Leap *l, uint32_t n, const VecTerm states[], VecTerm *pool) {
    enum { MOST_RELATED = 10 };
    if (n < LEAST_STATES)
        return;
    assert(states[0].count == l->pc->state.count);
    uint32_t slots = l->pc->state.count < MOST_RELATED ? l->pc->state.count : MOST_RELATED;
    for (uint32_t a = 0; a < slots; a++) {
        relate_one(l, n, states, a, pool);
        for (uint32_t b = a + 1; b < slots; b++)
            relate_two(l, n, states, a, b, pool);
    }
}
