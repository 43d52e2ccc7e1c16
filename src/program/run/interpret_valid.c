// interpret_valid.c - may this memory be used so?  The ground truth of VALID
#include "program/run/interpret_machine.h"

// ---- accesses ----
// The object that the address points into, or just behind.
static Instance *meant(Machine *m, uint64_t address) {
    Instance *o = memory_find(m, address);
    return o && address <= memory_end(o) ? o : NULL;
}

// Has its block begun once more, with another object?
static bool has_later(const Machine *m, const Instance *o) {
    const Space *s = &m->memory.space[OBJ_STACK];
    for (uint32_t i = 0; i < s->placed.count; i++) {
        const Instance *other = s->placed.at[i].instance;
        if (other->site == o->site && other->number > o->number && other->live)
            return true;
    }
    return false;
}

static bool may_access(Machine *m, uint64_t address, uint64_t bytes, bool write, const Instance *o) {
    uint64_t room = o ? (write ? o->writable : o->readable) : 0, offset = o ? address - o->base : 0;
    if (bytes == 0 || (offset < room && bytes <= room - offset))
        return true;
    memory_say_access(m, address, bytes, write, o, &m->fault);
    uint64_t behind = o ? address - memory_end(o) : 0, before = o ? o->base - address : 0;
    if (o && o->live && !o->out && offset >= o->size)
        m->r->beyond = !o->size ? UINT64_MAX : behind < before ? behind : before; // of no bytes, one may be given
    if (o && o->kind == OBJ_FUNCTION)
        m->r->beyond = UINT64_MAX;
    m->r->stale = o && o->kind == OBJ_STACK && (!o->live || (o->out && has_later(m, o)));
    return false;
}

static bool may_free(Machine *m, uint64_t address) {
    const Instance *o = meant(m, address);
    if (address == 0 || (o && o->kind == OBJ_HEAP && o->live && o->base == address && !m->p->objects.at[o->site].lent))
        return true;
    memory_say_free(m, address, o, &m->fault);
    return false;
}

static bool stays(Machine *m, uint64_t address, uint64_t from) {
    const Instance *o = meant(m, from);
    if (address == from || (in_environment(from, 1) && in_environment(address, 1)))
        return true;
    return o && address - o->base <= o->size;
}

// ---- what is lost ----
typedef struct Mark {
    Machine *m;
    VEC(Instance *) work;
    Map seen; // base -> 1
} Mark;

static void reach(Mark *k, uint64_t pointer) {
    Instance *o = meant(k->m, pointer);
    if (!o || o->kind != OBJ_HEAP || !o->live || map_find(&k->seen, o->base))
        return;
    map_put(&k->seen, o->base, 1);
    vec_push(&k->work, o);
}

static void reach_from(Mark *k, const Instance *o) {
    uint32_t word = k->m->p->pointer_bits / 8;
    for (uint64_t i = 0; o->bytes && i + word <= o->size; i++) {
        uint64_t pointer = 0;
        memcpy(&pointer, o->bytes + i, word);
        if (pointer && (!o->written || (o->written[i] && o->written[i + word - 1])))
            reach(k, pointer);
    }
}

static bool is_static(const Program *p, ObjId object) {
    return object && p->objects.at[object].kind == OBJ_GLOBAL && !p->objects.at[object].made;
}

// Scalars of global objects may be variables of the program.
static void reach_from_globals(Mark *k) {
    const Machine *m = k->m;
    const Space *space = &m->memory.space[OBJ_GLOBAL];
    for (uint32_t i = 0; i < space->placed.count; i++)
        if (is_static(m->p, space->placed.at[i].instance->site))
            reach_from(k, space->placed.at[i].instance);
    for (VarId v = 1; v < m->p->vars.count; v++) {
        const Var *var = &m->p->vars.at[v];
        bool word =
            sort_kind(m->p->terms, var->sort) == SORT_BV && sort_width(m->p->terms, var->sort) == m->p->pointer_bits;
        if (var->kind == VAR_GLOBAL && word && is_static(m->p, var->object))
            reach(k, m->globals[m->it->slot_of[v] & ~SLOT_BANK1].lo);
    }
}

static bool all_tracked(Machine *m) {
    const Space *space = &m->memory.space[OBJ_HEAP];
    Mark k = { .m = m };
    bool all = true;
    reach_from_globals(&k);
    while (k.work.count)
        reach_from(&k, vec_pop(&k.work));
    for (uint32_t i = 0; i < space->placed.count && all; i++) {
        const Instance *o = space->placed.at[i].instance;
        all = !o->live || m->p->objects.at[o->site].lent || map_find(&k.seen, o->base);
        if (!all)
            reason_set(&m->fault, "memory is lost: nothing points to '%s' of %llu bytes any more",
                       program_text(m->p, m->p->objects.at[o->site].name), (unsigned long long)o->size);
    }
    vec_free(&k.work);
    map_free(&k.seen);
    return all;
}

// ---- the command ----
bool memory_valid(Machine *m, const Step *s) {
    const Cmd *cmd = &m->p->edges.at[s->edge].cmd;
    bool valid = false, write = cmd->valid == VALID_WRITE;
    uint64_t a = cmd->a.id ? operand(m, &s->a).lo : 0, b = cmd->b.id ? operand(m, &s->b).lo : 0;
    *m->fault.text = 0;
    switch (cmd->valid) {
    case VALID_READ:
    case VALID_WRITE:
        if (in_environment(b, 1))
            return machine_end(m, RUN_UNMODELLED, "an access of memory that the program does not own");
        valid = may_access(m, a, operand(m, &s->c).lo, write, meant(m, b));
        break;
    case VALID_FREE:
        if (in_environment(a, 1))
            return machine_end(m, RUN_UNMODELLED, "a free of memory that the program does not own");
        valid = may_free(m, a);
        break;
    case VALID_STEP:
        valid = stays(m, a, b);
        break;
    case VALID_TRACKED:
        valid = all_tracked(m);
        break;
    }
    set_slot(m, s->var, (Value){ valid, 0 });
    return true;
}
