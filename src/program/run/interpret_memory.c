// interpret_memory.c - objects, their addresses and their bytes
//
// Each kind of object has a range of addresses and a list of its objects by
// rising address; new ones go to the end.  Dead objects stay in the list, so
// that an access to one can be told from a wild one; when a million are dead they
// are dropped, and only the wording of the message suffers: their addresses
// are not given out again until the whole range is used up.
#include "program/run/interpret_machine.h"
#include <inttypes.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "memory is little-endian, and copied as the host has it");

// So far that what was in the environment's memory, reckoned from an object, no longer is; and a multiple of usual
// alignments.
enum { ELSEWHERE = 2 * ENVIRONMENT_BYTES + (1 << 20) };
_Static_assert(ENVIRONMENT_BASE >= 0x0c000000 && ENVIRONMENT_BASE + ENVIRONMENT_BYTES <= 0x10000000,
               "the environment's memory is between functions and globals");

enum { GAP = 16, NULL_PAGE = 4096, MOST_DEAD = 1 << 20, INSTANCE_COST = 96, BYTE_COST = 32, MOST_BLOCKS = 10000 };

// ---- the life of an object ----
void memory_init(Machine *m) {
    static const uint64_t narrow[SPACES][2] = {
        [OBJ_FUNCTION] = { 0x00010000, 0x0bff0000 },
        [OBJ_GLOBAL] = { 0x10000000, 0x3fff0000 },
        [OBJ_HEAP] = { 0x40000000, 0x9fff0000 },
        [OBJ_STACK] = { 0xa0000000, 0xffff0000 },
    };
    static const uint64_t wide[SPACES][2] = {
        [OBJ_FUNCTION] = { 0x00400000, 0x0bff0000 },
        [OBJ_GLOBAL] = { 0x10000000, 0x00ffffff0000 },
        [OBJ_HEAP] = { 0x010000000000, 0x3fffffff0000 },
        [OBJ_STACK] = { 0x400000000000, 0x7fffffff0000 },
    };
    for (int k = 0; k < SPACES; k++) {
        Space *space = &m->memory.space[k];
        space->start = space->next =
            (m->p->pointer_bits == 32 ? narrow[k][0] : wide[k][0]) + (m->o->elsewhere ? ELSEWHERE : 0);
        space->end = space->limit = m->p->pointer_bits == 32 ? narrow[k][1] : wide[k][1];
    }
}

void memory_drop_contents(Instance *o) {
    free(o->bytes);
    free(o->written);
    free(o->region);
    o->bytes = o->written = NULL;
    o->region = NULL;
    o->readable = o->writable = 0;
    o->live = false;
}

// Instances go back to the interpreter, not to the system: the caches of its
// steps may still point to them, and see objects of no bytes.
void memory_free(Machine *m) {
    for (int k = 0; k < SPACES; k++) {
        Space *space = &m->memory.space[k];
        for (uint32_t i = 0; i < space->placed.count; i++) {
            memory_drop_contents(space->placed.at[i].instance);
            vec_push(&m->it->spare, space->placed.at[i].instance);
        }
        vec_free(&space->placed);
    }
    if (m->memory.environment) {
        memory_drop_contents(m->memory.environment);
        vec_push(&m->it->spare, m->memory.environment);
    }
    vec_free(&m->memory.given);
}

Instance *memory_take_instance(Interpreter *it) {
    if (!it->spare.count) {
        Instance *chunk = base_alloc(INSTANCE_CHUNK * sizeof *chunk);
        vec_push(&it->chunks, chunk);
        for (int i = INSTANCE_CHUNK - 1; i >= 0; i--)
            vec_push(&it->spare, &chunk[i]);
    }
    Instance *o = vec_pop(&it->spare);
    *o = (Instance){ 0 };
    return o;
}

static void drop_dead(Machine *m, Space *space) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < space->placed.count; i++) {
        if (space->placed.at[i].instance->live)
            space->placed.at[n++] = space->placed.at[i];
        else
            vec_push(&m->it->spare, space->placed.at[i].instance);
    }
    space->placed.count = n;
    space->dead = 0;
}

static uint64_t end_of(const Instance *o) { // with the gap behind it
    return memory_end(o) + GAP;
}

// The range is used up to its end: goes on in its largest hole.
static void start_again(Machine *m, Space *space) {
    drop_dead(m, space);
    uint64_t hole = space->start, best = 0;
    for (uint32_t i = 0; i <= space->placed.count; i++) {
        uint64_t hole_end = i < space->placed.count ? space->placed.at[i].base - GAP : space->end;
        if (hole_end > hole && hole_end - hole > best) {
            best = hole_end - hole;
            space->next = hole;
            space->limit = hole_end;
        }
        if (i < space->placed.count)
            hole = end_of(space->placed.at[i].instance);
    }
}

static bool fits(const Space *space, uint64_t size, uint64_t align, uint64_t *base) {
    *base = (space->next + align - 1) & ~(align - 1);
    return *base < space->limit && size + GAP <= space->limit - *base;
}

static void place(Space *space, Instance *o) {
    assert(o->base >= space->start && end_of(o) <= space->limit);
    uint32_t i = space->placed.count;
    vec_push(&space->placed, (Placed){ 0 });
    for (; i > 0 && space->placed.at[i - 1].base > o->base; i--)
        space->placed.at[i] = space->placed.at[i - 1];
    space->placed.at[i] = (Placed){ o->base, o };
    space->next = end_of(o);
}

static uint64_t alignment(const Object *site) {
    uint64_t align = 16;
    while (align < site->align)
        align *= 2;
    return align;
}

static uint64_t cost(const Machine *m, uint64_t size) {
    return INSTANCE_COST + size * (m->regions ? 6 : 2);
}

Instance *memory_new(Machine *m, ObjId site, uint64_t size) {
    assert(site && site < m->p->objects.count);
    const Object *object = &m->p->objects.at[site];
    Space *space = &m->memory.space[object->kind];
    uint64_t base, align = alignment(object);
    if (size > UINT32_MAX / 2 || !machine_within_memory(m, cost(m, size))) {
        machine_end(m, RUN_OUT_OF_MEMORY, "an object of %llu bytes is over the memory limit", (unsigned long long)size);
        return NULL;
    }
    if (!fits(space, size, align, &base)) {
        start_again(m, space);
        if (!fits(space, size, align, &base)) {
            machine_end(m, RUN_OUT_OF_MEMORY, "no addresses are left for an object of %llu bytes",
                        (unsigned long long)size);
            return NULL;
        }
    }
    Instance *o = memory_take_instance(m->it);
    *o = (Instance){ .base = base, .size = size, .site = site, .kind = object->kind, .live = true };
    o->number = ++m->memory.numbers;
    if (o->kind == OBJ_HEAP && m->r->heap.count < MOST_BLOCKS)
        vec_push(&m->r->heap, (RunBlock){ o->number, size });
    if (o->kind != OBJ_FUNCTION) {
        o->readable = size;
        o->writable = object->constant ? 0 : size;
        o->bytes = base_alloc(size);
        if (object->kind != OBJ_GLOBAL || object->external || object->made)
            o->written = base_alloc(size);
        if (m->regions)
            o->region = base_alloc(size * sizeof *o->region);
    }
    if (object->external && !object->constant) { // functions without body have it from the start
        o->given = true;
        vec_push(&m->memory.given, o);
    }
    m->memory.bytes += cost(m, size);
    place(space, o);
    return o;
}

void memory_end_life(Machine *m, Instance *o) {
    assert(o->live && o->kind != OBJ_FUNCTION);
    Space *space = &m->memory.space[o->kind];
    m->memory.bytes -= cost(m, o->size);
    memory_drop_contents(o);
    if (++space->dead > MOST_DEAD && space->dead > space->placed.count / 2)
        drop_dead(m, space);
}

void memory_pop_stack(Machine *m, Thread *t, uint32_t first) {
    while (t->stack.count > first)
        memory_end_life(m, vec_pop(&t->stack));
}

void memory_global_init(Machine *m, Instance *o) {
    assert(o->kind == OBJ_GLOBAL);
    const Object *object = &m->p->objects.at[o->site];
    if (object->external || object->made)
        return;
    if (object->init)
        memcpy(o->bytes, object->init, o->size);
    for (uint32_t i = 0; i < object->relocs.count; i++) {
        const Reloc *reloc = &object->relocs.at[i];
        assert(reloc->offset + m->p->pointer_bits / 8 <= o->size);
        VarId address = m->p->objects.at[reloc->object].address;
        uint32_t slot = m->it->slot_of[address] & ~SLOT_BANK1;
        uint64_t pointer = m->globals[slot].lo + (uint64_t)reloc->addend;
        memcpy(o->bytes + reloc->offset, &pointer, m->p->pointer_bits / 8);
    }
}

// ---- the check ----
static void check_instance(const Space *space, const Instance *o, uint64_t free_from) {
    if (o->base < free_from || o->base + o->size > space->end)
        bug("memory_check: object %u overlaps another, or leaves its space", o->number);
    if (!o->live && (o->readable || o->writable || o->bytes))
        bug("memory_check: object %u is dead and could be accessed", o->number);
    if (o->readable > o->size || o->writable > o->size || (o->readable && !o->bytes))
        bug("memory_check: object %u has other bytes than it says", o->number);
}

void memory_check(const Machine *m) {
    for (int k = 0; k < SPACES; k++) {
        const Space *space = &m->memory.space[k];
        uint64_t free_from = space->start;
        uint32_t dead = 0;
        for (uint32_t i = 0; i < space->placed.count; i++) {
            const Instance *o = space->placed.at[i].instance;
            if (space->placed.at[i].base != o->base || o->kind != (ObjKind)k)
                bug("memory_check: object %u is listed as another", o->number);
            check_instance(space, o, free_from);
            free_from = end_of(o);
            dead += !o->live;
        }
        if (dead != space->dead)
            bug("memory_check: %u objects are dead, not %u", dead, space->dead);
    }
}

// ---- finding ----
Instance *memory_find(Machine *m, uint64_t address) {
    for (int k = 0; k < SPACES; k++) {
        const Space *space = &m->memory.space[k];
        if (address < space->start || address >= space->end)
            continue;
        uint32_t low = 0, high = space->placed.count; // the answer is before 'high'
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (space->placed.at[middle].base <= address)
                low = middle + 1;
            else
                high = middle;
        }
        return low ? space->placed.at[low - 1].instance : NULL;
    }
    return NULL;
}

static const char *name_of_site(const Machine *m, ObjId site) {
    const Object *object = &m->p->objects.at[site];
    return program_text(m->p, object->c_name.id ? object->c_name : object->name);
}

// Of an array by index: "index 4 is outside a[4]".
static void say_outside(const Machine *m, uint64_t offset, uint64_t n, const char *what, const Instance *o,
                        Reason *why) {
    const Object *site = &m->p->objects.at[o->site];
    const char *name = name_of_site(m, o->site);
    int64_t at = (int64_t)offset, each = (int64_t)site->element;
    int64_t index = each ? (at - (at < 0 ? each - 1 : 0)) / each : 0;
    if (each && site->c_name.id && (index < 0 || (uint64_t)index >= o->size / site->element))
        reason_set(why, "%s of %" PRIu64 " bytes: index %" PRId64 " is outside %s[%" PRIu64 "]", what, n, index, name,
                   o->size / site->element);
    else
        reason_set(why,
                   "%s of %" PRIu64 " bytes at offset %" PRId64 " of '%s', which has %" PRIu64 " bytes: out of bounds",
                   what, n, at, name, o->size);
}

void memory_say_access(const Machine *m, uint64_t address, uint64_t bytes, bool write, const Instance *o, Reason *why) {
    const char *what = write ? "write" : "read";
    unsigned long long n = bytes, at = address;
    if (address < NULL_PAGE) {
        reason_set(why, "%s of %llu bytes through a null pointer (address %llu)", what, n, at);
        return;
    }
    if (!o) {
        reason_set(why, "%s of %llu bytes at address 0x%llx, where no object is", what, n, at);
        return;
    }
    const char *name = name_of_site(m, o->site);
    unsigned long long offset = address - o->base, size = o->size;
    if (o->kind == OBJ_FUNCTION)
        reason_set(why, "%s of %llu bytes of function '%s'", what, n, name);
    else if (!o->live || o->out)
        reason_set(why, "%s of %llu bytes at offset %llu of '%s' after %s", what, n, offset, name,
                   o->kind == OBJ_HEAP ? "it was freed" : "its lifetime ended");
    else if (offset >= size || size - offset < bytes)
        say_outside(m, offset, bytes, what, o, why);
    else
        reason_set(why, "write of %llu bytes at offset %llu of the constant '%s'", n, offset, name);
}

Instance *memory_access(Machine *m, uint64_t address, uint64_t bytes, bool write) {
    Instance *o = memory_find(m, address);
    if (o) {
        uint64_t offset = address - o->base, size = write ? o->writable : o->readable;
        if (offset < size && size - offset >= bytes)
            return o;
    }
    Reason why;
    memory_say_access(m, address, bytes, write, o && address <= end_of(o) ? o : NULL, &why);
    machine_end(m, RUN_MEMORY_ERROR, "%s", why.text);
    return NULL;
}

// ---- memory of the environment ----
bool in_environment(uint64_t address, uint64_t bytes) {
    uint64_t offset = address - ENVIRONMENT_BASE;
    return address >= ENVIRONMENT_BASE && offset < ENVIRONMENT_BYTES && bytes <= ENVIRONMENT_BYTES - offset;
}

// Only what is touched costs the host memory: the limit on memory counts the inputs taken there.
Instance *memory_environment(Machine *m) {
    if (m->memory.environment)
        return m->memory.environment;
    Instance *o = m->memory.environment = memory_take_instance(m->it);
    *o = (Instance){ .base = ENVIRONMENT_BASE, .size = ENVIRONMENT_BYTES, .kind = OBJ_GLOBAL, .live = true };
    o->readable = o->writable = o->size;
    o->bytes = base_alloc(o->size);
    o->written = base_alloc(o->size);
    o->number = ++m->memory.numbers;
    if (!m->r->environment)
        m->r->environment = o->number;
    return o;
}

// Where regions are known, only a pointer that may be an input leads there.
static bool may_leave(const Machine *m, const Step *s) {
    return s->region ? m->p->regions.at[s->region].wild : !m->p->split;
}

static Instance *access_by(Machine *m, const Step *s, uint64_t address, bool write) {
    if (in_environment(address, s->bytes) && may_leave(m, s))
        return memory_environment(m);
    return memory_access(m, address, s->bytes, write);
}

// The live object that 'address' points into, or NULL.
static Instance *pointed_into(Machine *m, uint64_t address) {
    Instance *o = memory_find(m, address);
    return o && o->live && address - o->base < o->size ? o : NULL;
}

// ---- what functions without body can reach ----
// The live object that 'address' points into or to the end of.
static Instance *pointed_to(Machine *m, uint64_t address) {
    Instance *o = memory_find(m, address);
    return o && o->live && address - o->base <= o->size ? o : NULL;
}

bool memory_is_given(Machine *m, uint64_t address) {
    const Instance *o = pointed_to(m, address);
    return o && o->given;
}

static void hand_out(Machine *m, uint64_t address) {
    Instance *o = pointed_to(m, address);
    if (!o || o->given)
        return;
    o->given = true;
    vec_push(&m->memory.given, o);
}

bool memory_from_outside(Machine *m, uint64_t *address) {
    if (m->p->distinct || in_environment(*address, 1))
        return true;
    if (m->o->elsewhere && pointed_to(m, *address + ELSEWHERE)) // it is where the object is now
        *address += ELSEWHERE;
    const Instance *o = pointed_to(m, *address);
    if (!o || o->given || o->kind == OBJ_FUNCTION || m->p->objects.at[o->site].shared)
        return true;
    return machine_end(m, RUN_UNMODELLED, "a pointer from outside points to '%s', which was not handed out",
                       name_of_site(m, o->site));
}

// The pointers that the object holds.
static void hand_out_held(Machine *m, const Instance *o) {
    uint32_t word = m->p->pointer_bits / 8;
    for (uint64_t i = 0; o->bytes && i + word <= o->size; i += word) {
        uint64_t pointer = 0;
        memcpy(&pointer, o->bytes + i, word);
        if (pointer && (!o->written || (o->written[i] && o->written[i + word - 1])))
            hand_out(m, pointer);
    }
}

static uint64_t base_of(const Machine *m, ObjId object) {
    VarId base = m->p->objects.at[object].address;
    return m->globals[m->it->slot_of[base] & ~SLOT_BANK1].lo;
}

static bool lets_out_held(Machine *m, ObjId object) {
    return (m->p->hands_out_held && m->p->objects.at[object].shared) || memory_is_given(m, base_of(m, object));
}

// The same for scalars of objects that are variables of the program.
static void hand_out_variables(Machine *m) {
    for (VarId v = 1; v < m->p->vars.count; v++) {
        const Var *var = &m->p->vars.at[v];
        if (var->kind != VAR_GLOBAL || !var->object || m->p->objects.at[var->object].kind != OBJ_GLOBAL ||
            sort_kind(m->p->terms, var->sort) != SORT_BV || sort_width(m->p->terms, var->sort) != m->p->pointer_bits)
            continue;
        if (lets_out_held(m, var->object))
            hand_out(m, m->globals[m->it->slot_of[v] & ~SLOT_BANK1].lo);
    }
}

static void hand_out_held_by_shared(Machine *m) {
    for (ObjId o = 1; o < m->p->objects.count; o++) {
        const Instance *shared = m->p->objects.at[o].shared ? pointed_to(m, base_of(m, o)) : NULL;
        if (shared)
            hand_out_held(m, shared);
    }
}

static void hand_out_reachable(Machine *m) {
    uint32_t before;
    do {
        before = m->memory.given.count;
        hand_out_variables(m);
        if (m->p->hands_out_held)
            hand_out_held_by_shared(m);
        for (uint32_t i = 0; i < m->memory.given.count; i++)
            hand_out_held(m, m->memory.given.at[i]);
    } while (m->memory.given.count > before);
}

// ---- bytes without a value ----
static bool given_byte(const Machine *m, const Instance *o, uint32_t offset, uint8_t *byte) {
    return m->o->inputs && trace_byte(m->o->inputs, o->number, offset, byte);
}

static bool set_byte(Machine *m, Instance *o, uint32_t offset, uint8_t byte) {
    assert(o->written && !o->written[offset] && offset < o->size);
    if (!m->unrecorded) {
        if (!machine_within_memory(m, BYTE_COST))
            return false;
        m->memory.bytes += BYTE_COST;
        trace_set_byte(&m->r->trace, o->number, offset, byte);
    }
    o->bytes[offset] = byte;
    o->written[offset] = 1;
    return true;
}

static bool fix_byte(Machine *m, Instance *o, uint32_t offset) {
    uint8_t byte = 0;
    if (!given_byte(m, o, offset, &byte) && !m->o->unwritten) {
        if (m->o->then == SOURCE_NONE)
            return machine_end(m, RUN_INPUTS_EXHAUSTED, "byte %u of '%s' has no value", offset,
                               o == m->memory.environment ? "environment" : name_of_site(m, o->site));
        if (m->o->then == SOURCE_RANDOM)
            byte = (uint8_t)random_next(&m->random);
    }
    return set_byte(m, o, offset, byte);
}

bool memory_fix(Machine *m, Instance *o, uint64_t offset, uint64_t n) {
    assert(offset <= o->size && n <= o->size - offset);
    if (!o->written)
        return true;
    for (uint64_t i = offset; i < offset + n; i++)
        if (!o->written[i] && !fix_byte(m, o, (uint32_t)i))
            return false;
    return true;
}

static inline void mark_written(Instance *o, uint64_t offset, uint64_t n) {
    assert(offset <= o->size && n <= o->size - offset);
    if (o->written)
        memset(o->written + offset, 1, n);
}

// ---- regions ----
static const char *region_name(const Machine *m, RegionId region) {
    return program_text(m->p, m->p->regions.at[region].name);
}

static bool wrong_region(Machine *m, const Instance *o, uint64_t offset, RegionId region) {
    return machine_end(m, RUN_WRONG_REGION,
                       "byte %llu of '%s' was written through region %u %s, now accessed through %u %s",
                       (unsigned long long)offset, name_of_site(m, o->site), o->region[offset],
                       region_name(m, o->region[offset]), region, region_name(m, region));
}

static bool check_region(Machine *m, Instance *o, uint64_t offset, uint64_t n, RegionId region, bool write) {
    assert(o->region && region);
    for (uint64_t i = offset; i < offset + n; i++) {
        if (o->region[i] && o->region[i] != region)
            return wrong_region(m, o, i, region);
        if (write)
            o->region[i] = region;
    }
    return true;
}

// ---- values as bytes ----
uint32_t memory_bytes(ValueType type) {
    return (type.width + 7) / 8;
}

Value memory_decode(ValueType type, const uint8_t *bytes, uint32_t n) {
    Value v = { 0 };
    assert(n >= memory_bytes(type));
    uint8_t raw[16] = { 0 };
    memcpy(raw, bytes, n < 16 ? n : 16);
    memcpy(&v.lo, raw, 8);
    memcpy(&v.hi, raw + 8, 8);
    return value_truncate(v, type.width);
}

void memory_encode(ValueType type, Value v, uint8_t *bytes, uint32_t n) {
    (void)type;
    uint8_t raw[16] = { 0 };
    memcpy(raw, &v.lo, 8);
    memcpy(raw + 8, &v.hi, 8);
    memset(bytes, 0, n);
    memcpy(bytes, raw, n < 16 ? n : 16);
}

static inline bool all_written(const uint8_t *written, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!written[i])
            return false;
    return true;
}

static inline uint64_t load_whole(const uint8_t *bytes, uint32_t n) {
    assert(n == 1 || n == 2 || n == 4 || n == 8);
    switch (n) {
    case 1:
        return *bytes;
    case 2: {
        uint16_t x;
        memcpy(&x, bytes, 2);
        return x;
    }
    case 4: {
        uint32_t x;
        memcpy(&x, bytes, 4);
        return x;
    }
    default: {
        uint64_t x;
        memcpy(&x, bytes, 8);
        return x;
    }
    }
}

static inline void store_whole(uint8_t *bytes, uint32_t n, uint64_t x) {
    assert(n == 1 || n == 2 || n == 4 || n == 8);
    switch (n) {
    case 1:
        *bytes = (uint8_t)x;
        break;
    case 2:
        memcpy(bytes, &x, 2);
        break;
    case 4:
        memcpy(bytes, &x, 4);
        break;
    default:
        memcpy(bytes, &x, 8);
    }
}

// ---- the commands ----
// Where someone knows the value of this load, its unwritten bytes get theirs from it.
static bool fix_by_value(Machine *m, const Step *s, Instance *o, uint64_t offset, uint32_t n) {
    assert(m->loads[s->edge] && "this load is counted");
    Value v;
    uint8_t bytes[16], given;
    if (n > sizeof bytes || !m->o->unwritten(m->o->unwritten_context, s->edge, m->loads[s->edge] - 1, &v))
        return true;
    memory_encode(s->type, v, bytes, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)offset + i;
        if (!o->written[at] && !given_byte(m, o, at, &given) && !set_byte(m, o, at, bytes[i]))
            return false;
    }
    return true;
}

// A pointer that others put where it is read.
static bool fix_pointer(Machine *m, Instance *o, uint64_t offset, uint32_t n) {
    assert(8 * n == m->p->pointer_bits);
    uint64_t pointer = 0;
    memcpy(&pointer, o->bytes + offset, n);
    bool can = memory_from_outside(m, &pointer);
    memcpy(o->bytes + offset, &pointer, n);
    return can;
}

static bool fix_load(Machine *m, const Step *s, Instance *o, uint64_t offset, uint32_t n) {
    if (m->o->unwritten && !fix_by_value(m, s, o, offset, n))
        return false;
    if (!memory_fix(m, o, offset, n))
        return false;
    bool pointer = m->p->vars.at[m->p->edges.at[s->edge].cmd.var].pointer && 8 * n == m->p->pointer_bits;
    return !pointer || !(o->given || o == m->memory.environment) || fix_pointer(m, o, offset, n);
}

bool memory_load(Machine *m, Step *s) {
    uint64_t address = operand(m, &s->a).lo;
    Instance *o = s->cache;
    uint64_t offset = address - o->base;
    if (m->loads)
        m->loads[s->edge]++;
    if (offset >= o->readable || o->readable - offset < s->bytes) {
        o = access_by(m, s, address, false);
        if (!o)
            return false;
        s->cache = o;
        offset = address - o->base;
    }
    uint32_t n = s->whole ? s->bytes : memory_bytes(s->type);
    if (o->written && !all_written(o->written + offset, n) && !fix_load(m, s, o, offset, n))
        return false;
    if (o->region && s->region && !check_region(m, o, offset, s->bytes, s->region, false))
        return false;
    if (s->whole)
        set_slot(m, s->var, (Value){ load_whole(o->bytes + offset, n), 0 });
    else
        set_slot(m, s->var, memory_decode(s->type, o->bytes + offset, n));
    return true;
}

bool memory_store(Machine *m, Step *s) {
    uint64_t address = operand(m, &s->a).lo;
    Instance *o = s->cache;
    uint64_t offset = address - o->base;
    if (offset >= o->writable || o->writable - offset < s->bytes) {
        o = access_by(m, s, address, true);
        if (!o)
            return false;
        s->cache = o;
        offset = address - o->base;
    }
    if (o->region && s->region && !check_region(m, o, offset, s->bytes, s->region, true))
        return false;
    Value v = operand(m, &s->b);
    if (s->whole)
        store_whole(o->bytes + offset, s->bytes, v.lo);
    else
        memory_encode(s->type, v, o->bytes + offset, s->bytes);
    mark_written(o, offset, s->bytes);
    if (o == m->memory.environment && s->whole && 8 * s->bytes == m->p->pointer_bits)
        hand_out(m, v.lo);
    return true;
}

// The bytes keep the region they were written through.
static bool copy_regions(Machine *m, Instance *to, uint64_t to_offset, const Instance *from, uint64_t offset,
                         uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        RegionId region = from->region[offset + i], old = to->region[to_offset + i];
        if (region && old && region != old)
            return wrong_region(m, to, to_offset + i, region);
    }
    for (uint64_t i = 0; i < n && (from != to || offset != to_offset); i++) {
        uint64_t k = to_offset > offset ? n - 1 - i : i; // as memmove: never over what is still to be read
        if (from->region[offset + k])
            to->region[to_offset + k] = from->region[offset + k];
    }
    return true;
}

bool memory_copy(Machine *m, const Step *s) {
    uint64_t to = operand(m, &s->a).lo, from = operand(m, &s->b).lo, n = operand(m, &s->c).lo;
    if (n == 0)
        return true;
    Instance *source = memory_access(m, from, n, false);
    Instance *target = source ? memory_access(m, to, n, true) : NULL;
    assert(!target || (source->region != NULL) == (target->region != NULL));
    if (!target)
        return false;
    uint64_t offset = from - source->base, to_offset = to - target->base;
    if (!memory_fix(m, source, offset, n))
        return false;
    if (source->region && !copy_regions(m, target, to_offset, source, offset, n))
        return false;
    memmove(target->bytes + to_offset, source->bytes + offset, n);
    mark_written(target, to_offset, n);
    return true;
}

bool memory_set(Machine *m, const Step *s) {
    uint64_t to = operand(m, &s->a).lo, n = operand(m, &s->c).lo;
    uint8_t byte = (uint8_t)operand(m, &s->b).lo;
    if (n == 0)
        return true;
    Instance *o = memory_access(m, to, n, true);
    if (!o)
        return false;
    memset(o->bytes + (to - o->base), byte, n);
    mark_written(o, to - o->base, n);
    return true;
}

// Its bytes become inputs again under a new number: the inputs they had
// before are still in the trace.
void memory_forget(Machine *m, Instance *o) {
    if (!o || !o->writable)
        return;
    if (!o->written)
        o->written = base_alloc(o->size);
    memset(o->written, 0, o->size);
    o->number = ++m->memory.numbers;
}

bool memory_havoc(Machine *m, const Step *s) {
    memory_forget(m, pointed_into(m, operand(m, &s->a).lo));
    return true;
}

static void drop_dead_given(Machine *m) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->memory.given.count; i++)
        if (m->memory.given.at[i]->live && m->memory.given.at[i]->given)
            m->memory.given.at[n++] = m->memory.given.at[i];
    m->memory.given.count = n;
}

// Formulas let a function without body write all objects that are ever handed out (Object.given).  A run that follows
// a trace notes one that is not handed out yet.
static void note_kept(Machine *m) {
    for (uint32_t i = 0; i < SPACES; i++)
        for (uint32_t k = 0; k < m->memory.space[i].placed.count && !m->r->kept; k++) {
            const Instance *o = m->memory.space[i].placed.at[k].instance;
            const Object *site = &m->p->objects.at[o->site];
            if (o->live && !o->given && site->given && !site->constant)
                m->r->kept = o->site;
        }
}

// The environment's memory is new as well: nothing that was there is left.
bool memory_outside(Machine *m, const Step *s) {
    if (s->n) {
        code_run(s->values, m->bank, m->it->scratch.at);
        for (uint32_t i = 0; i < s->n; i++)
            hand_out(m, m->it->scratch.at[i].lo);
    }
    drop_dead_given(m);
    hand_out_reachable(m);
    if (m->o->inputs && m->o->then == SOURCE_NONE && !m->r->kept)
        note_kept(m);
    for (uint32_t i = 0; i < m->memory.given.count; i++)
        memory_forget(m, m->memory.given.at[i]);
    if (m->memory.environment) {
        memory_drop_contents(m->memory.environment);
        vec_push(&m->it->spare, m->memory.environment);
        m->memory.environment = NULL;
    }
    return true;
}

bool memory_alloc(Machine *m, const Step *s) {
    uint64_t size = operand(m, &s->a).lo;
    Instance *o = memory_new(m, m->p->edges.at[s->edge].cmd.object, size);
    if (!o)
        return false;
    if (o->kind == OBJ_STACK)
        vec_push(&m->t->stack, o);
    set_slot(m, s->var, (Value){ o->base, 0 });
    return true;
}

void memory_say_free(const Machine *m, uint64_t address, const Instance *o, Reason *why) {
    const char *name = o ? name_of_site(m, o->site) : "";
    if (!o)
        reason_set(why, "free of address 0x%llx, where no object is", (unsigned long long)address);
    else if (o->kind != OBJ_HEAP)
        reason_set(why, "free of '%s', which is not on the heap", name);
    else if (!o->live)
        reason_set(why, "'%s' is freed twice", name);
    else if (m->p->objects.at[o->site].lent)
        reason_set(why, "free of memory that is not the program's");
    else
        reason_set(why, "free of an address inside '%s', at offset %llu", name,
                   (unsigned long long)(address - o->base));
}

bool memory_release(Machine *m, const Step *s) {
    uint64_t address = operand(m, &s->a).lo;
    if (address == 0)
        return true;
    Instance *o = memory_find(m, address);
    if (!o || o->kind != OBJ_HEAP || !o->live || address != o->base) {
        Reason why;
        memory_say_free(m, address, o && address <= end_of(o) ? o : NULL, &why);
        return machine_end(m, RUN_MEMORY_ERROR, "%s", why.text);
    }
    memory_end_life(m, o);
    return true;
}

// An object keeps its place: the blocks of one activation use the same one again and again.
bool memory_scope(Machine *m, const Step *s) {
    uint64_t address = operand(m, &s->a).lo;
    Instance *o = memory_find(m, address);
    if (!o || !o->live || o->base != address)
        return true;
    bool begins = m->p->edges.at[s->edge].cmd.number;
    o->out = !begins;
    o->readable = o->writable = begins ? o->size : 0;
    if (begins)
        memory_forget(m, o);
    return true;
}

bool memory_object_size(Machine *m, const Step *s) {
    uint64_t address = operand(m, &s->a).lo;
    Instance *o = pointed_into(m, address);
    if (!o)
        return machine_end(m, RUN_MEMORY_ERROR, "realloc of address 0x%llx, where no object is",
                           (unsigned long long)address);
    set_slot(m, s->var, (Value){ o->size, 0 });
    return true;
}
