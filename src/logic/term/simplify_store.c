// simplify_store.c - reads and writes of arrays
//
// A select looks for the store that it reads, first one by one.  In long chains of stores at constant
// indices it finds the store by a table, so that a program that fills and reads an array of n cells takes O(n) steps.
//
// Chains are made by the first select that walks along them.  A store belongs to at most one chain: a store to the last
// store of a chain extends it, any other store starts a new chain, whose base is the array it stores to.
#include "logic/term/table.h"

enum { STEPS = 4096, STEPS_BEFORE_CHAINS = 16 };

// ---- chains ----
// The newest cell of a chain at an index, then older ones; positions count from 1.
static uint64_t cell_key(uint32_t chain, Term index) {
    return (uint64_t)chain << 32 | index.id;
}

static bool is_at_constant(const Terms *t, Term array) {
    if (op_of(t, array) != OP_STORE)
        return false;
    Op op = op_of(t, arg_of(t, array, 1));
    return op == OP_BV_CONST || op == OP_INT_CONST;
}

static void add_to_chain(Terms *t, uint32_t chain, Term store) {
    assert(chain < t->chains.count && is_at_constant(t, store) && !map_find(&t->cell_of_store, store.id));
    StoreChain *c = &t->chains.at[chain];
    uint64_t key = cell_key(chain, arg_of(t, store, 1));
    c->length++;
    vec_push(&t->cells, (StoreCell){ c->length, map_find(&t->newest_cell, key), arg_of(t, store, 2), chain });
    map_put(&t->newest_cell, key, t->cells.count);
    map_put(&t->cell_of_store, store.id, t->cells.count);
}

// Puts the store, and those below it up to one that is in a chain, into a chain.
static void chain_up(Terms *t, Term store) {
    VecTerm up = { 0 };
    for (; is_at_constant(t, store) && !map_find(&t->cell_of_store, store.id); store = arg_of(t, store, 0))
        vec_push(&up, store);
    uint32_t below = map_find(&t->cell_of_store, store.id), chain = t->chains.count;
    if (below && t->cells.at[below - 1].position == t->chains.at[t->cells.at[below - 1].chain].length)
        chain = t->cells.at[below - 1].chain;
    else if (up.count)
        vec_push(&t->chains, (StoreChain){ store, 0 });
    while (up.count)
        add_to_chain(t, chain, vec_pop(&up));
    vec_free(&up);
}

// The value at a constant index of a store in a chain; no term: then 'array' becomes the base of the chain.
static Term chain_value(const Terms *t, Term *array, Term index) {
    assert(map_find(&t->cell_of_store, array->id));
    StoreCell top = t->cells.at[map_find(&t->cell_of_store, array->id) - 1];
    uint32_t i = map_find(&t->newest_cell, cell_key(top.chain, index));
    while (i && t->cells.at[i - 1].position > top.position)
        i = t->cells.at[i - 1].older;
    *array = t->chains.at[top.chain].base;
    return i ? t->cells.at[i - 1].value : (Term){ 0 };
}

// ---- the simplifiers ----
Term simplify_select(Terms *t, Term array, Term index) {
    assert(kind_of(t, array) == SORT_ARRAY && sort_index(t, sort_of(t, array)).id == sort_of(t, index).id);
    bool constant = op_of(t, index) == OP_BV_CONST || op_of(t, index) == OP_INT_CONST;
    for (int i = 0; i < STEPS; i++) {
        Op op = op_of(t, array);
        if (op == OP_ARRAY_CONST)
            return arg_of(t, array, 0);
        if (op != OP_STORE)
            break;
        if (arg_of(t, array, 1).id == index.id)
            return arg_of(t, array, 2);
        if (i >= STEPS_BEFORE_CHAINS && constant && is_at_constant(t, array)) {
            chain_up(t, array);
            Term value = chain_value(t, &array, index);
            if (value.id)
                return value;
        } else if (known_distinct(t, arg_of(t, array, 1), index)) {
            array = arg_of(t, array, 0);
        } else {
            break;
        }
    }
    Sort element = sort_element(t, sort_of(t, array));
    return intern(t, OP_SELECT, element, 2, (Term[]){ array, index }, 0, NULL);
}

Term simplify_store(Terms *t, Term array, Term index, Term value) {
    assert(sort_element(t, sort_of(t, array)).id == sort_of(t, value).id);
    if (op_of(t, array) == OP_STORE && arg_of(t, array, 1).id == index.id)
        array = arg_of(t, array, 0);
    if (op_of(t, value) == OP_SELECT && arg_of(t, value, 0).id == array.id && arg_of(t, value, 1).id == index.id)
        return array;
    if (op_of(t, array) == OP_ARRAY_CONST && arg_of(t, array, 0).id == value.id)
        return array;
    return intern(t, OP_STORE, sort_of(t, array), 3, (Term[]){ array, index, value }, 0, NULL);
}
