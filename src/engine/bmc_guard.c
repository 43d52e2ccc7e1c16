// bmc_guard.c - when is a state reached: a tree of conditions
#include "engine/bmc.h"

// How far up a condition is looked for, to see what is implied or excluded.
enum { LOOK_UP = 64 };

void guards_init(Guards *g, Terms *t) {
    *g = (Guards){ .t = t };
    vec_resize(&g->at, 2);
    g->at.at[GUARD_NEVER].whole = term_false(t);
    g->at.at[GUARD_ALWAYS].whole = term_true(t);
    g->at.at[GUARD_NEVER].known = SMT_UNSAT;
    g->at.at[GUARD_ALWAYS].known = SMT_SAT;
}

void guards_free(Guards *g) {
    vec_free(&g->at);
    map_free(&g->of);
}

static GuardId child(Guards *g, GuardId parent, Term condition) {
    uint64_t key = (uint64_t)parent << 32 | condition.id;
    GuardId known = map_find(&g->of, key);
    if (known)
        return known;
    vec_push(&g->at, (Guard){ .parent = parent, .depth = g->at.at[parent].depth + 1, .condition = condition });
    map_put(&g->of, key, g->at.count - 1);
    return g->at.count - 1;
}

static GuardId and_literal(Guards *g, GuardId guard, Term condition) {
    Op op = term_op(g->t, condition);
    if (op == OP_TRUE || guard == GUARD_NEVER)
        return guard;
    if (op == OP_FALSE)
        return GUARD_NEVER;
    Term negation = term_not(g->t, condition);
    GuardId up = guard;
    for (int i = 0; i < LOOK_UP && up != GUARD_ALWAYS; i++, up = g->at.at[up].parent) {
        if (term_same(g->at.at[up].condition, condition))
            return guard;
        if (term_same(g->at.at[up].condition, negation))
            return GUARD_NEVER;
    }
    return child(g, guard, condition);
}

GuardId guard_and(Guards *g, GuardId guard, Term condition) {
    if (term_op(g->t, condition) != OP_AND)
        return and_literal(g, guard, condition);
    for (uint32_t i = 0; i < term_arity(g->t, condition); i++)
        guard = and_literal(g, guard, term_arg(g->t, condition, i));
    return guard;
}

// Appends the conditions from 'guard' up to, and without, 'top'.
static void conditions(const Guards *g, GuardId guard, GuardId top, VecTerm *out) {
    for (; guard != top; guard = g->at.at[guard].parent)
        vec_push(out, g->at.at[guard].condition);
}

static GuardId ancestor(const Guards *g, GuardId a, GuardId b) {
    while (a != b) {
        if (g->at.at[a].depth >= g->at.at[b].depth)
            a = g->at.at[a].parent;
        else
            b = g->at.at[b].parent;
    }
    return a;
}

static bool is_disjunct(const Terms *t, Term x, Term a) {
    if (term_same(a, x))
        return true;
    if (term_op(t, a) != OP_OR)
        return false;
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (term_same(term_arg(t, a, i), x))
            return true;
    return false;
}

// a or (l and rest) is a or rest, where not a implies l.
static void drop_implied(Terms *t, const VecTerm *a, VecTerm *b) {
    if (a->count != 1)
        return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->count; i++)
        if (!is_disjunct(t, term_not(t, b->at[i]), a->at[0]))
            b->at[kept++] = b->at[i];
    b->count = kept;
}

// What tells a from b: if their ways part at a condition and its negation, this
// condition; else all of the shorter list.
static Term parting(Terms *t, const VecTerm *a, const VecTerm *b) {
    if (!a->count || !b->count)
        return a->count ? term_and_n(t, a->count, a->at) : term_not(t, term_and_n(t, b->count, b->at));
    Term x = a->at[a->count - 1], y = b->at[b->count - 1];
    if (term_same(x, term_not(t, y)))
        return x;
    if (a->count <= b->count)
        return term_and_n(t, a->count, a->at);
    return term_not(t, term_and_n(t, b->count, b->at));
}

GuardId guard_or(Guards *g, GuardId a, GuardId b, Term *in_a) {
    Terms *t = g->t;
    if (a == GUARD_NEVER || b == GUARD_NEVER) {
        *in_a = term_bool(t, b == GUARD_NEVER);
        return a == GUARD_NEVER ? b : a;
    }
    VecTerm x = { 0 }, y = { 0 };
    GuardId top = ancestor(g, a, b);
    conditions(g, a, top, &x);
    conditions(g, b, top, &y);
    *in_a = parting(t, &x, &y);
    drop_implied(t, &x, &y);
    drop_implied(t, &y, &x);
    Term either = term_or(t, term_and_n(t, x.count, x.at), term_and_n(t, y.count, y.at));
    vec_free(&x);
    vec_free(&y);
    return guard_and(g, top, either);
}

Term guard_term(Guards *g, GuardId guard) {
    VecU32 way = { 0 };
    for (GuardId up = guard; !g->at.at[up].whole.id; up = g->at.at[up].parent)
        vec_push(&way, up);
    while (way.count) {
        Guard *next = &g->at.at[vec_pop(&way)];
        next->whole = term_and(g->t, g->at.at[next->parent].whole, next->condition);
    }
    vec_free(&way);
    return g->at.at[guard].whole;
}
