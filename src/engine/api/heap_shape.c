#include "engine/api/heap_shape.h"

enum { LONGEST_KEY = 1 << 24 };

struct HeapShape {
    const Program *p;
    MatchMode mode;
    VEC(int64_t) bounds;
    VEC(RunTerm *) roots; // addresses of global variables
    // of the key that is made
    VEC(uint8_t) key;
    VEC(RunObject) objects; // in the order they were met
    Map number;             // base -> 1 + index
    VEC(int64_t) data;      // values, in the order they were met
};

HeapShape *heap_shape_new(const Program *p, Interpreter *it, MatchMode mode, uint32_t n, const int64_t bounds[]) {
    HeapShape *sh = base_alloc(sizeof *sh);
    *sh = (HeapShape){ .p = p, .mode = mode };
    for (uint32_t i = 0; i < n; i++)
        vec_push(&sh->bounds, bounds[i]);
    for (ObjId o = 1; o < p->objects.count; o++) {
        const Object *object = &p->objects.at[o];
        if (object->kind == OBJ_GLOBAL && !object->constant && object->address)
            vec_push(&sh->roots, run_term_new(it, var_term(p, object->address)));
    }
    return sh;
}

void heap_shape_free(HeapShape *sh) {
    if (!sh)
        return;
    for (uint32_t i = 0; i < sh->roots.count; i++)
        run_term_free(sh->roots.at[i]);
    vec_free(&sh->roots);
    vec_free(&sh->bounds);
    vec_free(&sh->key);
    vec_free(&sh->objects);
    vec_free(&sh->data);
    map_free(&sh->number);
    free(sh);
}

// ---- the key's items: a letter, then numbers ----
static void put(HeapShape *sh, char letter, uint64_t number) {
    uint8_t item[9] = { (uint8_t)letter };
    memcpy(item + 1, &number, sizeof number);
    assert(sh->key.count < LONGEST_KEY * 8u);
    vec_reserve(&sh->key, sh->key.count + sizeof item);
    memcpy(sh->key.at + sh->key.count, item, sizeof item);
    sh->key.count += sizeof item;
}

static uint32_t number_of(HeapShape *sh, const RunObject *object) {
    uint32_t number = map_find(&sh->number, object->base);
    if (!number) {
        vec_push(&sh->objects, *object);
        number = sh->objects.count;
        map_put(&sh->number, object->base, number);
    }
    return number;
}

// A word that may be a pointer: adds it and returns true where it is one.
static bool put_pointer(HeapShape *sh, Stepper *s, uint64_t word) {
    RunObject object;
    if (word && stepper_object(s, word, &object) && object.live) {
        put(sh, 'p', number_of(sh, &object));
        put(sh, '+', word - object.base);
        return true;
    }
    bool dangling = stepper_was_object(s, word);
    if (dangling)
        put(sh, 'd', 0);
    return dangling;
}

static int64_t as_signed(Value v, uint32_t bytes) {
    assert(bytes && bytes <= 8);
    uint32_t unused = bytes < 8 ? 64 - 8 * bytes : 0;
    return (int64_t)(v.lo << unused) >> unused;
}

// Data, in the modes that tell it apart.  Returns how many bytes it has; 0: there is none.
static uint32_t put_data(HeapShape *sh, Stepper *s, const DataFlow *flow, uint64_t address) {
    Value v;
    uint32_t bytes = sh->mode == MATCH_DATA ? 0 : data_flow_at(flow, address);
    if (!bytes || bytes > 8 || !stepper_read(s, address, bytes, &v))
        return 0;
    put(sh, 'v', bytes);
    vec_push(&sh->data, as_signed(v, bytes));
    return bytes;
}

static void put_object(HeapShape *sh, Stepper *s, const DataFlow *flow, const RunObject *o) {
    assert(o->live);
    uint32_t word = sh->p->pointer_bits / 8;
    put(sh, 'o', o->size);
    for (uint64_t at = 0; at < o->size;) {
        Value v;
        uint32_t data = put_data(sh, s, flow, o->base + at);
        if (data) {
            at += data;
        } else if (at % word == 0 && stepper_read(s, o->base + at, word, &v) && put_pointer(sh, s, v.lo)) {
            at += word;
        } else {
            bool written = stepper_read(s, o->base + at, 1, &v);
            put(sh, written ? 'b' : 'u', written ? v.lo & 255 : 0);
            at++;
        }
    }
}

// ---- predicates on data ----
static int by_value(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

// Each value as its place among the different values and bounds: that says how all of them compare.
static void put_order(HeapShape *sh) {
    VEC(int64_t) sorted = { 0 };
    for (uint32_t i = 0; i < sh->data.count; i++)
        vec_push(&sorted, sh->data.at[i]);
    for (uint32_t i = 0; i < sh->bounds.count; i++)
        vec_push(&sorted, sh->bounds.at[i]);
    if (sorted.count)
        qsort(sorted.at, sorted.count, sizeof *sorted.at, by_value);
    for (uint32_t i = 0; i < sh->data.count; i++) {
        uint64_t place = 0;
        for (uint32_t k = 0; k < sorted.count && sorted.at[k] < sh->data.at[i]; k++)
            place += k == 0 || sorted.at[k] != sorted.at[k - 1];
        put(sh, 'r', place);
    }
    for (uint32_t i = 0; i < sh->bounds.count; i++) { // where the bounds are among them
        uint64_t place = 0;
        for (uint32_t k = 0; k < sorted.count && sorted.at[k] < sh->bounds.at[i]; k++)
            place += k == 0 || sorted.at[k] != sorted.at[k - 1];
        put(sh, 'B', place);
    }
    vec_free(&sorted);
}

HeapKey heap_shape_key(HeapShape *sh, Stepper *s, const DataFlow *flow) {
    assert(sh->mode != MATCH_NONE && (flow || sh->mode == MATCH_DATA));
    sh->key.count = sh->objects.count = sh->data.count = 0;
    map_free(&sh->number);
    for (uint32_t i = 0; i < sh->roots.count; i++) {
        RunObject root;
        if (stepper_object(s, stepper_value(s, sh->roots.at[i]).lo, &root))
            number_of(sh, &root);
    }
    for (uint32_t i = 0; i < sh->objects.count; i++) {
        RunObject o = sh->objects.at[i];
        if (o.site && sh->p->objects.at[o.site].kind == OBJ_FUNCTION)
            put(sh, 'f', o.site);
        else
            put_object(sh, s, flow, &o);
    }
    if (sh->mode == MATCH_ORDER)
        put_order(sh);
    return (HeapKey){ sh->key.at, sh->key.count };
}
