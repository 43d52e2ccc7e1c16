// bmc_memory.c - objects at constant addresses, and cells of memory
//
// A cell whose address is a constant has a number, and states map it to its
// value.  Only accesses at other addresses need arrays: each region has
// one, and cells in the state's map are newer than the array.
#include "engine/bmc/bmc.h"

enum {
    GAP = 16,
    FEW_BLOCKS = 64,   // so many are distinguished when an address is checked
    FEW_CELLS = 64,    // so many are compared with an address
    MOST_AROUND = 256, // so many, where that saves an array
    MOST_HAVOC = 4096, // bytes that one command makes inputs
    MOST_KEPT = 512,   // bytes that a function without body leaves alone
    MOST_KNOWN = 4096, // bytes of a block that may be replaced when its size is no longer a constant
    MOST_FIRST = 1 << 16,
    ADDRESS_BITS = 44, // of cells with numbers
};

static Term number(Bmc *b, uint64_t x) {
    return term_bv(b->t, x, b->p->pointer_bits);
}

static bool constant(const Bmc *b, Term a, uint64_t *value) {
    uint64_t high;
    if (term_op(b->t, a) != OP_BV_CONST)
        return false;
    term_bits(b->t, a, value, &high);
    return high == 0;
}

// ---- addresses ----
static void init_spaces(Bmc *b) {
    static const uint64_t narrow[][2] = {
        [OBJ_FUNCTION] = { 0x00010000, 0x0bff0000 },
        [OBJ_GLOBAL] = { 0x10000000, 0x3fff0000 },
        [OBJ_HEAP] = { 0x40000000, 0x9fff0000 },
        [OBJ_STACK] = { 0xa0000000, 0xffff0000 },
    };
    static const uint64_t wide[][2] = {
        [OBJ_FUNCTION] = { 0x00400000, 0x0bff0000 },
        [OBJ_GLOBAL] = { 0x10000000, 0x00ffffff0000 },
        [OBJ_HEAP] = { 0x010000000000, 0x03ffffff0000 },
        [OBJ_STACK] = { 0x040000000000, 0x07ffffff0000 },
    };
    for (int k = 0; k <= OBJ_FUNCTION; k++) {
        b->next[k] = b->p->pointer_bits == 32 ? narrow[k][0] : wide[k][0];
        b->limit[k] = b->p->pointer_bits == 32 ? narrow[k][1] : wide[k][1];
    }
}

// Reserves 'room' bytes; 0 where no addresses are left.
static uint64_t reserve(Bmc *b, ObjId site, uint64_t room) {
    const Object *object = &b->p->objects.at[site];
    uint64_t align = 16, *next = &b->next[object->kind], limit = b->limit[object->kind];
    while (align < object->align)
        align *= 2;
    uint64_t base = (*next + align - 1) & ~(align - 1);
    if (base >= limit || room + GAP > limit - base)
        return 0;
    assert(base && !(base & (align - 1)));
    *next = base + room + GAP;
    return base;
}

static uint32_t new_block(Bmc *b, ObjId site, uint64_t room) {
    uint64_t base = reserve(b, site, room);
    if (!base)
        return UINT32_MAX;
    const VecU32 *same_kind = &b->by_kind[b->p->objects.at[site].kind];
    assert(!same_kind->count || b->blocks.at[vec_last(same_kind)].base < base);
    (void)same_kind;
    vec_push(&b->blocks, (Block){ .site = site, .base = base, .room = room });
    vec_push(&b->by_site[site], b->blocks.count - 1);
    vec_push(&b->by_kind[b->p->objects.at[site].kind], b->blocks.count - 1);
    return b->blocks.count - 1;
}

// The block at or before the address, of the range that the address is in.
uint32_t bmc_block_at(const Bmc *b, uint64_t address) {
    for (int k = 0; k <= OBJ_FUNCTION; k++) {
        const VecU32 *blocks = &b->by_kind[k]; // by rising base
        if (!blocks->count || address < b->blocks.at[blocks->at[0]].base || address >= b->limit[k])
            continue;
        uint32_t low = 0, high = blocks->count;
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            if (b->blocks.at[blocks->at[middle]].base <= address)
                low = middle;
            else
                high = middle;
        }
        return blocks->at[low];
    }
    return UINT32_MAX;
}

static const Block *block_at(const Bmc *b, uint64_t address) {
    uint32_t block = bmc_block_at(b, address);
    return block == UINT32_MAX ? NULL : &b->blocks.at[block];
}

// ---- setting up ----
static void place_globals(Bmc *b) {
    for (ObjId i = 1; i < b->p->objects.count; i++) {
        const Object *object = &b->p->objects.at[i];
        if (object->kind != OBJ_GLOBAL && object->kind != OBJ_FUNCTION)
            continue;
        uint64_t size = object->kind == OBJ_FUNCTION ? 1 : object->size;
        uint32_t block = new_block(b, i, size);
        if (block == UINT32_MAX) {
            b->no_addresses = true;
            return;
        }
        b->blocks.at[block].size = number(b, size);
        b->constant[object->address] = b->blocks.at[block].base;
    }
}

static void init_regions(Bmc *b) {
    uint32_t n = bmc_life_region(b);
    b->regions = base_alloc((n + 1) * sizeof *b->regions);
    b->regions[n].width = 1;
    for (RegionId r = 0; r < n; r++) {
        RegionInfo *info = &b->regions[r];
        info->width = encode_cell_bytes(b->p, r);
        info->sort = sort_array(b->t, sort_bv(b->t, b->p->pointer_bits), sort_bv(b->t, 8 * info->width));
        for (ObjId i = 1; r == 0 && i < b->p->objects.count; i++)
            if (b->p->objects.at[i].kind != OBJ_FUNCTION)
                vec_push(&info->sites, i);
        for (uint32_t i = 0; r > 0 && i < b->p->regions.at[r].objects.count; i++)
            vec_push(&info->sites, b->p->regions.at[r].objects.at[i]);
    }
}

void bmc_memory_init(Bmc *b) {
    b->by_site = base_alloc(b->p->objects.count * sizeof *b->by_site);
    b->constant = base_alloc(b->p->vars.count * sizeof *b->constant);
    b->images = base_alloc(b->p->objects.count * sizeof *b->images);
    vec_resize(&b->cells, 1);
    init_spaces(b);
    init_regions(b);
    place_globals(b);
}

void bmc_memory_free(Bmc *b) {
    for (RegionId r = 0; r <= bmc_life_region(b); r++) {
        vec_free(&b->regions[r].cells);
        vec_free(&b->regions[r].sites);
    }
    for (ObjId i = 0; i < b->p->objects.count; i++) {
        vec_free(&b->by_site[i]);
        free(b->images[i]);
    }
    for (int k = 0; k <= OBJ_FUNCTION; k++)
        vec_free(&b->by_kind[k]);
    free(b->by_site);
    free(b->images);
    free(b->constant);
    free(b->regions);
    vec_free(&b->blocks);
    vec_free(&b->cells);
    map_free(&b->block_of);
    map_free(&b->cell_of);
}

bool bmc_region_is_wild(const Bmc *b, RegionId r) {
    return r && r < b->p->regions.count && b->p->regions.at[r].wild;
}

// ---- what memory holds at the start ----
static const uint8_t *image(Bmc *b, ObjId site) {
    const Object *object = &b->p->objects.at[site];
    if (b->images[site])
        return b->images[site];
    uint8_t *bytes = b->images[site] = base_alloc(object->size + 8);
    if (object->init)
        memcpy(bytes, object->init, object->size);
    for (uint32_t i = 0; i < object->relocs.count; i++) {
        const Reloc *reloc = &object->relocs.at[i];
        uint64_t pointer = b->constant[b->p->objects.at[reloc->object].address] + (uint64_t)reloc->addend;
        memcpy(bytes + reloc->offset, &pointer, b->p->pointer_bits / 8);
    }
    return bytes;
}

static bool has_image(const Bmc *b, ObjId site) {
    const Object *object = &b->p->objects.at[site];
    return object->kind == OBJ_GLOBAL && !object->external && !object->made;
}

// 'n' bytes from 'bytes' on, as a bit-vector.
static Term bits_of(Bmc *b, const uint8_t *bytes, uint32_t n) {
    assert(n);
    Term bits = term_bv(b->t, bytes[0], 8);
    for (uint32_t i = 1; i < n; i++)
        bits = term_2(b->t, OP_BV_CONCAT, term_bv(b->t, bytes[i], 8), bits);
    return bits;
}

static Term memory_var(Bmc *b, RegionId r) {
    char name[32];
    snprintf(name, sizeof name, "memory!%u", r);
    return term_var(b->t, name, b->regions[r].sort);
}

// Is all of the region known at the start?  Then its array is constant, and zero
// where nothing else is known.
static bool region_is_known(const Bmc *b, RegionId r) {
    for (uint32_t i = 0; i < b->regions[r].sites.count; i++)
        if (!has_image(b, b->regions[r].sites.at[i]))
            return false;
    return !bmc_region_is_wild(b, r);
}

// Where cells begin in an object is not known: there is an element for every offset.
static Term with_image(Bmc *b, Term array, ObjId site, uint32_t width, bool zeros_too) {
    const Object *object = &b->p->objects.at[site];
    const uint8_t *bytes = image(b, site);
    uint64_t base = b->constant[object->address];
    Term zero = term_bv(b->t, 0, 8 * width);
    for (uint64_t i = 0; i + width <= object->size; i++) {
        Term bits = bits_of(b, bytes + i, width);
        if (zeros_too || !term_same(bits, zero))
            array = term_3(b->t, OP_STORE, array, number(b, base + i), bits);
    }
    return array;
}

// Tables too large to be written down are taken as unknown: a proof stands without them.
static Term first_array(Bmc *b, RegionId r) {
    RegionInfo *info = &b->regions[r];
    if (info->first.id)
        return info->first;
    bool known = region_is_known(b, r);
    Term array = known ? term_const_array(b->t, info->sort, term_bv(b->t, 0, 8 * info->width)) : memory_var(b, r);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < info->sites.count; i++)
        if (has_image(b, info->sites.at[i]) && (!known || b->p->objects.at[info->sites.at[i]].init))
            bytes += b->p->objects.at[info->sites.at[i]].size;
    if (bytes > MOST_FIRST) {
        b->inexact++;
        return info->first = memory_var(b, r);
    }
    for (uint32_t i = 0; i < info->sites.count; i++)
        if (has_image(b, info->sites.at[i]))
            array = with_image(b, array, info->sites.at[i], info->width, !known);
    return info->first = array;
}

Term bmc_initial_value(Bmc *b, VarId v) {
    assert(v && v < b->p->vars.count);
    const Var *var = &b->p->vars.at[v];
    uint32_t n = encode_bytes(b->t, var->sort);
    Sort raw = sort_bv(b->t, 8 * n);
    if (!var->object || b->p->objects.at[var->object].kind != OBJ_GLOBAL)
        return encode_from_bits(b->t, term_bv(b->t, 0, 8 * n), var->sort);
    if (!has_image(b, var->object) || var->offset + n > b->p->objects.at[var->object].size) {
        char name[32];
        snprintf(name, sizeof name, "first!%u", v);
        return encode_from_bits(b->t, term_var(b->t, name, raw), var->sort);
    }
    return encode_from_bits(b->t, bits_of(b, image(b, var->object) + var->offset, n), var->sort);
}

// ---- cells ----
uint32_t bmc_cell_number(Bmc *b, RegionId r, uint64_t address) {
    assert(address < (uint64_t)1 << ADDRESS_BITS && r < 1u << (64 - ADDRESS_BITS));
    uint64_t key = (uint64_t)r << ADDRESS_BITS | address;
    uint32_t cell = map_find(&b->cell_of, key);
    if (!cell) {
        cell = b->cells.count;
        vec_push(&b->cells, (Cell){ r, address });
        map_put(&b->cell_of, key, cell);
        vec_push(&b->regions[r].cells, cell);
    }
    return cell;
}

static Term first_cell(Bmc *b, RegionId r, uint64_t address) {
    if (r == bmc_life_region(b)) // what was not made does not live
        return term_bv(b->t, 0, 8);
    uint32_t width = b->regions[r].width;
    const Block *block = block_at(b, address);
    if (block && has_image(b, block->site) && address - block->base + width <= block->room)
        return bits_of(b, image(b, block->site) + (address - block->base), width);
    return term_2(b->t, OP_SELECT, memory_var(b, r), number(b, address));
}

static uint32_t array_key(const Bmc *b, RegionId r) {
    return b->p->vars.count + r;
}

Term bmc_region_array(Bmc *b, const State *s, RegionId r) {
    Term array = pmap_get(b->maps, s->globals, array_key(b, r));
    return array.id ? array : first_array(b, r);
}

Term bmc_cell_value(Bmc *b, const State *s, uint32_t cell) {
    assert(cell && cell < b->cells.count);
    Term value = pmap_get(b->maps, s->cells, cell);
    if (value.id)
        return value;
    Cell c = b->cells.at[cell];
    Term array = pmap_get(b->maps, s->globals, array_key(b, c.region));
    if (!array.id)
        return first_cell(b, c.region, c.address);
    return term_2(b->t, OP_SELECT, array, number(b, c.address));
}

// The cells of a region that the state has apart from the array.
static void cells_in_state(Bmc *b, const State *s, RegionId r, VecU32 *out) {
    const VecU32 *cells = &b->regions[r].cells;
    for (uint32_t i = 0; i < cells->count; i++)
        if (pmap_get(b->maps, s->cells, cells->at[i]).id)
            vec_push(out, cells->at[i]);
}

static void set_array(Bmc *b, RegionId r, Term array) {
    State *s = b->now;
    s->globals = pmap_put(b->maps, s->globals, s->owner, array_key(b, r), array);
}

static void set_cell(Bmc *b, uint32_t cell, Term value) {
    State *s = b->now;
    s->cells = pmap_put(b->maps, s->cells, s->owner, cell, value);
}

// Writes the cells into the array, where they are too many to be compared one by one.
static void flush(Bmc *b, RegionId r, VecU32 *cells) {
    if (cells->count <= FEW_CELLS)
        return;
    Term array = bmc_region_array(b, b->now, r);
    for (uint32_t i = 0; i < cells->count; i++) {
        Term value = pmap_get(b->maps, b->now->cells, cells->at[i]);
        array = term_3(b->t, OP_STORE, array, number(b, b->cells.at[cells->at[i]].address), value);
        set_cell(b, cells->at[i], (Term){ 0 });
    }
    set_array(b, r, array);
    cells->count = 0;
}

static bool numbered(const Bmc *b, Term address, uint64_t *value) {
    return constant(b, address, value) && *value < (uint64_t)1 << ADDRESS_BITS;
}

static bool accessible(const Bmc *b, const Block *block, bool write) {
    const Object *object = &b->p->objects.at[block->site];
    return object->kind != OBJ_FUNCTION && !(write && object->constant) && block->size.id;
}

// The blocks of this unrolling that an access of the region may hit.
static void candidates(const Bmc *b, RegionId r, bool write, VecU32 *out) {
    const RegionInfo *info = &b->regions[r];
    for (uint32_t i = 0; i < info->sites.count; i++) {
        const VecU32 *blocks = &b->by_site[info->sites.at[i]];
        for (uint32_t k = 0; k < blocks->count; k++) {
            const Block *block = &b->blocks.at[blocks->at[k]];
            bool exists = block->pass == b->pass || b->p->objects.at[block->site].kind == OBJ_GLOBAL;
            if (exists && accessible(b, block, write))
                vec_push(out, blocks->at[k]);
        }
    }
}

static Term equals(Bmc *b, Term address, Term leaf) {
    return bmc_build(b, OP_EQ, sort_bool(b->t), 2, (Term[]){ address, leaf }, 0, 0);
}

// The cells at the constants that the address is one of; NULL and other
// places where nothing can be are left out: bmc_access has excluded them.
static bool cells_at(Bmc *b, RegionId r, Term address, VecU32 *cells, VecTerm *leaves) {
    uint64_t at;
    if (!bmc_leaves(b, address, FEW_CELLS, leaves))
        return false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < leaves->count; i++) {
        if (!numbered(b, leaves->at[i], &at))
            return false;
        const Block *block = block_at(b, at);
        if (!bmc_region_is_wild(b, r) && !(block && at - block->base < block->room))
            continue;
        vec_push(cells, bmc_cell_number(b, r, at));
        leaves->at[n++] = leaves->at[i];
    }
    leaves->count = n;
    return n > 0;
}

// What is known of the lowest bits of a number: that many, and their value.
typedef struct LowBits {
    uint32_t known;
    uint64_t value;
} LowBits;
enum { LOW_DEPTH = 6 };
static LowBits low_bits(const Bmc *b, Term a, uint32_t depth);

static LowBits low_bits_of_sum(const Bmc *b, Term a, uint32_t depth) {
    LowBits sum = { 64, 0 };
    for (uint32_t i = 0; i < term_arity(b->t, a); i++) {
        LowBits x = low_bits(b, term_arg(b->t, a, i), depth);
        sum.known = x.known < sum.known ? x.known : sum.known;
        sum.value += x.value;
    }
    return sum;
}

static LowBits low_bits(const Bmc *b, Term a, uint32_t depth) {
    uint64_t value;
    Op op = term_op(b->t, a);
    if (constant(b, a, &value))
        return (LowBits){ 64, value };
    if (!depth)
        return (LowBits){ 0 };
    if (op == OP_BV_ADD)
        return low_bits_of_sum(b, a, depth - 1);
    if (op == OP_BV_MUL || op == OP_BV_SHL) { // 2^n times something
        for (uint32_t i = op == OP_BV_SHL; i < 2; i++)
            if (constant(b, term_arg(b->t, a, i), &value) && value)
                return (LowBits){ op == OP_BV_SHL ? (uint32_t)(value < 64 ? value : 64)
                                                  : (uint32_t)__builtin_ctzll(value),
                                  0 };
        return (LowBits){ 0 };
    }
    if (op == OP_BV_CONCAT) {
        Term low = term_arg(b->t, a, 1);
        uint32_t width = sort_width(b->t, term_sort(b->t, low));
        LowBits x = low_bits(b, low, depth - 1);
        return (LowBits){ x.known < width ? x.known : width, x.value };
    }
    return (LowBits){ 0 };
}

// All cells that the address can be that of, as it is inside one of few small blocks.
// Its lowest bits are known: so cells that begin elsewhere are none of them.
static bool cells_around(Bmc *b, RegionId r, Term address, VecU32 *cells, VecTerm *leaves) {
    uint32_t width = b->regions[r].width;
    LowBits low = low_bits(b, address, LOW_DEPTH);
    uint64_t step = low.known < 16 ? (uint64_t)1 << low.known : 1 << 16;
    if (bmc_region_is_wild(b, r) || step < width)
        return false;
    VecU32 blocks = { 0 };
    uint64_t n = 0;
    candidates(b, r, false, &blocks);
    for (uint32_t i = 0; i < blocks.count; i++)
        n += b->blocks.at[blocks.at[i]].room / step + 1;
    bool few = blocks.count <= FEW_BLOCKS && n <= MOST_AROUND;
    for (uint32_t i = 0; few && i < blocks.count; i++) {
        Block block = b->blocks.at[blocks.at[i]];
        uint64_t first = (low.value - block.base) & (step - 1);
        for (uint64_t k = first; k + width <= block.room; k += step) {
            vec_push(cells, bmc_cell_number(b, r, block.base + k));
            vec_push(leaves, number(b, block.base + k));
        }
    }
    vec_free(&blocks);
    return few && cells->count;
}

static bool few_cells(Bmc *b, RegionId r, Term address, VecU32 *cells, VecTerm *leaves) {
    if (cells_at(b, r, address, cells, leaves))
        return true;
    cells->count = leaves->count = 0;
    return cells_around(b, r, address, cells, leaves);
}

static bool load_chosen(Bmc *b, RegionId r, Term address, Term *value) {
    VecU32 cells = { 0 };
    VecTerm leaves = { 0 };
    bool can = few_cells(b, r, address, &cells, &leaves);
    for (uint32_t i = 0; can && i < cells.count; i++) {
        Term cell = bmc_cell_value(b, b->now, cells.at[i]);
        *value = i ? bmc_choose(b, equals(b, address, leaves.at[i]), cell, *value) : cell;
    }
    vec_free(&cells);
    vec_free(&leaves);
    return can;
}

static bool store_chosen(Bmc *b, RegionId r, Term address, Term value) {
    VecU32 cells = { 0 };
    VecTerm leaves = { 0 };
    bool can = few_cells(b, r, address, &cells, &leaves);
    for (uint32_t i = 0; can && i < cells.count; i++) {
        Term old = bmc_cell_value(b, b->now, cells.at[i]);
        set_cell(b, cells.at[i], bmc_choose(b, equals(b, address, leaves.at[i]), value, old));
    }
    vec_free(&cells);
    vec_free(&leaves);
    return can;
}

Term bmc_load(Bmc *b, RegionId r, Term address) {
    assert(b->now && sort_width(b->t, term_sort(b->t, address)) == b->p->pointer_bits);
    uint64_t at;
    Term chosen;
    if (numbered(b, address, &at))
        return bmc_cell_value(b, b->now, bmc_cell_number(b, r, at));
    if (load_chosen(b, r, address, &chosen))
        return chosen;
    VecU32 cells = { 0 };
    cells_in_state(b, b->now, r, &cells);
    flush(b, r, &cells);
    Term value = term_2(b->t, OP_SELECT, bmc_region_array(b, b->now, r), address);
    for (uint32_t i = 0; i < cells.count; i++) {
        Term here = term_eq(b->t, address, number(b, b->cells.at[cells.at[i]].address));
        value = bmc_choose(b, here, pmap_get(b->maps, b->now->cells, cells.at[i]), value);
    }
    vec_free(&cells);
    return value;
}

void bmc_store(Bmc *b, RegionId r, Term address, Term value) {
    assert(b->now && sort_width(b->t, term_sort(b->t, address)) == b->p->pointer_bits);
    assert(sort_width(b->t, term_sort(b->t, value)) == 8 * b->regions[r].width);
    uint64_t at;
    if (numbered(b, address, &at)) {
        set_cell(b, bmc_cell_number(b, r, at), value);
        return;
    }
    if (store_chosen(b, r, address, value))
        return;
    VecU32 cells = { 0 };
    cells_in_state(b, b->now, r, &cells);
    flush(b, r, &cells);
    for (uint32_t i = 0; i < cells.count; i++) {
        Term here = term_eq(b->t, address, number(b, b->cells.at[cells.at[i]].address));
        set_cell(b, cells.at[i], bmc_choose(b, here, value, pmap_get(b->maps, b->now->cells, cells.at[i])));
    }
    set_array(b, r, term_3(b->t, OP_STORE, bmc_region_array(b, b->now, r), address, value));
    vec_free(&cells);
}

// ---- may memory be accessed? ----
// 'bytes' from 'address' on are inside the block.
static Term inside(Bmc *b, const Block *block, Term address, uint64_t bytes) {
    Terms *t = b->t;
    Term offset = term_bv_sub(t, address, number(b, block->base)), n = number(b, bytes);
    Term fits = term_2(t, OP_BV_ULE, n, block->size);
    return term_and(t, fits, term_2(t, OP_BV_ULE, offset, term_bv_sub(t, block->size, n)));
}

// When may these bytes at a constant address be accessed?
static Term constant_access(Bmc *b, RegionId r, uint64_t address, uint64_t bytes, bool write) {
    const Block *block = block_at(b, address);
    bool found = block && address - block->base < block->room;
    if (!found && address && bmc_region_is_wild(b, r))
        return term_true(b->t);
    if (!found || !accessible(b, block, write))
        return term_false(b->t);
    return inside(b, block, number(b, address), bytes);
}

// The same for an address that is one of a few constants; false: it is not.
static bool chosen_access(Bmc *b, RegionId r, Term address, uint64_t bytes, bool write) {
    VecTerm leaves = { 0 };
    bool can = bmc_leaves(b, address, FEW_CELLS, &leaves);
    Term allowed = term_true(b->t);
    for (uint32_t i = 0; can && i < leaves.count; i++) {
        uint64_t at;
        if (!(can = constant(b, leaves.at[i], &at)))
            break;
        Term here = equals(b, address, leaves.at[i]);
        allowed = term_and(b->t, allowed, term_implies(b->t, here, constant_access(b, r, at, bytes, write)));
    }
    if (can)
        bmc_assume(b, allowed);
    vec_free(&leaves);
    return can;
}

// Inside one of the blocks; of many, between the first and the last.
static Term inside_one(Bmc *b, const VecU32 *blocks, Term address, uint64_t bytes) {
    Term any = term_false(b->t);
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t i = 0; i < blocks->count; i++) {
        const Block *block = &b->blocks.at[blocks->at[i]];
        if (blocks->count <= FEW_BLOCKS)
            any = term_or(b->t, any, inside(b, block, address, bytes));
        low = block->base < low ? block->base : low;
        high = block->base + block->room > high ? block->base + block->room : high;
    }
    if (blocks->count <= FEW_BLOCKS)
        return any;
    Term from = term_2(b->t, OP_BV_ULE, number(b, low), address);
    return term_and(b->t, from, term_2(b->t, OP_BV_ULT, address, number(b, high)));
}

Term bmc_inside_objects(Bmc *b, RegionId r, Term address, uint64_t bytes, bool write) {
    VecU32 blocks = { 0 };
    candidates(b, r, write, &blocks);
    Term any = inside_one(b, &blocks, address, bytes);
    vec_free(&blocks);
    return any;
}

Term bmc_inside_object(Bmc *b, uint64_t place, Term address, uint64_t bytes) {
    const Block *block = block_at(b, place);
    bool found = block && block->size.id && place - block->base < block->room + GAP;
    return found ? inside(b, block, address, bytes) : (Term){ 0 };
}

// Whether it stays in its object is settled when a run is found: bmc_settle.c.
static void note_access(Bmc *b, RegionId r, Term address, uint64_t bytes, bool write) {
    uint64_t at;
    const Block *block = constant(b, address, &at) ? block_at(b, at) : NULL;
    if (!block || at - block->base >= block->room)
        vec_push(&b->accesses, (Access){ b->now->guard, r, address, bytes, write });
}

void bmc_access(Bmc *b, RegionId r, Term address, uint64_t bytes, bool write) {
    uint64_t at;
    note_access(b, r, address, bytes, write);
    if (constant(b, address, &at)) {
        bmc_assume(b, constant_access(b, r, at, bytes, write));
        return;
    }
    if (chosen_access(b, r, address, bytes, write))
        return;
    if (bmc_region_is_wild(b, r)) {
        bmc_assume(b, term_not(b->t, term_eq(b->t, address, number(b, 0))));
        return;
    }
    bmc_assume(b, bmc_inside_objects(b, r, address, bytes, write));
}

// ---- the life of objects ----
// Runs in which the object does not fit are not followed.
static void cut_large(Bmc *b, EdgeId e, Term condition) {
    GuardId guard = guard_and(&b->guards, b->now->guard, condition);
    if (guard)
        vec_push(&b->large, (Stopped){ .guard = guard, .edge = e });
    bmc_assume(b, term_not(b->t, condition));
}

// The block of this edge and context, with at least 'room' bytes.
static uint32_t block_for(Bmc *b, EdgeId e, ObjId site, uint64_t room) {
    uint64_t key = (uint64_t)e << 32 | b->context;
    uint32_t known = map_find(&b->block_of, key);
    if (known && b->blocks.at[known - 1].room >= room)
        return known - 1;
    uint32_t block = new_block(b, site, room);
    if (block != UINT32_MAX)
        map_put(&b->block_of, key, block + 1);
    return block;
}

// Bytes to reserve for an object whose size is not known: what it had in an earlier
// unrolling, or an eighth of what is left.
static uint64_t room_for_any(Bmc *b, EdgeId e, ObjId site) {
    uint32_t known = map_find(&b->block_of, (uint64_t)e << 32 | b->context);
    ObjKind kind = b->p->objects.at[site].kind;
    if (known && b->blocks.at[known - 1].room > MOST_KNOWN)
        return b->blocks.at[known - 1].room;
    uint64_t share = (b->limit[kind] - b->next[kind]) / 8;
    return share < (uint64_t)1 << 34 ? share : (uint64_t)1 << 34;
}

static void alloc(Bmc *b, EdgeId e, const Cmd *cmd) {
    Term size = encode_term(b->encoder, cmd->a, &bmc_state, b);
    uint64_t room;
    if (!constant(b, size, &room)) {
        room = room_for_any(b, e, cmd->object);
        cut_large(b, e, term_2(b->t, OP_BV_ULT, number(b, room), size));
    }
    uint32_t block = block_for(b, e, cmd->object, room);
    if (block == UINT32_MAX) {
        cut_large(b, e, term_true(b->t));
        return;
    }
    b->blocks.at[block].size = size;
    b->blocks.at[block].pass = b->pass;
    b->blocks.at[block].serial = ++b->serial;
    if (b->p->lives_matter)
        bmc_set_life(b, block, term_true(b->t));
    if (cmd->var)
        bmc_state.set(b, cmd->var, number(b, b->blocks.at[block].base));
}

// Lifetimes do not decide what may be accessed, but what cannot be freed ends the run.
static void free_object(Bmc *b, const Cmd *cmd) {
    uint64_t at;
    Term address = encode_term(b->encoder, cmd->a, &bmc_state, b);
    if (b->p->lives_matter)
        bmc_end_life_at(b, address, OBJ_HEAP, false);
    if (!constant(b, address, &at)) {
        note_access(b, 0, address, 0, true);
        return;
    }
    if (at == 0)
        return;
    const Block *block = block_at(b, at);
    if (!block || block->base != at || b->p->objects.at[block->site].kind != OBJ_HEAP)
        bmc_assume(b, term_false(b->t));
}

static Term points_into(Bmc *b, const Block *block, Term address) {
    return term_2(b->t, OP_BV_ULT, term_bv_sub(b->t, address, number(b, block->base)), block->size);
}

// All blocks of this unrolling, of functions too.
void bmc_all_blocks(const Bmc *b, VecU32 *out) {
    for (uint32_t i = 0; i < b->blocks.count; i++) {
        ObjKind kind = b->p->objects.at[b->blocks.at[i].site].kind;
        if (b->blocks.at[i].pass == b->pass || kind == OBJ_GLOBAL || kind == OBJ_FUNCTION)
            vec_push(out, i);
    }
}

static void object_size(Bmc *b, EdgeId e, const Cmd *cmd) {
    VecU32 blocks = { 0 };
    Term address = encode_term(b->encoder, cmd->a, &bmc_state, b), size = number(b, 0);
    if (!cmd->var)
        return;
    bmc_all_blocks(b, &blocks);
    Sort sort = b->p->vars.at[cmd->var].sort;
    bool few = blocks.count <= FEW_BLOCKS * 8 || term_op(b->t, address) == OP_BV_CONST;
    b->inexact += !few;
    for (uint32_t i = 0; few && i < blocks.count; i++) {
        const Block *block = &b->blocks.at[blocks.at[i]];
        size = term_ite(b->t, points_into(b, block, address), block->size, size);
    }
    uint32_t width = sort_width(b->t, sort), have = b->p->pointer_bits;
    Term value = width > have ? term_zext(b->t, size, width) : term_extract(b->t, size, width - 1, 0);
    bmc_state.set(b, cmd->var, few ? value : bmc_any(b, e, sort));
    vec_free(&blocks);
}

// ---- havoc ----
// All cells of the block become unknown where 'hit'.
static void havoc_block(Bmc *b, EdgeId e, uint32_t index, Term hit) {
    uint32_t n = b->p->regions.count > 1 ? b->p->regions.count : 1;
    for (RegionId r = n > 1; r < n; r++) {
        const RegionInfo *info = &b->regions[r];
        Block block = b->blocks.at[index];
        bool in = false;
        for (uint32_t i = 0; i < info->sites.count && !in; i++)
            in = info->sites.at[i] == block.site;
        for (uint64_t i = 0; in && i + info->width <= block.room; i++) {
            char name[80];
            snprintf(name, sizeof name, "havoc!%u!%u!%u!%u!%llu", e, b->context, index, r, (unsigned long long)i);
            uint32_t cell = bmc_cell_number(b, r, block.base + i);
            Term any = term_var(b->t, name, sort_bv(b->t, 8 * info->width));
            set_cell(b, cell, term_ite(b->t, hit, any, bmc_cell_value(b, b->now, cell)));
        }
    }
}

static bool havoc(Bmc *b, EdgeId e, const Cmd *cmd) {
    Term address = encode_term(b->encoder, cmd->a, &bmc_state, b);
    VecU32 blocks = { 0 };
    uint64_t bytes = 0;
    bmc_all_blocks(b, &blocks);
    uint32_t n = 0;
    for (uint32_t i = 0; i < blocks.count; i++) {
        const Block *block = &b->blocks.at[blocks.at[i]];
        if (!accessible(b, block, true) || term_op(b->t, points_into(b, block, address)) == OP_FALSE)
            continue;
        bytes += block->room;
        blocks.at[n++] = blocks.at[i];
    }
    bool can = bytes <= MOST_HAVOC;
    for (uint32_t i = 0; can && i < n; i++)
        havoc_block(b, e, blocks.at[i], points_into(b, &b->blocks.at[blocks.at[i]], address));
    vec_free(&blocks);
    return can;
}

// Objects that functions without body do not reach keep their cells: these are taken out of the array.
static void keep_cells(Bmc *b, RegionId r) {
    VecU32 blocks = { 0 };
    uint32_t width = b->regions[r].width;
    uint64_t bytes = 0;
    candidates(b, r, false, &blocks);
    for (uint32_t i = 0; i < blocks.count; i++) {
        Block block = b->blocks.at[blocks.at[i]];
        const Object *object = &b->p->objects.at[block.site];
        if ((object->given && !object->constant) || (bytes += block.room) > MOST_KEPT)
            continue;
        uint64_t step = width > 1 && b->p->regions.at[r].stride ? width : 1;
        for (uint64_t k = 0; k + width <= block.room; k += step) {
            uint32_t cell = bmc_cell_number(b, r, block.base + k);
            set_cell(b, cell, bmc_cell_value(b, b->now, cell));
        }
    }
    vec_free(&blocks);
}

static void forget_region(Bmc *b, EdgeId e, RegionId r) {
    char name[80];
    snprintf(name, sizeof name, "outside!%u!%u!%u", e, b->context, r);
    VecU32 cells = { 0 };
    keep_cells(b, r);
    cells_in_state(b, b->now, r, &cells);
    for (uint32_t i = 0; i < cells.count; i++) {
        const Block *block = block_at(b, b->cells.at[cells.at[i]].address);
        bool in = block && b->cells.at[cells.at[i]].address - block->base < block->room;
        const Object *object = in ? &b->p->objects.at[block->site] : NULL;
        if (!object || (object->given && !object->constant))
            set_cell(b, cells.at[i], (Term){ 0 });
    }
    set_array(b, r, term_var(b->t, name, b->regions[r].sort));
    vec_free(&cells);
}

// What a function without body may write.
static bool havoc_outside(Bmc *b, EdgeId e) {
    if (!b->p->split)
        return false;
    for (RegionId r = 1; r < b->p->regions.count; r++)
        if (b->p->regions.at[r].outside)
            forget_region(b, e, r);
    return true;
}

bool bmc_object_command(Bmc *b, EdgeId e) {
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    if (cmd->kind == CMD_ALLOC)
        alloc(b, e, cmd);
    else if (cmd->kind == CMD_FREE)
        free_object(b, cmd);
    else if (cmd->kind == CMD_OBJECT_SIZE)
        object_size(b, e, cmd);
    else if (cmd->kind == CMD_VALID)
        bmc_valid(b, e);
    else if (cmd->kind == CMD_SCOPE)
        bmc_end_life_at(b, encode_term(b->encoder, cmd->a, &bmc_state, b), OBJ_STACK, cmd->number);
    else
        return cmd_is_outside(cmd) ? havoc_outside(b, e) : havoc(b, e, cmd);
    return true;
}
