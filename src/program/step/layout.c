// layout.c - where objects are in memory, for proofs: one layout for all runs
#include "program/step/layout.h"
#include "program/digraph.h"
#include "program/step/encode.h"

enum {
    GAP = 16,
    START = 0x10000,
    MOST_FIRST = 1 << 12, // bytes of a region that are written down one by one
    SMALL_FIRST = 256,    // ... also those that are zero
};

typedef struct Place {
    uint64_t base, size, room; // base 0: none; room: bytes reserved
    bool once;                 // a run has exactly one instance, of 'size' bytes
} Place;
struct Layout {
    const Program *p;
    Place *places; // by ObjId
    uint64_t end;
};

// ---- places ----
static uint64_t limit(const Program *p) {
    return p->pointer_bits == 32 ? (uint64_t)1 << 31 : (uint64_t)1 << 46;
}

// How much room an object gets.  The size of a heap object is not in the table.
static uint64_t room_of(const Program *p, const Object *o) {
    switch (o->kind) {
    case OBJ_FUNCTION:
        return 1;
    case OBJ_GLOBAL:
    case OBJ_STACK:
        return o->size;
    case OBJ_HEAP:
        return p->pointer_bits == 32 ? 1 << 14 : 1 << 20;
    }
    return 0;
}

static void place_objects(Layout *l) {
    const Program *p = l->p;
    l->end = START;
    for (ObjId i = 1; i < p->objects.count; i++) {
        const Object *o = &p->objects.at[i];
        uint64_t align = 16, room = room_of(p, o);
        while (align < o->align)
            align *= 2;
        uint64_t base = (l->end + align - 1) & ~(align - 1);
        if (base >= limit(p) || room + GAP > limit(p) - base || (o->kind == OBJ_STACK && !room))
            continue;
        bool always = o->kind == OBJ_GLOBAL || o->kind == OBJ_FUNCTION;
        l->places[i] = (Place){ .base = base, .room = room, .size = always ? room : 0, .once = always };
        l->end = base + room + GAP;
    }
}

// ---- objects that are allocated once ----
static bool entry_is_called(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        bool calls = edge->cmd.kind == CMD_CALL || edge->cmd.kind == CMD_THREAD_CREATE;
        if (edge->from && calls && (!edge->cmd.callee || edge->cmd.callee == p->entry))
            return true;
    }
    return false;
}

static bool constant(const Terms *t, Term a, uint64_t *value) {
    uint64_t high = 0;
    if (!a.id || term_op(t, a) != OP_BV_CONST || sort_width(t, term_sort(t, a)) > 128)
        return false;
    term_bits(t, a, value, &high);
    return high == 0;
}

// The ALLOC of each site that has only one, by ObjId; else 0.
static EdgeId *find_allocs(const Program *p) {
    EdgeId *allocs = base_alloc(p->objects.count * sizeof *allocs);
    uint8_t *several = base_alloc(p->objects.count);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || edge->cmd.kind != CMD_ALLOC)
            continue;
        several[edge->cmd.object] |= allocs[edge->cmd.object] != 0;
        allocs[edge->cmd.object] = e;
    }
    for (ObjId i = 1; i < p->objects.count; i++)
        if (several[i])
            allocs[i] = 0;
    free(several);
    return allocs;
}

// In the entry function, which nobody calls, an edge on no cycle is taken at most once.
static void find_once(Layout *l) {
    const Program *p = l->p;
    EdgeId *allocs = find_allocs(p);
    bool called = entry_is_called(p);
    Digraph flow = flow_graph(p);
    uint32_t n;
    uint32_t *component = digraph_components(&flow, &n);
    for (ObjId i = 1; i < p->objects.count; i++) {
        const Edge *e = &p->edges.at[allocs[i]];
        Place *place = &l->places[i];
        uint64_t size = 0;
        bool once =
            allocs[i] && !called && p->locs.at[e->from].func == p->entry && component[e->from] != component[e->to];
        if (once && place->base && constant(p->terms, e->cmd.a, &size) && size <= place->room) {
            place->once = true;
            place->size = size;
        }
    }
    free(component);
    digraph_free(&flow);
    free(allocs);
}

// What was found in the program that this one was made of.
static void take_found(Layout *l) {
    for (ObjId i = 1; i < l->p->objects.count; i++) {
        const Object *o = &l->p->objects.at[i];
        if (o->once) {
            l->places[i].once = true;
            l->places[i].size = o->once_size;
        }
    }
}

// Places are in the order of the objects, apart, aligned, and below the end.
void layout_check(const Layout *l) {
    uint64_t free_from = START;
    for (ObjId i = 1; i < l->p->objects.count; i++) {
        const Place *place = &l->places[i];
        if (!place->base)
            continue;
        if (place->base < free_from || place->base % 16)
            bug("layout_check: object %u overlaps the one before, or is not aligned", i);
        if (place->once && place->size > place->room)
            bug("layout_check: object %u is larger than its room", i);
        free_from = place->base + place->room + GAP;
    }
    if (free_from != l->end || l->end > limit(l->p))
        bug("layout_check: the end is not behind the last object");
}

Layout *layout_new(const Program *p) {
    Layout *l = base_alloc(sizeof *l);
    l->p = p;
    l->places = base_alloc(p->objects.count * sizeof *l->places);
    place_objects(l);
    if (p->once_found)
        take_found(l);
    else
        find_once(l);
    layout_check(l);
    return l;
}

void layout_keep(Program *p) {
    if (p->once_found)
        return;
    Layout *l = layout_new(p);
    for (ObjId i = 1; i < p->objects.count; i++) {
        p->objects.at[i].once = l->places[i].base && l->places[i].once;
        p->objects.at[i].once_size = l->places[i].size;
    }
    p->once_found = true;
    layout_free(l);
}

void layout_free(Layout *l) {
    if (!l)
        return;
    free(l->places);
    free(l);
}

// ---- looking ----
bool layout_place(const Layout *l, ObjId object, uint64_t *base, uint64_t *size) {
    assert(object && object < l->p->objects.count);
    const Place *place = &l->places[object];
    if (!place->base || !place->once)
        return false;
    *base = place->base;
    *size = place->size;
    return true;
}

static Term number(const Layout *l, uint64_t x) {
    return term_bv(l->p->terms, x, l->p->pointer_bits);
}

Term layout_alloc(const Layout *l, EdgeId alloc) {
    assert(l->p->edges.at[alloc].cmd.kind == CMD_ALLOC);
    const Place *place = &l->places[l->p->edges.at[alloc].cmd.object];
    return place->base && place->once ? number(l, place->base) : (Term){ 0 };
}

Term layout_address(const Layout *l, VarId var) {
    assert(l->p->vars.at[var].kind == VAR_ADDRESS);
    uint64_t base, size;
    ObjId object = l->p->vars.at[var].object;
    return object && layout_place(l, object, &base, &size) ? number(l, base) : var_term(l->p, var);
}

uint64_t layout_end(const Layout *l) {
    return l->end;
}

// Bases rise with the numbers.
ObjId layout_object_at(const Layout *l, uint64_t address) {
    ObjId found = 0;
    for (ObjId i = 1; i < l->p->objects.count; i++) {
        const Place *place = &l->places[i];
        if (place->once && address >= place->base && address - place->base < place->size)
            found = i;
    }
    return found;
}

// ---- the bytes at the start ----
static bool has_image(const Layout *l, ObjId object) {
    const Object *o = &l->p->objects.at[object];
    return o->kind == OBJ_GLOBAL && !o->external && !o->made;
}

// The byte at an offset, as a term: pointers to objects without place are not known.
typedef struct Image {
    uint8_t *bytes;
    uint8_t *unknown; // per byte
} Image;

static Image image_of(const Layout *l, ObjId object) {
    assert(has_image(l, object));
    const Object *o = &l->p->objects.at[object];
    uint32_t pointer = l->p->pointer_bits / 8;
    Image im = { base_alloc(o->size + 8), base_alloc(o->size + 8) };
    if (o->init)
        memcpy(im.bytes, o->init, o->size);
    for (uint32_t i = 0; i < o->relocs.count; i++) {
        const Reloc *r = &o->relocs.at[i];
        uint64_t base = 0, size;
        if (r->offset + pointer > o->size)
            continue;
        if (!layout_place(l, r->object, &base, &size))
            memset(im.unknown + r->offset, 1, pointer);
        uint64_t value = base + (uint64_t)r->addend;
        memcpy(im.bytes + r->offset, &value, pointer);
    }
    return im;
}

static void image_free(Image *im) {
    free(im->bytes);
    free(im->unknown);
}

// 'n' bytes from 'offset' on; no term: not known.
static Term image_bits(const Layout *l, const Image *im, uint64_t offset, uint32_t n) {
    assert(n && "a value has bytes");
    Terms *t = l->p->terms;
    Term bits = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        if (im->unknown[offset + i])
            return (Term){ 0 };
        Term byte = term_bv(t, im->bytes[offset + i], 8);
        bits = i ? term_2(t, OP_BV_CONCAT, byte, bits) : byte;
    }
    return bits;
}

Term layout_first_value(const Layout *l, VarId var) {
    assert(l->p->vars.at[var].kind == VAR_GLOBAL);
    const Program *p = l->p;
    Terms *t = p->terms;
    const Var *v = &p->vars.at[var];
    uint32_t n = encode_bytes(t, v->sort);
    if (!v->object || p->objects.at[v->object].kind != OBJ_GLOBAL)
        return encode_from_bits(t, term_bv(t, 0, 8 * n), v->sort);
    if (!has_image(l, v->object) || v->offset > p->objects.at[v->object].size ||
        n > p->objects.at[v->object].size - v->offset)
        return (Term){ 0 };
    Image im = image_of(l, v->object);
    Term bits = image_bits(l, &im, v->offset, n);
    image_free(&im);
    return bits.id ? encode_from_bits(t, bits, v->sort) : bits;
}

// May there be a cell of the region 'offset' bytes behind the beginning of the object?  Cells of one byte may be
// anywhere.
static bool has_cell(const Program *p, RegionId region, ObjId object, uint64_t offset) {
    if (encode_cell_bytes(p, region) == 1)
        return true;
    const Region *r = &p->regions.at[region];
    int64_t away = p->objects.at[object].start + (int64_t)offset - r->offset;
    return r->stride ? away % (int64_t)r->stride == 0 : away == 0;
}

static Term with_image(const Layout *l, Term array, ObjId object, RegionId region, bool zeros) {
    Terms *t = l->p->terms;
    uint64_t base, size;
    uint32_t width = encode_cell_bytes(l->p, region);
    if (!layout_place(l, object, &base, &size))
        return array;
    Image im = image_of(l, object);
    Term zero = term_bv(t, 0, 8 * width);
    for (uint64_t i = 0; i + width <= size; i++) {
        if (!has_cell(l->p, region, object, i))
            continue;
        Term bits = image_bits(l, &im, i, width);
        if (bits.id && (zeros || !term_same(bits, zero)))
            array = term_3(t, OP_STORE, array, number(l, base + i), bits);
    }
    image_free(&im);
    return array;
}

static bool has_unknown_pointer(const Layout *l, ObjId object) {
    const Object *o = &l->p->objects.at[object];
    uint64_t base, size;
    for (uint32_t i = 0; i < o->relocs.count; i++)
        if (!layout_place(l, o->relocs.at[i].object, &base, &size))
            return true;
    return false;
}

// The objects with cells in the region; region 0 is all memory of a program not split.
static void objects_of(const Layout *l, RegionId region, VecU32 *out) {
    const Program *p = l->p;
    for (ObjId i = 1; region == 0 && i < p->objects.count; i++)
        if (p->objects.at[i].kind != OBJ_FUNCTION)
            vec_push(out, i);
    for (uint32_t i = 0; region && i < p->regions.at[region].objects.count; i++)
        vec_push(out, p->regions.at[region].objects.at[i]);
}

// A region of globals only starts as zero where nothing else is said: what is
// outside its objects is never read.
Term layout_first_cells(const Layout *l, RegionId region, Term unknown) {
    assert(sort_kind(l->p->terms, term_sort(l->p->terms, unknown)) == SORT_ARRAY);
    const Program *p = l->p;
    uint32_t width = encode_cell_bytes(p, region);
    VecU32 objects = { 0 };
    objects_of(l, region, &objects);
    bool known = !(region && p->regions.at[region].wild) && region;
    uint64_t zeros = 0, others = 0, base, size;
    for (uint32_t i = 0; i < objects.count; i++) {
        ObjId o = objects.at[i];
        known &= has_image(l, o) && layout_place(l, o, &base, &size) && !has_unknown_pointer(l, o);
        if (has_image(l, o))
            *(p->objects.at[o].init || p->objects.at[o].relocs.count ? &others : &zeros) += p->objects.at[o].size;
    }
    Term array = unknown;
    if (others <= MOST_FIRST && (known || zeros + others <= MOST_FIRST)) {
        bool all_zero = known && (!others || zeros + others > SMALL_FIRST); // where nothing else is said
        if (all_zero)
            array = term_const_array(p->terms, term_sort(p->terms, unknown), term_bv(p->terms, 0, 8 * width));
        for (uint32_t i = 0; i < objects.count; i++)
            if (has_image(l, objects.at[i]))
                array = with_image(l, array, objects.at[i], region, !all_zero);
    }
    vec_free(&objects);
    return array;
}
