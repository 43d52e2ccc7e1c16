// block.c - what a loop-free piece of a function does, as terms
//
// The piece is executed on terms, location by location in topological order.
// States form a tree: a node adds conditions and changed values to its parent.
// A location with several edges gives each of them a child; where paths meet,
// the new node hangs below the common ancestor of those that meet, with a choice between
// their values.  So after if (c) x = 1; else x = 2; the node has no condition,
// and one value: x = c ? 1 : 2.
//
// Choosing by the condition of one side is right only if the other side's
// excludes it.  program.h promises it; where it cannot be seen, an input
// decides which edge is taken.
#include "program/step/block.h"
#include "program/step/encode.h"
#include "program/live.h"

enum {
    NO_NODE = UINT32_MAX,
    FEW_OBJECTS = 8,   // so many are told apart when an address is checked
    MOST_BYTES = 4096, // of a COPY or SET
    NAME_ROOM = 96,
};

typedef struct Node {
    uint32_t parent; // NO_NODE: the root
    uint32_t above;  // the next ancestor that changes a value
    Map values;      // key -> term id; keys: VarId, number of variables + RegionId, or beyond these a result
    VecU32 keys;     // of 'values'
    VecTerm conditions;
    bool dead; // no run gets here
} Node;

struct Blocks {
    const Program *p;
    Terms *t;
    Layout *layout;
    Encoder *encoder;
    Term all_memory; // region 0
    Live *live;
    // the block being built
    Block *out;
    VEC(Node) nodes;
    VEC(VecU32) waiting; // states that have arrived at a location
    Map waiting_at;      // LocId -> 1 + index
    uint32_t now;        // node of the state being changed
    EdgeId edge;         // being executed
    uint32_t fresh;      // inputs of this edge so far
    Term size;           // of the object that this edge makes
    Term address;        // that this edge accesses through a wild region
    Term object;         // at this address; this edge asks for its size
    Term object_size;    // an input that stands for it, where the object has no place
    uint32_t lost;       // values given up so far
    Map assigned;        // keys
    VecU32 order;        // the same
    Map known;           // inputs: term id
    Map kept;            // variables that are not forgotten
};

// Nobody reads the variable from the location on before it is written?
static bool is_dead_at(const Blocks *b, VarId v, LocId loc) {
    if (b->p->vars.at[v].kind == VAR_GLOBAL || map_find(&b->kept, v))
        return false;
    return loc == b->p->error || live_is_dead(b->live, v, loc);
}

// ---- the tree of states ----
static uint32_t new_node(Blocks *b, uint32_t parent) {
    Node node = { .parent = parent, .above = NO_NODE };
    if (parent != NO_NODE) {
        const Node *up = &b->nodes.at[parent];
        node.above = up->keys.count ? parent : up->above;
        node.dead = up->dead;
    }
    vec_push(&b->nodes, node);
    return b->nodes.count - 1;
}

static uint32_t region_key(const Blocks *b, RegionId r) {
    return b->p->vars.count + r;
}

static uint32_t result_key(const Blocks *b, uint32_t index) {
    return b->p->vars.count + (b->p->regions.count ? b->p->regions.count : 1) + index;
}

static Term before(Blocks *b, uint32_t key) {
    const Program *p = b->p;
    if (key >= result_key(b, 0))
        return block_result(p, b->out->func, key - result_key(b, 0));
    if (key >= p->vars.count)
        return block_region(b, key - p->vars.count);
    return p->vars.at[key].kind == VAR_ADDRESS ? layout_address(b->layout, key) : var_term(p, key);
}

static Term look_up(Blocks *b, uint32_t node, uint32_t key) {
    for (; node != NO_NODE; node = b->nodes.at[node].above) {
        uint32_t id = map_find(&b->nodes.at[node].values, key);
        if (id)
            return (Term){ id };
    }
    return before(b, key);
}

static void put(Blocks *b, uint32_t node, uint32_t key, Term value) {
    Node *n = &b->nodes.at[node];
    if (!map_get(&n->values, key, NULL))
        vec_push(&n->keys, key);
    map_put(&n->values, key, value.id);
    if (!map_get(&b->assigned, key, NULL)) {
        map_put(&b->assigned, key, 1);
        vec_push(&b->order, key);
    }
}

static void require(Blocks *b, uint32_t node, Term condition) {
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

static Term input(Blocks *b, const char *stem, uint32_t number, uint32_t index, Sort s) {
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

static Term any(Blocks *b, Sort s) {
    return input(b, "edge", b->edge, b->fresh++, s);
}

// ---- meeting ----
static void conditions_up_to(const Blocks *b, uint32_t node, uint32_t top, VecTerm *out) {
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
    if (b->nodes.at[left].dead || b->nodes.at[right].dead)
        return b->nodes.at[left].dead ? right : left;
    VecTerm x = { 0 }, y = { 0 };
    VecU32 keys = { 0 };
    Map seen = { 0 };
    conditions_up_to(b, left, top, &x);
    conditions_up_to(b, right, top, &y);
    keys_up_to(b, left, top, &seen, &keys);
    keys_up_to(b, right, top, &seen, &keys);
    Term on_left = parting(b->t, &x, &y);
    uint32_t node = new_node(b, top);
    for (uint32_t i = 0; i < keys.count; i++) {
        uint32_t key = keys.at[i];
        Term u = look_up(b, left, key), v = look_up(b, right, key);
        bool lost = !term_same(u, v) && key < b->p->vars.count && is_dead_at(b, key, loc);
        put(b, node, key, lost ? input(b, "lost", key, b->lost++, term_sort(b->t, u)) : term_ite(b->t, on_left, u, v));
    }
    require(b, node, either(b->t, &x, &y));
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
static uint32_t meet(Blocks *b, LocId loc, const VecU32 *states) {
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

// ---- choices between edges ----
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
static bool choice_is_clear(const Blocks *b, const VecU32 *edges, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++)
        for (uint32_t k = first; k < i; k++) {
            const Cmd *x = &b->p->edges.at[edges->at[i]].cmd, *y = &b->p->edges.at[edges->at[k]].cmd;
            if (x->kind != CMD_ASSUME || y->kind != CMD_ASSUME || !exclude_each_other(b->t, x->a, y->a))
                return false;
        }
    return true;
}

// ---- the state, for encode.h ----
static Term state_get(void *self, VarId v) {
    Blocks *b = self;
    return look_up(b, b->now, v);
}

static void state_set(void *self, VarId v, Term value) {
    Blocks *b = self;
    put(b, b->now, v, value);
}

static void state_assume(void *self, Term condition) {
    Blocks *b = self;
    require(b, b->now, condition);
}

static Term state_any(void *self, EdgeId e, Sort s) {
    (void)e;
    return any(self, s);
}

static Term number(const Blocks *b, uint64_t x) {
    return term_bv(b->t, x, b->p->pointer_bits);
}

// Does memory have regions?  Else region 0 is all of it.
static bool is_split(const Program *p) {
    return p->regions.count > 1;
}

static Term at_least(Blocks *b, Term address, uint64_t low) {
    return term_2(b->t, OP_BV_ULE, number(b, low), address);
}

// 'bytes' from 'address' on are inside [base, base + size).
static Term inside(Blocks *b, Term address, uint64_t bytes, uint64_t base, uint64_t size) {
    if (bytes > size)
        return term_false(b->t);
    Term offset = term_bv_sub(b->t, address, number(b, base));
    return term_2(b->t, OP_BV_ULE, offset, number(b, size - bytes));
}

// Where the objects of a region have places, an access is inside one of them;
// where they are many, between the first and the last.
static Term allowed(Blocks *b, RegionId r, Term address, uint64_t bytes, bool write) {
    const VecU32 *objects = &b->p->regions.at[r].objects;
    Term inside_one = term_false(b->t);
    bool others = false;
    uint64_t low = UINT64_MAX, high = 0, n = 0;
    for (uint32_t i = 0; i < objects->count; i++) {
        const Object *o = &b->p->objects.at[objects->at[i]];
        uint64_t base, size;
        if (o->kind == OBJ_FUNCTION || (write && o->constant))
            continue;
        if (!layout_place(b->layout, objects->at[i], &base, &size)) {
            others = true;
            continue;
        }
        if (++n <= FEW_OBJECTS)
            inside_one = term_or(b->t, inside_one, inside(b, address, bytes, base, size));
        low = base < low ? base : low;
        high = base + size > high ? base + size : high;
    }
    if (n > FEW_OBJECTS)
        inside_one = inside(b, address, bytes, low, high - low);
    return others ? term_or(b->t, inside_one, at_least(b, address, layout_end(b->layout))) : inside_one;
}

// An object without place, where memory is too small for all, may be anywhere.
static bool all_have_places(const Blocks *b, RegionId r) {
    const VecU32 *objects = &b->p->regions.at[r].objects;
    uint64_t base, size;
    for (uint32_t i = 0; i < objects->count; i++)
        if (b->p->objects.at[objects->at[i]].kind == OBJ_GLOBAL &&
            !layout_place(b->layout, objects->at[i], &base, &size))
            return false;
    return true;
}

static void state_access(void *self, RegionId r, Term address, uint64_t bytes, bool write) {
    Blocks *b = self;
    bool wild = r && b->p->regions.at[r].wild;
    if (wild) {
        b->address = address;
        require(b, b->now, term_not(b->t, term_eq(b->t, address, number(b, 0))));
    } else if (r && all_have_places(b, r))
        require(b, b->now, allowed(b, r, address, bytes, write));
    else
        require(b, b->now, at_least(b, address, LAYOUT_LOWEST));
}

static Term state_load(void *self, RegionId r, Term address) {
    Blocks *b = self;
    if (r == 0 && is_split(b->p)) // an address that is a number
        return any(b, sort_bv(b->t, 8));
    return term_2(b->t, OP_SELECT, look_up(b, b->now, region_key(b, r)), address);
}

static void state_store(void *self, RegionId r, Term address, Term cell) {
    Blocks *b = self;
    if (r == 0 && is_split(b->p))
        return; // its address is below LAYOUT_LOWEST, see block_is_unmodelled: no run goes on
    uint32_t key = region_key(b, r);
    put(b, b->now, key, term_3(b->t, OP_STORE, look_up(b, b->now, key), address, cell));
}

static const EncodeState state = {
    .get = state_get,
    .set = state_set,
    .access = state_access,
    .load = state_load,
    .store = state_store,
    .assume = state_assume,
    .any = state_any,
};

// ---- objects ----
static bool constant(const Terms *t, Term a, uint64_t *value) {
    uint64_t high = 0;
    if (term_op(t, a) != OP_BV_CONST)
        return false;
    term_bits(t, a, value, &high);
    return high == 0;
}

// Above all objects that have places, and all of it in memory.
static void alloc(Blocks *b, const Cmd *cmd) {
    Term address = layout_alloc(b->layout, b->edge);
    if (!address.id) {
        Term size = b->size = encode_term(b->encoder, cmd->a, &state, b);
        address = any(b, sort_bv(b->t, b->p->pointer_bits));
        require(b, b->now, at_least(b, address, layout_end(b->layout)));
        require(b, b->now, term_2(b->t, OP_BV_ULE, address, term_2(b->t, OP_BV_ADD, address, size)));
        require(b, b->now, term_eq(b->t, term_extract(b->t, address, 3, 0), term_bv(b->t, 0, 4)));
    }
    if (cmd->var)
        put(b, b->now, cmd->var, address);
}

// Where no such object lives the run ends.  So it is one of those that have places, or of the others, which may
// have any size.
static void object_size(Blocks *b, const Cmd *cmd) {
    enum { MOST_OBJECTS = 64 };
    uint64_t base, bytes;
    if (!cmd->var)
        return;
    Sort s = b->p->vars.at[cmd->var].sort;
    b->object = encode_term(b->encoder, cmd->a, &state, b);
    Term size = b->object_size = any(b, s);
    for (ObjId i = 1, n = 0; i < b->p->objects.count && n < MOST_OBJECTS; i++) {
        if (b->p->objects.at[i].kind != OBJ_HEAP || !layout_place(b->layout, i, &base, &bytes))
            continue;
        Term here = term_eq(b->t, b->object, number(b, base));
        size = term_ite(b->t, here, term_bv(b->t, bytes, sort_width(b->t, s)), size);
        n++;
    }
    put(b, b->now, cmd->var, size);
}

static bool has_object(const Program *p, RegionId r, ObjId object) {
    for (uint32_t i = 0; i < p->regions.at[r].objects.count; i++)
        if (p->regions.at[r].objects.at[i] == object)
            return true;
    return false;
}

// Objects of the region that functions without body do not reach keep their cells, where these are few.
static Term keep_others(Blocks *b, RegionId r, Term old, Term fresh) {
    enum { MOST_KEPT = 256 };
    const Region *region = &b->p->regions.at[r];
    uint64_t base, size, kept = 0;
    for (uint32_t i = 0; i < region->objects.count; i++) {
        const Object *o = &b->p->objects.at[region->objects.at[i]];
        if (o->kind == OBJ_FUNCTION || (o->given && !o->constant) ||
            !layout_place(b->layout, region->objects.at[i], &base, &size) || (kept += size) > MOST_KEPT)
            continue;
        for (uint64_t k = 0; k + region->width <= size; k++) {
            if (region->width > 1 && region->stride && (base + k) % region->width)
                continue;
            Term at = number(b, base + k);
            fresh = term_3(b->t, OP_STORE, fresh, at, term_2(b->t, OP_SELECT, old, at));
        }
    }
    return fresh;
}

// What functions without body may write.
static void havoc_outside(Blocks *b) {
    const Program *p = b->p;
    for (RegionId r = is_split(p); r < (is_split(p) ? p->regions.count : 1); r++) {
        if (r && !p->regions.at[r].outside)
            continue;
        Term old = look_up(b, b->now, region_key(b, r)), fresh = any(b, term_sort(b->t, old));
        put(b, b->now, region_key(b, r), r ? keep_others(b, r, old, fresh) : fresh);
    }
}

// Which object is hit is not known unless it has a place: then all cells of all regions may change.
static void havoc(Blocks *b, const Cmd *cmd) {
    const Program *p = b->p;
    uint64_t at = 0;
    Term address = encode_term(b->encoder, cmd->a, &state, b);
    Term null = term_eq(b->t, address, number(b, 0));
    ObjId object = constant(b->t, address, &at) ? layout_object_at(b->layout, at) : 0;
    if (term_op(b->t, null) == OP_TRUE)
        return;
    for (RegionId r = is_split(p); r < (is_split(p) ? p->regions.count : 1); r++) {
        if (object && r && !has_object(p, r, object))
            continue;
        Term old = look_up(b, b->now, region_key(b, r));
        put(b, b->now, region_key(b, r), term_ite(b->t, null, old, any(b, term_sort(b->t, old))));
    }
}

// ---- executing a piece ----
static void do_objects(Blocks *b, const Cmd *cmd) {
    if (cmd->kind == CMD_ALLOC)
        alloc(b, cmd);
    else if (cmd->kind == CMD_OBJECT_SIZE)
        object_size(b, cmd);
    else if (cmd_is_outside(cmd))
        havoc_outside(b);
    else if (cmd->kind == CMD_HAVOC)
        havoc(b, cmd);
    // FREE: lives of objects are not followed
}

// To callers only it matters what a function returns.
static void return_(Blocks *b, const Cmd *cmd) {
    VecTerm values = { 0 };
    for (uint32_t i = 0; b->out->func != b->p->entry && i < cmd->n; i++)
        vec_push(&values, encode_term(b->encoder, cmd->terms[i], &state, b));
    for (uint32_t i = 0; i < values.count; i++)
        put(b, b->now, result_key(b, i), values.at[i]);
    vec_free(&values);
}

static void execute(Blocks *b, EdgeId e) {
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    b->edge = e;
    b->fresh = 0;
    b->size = b->address = b->object = (Term){ 0 };
    switch (encode_edge(b->encoder, e, &state, b)) {
    case ENCODED:
        return;
    case ENCODE_OBJECTS:
        do_objects(b, cmd);
        return;
    case ENCODE_CONTROL:
        if (cmd->kind == CMD_RETURN)
            return_(b, cmd);
        if (cmd->kind == CMD_ERROR || cmd->kind == CMD_RETURN)
            return; // it leads to the end of the piece
        break;
    case ENCODE_NOT_HANDLED:
        break;
    }
    bug("block: the piece has a command that no block can express at L%u", b->p->edges.at[e].from);
}

static Term conjunction(Terms *t, const VecTerm *list, uint32_t from) {
    return term_and_n(t, list->count - from, list->at + from);
}

// What the edge added to the conditions, from number 'before' on, enables it.
static void record(Blocks *b, EdgeId e, uint32_t before) {
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    const Node *n = &b->nodes.at[b->now];
    bool gives = cmd->kind == CMD_INPUT || cmd->kind == CMD_LOAD || cmd->kind == CMD_ALLOC;
    BlockStep step = { .edge = e, .size = b->size, .address = b->address, .object = b->object };
    step.enabled = n->dead ? term_false(b->t) : conjunction(b->t, &n->conditions, before);
    if (gives && cmd->var)
        step.value = look_up(b, b->now, cmd->var);
    else if (b->object.id)
        step.value = b->object_size;
    vec_push(&b->out->steps, step);
}

static void arrive(Blocks *b, LocId loc, uint32_t node) {
    uint32_t index = map_find(&b->waiting_at, loc);
    if (!index) {
        (void)vec_add(&b->waiting);
        index = b->waiting.count;
        map_put(&b->waiting_at, loc, index);
    }
    if (!b->nodes.at[node].dead)
        vec_push(&b->waiting.at[index - 1], node);
}

// All states that have arrived at a location, as one; NO_NODE: none has.
static uint32_t state_at(Blocks *b, LocId loc) {
    uint32_t index = map_find(&b->waiting_at, loc);
    if (!index || !b->waiting.at[index - 1].count)
        return NO_NODE;
    VecU32 states = b->waiting.at[index - 1];
    b->waiting.at[index - 1] = (VecU32){ 0 };
    uint32_t node = meet(b, loc, &states);
    vec_free(&states);
    return b->nodes.at[node].dead ? NO_NODE : node;
}

// The edges [first, end) of one location, taken from the state of 'node'.
static void follow(Blocks *b, const VecU32 *edges, uint32_t first, uint32_t end, uint32_t node) {
    bool clear = choice_is_clear(b, edges, first, end);
    LocId from = b->p->edges.at[edges->at[first]].from;
    for (uint32_t i = first; i < end; i++) {
        EdgeId e = edges->at[i];
        b->now = end - first == 1 ? node : new_node(b, node);
        uint32_t before = b->nodes.at[b->now].conditions.count;
        if (!clear) {
            Term choice = input(b, "choice", from, 0, sort_bv(b->t, 32));
            require(b, b->now, term_eq(b->t, choice, term_bv(b->t, i - first, 32)));
        }
        execute(b, e);
        record(b, e, before);
        arrive(b, b->p->edges.at[e].to, b->now);
    }
}

static int rising(const void *x, const void *y) {
    return falling(y, x);
}

static BlockChange change_of(const Blocks *b, uint32_t key, Term value) {
    BlockChange c = { .value = value };
    if (key >= result_key(b, 0))
        c.result = key - result_key(b, 0) + 1;
    else if (key >= b->p->vars.count)
        c.region = key - b->p->vars.count;
    else
        c.var = key;
    return c;
}

// The state at the end becomes the block.
static void summarise(Blocks *b, LocId to, uint32_t node) {
    Block *out = b->out;
    if (node == NO_NODE)
        return;
    VecTerm all = { 0 };
    conditions_up_to(b, node, NO_NODE, &all);
    out->guard = conjunction(b->t, &all, 0);
    vec_free(&all);
    if (b->order.count)
        qsort(b->order.at, b->order.count, sizeof *b->order.at, rising);
    for (uint32_t i = 0; i < b->order.count; i++) {
        uint32_t key = b->order.at[i], n = b->p->vars.count;
        Term value = look_up(b, node, key);
        if (key < n && is_dead_at(b, key, to))
            vec_push(&out->forgotten, key);
        else if (!term_same(value, before(b, key)))
            vec_push(&out->changes, change_of(b, key, value));
    }
}

static void begin(Blocks *b, Block *out) {
    *out = (Block){ 0 };
    b->out = out;
    b->lost = 0;
}

static void end(Blocks *b) {
    for (uint32_t i = 0; i < b->nodes.count; i++) {
        map_free(&b->nodes.at[i].values);
        vec_free(&b->nodes.at[i].keys);
        vec_free(&b->nodes.at[i].conditions);
    }
    for (uint32_t i = 0; i < b->waiting.count; i++)
        vec_free(&b->waiting.at[i]);
    b->nodes.count = b->waiting.count = b->order.count = 0;
    map_free(&b->assigned);
    map_free(&b->known);
    map_free(&b->waiting_at);
    b->out = NULL;
}

void block_build(Blocks *b, LocId from, LocId to, const VecU32 *edges, Block *out) {
    const Program *p = b->p;
    begin(b, out);
    out->func = p->locs.at[from].func;
    out->guard = term_false(b->t);
    if (block_is_unmodelled(NULL, p, from)) {
        end(b);
        return;
    }
    uint32_t root = new_node(b, NO_NODE);
    for (uint32_t i = 0, next; i < edges->count; i = next) {
        LocId loc = p->edges.at[edges->at[i]].from;
        for (next = i + 1; next < edges->count && p->edges.at[edges->at[next]].from == loc;)
            next++;
        uint32_t node = loc == from ? root : state_at(b, loc);
        if (node != NO_NODE)
            follow(b, edges, i, next, node);
    }
    summarise(b, to, state_at(b, to));
    end(b);
}

void block_free(Block *block) {
    vec_free(&block->changes);
    vec_free(&block->forgotten);
    vec_free(&block->inputs);
    vec_free(&block->steps);
}

// The edges of a location stand together; of its enabled ones a run takes the first, and
// only one can be.
void block_path(const Blocks *b, const Block *block, BlockHolds holds, void *context, VecU32 *out) {
    const Program *p = b->p;
    LocId loc = block->steps.count ? p->edges.at[block->steps.at[0].edge].from : 0;
    for (uint32_t i = 0; i < block->steps.count; i++) {
        const BlockStep *s = &block->steps.at[i];
        if (p->edges.at[s->edge].from != loc || !holds(context, s->enabled))
            continue;
        vec_push(out, i);
        loc = p->edges.at[s->edge].to;
        if (i && loc == p->edges.at[block->steps.at[0].edge].from)
            return; // a loop: back where the piece began
    }
}

// ---- the start ----
static RegionId first_region(const Program *p) {
    return is_split(p) ? 1 : 0;
}

static RegionId end_region(const Program *p) {
    return is_split(p) ? p->regions.count : 1;
}

void block_initial(Blocks *b, Block *out) {
    const Program *p = b->p;
    begin(b, out);
    out->guard = term_true(b->t);
    for (VarId v = 1; v < p->vars.count; v++) {
        if (p->vars.at[v].kind != VAR_GLOBAL)
            continue;
        Term value = layout_first_value(b->layout, v);
        if (value.id)
            vec_push(&out->changes, (BlockChange){ .var = v, .value = value });
    }
    for (RegionId r = first_region(p); r < end_region(p); r++) {
        Term cells = block_region(b, r), value = layout_first_cells(b->layout, r, cells);
        if (!term_same(cells, value))
            vec_push(&out->changes, (BlockChange){ .region = r, .value = value });
    }
    end(b);
}

// The cells that were there before, of which nothing is known, get names of their own.
Term block_initial_formula(Blocks *b) {
    Block start;
    VecTerm parts = { 0 };
    block_initial(b, &start);
    for (uint32_t i = 0; i < start.changes.count; i++) {
        BlockChange *c = &start.changes.at[i];
        Term after = c->var ? var_term(b->p, c->var) : block_region(b, c->region);
        if (!c->var) {
            char name[NAME_ROOM];
            snprintf(name, sizeof name, "first!%u", c->region);
            Term unknown = term_var(b->t, name, term_sort(b->t, after));
            c->value = term_substitute(b->t, c->value, 1, &after, &unknown);
        }
        vec_push(&parts, term_eq(b->t, after, c->value));
    }
    Term all = term_and_n(b->t, parts.count, parts.at);
    vec_free(&parts);
    block_free(&start);
    return all;
}

// ---- formulas ----
typedef struct Changed {
    Blocks *b;
    Map values; // term id of a variable -> term id
} Changed;

static Term leaf(void *context, Term variable) {
    Changed *c = context;
    uint32_t id = map_find(&c->values, variable.id);
    if (id)
        return (Term){ id };
    VarId v = program_var_of(c->b->p, variable);
    return v && c->b->p->vars.at[v].kind == VAR_ADDRESS ? layout_address(c->b->layout, v) : variable;
}

Term block_before(Blocks *b, Term formula) {
    Changed c = { .b = b };
    return term_map(b->t, formula, leaf, &c, NULL);
}

Term block_after(Blocks *b, const Block *block, Term formula) {
    Changed c = { .b = b };
    for (uint32_t i = 0; i < block->changes.count; i++) {
        Term old = block_changed(b, block, i);
        map_put(&c.values, old.id, block->changes.at[i].value.id);
    }
    for (uint32_t i = 0; i < block->forgotten.count; i++) {
        char name[NAME_ROOM];
        snprintf(name, sizeof name, "forgotten!%u", block->forgotten.at[i]);
        Term old = var_term(b->p, block->forgotten.at[i]);
        map_put(&c.values, old.id, term_var(b->t, name, term_sort(b->t, old)).id);
    }
    Term after = term_map(b->t, formula, leaf, &c, NULL);
    map_free(&c.values);
    return after;
}

Term block_region(Blocks *b, RegionId region) {
    return region ? b->p->regions.at[region].term : b->all_memory;
}

Term block_result(const Program *p, FuncId func, uint32_t index) {
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "result!%u!%u", func, index);
    return term_var(p->terms, name, p->funcs.at[func].results.at[index]);
}

Term block_changed(Blocks *b, const Block *block, uint32_t change) {
    const BlockChange *c = &block->changes.at[change];
    if (c->result)
        return block_result(b->p, block->func, c->result - 1);
    return c->var ? var_term(b->p, c->var) : block_region(b, c->region);
}

// ---- what no block can express ----
static bool is_small_block(const Program *p, const Cmd *cmd) {
    uint64_t n = 0;
    return !is_split(p) && constant(p->terms, cmd->c, &n) && n <= MOST_BYTES;
}

// A store at an address that is a number: below all objects it ends the run.
static bool hits_nothing(const Program *p, const Cmd *cmd) {
    uint64_t at = 0;
    return cmd->region || !is_split(p) || (constant(p->terms, cmd->a, &at) && at < LAYOUT_LOWEST);
}

static bool is_modelled(const Program *p, const Cmd *cmd) {
    switch (cmd->kind) {
    case CMD_CALL:
    case CMD_THREAD_CREATE:
    case CMD_THREAD_JOIN:
    case CMD_UNMODELLED:
        return false;
    case CMD_STORE:
        return hits_nothing(p, cmd);
    case CMD_COPY:
    case CMD_SET:
        return is_small_block(p, cmd);
    default:
        return true;
    }
}

bool block_is_unmodelled(void *unused, const Program *p, LocId loc) {
    (void)unused;
    for_out_edges(p, loc, e) {
        if (!is_modelled(p, &p->edges.at[e].cmd))
            return true;
    }
    return false;
}

// ---- making and freeing ----
Blocks *blocks_new(const Program *p) {
    Blocks *b = base_alloc(sizeof *b);
    b->p = p;
    b->t = p->terms;
    b->layout = layout_new(p);
    b->encoder = encoder_new(p);
    Sort cells = sort_array(b->t, sort_bv(b->t, p->pointer_bits), sort_bv(b->t, 8));
    b->all_memory = term_var(b->t, p->pointer_bits == 32 ? "memory!all!32" : "memory!all", cells);
    b->live = live_new(p);
    return b;
}

void blocks_keep(Blocks *b, Term formula) {
    VecTerm vars = { 0 };
    term_vars(b->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(b->p, vars.at[i]);
        if (v)
            map_put(&b->kept, v, 1);
    }
    vec_free(&vars);
}

void blocks_free(Blocks *b) {
    if (!b)
        return;
    live_free(b->live);
    vec_free(&b->nodes);
    vec_free(&b->waiting);
    vec_free(&b->order);
    map_free(&b->kept);
    encoder_free(b->encoder);
    layout_free(b->layout);
    free(b);
}

const Layout *blocks_layout(const Blocks *b) {
    return b->layout;
}
