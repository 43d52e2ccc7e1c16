// reuse.c - replaces predicates that occur once by those that occur anyway
#include "engine/tree/reuse.h"

enum { MOST_CANDIDATES = 6 };

typedef struct Reuse {
    Unwinding *u;
    Terms *t;
    Predicates *predicates;
    const Precisions *precisions;
    const VecU32 *nodes;
    const PredicateSet *used;
    VecTerm *facts;
    Map places;       // PredicateId -> at how many places it occurs
    Map last;         // PredicateId -> 1 + the last place counted
    VecU32 occurring; // PredicateIds, in the order of the path
} Reuse;

static bool same_vars(Terms *t, Term a, Term b) {
    VecTerm va = { 0 }, vb = { 0 };
    term_vars(t, a, &va);
    term_vars(t, b, &vb);
    bool same = va.count == vb.count;
    for (uint32_t i = 0; i < va.count && same; i++) {
        same = false;
        for (uint32_t k = 0; k < vb.count && !same; k++)
            same = term_same(va.at[i], vb.at[k]);
    }
    vec_free(&va);
    vec_free(&vb);
    return same;
}

// ---- equations in other words ----
static Term tidy(Reuse *r, Term fact) {
    if (term_op(r->t, fact) != OP_AND)
        return predicates_simplest(r->predicates, fact);
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < term_arity(r->t, fact); i++)
        vec_push(&parts, predicates_simplest(r->predicates, term_arg(r->t, fact, i)));
    Term result = term_and_n(r->t, parts.count, parts.at);
    vec_free(&parts);
    return result;
}

// ---- what occurs where ----
static void count_atoms(Reuse *r, uint32_t place) {
    VecTerm atoms = { 0 };
    PredicateId id;
    term_atoms(r->t, r->facts->at[place], &atoms);
    for (uint32_t i = 0; i < atoms.count; i++) {
        if (!predicates_find(r->predicates, atoms.at[i], &id) || map_find(&r->last, id) == 1 + place)
            continue;
        if (!map_find(&r->places, id))
            vec_push(&r->occurring, id);
        map_put(&r->places, id, map_find(&r->places, id) + 1);
        map_put(&r->last, id, 1 + place);
    }
    vec_free(&atoms);
}

// A literal whose predicate is here only, and new here.
static bool is_foreign(Reuse *r, uint32_t place, Term literal) {
    PredicateId id;
    Op op = term_op(r->t, literal);
    if (op == OP_AND || op == OP_OR || op == OP_ITE || !predicates_find(r->predicates, literal, &id))
        return false;
    return map_find(&r->places, id) <= 1 && !predicate_set_has(r->precisions, r->used[place], id);
}

// ---- replacing ----
// What a literal implies of the other predicates over its variables.
static Term consequences(Reuse *r, uint32_t place, Term literal) {
    VecTerm all = { 0 };
    PredicateId own = 0;
    predicates_find(r->predicates, literal, &own);
    uint32_t tried = 0;
    for (uint32_t i = 0; i < r->occurring.count && tried < MOST_CANDIDATES; i++) {
        PredicateId id = r->occurring.at[i];
        Term other = predicates_terms(r->predicates)[id];
        bool repeated = map_find(&r->places, id) > 1 || map_find(&r->last, id) != 1 + place;
        if (id == own || !repeated || !same_vars(r->t, other, literal))
            continue;
        tried++;
        if (unwind_implies(r->u, literal, other))
            vec_push(&all, other);
        else if (unwind_implies(r->u, literal, term_not(r->t, other)))
            vec_push(&all, term_not(r->t, other));
    }
    Term result = term_and_n(r->t, all.count, all.at);
    vec_free(&all);
    return result;
}

// Does the next fact follow from this one?
static bool leads_on(Reuse *r, uint32_t place, Term fact) {
    Unwinding *u = r->u;
    uint32_t cut = arg_cut_into(u->arg, r->nodes->at[place + 1]);
    Term step = procedure_obligation(u->proc, cut, fact, r->facts->at[place + 1]);
    return unwind_implies(u, term_true(r->t), step);
}

static Term literal_at(Reuse *r, Term fact, uint32_t i) {
    return term_op(r->t, fact) == OP_AND ? term_arg(r->t, fact, i) : fact;
}

static bool replace_at(Reuse *r, uint32_t place) {
    Term fact = r->facts->at[place];
    uint32_t n = term_op(r->t, fact) == OP_AND ? term_arity(r->t, fact) : 1, foreign = 0;
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        Term part = literal_at(r, fact, i);
        bool replace = is_foreign(r, place, part);
        foreign += replace;
        vec_push(&parts, replace ? consequences(r, place, part) : part);
    }
    Term instead = term_and_n(r->t, parts.count, parts.at);
    bool good = foreign && !term_same(instead, fact) && leads_on(r, place, instead);
    if (good)
        r->facts->at[place] = instead;
    vec_free(&parts);
    return good;
}

uint32_t reuse_predicates(Unwinding *u, Predicates *predicates, const Precisions *precisions, const VecU32 *nodes,
                          const PredicateSet used[], VecTerm *facts) {
    Reuse r = { u, u->proc->t, predicates, precisions, nodes, used, facts };
    uint32_t changed = 0;
    for (uint32_t i = 1; i + 1 < facts->count; i++) {
        facts->at[i] = tidy(&r, facts->at[i]);
        count_atoms(&r, i);
    }
    // Backwards: the fact that must follow is settled before the one it follows from.
    for (uint32_t i = facts->count - 1; i-- > 1;)
        changed += replace_at(&r, i);
    map_free(&r.places);
    map_free(&r.last);
    vec_free(&r.occurring);
    return changed;
}
