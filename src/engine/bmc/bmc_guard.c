// bmc_guard.c - when is a state reached: a tree of conditions
#include "engine/bmc/bmc.h"

// How far up a condition is looked for, to see what is implied or excluded.
enum { LOOK_UP = 64 };

// ---- conjunctions and disjunctions, simplified by each other ----
enum { MOST_PARTS = 64 };

// Appends what the term is the conjunction of.
static void conjuncts(Terms *t, Term a, VecTerm *out) {
    Op op = term_op(t, a);
    bool negated = op == OP_NOT && term_op(t, term_arg(t, a, 0)) == OP_OR;
    Term list = negated ? term_arg(t, a, 0) : a;
    if ((op != OP_AND && !negated) || term_arity(t, list) > MOST_PARTS) {
        vec_push(out, a);
        return;
    }
    for (uint32_t i = 0; i < term_arity(t, list); i++) {
        Term part = term_arg(t, list, i);
        vec_push(out, negated ? term_not(t, part) : part);
    }
}

static bool has(const VecTerm *terms, Term a) {
    for (uint32_t i = 0; i < terms->count; i++)
        if (term_same(terms->at[i], a))
            return true;
    return false;
}

// 'b' where all of 'known' holds: parts that are known are left out.
static Term given(Terms *t, const VecTerm *known, Term b) {
    VecTerm parts = { 0 };
    conjuncts(t, b, &parts);
    uint32_t kept = 0;
    bool never = false;
    for (uint32_t i = 0; i < parts.count && !never; i++) {
        never = has(known, term_not(t, parts.at[i]));
        if (!has(known, parts.at[i]))
            parts.at[kept++] = parts.at[i];
    }
    Term result = b;
    if (never)
        result = term_false(t);
    else if (kept < parts.count)
        result = term_and_n(t, kept, parts.at);
    vec_free(&parts);
    return result;
}

// a or b: b matters only where a is false, and the other way round.
Term bmc_or(Terms *t, Term a, Term b) {
    assert(sort_kind(t, term_sort(t, a)) == SORT_BOOL && sort_kind(t, term_sort(t, b)) == SORT_BOOL);
    VecTerm known = { 0 };
    conjuncts(t, term_not(t, a), &known);
    b = given(t, &known, b);
    known.count = 0;
    conjuncts(t, term_not(t, b), &known);
    a = given(t, &known, a);
    vec_free(&known);
    return term_or(t, a, b);
}

Term bmc_and(Terms *t, Term a, Term b) {
    return term_not(t, bmc_or(t, term_not(t, a), term_not(t, b)));
}

// ---- the tree ----
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
    assert(parent != GUARD_NEVER && parent < g->at.count);
    uint64_t key = (uint64_t)parent << 32 | condition.id;
    GuardId known = map_find(&g->of, key);
    if (known)
        return known;
    vec_push(&g->at, (Guard){ .parent = parent, .depth = g->at.at[parent].depth + 1, .condition = condition });
    map_put(&g->of, key, g->at.count - 1);
    return g->at.count - 1;
}

// The condition, simplified by those of the guard and its next ancestors.
static Term new_in(Guards *g, GuardId guard, Term condition) {
    VecTerm known = { 0 };
    for (int i = 0; i < LOOK_UP && guard != GUARD_ALWAYS; i++, guard = g->at.at[guard].parent)
        vec_push(&known, g->at.at[guard].condition);
    condition = given(g->t, &known, condition);
    condition = term_not(g->t, given(g->t, &known, term_not(g->t, condition)));
    vec_free(&known);
    return condition;
}

GuardId guard_and(Guards *g, GuardId guard, Term condition) {
    assert(guard < g->at.count && sort_kind(g->t, term_sort(g->t, condition)) == SORT_BOOL);
    if (guard == GUARD_NEVER || term_op(g->t, condition) == OP_TRUE)
        return guard;
    condition = new_in(g, guard, condition);
    VecTerm parts = { 0 };
    conjuncts(g->t, condition, &parts);
    for (uint32_t i = 0; i < parts.count && guard; i++) {
        Op op = term_op(g->t, parts.at[i]);
        if (op == OP_FALSE)
            guard = GUARD_NEVER;
        else if (op != OP_TRUE)
            guard = child(g, guard, parts.at[i]);
    }
    vec_free(&parts);
    return guard;
}

// Appends the conditions from 'guard' up to, and without, 'top'.
static void conditions(const Guards *g, GuardId guard, GuardId top, VecTerm *out) {
    assert(g->at.at[guard].depth >= g->at.at[top].depth);
    for (; guard != top; guard = g->at.at[guard].parent)
        vec_push(out, g->at.at[guard].condition);
}

static GuardId ancestor(const Guards *g, GuardId a, GuardId b) {
    assert(a != GUARD_NEVER && b != GUARD_NEVER);
    while (a != b) {
        if (g->at.at[a].depth >= g->at.at[b].depth)
            a = g->at.at[a].parent;
        else
            b = g->at.at[b].parent;
    }
    return a;
}

// A condition that separates a from b: if their paths part at a condition and its negation, this
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
    assert(a < g->at.count && b < g->at.count);
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
    Term either = bmc_or(t, term_and_n(t, x.count, x.at), term_and_n(t, y.count, y.at));
    vec_free(&x);
    vec_free(&y);
    return guard_and(g, top, either);
}

Term guard_term(Guards *g, GuardId guard) {
    assert(guard < g->at.count);
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
