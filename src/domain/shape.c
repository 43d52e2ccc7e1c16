// shape.c - how the variables of a program occur together
#include "domain/shape.h"

enum {
    COMPARED = 8,     // weight of two variables in one atom
    COMPUTED = 4,     // one's new value from the other
    CHANGED = 1,      // both changed by one block
    MOST_TOGETHER = 6 // variables of an atom or value that are paired with each other
};

typedef struct Look {
    Procedure *proc;
    Shape shape;
    VecU32 with, without; // by slot: how often it is compared with sign, and without
    Map pair_of;          // the two slots -> 1 + place
} Look;

static void slots_in(Look *l, Term a, VecU32 *out) {
    VecTerm vars = { 0 };
    out->count = 0;
    term_vars(l->proc->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        uint32_t slot = map_find(&l->proc->slot_of, vars.at[i].id);
        if (slot)
            vec_push(out, slot - 1);
    }
    vec_free(&vars);
}

static void add_pair(Look *l, uint32_t a, uint32_t b, uint32_t weight) {
    Terms *t = l->proc->t;
    Sort s = term_sort(t, l->proc->state.at[a]);
    if (a == b || sort_kind(t, s) != SORT_BV || s.id != term_sort(t, l->proc->state.at[b]).id)
        return;
    SlotPair pair = { a < b ? a : b, a < b ? b : a, 0 };
    uint64_t key = (uint64_t)pair.first << 32 | pair.second;
    uint32_t at = map_find(&l->pair_of, key);
    if (!at) {
        vec_push(&l->shape.pairs, pair);
        at = l->shape.pairs.count;
        map_put(&l->pair_of, key, at);
    }
    l->shape.pairs.at[at - 1].weight += weight;
}

static void add_pairs(Look *l, const VecU32 *slots, uint32_t weight) {
    if (slots->count > MOST_TOGETHER)
        return;
    for (uint32_t i = 0; i < slots->count; i++)
        for (uint32_t k = 0; k < i; k++)
            add_pair(l, slots->at[k], slots->at[i], weight);
}

static void look_at_atom(Look *l, Term atom, VecU32 *slots) {
    Op op = term_op(l->proc->t, atom);
    slots_in(l, atom, slots);
    add_pairs(l, slots, COMPARED);
    if (slots->count > MOST_TOGETHER)
        return;
    for (uint32_t i = 0; i < slots->count; i++) {
        l->with.at[slots->at[i]] += op == OP_BV_SLT || op == OP_BV_SLE;
        l->without.at[slots->at[i]] += op == OP_BV_ULT || op == OP_BV_ULE;
    }
}

// The comparisons of a term, those in conditions inside it too.
static void look_at_conditions(Look *l, Term a, Map *seen, VecU32 *slots) {
    Terms *t = l->proc->t;
    VecTerm todo = { 0 };
    vec_push(&todo, a);
    while (todo.count) {
        Term b = vec_pop(&todo);
        Op op = term_op(t, b);
        if (map_find(seen, b.id))
            continue;
        map_put(seen, b.id, 1);
        bool is_bool = op == OP_EQ && sort_kind(t, term_sort(t, term_arg(t, b, 0))) == SORT_BOOL;
        if ((op == OP_EQ && !is_bool) || (op >= OP_BV_ULT && op <= OP_BV_SLE))
            look_at_atom(l, b, slots);
        for (uint32_t i = 0; i < term_arity(t, b); i++)
            vec_push(&todo, term_arg(t, b, i));
    }
    vec_free(&todo);
}

// How many different constants are among the cases of a value.
static uint32_t count_constants(Terms *t, Term value) {
    VecTerm todo = { 0 };
    Map seen = { 0 };
    uint32_t n = 0;
    vec_push(&todo, value);
    while (todo.count) {
        Term a = vec_pop(&todo);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        n += term_is_const(t, a);
        if (term_op(t, a) == OP_ITE) {
            vec_push(&todo, term_arg(t, a, 1));
            vec_push(&todo, term_arg(t, a, 2));
        }
    }
    map_free(&seen);
    vec_free(&todo);
    return n;
}

static void look_at_changes(Look *l, const Block *block, VecU32 *slots) {
    VecU32 changed = { 0 };
    for (uint32_t i = 0; i < block->changes.count; i++) {
        const BlockChange *c = &block->changes.at[i];
        uint32_t slot = c->var ? map_find(&l->proc->slot_of, var_term(l->proc->p, c->var).id) : 0;
        if (!slot)
            continue;
        vec_push(&changed, slot - 1);
        uint32_t constants = count_constants(l->proc->t, c->value);
        if (constants > l->shape.constants[slot - 1])
            l->shape.constants[slot - 1] = constants;
        slots_in(l, c->value, slots);
        for (uint32_t k = 0; k < slots->count && slots->count <= MOST_TOGETHER; k++)
            add_pair(l, slot - 1, slots->at[k], COMPUTED);
    }
    add_pairs(l, &changed, CHANGED);
    vec_free(&changed);
}

static int heavier_first(const void *a, const void *b) {
    const SlotPair *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->second < y->second ? -1 : x->second > y->second;
}

Shape shape_find(Procedure *proc) {
    Look l = { .proc = proc };
    Map seen = { 0 };
    VecU32 slots = { 0 };
    vec_resize(&l.with, proc->state.count);
    vec_resize(&l.without, proc->state.count);
    l.shape.is_unsigned = base_alloc(proc->state.count + 1);
    l.shape.constants = base_alloc((proc->state.count + 1) * sizeof *l.shape.constants);
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        const Block *block = &proc->block[i];
        if (!block->guard.id)
            continue;
        look_at_conditions(&l, block->guard, &seen, &slots);
        for (uint32_t k = 0; k < block->changes.count; k++)
            look_at_conditions(&l, block->changes.at[k].value, &seen, &slots);
        look_at_changes(&l, block, &slots);
    }
    for (uint32_t s = 0; s < proc->state.count; s++)
        l.shape.is_unsigned[s] = l.without.at[s] > l.with.at[s];
    if (l.shape.pairs.count)
        qsort(l.shape.pairs.at, l.shape.pairs.count, sizeof *l.shape.pairs.at, heavier_first);
    vec_free(&l.with);
    vec_free(&l.without);
    vec_free(&slots);
    map_free(&seen);
    map_free(&l.pair_of);
    return l.shape;
}

void shape_free(Shape *s) {
    free(s->is_unsigned);
    free(s->constants);
    vec_free(&s->pairs);
}
