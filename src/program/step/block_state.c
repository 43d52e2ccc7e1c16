// block_state.c - the tree of states
//
// Where paths meet, the new node hangs below the common ancestor of those that meet, with a choice between their
// values. Choosing by the condition of one side is right only if the other side's excludes it: see block_choice.c.
#include "program/step/block_state.h"

// Nobody reads the variable from the location on before it is written?
bool blocks_is_dead(const Blocks *b, VarId v, LocId loc) {
    assert(v && v < b->p->vars.count);
    if (b->p->vars.at[v].kind == VAR_GLOBAL || map_find(&b->kept, v))
        return false;
    return loc == b->p->error || live_is_dead(b->live, v, loc);
}

// ---- the tree of states ----
uint32_t blocks_new_node(Blocks *b, uint32_t parent) {
    assert(parent == NO_NODE || parent < b->nodes.count);
    Node node = { .parent = parent, .above = NO_NODE };
    if (parent != NO_NODE) {
        const Node *up = &b->nodes.at[parent];
        node.above = up->keys.count ? parent : up->above;
        node.dead = up->dead;
        assert(node.above == NO_NODE || b->nodes.at[node.above].keys.count);
    }
    vec_push(&b->nodes, node);
    return b->nodes.count - 1;
}

uint32_t blocks_region_key(const Blocks *b, RegionId r) {
    return b->p->vars.count + r;
}

uint32_t blocks_result_key(const Blocks *b, uint32_t index) {
    return b->p->vars.count + (b->p->regions.count ? b->p->regions.count : 1) + index;
}

Term blocks_before(Blocks *b, uint32_t key) {
    assert(key && "keys start with the variables");
    const Program *p = b->p;
    if (key >= blocks_result_key(b, 0))
        return block_result(p, b->out->func, key - blocks_result_key(b, 0));
    if (key >= p->vars.count)
        return block_region(b, key - p->vars.count);
    return p->vars.at[key].kind == VAR_ADDRESS ? layout_address(b->layout, key) : var_term(p, key);
}

Term blocks_look_up(Blocks *b, uint32_t node, uint32_t key) {
    for (; node != NO_NODE; node = b->nodes.at[node].above) {
        uint32_t id = map_find(&b->nodes.at[node].values, key);
        if (id)
            return (Term){ id };
    }
    return blocks_before(b, key);
}

void blocks_put(Blocks *b, uint32_t node, uint32_t key, Term value) {
    assert(value.id && node < b->nodes.count);
    assert(key >= b->p->vars.count || term_sort(b->t, value).id == b->p->vars.at[key].sort.id);
    Node *n = &b->nodes.at[node];
    if (!map_get(&n->values, key, NULL))
        vec_push(&n->keys, key);
    map_put(&n->values, key, value.id);
    if (!map_get(&b->assigned, key, NULL)) {
        map_put(&b->assigned, key, 1);
        vec_push(&b->order, key);
    }
}

void blocks_require(Blocks *b, uint32_t node, Term condition) {
    assert(sort_kind(b->t, term_sort(b->t, condition)) == SORT_BOOL);
    Op op = term_op(b->t, condition);
    if (op == OP_FALSE)
        b->nodes.at[node].dead = true;
    else if (op != OP_TRUE)
        vec_push(&b->nodes.at[node].conditions, condition);
}

// ---- inputs ----
static void sort_text(const Blocks *b, Sort s, char *out, size_t room) {
    switch (sort_kind(b->t, s)) {
    case SORT_BOOL:
        snprintf(out, room, "b");
        return;
    case SORT_FLOAT:
        snprintf(out, room, "f%u_%u", sort_exponent(b->t, s), sort_significand(b->t, s));
        return;
    case SORT_ARRAY:
        snprintf(out, room, "m%u_%u", sort_width(b->t, sort_index(b->t, s)), sort_width(b->t, sort_element(b->t, s)));
        return;
    default:
        snprintf(out, room, "i%u", sort_width(b->t, s));
    }
}

Term blocks_input(Blocks *b, const char *stem, uint32_t number, uint32_t index, Sort s) {
    assert(b->out && "only while a block is built");
    char name[NAME_ROOM], sort[40];
    sort_text(b, s, sort, sizeof sort);
    snprintf(name, sizeof name, "%s!%u!%u!%s", stem, number, index, sort);
    Term v = term_var(b->t, name, s);
    if (!map_find(&b->known, v.id)) {
        map_put(&b->known, v.id, 1);
        vec_push(&b->out->inputs, v);
    }
    return v;
}

Term blocks_any(Blocks *b, Sort s) {
    return blocks_input(b, "edge", b->edge, b->fresh++, s);
}

// ---- meeting ----
void blocks_conditions(const Blocks *b, uint32_t node, uint32_t top, VecTerm *out) {
    for (; node != top; node = b->nodes.at[node].parent)
        for (uint32_t i = b->nodes.at[node].conditions.count; i-- > 0;)
            vec_push(out, b->nodes.at[node].conditions.at[i]);
}

static void keys_up_to(const Blocks *b, uint32_t node, uint32_t top, Map *seen, VecU32 *out) {
    for (; node != top; node = b->nodes.at[node].parent)
        for (uint32_t i = 0; i < b->nodes.at[node].keys.count; i++) {
            uint32_t key = b->nodes.at[node].keys.at[i];
            if (map_get(seen, key, NULL))
                continue;
            map_put(seen, key, 1);
            vec_push(out, key);
        }
}

// What tells the left side from the right: if their ways part at a condition and
// its negation, this condition; else all of the shorter list.
static Term parting(Terms *t, const VecTerm *left, const VecTerm *right) {
    if (!left->count || !right->count)
        return left->count ? term_and_n(t, left->count, left->at) : term_not(t, term_and_n(t, right->count, right->at));
    if (term_same(vec_last(left), term_not(t, vec_last(right))))
        return vec_last(left);
    if (left->count <= right->count)
        return term_and_n(t, left->count, left->at);
    return term_not(t, term_and_n(t, right->count, right->at));
}

static void drop(VecTerm *list, Term x) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (!term_same(list->at[i], x))
            list->at[n++] = list->at[i];
    list->count = n;
}

// c or (not c and d) is c or d.
static Term either(Terms *t, VecTerm *left, VecTerm *right) {
    if (left->count == 1)
        drop(right, term_not(t, left->at[0]));
    if (right->count == 1)
        drop(left, term_not(t, right->at[0]));
    return term_or(t, term_and_n(t, left->count, left->at), term_and_n(t, right->count, right->at));
}

// The states of two nodes below 'top' meet at 'loc'.
static uint32_t meet_two(Blocks *b, LocId loc, uint32_t left, uint32_t right, uint32_t top) {
    assert(left != right && top < b->nodes.count);
    if (b->nodes.at[left].dead || b->nodes.at[right].dead)
        return b->nodes.at[left].dead ? right : left;
    VecTerm x = { 0 }, y = { 0 };
    VecU32 keys = { 0 };
    Map seen = { 0 };
    blocks_conditions(b, left, top, &x);
    blocks_conditions(b, right, top, &y);
    keys_up_to(b, left, top, &seen, &keys);
    keys_up_to(b, right, top, &seen, &keys);
    Term on_left = parting(b->t, &x, &y);
    uint32_t node = blocks_new_node(b, top);
    for (uint32_t i = 0; i < keys.count; i++) {
        uint32_t key = keys.at[i];
        Term u = blocks_look_up(b, left, key), v = blocks_look_up(b, right, key);
        bool lost = !term_same(u, v) && key < b->p->vars.count && blocks_is_dead(b, key, loc);
        blocks_put(b, node, key,
                   lost ? blocks_input(b, "lost", key, b->lost++, term_sort(b->t, u)) : term_ite(b->t, on_left, u, v));
    }
    blocks_require(b, node, either(b->t, &x, &y));
    vec_free(&x);
    vec_free(&y);
    vec_free(&keys);
    map_free(&seen);
    return node;
}

static int falling(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? 1 : a > b ? -1 : 0;
}

// All states that have arrived meet, those with the nearest common ancestors first: over all
// nodes between them and the root, children before parents.
uint32_t blocks_meet(Blocks *b, LocId loc, const VecU32 *states) {
    assert(states->count);
    if (states->count == 1)
        return states->at[0];
    VecU32 way = { 0 };
    Map held = { 0 }; // node -> 1 + the node of the state that stands for it
    for (uint32_t i = 0; i < states->count; i++)
        for (uint32_t n = states->at[i]; n != NO_NODE && !map_get(&held, n, NULL); n = b->nodes.at[n].parent) {
            map_put(&held, n, 0);
            vec_push(&way, n);
        }
    for (uint32_t i = 0; i < states->count; i++)
        map_put(&held, states->at[i], states->at[i] + 1);
    qsort(way.at, way.count, sizeof *way.at, falling);
    uint32_t left = states->count, result = states->at[0];
    for (uint32_t i = 0; i < way.count && left > 1; i++) {
        uint32_t n = way.at[i], parent = b->nodes.at[n].parent;
        uint32_t mine = map_find(&held, n), other = parent == NO_NODE ? 0 : map_find(&held, parent);
        if (other) {
            mine = 1 + meet_two(b, loc, other - 1, mine - 1, parent);
            left--;
        }
        result = mine - 1;
        if (parent != NO_NODE)
            map_put(&held, parent, mine);
    }
    vec_free(&way);
    map_free(&held);
    return result;
}
