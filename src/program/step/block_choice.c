// block_choice.c - do the edges out of a location exclude each other?
#include "program/step/block_state.h"

static void conjuncts(Terms *t, Term a, VecTerm *out) {
    Op op = term_op(t, a);
    Term inner = op == OP_NOT ? term_arg(t, a, 0) : a;
    if (op == OP_AND) {
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            vec_push(out, term_arg(t, a, i));
    } else if (op == OP_NOT && term_op(t, inner) == OP_OR) {
        for (uint32_t i = 0; i < term_arity(t, inner); i++)
            vec_push(out, term_not(t, term_arg(t, inner, i)));
    } else {
        vec_push(out, a);
    }
}

// x = 1 and x = 2.
static bool are_different_values(const Terms *t, Term a, Term b) {
    if (term_op(t, a) != OP_EQ || term_op(t, b) != OP_EQ)
        return false;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            Term c = term_arg(t, a, 1 - i), d = term_arg(t, b, 1 - k);
            if (term_same(term_arg(t, a, i), term_arg(t, b, k)) && term_op(t, c) == OP_BV_CONST &&
                term_op(t, d) == OP_BV_CONST && !term_same(c, d))
                return true;
        }
    return false;
}

static bool conjunctions_exclude(Terms *t, Term a, Term b) {
    VecTerm x = { 0 }, y = { 0 };
    conjuncts(t, a, &x);
    conjuncts(t, b, &y);
    bool found = term_same(term_not(t, a), b);
    for (uint32_t i = 0; i < x.count && !found; i++)
        for (uint32_t k = 0; k < y.count && !found; k++)
            found = term_same(term_not(t, x.at[i]), y.at[k]) || are_different_values(t, x.at[i], y.at[k]);
    vec_free(&x);
    vec_free(&y);
    return found;
}

static bool excludes(Terms *t, Term a, Term b) {
    if (term_op(t, a) != OP_OR)
        return conjunctions_exclude(t, a, b);
    bool all = true;
    for (uint32_t i = 0; all && i < term_arity(t, a); i++)
        all = conjunctions_exclude(t, term_arg(t, a, i), b);
    return all;
}

static bool exclude_each_other(Terms *t, Term a, Term b) {
    if (term_op(t, b) != OP_OR || term_same(term_not(t, a), b))
        return excludes(t, a, b);
    bool all = true;
    for (uint32_t i = 0; all && i < term_arity(t, b); i++)
        all = excludes(t, a, term_arg(t, b, i));
    return all;
}

// The edges [first, end) start at one location.
bool blocks_choice_is_clear(const Blocks *b, const VecU32 *edges, uint32_t first, uint32_t end) {
    assert(first < end && end <= edges->count);
    assert(b->p->edges.at[edges->at[first]].from == b->p->edges.at[edges->at[end - 1]].from);
    for (uint32_t i = first; i < end; i++)
        for (uint32_t k = first; k < i; k++) {
            const Cmd *x = &b->p->edges.at[edges->at[i]].cmd, *y = &b->p->edges.at[edges->at[k]].cmd;
            if (x->kind != CMD_ASSUME || y->kind != CMD_ASSUME || !exclude_each_other(b->t, x->a, y->a))
                return false;
        }
    return true;
}
