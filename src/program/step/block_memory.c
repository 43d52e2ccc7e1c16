// block_memory.c - what accesses to memory and the life of objects do to the state of a block
#include "program/step/block_state.h"

enum { FEW_OBJECTS = 8 }; // so many are told apart when an address is checked

// ---- the state, for encode.h ----
static Term state_get(void *self, VarId v) {
    Blocks *b = self;
    return blocks_look_up(b, b->now, v);
}

static void state_set(void *self, VarId v, Term value) {
    Blocks *b = self;
    blocks_put(b, b->now, v, value);
}

static void state_assume(void *self, Term condition) {
    Blocks *b = self;
    blocks_require(b, b->now, condition);
}

static Term state_any(void *self, EdgeId e, Sort s) {
    (void)e;
    return blocks_any(self, s);
}

static Term number(const Blocks *b, uint64_t x) {
    return term_bv(b->t, x, b->p->pointer_bits);
}

// Does memory have regions?  Else region 0 is all of it.
bool blocks_is_split(const Program *p) {
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
    assert(r && bytes && "region 0 has no list of objects");
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
        blocks_require(b, b->now, term_not(b->t, term_eq(b->t, address, number(b, 0))));
    } else if (r && all_have_places(b, r))
        blocks_require(b, b->now, allowed(b, r, address, bytes, write));
    else
        blocks_require(b, b->now, at_least(b, address, LAYOUT_LOWEST));
}

static Term state_load(void *self, RegionId r, Term address) {
    assert(sort_width(((Blocks *)self)->t, term_sort(((Blocks *)self)->t, address)) ==
           ((Blocks *)self)->p->pointer_bits);
    Blocks *b = self;
    if (r == 0 && blocks_is_split(b->p)) // an address that is a number
        return blocks_any(b, sort_bv(b->t, 8));
    return term_2(b->t, OP_SELECT, blocks_look_up(b, b->now, blocks_region_key(b, r)), address);
}

static void state_store(void *self, RegionId r, Term address, Term cell) {
    Blocks *b = self;
    if (r == 0 && blocks_is_split(b->p))
        return; // its address is below LAYOUT_LOWEST, see block_is_unmodelled: no run goes on
    uint32_t key = blocks_region_key(b, r);
    blocks_put(b, b->now, key, term_3(b->t, OP_STORE, blocks_look_up(b, b->now, key), address, cell));
}

const EncodeState blocks_state = {
    .get = state_get,
    .set = state_set,
    .access = state_access,
    .load = state_load,
    .store = state_store,
    .assume = state_assume,
    .any = state_any,
};

// ---- objects ----
bool blocks_constant(const Terms *t, Term a, uint64_t *value) {
    uint64_t high = 0;
    if (term_op(t, a) != OP_BV_CONST)
        return false;
    term_bits(t, a, value, &high);
    return high == 0;
}

// Above all objects that have places, and all of it in memory.
static void alloc(Blocks *b, const Cmd *cmd) {
    assert(cmd->object && "a site");
    Term address = layout_alloc(b->layout, b->edge);
    if (!address.id) {
        Term size = b->size = encode_term(b->encoder, cmd->a, &blocks_state, b);
        address = blocks_any(b, sort_bv(b->t, b->p->pointer_bits));
        blocks_require(b, b->now, at_least(b, address, layout_end(b->layout)));
        blocks_require(b, b->now, term_2(b->t, OP_BV_ULE, address, term_2(b->t, OP_BV_ADD, address, size)));
        blocks_require(b, b->now, term_eq(b->t, term_extract(b->t, address, 3, 0), term_bv(b->t, 0, 4)));
    }
    if (cmd->var)
        blocks_put(b, b->now, cmd->var, address);
}

// Where no such object lives the run ends.  So it is one of those that have places, or of the others, which may
// have any size.
static void object_size(Blocks *b, const Cmd *cmd) {
    enum { MOST_OBJECTS = 64 };
    uint64_t base, bytes;
    if (!cmd->var)
        return;
    Sort s = b->p->vars.at[cmd->var].sort;
    b->object = encode_term(b->encoder, cmd->a, &blocks_state, b);
    Term size = b->object_size = blocks_any(b, s);
    for (ObjId i = 1, n = 0; i < b->p->objects.count && n < MOST_OBJECTS; i++) {
        if (b->p->objects.at[i].kind != OBJ_HEAP || !layout_place(b->layout, i, &base, &bytes))
            continue;
        Term here = term_eq(b->t, b->object, number(b, base));
        size = term_ite(b->t, here, term_bv(b->t, bytes, sort_width(b->t, s)), size);
        n++;
    }
    blocks_put(b, b->now, cmd->var, size);
}

static bool has_object(const Program *p, RegionId r, ObjId object) {
    assert(r && object);
    for (uint32_t i = 0; i < p->regions.at[r].objects.count; i++)
        if (p->regions.at[r].objects.at[i] == object)
            return true;
    return false;
}

// Objects of the region that functions without body do not reach keep their cells, where these are few.
static Term keep_others(Blocks *b, RegionId r, Term old, Term fresh) {
    enum { MOST_KEPT = 256 };
    const Region *region = &b->p->regions.at[r];
    assert(region->outside && term_sort(b->t, old).id == term_sort(b->t, fresh).id);
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
    for (RegionId r = blocks_is_split(p); r < (blocks_is_split(p) ? p->regions.count : 1); r++) {
        if (r && !p->regions.at[r].outside)
            continue;
        Term old = blocks_look_up(b, b->now, blocks_region_key(b, r)), fresh = blocks_any(b, term_sort(b->t, old));
        blocks_put(b, b->now, blocks_region_key(b, r), r ? keep_others(b, r, old, fresh) : fresh);
    }
}

// Which object is hit is not known unless it has a place: then all cells of all regions may change.
static void havoc(Blocks *b, const Cmd *cmd) {
    const Program *p = b->p;
    uint64_t at = 0;
    Term address = encode_term(b->encoder, cmd->a, &blocks_state, b);
    Term null = term_eq(b->t, address, number(b, 0));
    ObjId object = blocks_constant(b->t, address, &at) ? layout_object_at(b->layout, at) : 0;
    if (term_op(b->t, null) == OP_TRUE)
        return;
    for (RegionId r = blocks_is_split(p); r < (blocks_is_split(p) ? p->regions.count : 1); r++) {
        if (object && r && !has_object(p, r, object))
            continue;
        Term old = blocks_look_up(b, b->now, blocks_region_key(b, r));
        blocks_put(b, b->now, blocks_region_key(b, r), term_ite(b->t, null, old, blocks_any(b, term_sort(b->t, old))));
    }
}

void blocks_objects(Blocks *b, const Cmd *cmd) {
    if (cmd->kind == CMD_ALLOC)
        alloc(b, cmd);
    else if (cmd->kind == CMD_OBJECT_SIZE)
        object_size(b, cmd);
    else if (cmd->kind == CMD_VALID) // lives of objects are not followed: it may be either
        blocks_put(b, b->now, cmd->var, blocks_any(b, b->p->vars.at[cmd->var].sort));
    else if (cmd_is_outside(cmd))
        havoc_outside(b);
    else if (cmd->kind == CMD_HAVOC)
        havoc(b, cmd);
    // FREE, SCOPE: lives of objects are not followed
}
