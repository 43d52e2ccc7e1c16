// check_heaps.c - is a proof by symbolic heaps right?
#include "answer/check/check_heaps.h"
#include "answer/check/check_proof.h"
#include "answer/check/heaps_inside.h"
#include "base/limits.h"
#include "program/digraph.h"
#include "program/edit.h"

enum { MOST_STEPS = 2000000 };

typedef struct At { // a heap on the way between points
    LocId loc;
    Heap heap;
} At;

typedef struct Check {
    const Program *p;
    const Proof *proof;
    uint8_t *matters; // per LocId: a goal, or what is not known, can be reached from there
    uint8_t *point;   // per LocId: there are heaps
    VecU32 *seen;     // per LocId: which of 'all' were there, or are entailed
    VEC(At) all;
    uint32_t next; // of 'all' to be followed
    HeapsCheck out;
} Check;

__attribute__((format(printf, 3, 4))) static bool reject(Check *c, const char *reason, const char *format, ...) {
    va_list args;
    va_start(args, format);
    reason_set(&c->out.reason, "%s", reason);
    vsnprintf(c->out.detail.text, sizeof c->out.detail.text, format, args);
    va_end(args);
    return false;
}

// ---- what matters ----
static bool is_harmless(const Cmd *cmd) {
    switch (cmd->kind) {
    case CMD_SKIP:
    case CMD_ASSUME:
    case CMD_ASSIGN:
    case CMD_INPUT:
    case CMD_LOAD:
    case CMD_STORE:
    case CMD_ALLOC:
    case CMD_FREE:
    case CMD_STACK_SAVE:
    case CMD_STACK_RESTORE:
    case CMD_SCOPE:
    case CMD_OBJECT_SIZE:
    case CMD_VALID:
    case CMD_RETURN:
    case CMD_PRINT:
    case CMD_EXIT:
    case CMD_ABORT:
    case CMD_TRAP:
        return true;
    default:
        return false;
    }
}

static void find_what_matters(Check *c) {
    const Program *p = c->p;
    Digraph into = edges_into(p);
    VecU32 work = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || is_harmless(&edge->cmd) || c->matters[edge->from])
            continue;
        c->matters[edge->from] = 1;
        vec_push(&work, edge->from);
    }
    while (work.count) {
        LocId loc = vec_pop(&work);
        for (uint32_t i = into.first[loc]; i < into.first[loc + 1]; i++) {
            LocId from = p->edges.at[into.to[i]].from;
            if (!from || c->matters[from])
                continue;
            c->matters[from] = 1;
            vec_push(&work, from);
        }
    }
    vec_free(&work);
    digraph_free(&into);
}

static bool read_notes(Check *c) {
    const Program *p = c->p;
    FuncId entry = p->entry;
    for (uint32_t i = 0; i < c->proof->heaps.count; i++) {
        const HeapNote *n = &c->proof->heaps.at[i];
        if (!n->loc || n->loc >= p->locs.count || p->locs.at[n->loc].func != entry || !heap_is_sound(p, &n->heap))
            return reject(c, "proof check", "heap %u is not one of this program", i);
        c->out.points += !c->point[n->loc];
        c->point[n->loc] = 1;
    }
    c->out.heaps = c->proof->heaps.count;
    return true;
}

// ---- the start ----
// Global variables of the engines' own (valid.h, monitor_memory.h) count from zero: so does COUNT, as there is no
// object on the heap yet.
static bool is_counter(const Program *p, VarId v) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (!p->edges.at[e].from || cmd->kind != CMD_ASSIGN)
            continue;
        Term one = term_bv(p->terms, 1, p->pointer_bits);
        for (uint32_t i = 0; i < cmd->n; i++)
            if (cmd->vars[i] == v && term_same(cmd->terms[i], term_2(p->terms, OP_BV_ADD, var_term(p, v), one)))
                return true;
    }
    return false;
}

// What 'bytes' of a global object are at the start.
static HeapValue initial_bytes(const Program *p, Heap *h, ObjId object, uint64_t offset, uint32_t bytes) {
    const Object *o = &p->objects.at[object];
    uint32_t word = p->pointer_bits / 8;
    uint64_t number = 0;
    if (o->kind != OBJ_GLOBAL || o->external || o->made || o->thread_local || bytes > 8 || offset > o->size ||
        bytes > o->size - offset)
        return heap_any();
    for (uint32_t i = 0; i < o->relocs.count; i++) {
        const Reloc *r = &o->relocs.at[i];
        if (r->offset >= offset + bytes || offset >= r->offset + word)
            continue;
        VarId address = p->objects.at[r->object].address;
        HeapValue v = address ? heaps_value(p, h, var_term(p, address)) : heap_any();
        if (r->offset != offset || bytes != word || v.kind != HEAP_FIRST)
            return heap_any();
        v.number = (uint64_t)r->addend & (word == 8 ? UINT64_MAX : UINT32_MAX);
        return v;
    }
    for (uint32_t i = bytes; o->init && i-- > 0;)
        number = number << 8 | o->init[offset + i];
    return heap_number(number);
}

static HeapValue initial_value(const Program *p, Heap *h, VarId v) {
    const Var *var = &p->vars.at[v];
    SortKind k = sort_kind(p->terms, var->sort);
    uint32_t width = k == SORT_BOOL || k == SORT_BV ? sort_width(p->terms, var->sort) : 0;
    if (!width || width > 64)
        return heap_any();
    if (!var->object)
        return width == p->pointer_bits && is_counter(p, v) ? (HeapValue){ HEAP_COUNT, 0, 0 } : heap_number(0);
    return width % 8 ? heap_any() : initial_bytes(p, h, var->object, var->offset, width / 8);
}

// The words of global objects that are not variables.
static void start_object(const Program *p, Heap *h, ObjId object) {
    enum { LARGEST = 512 };
    const Object *o = &p->objects.at[object];
    uint32_t word = p->pointer_bits / 8;
    if (o->kind != OBJ_GLOBAL || o->size > LARGEST)
        return;
    HeapValue node = heaps_value(p, h, var_term(p, o->address));
    for (uint64_t at = 0; node.kind == HEAP_FIRST && at + word <= o->size; at += word) {
        HeapValue v = initial_bytes(p, h, object, at, word);
        heap_set_cell(&h->nodes.at[node.node], at, word, v);
    }
}

static Heap start(const Program *p) {
    Heap h = { 0 };
    for (VarId v = 1; v < p->vars.count; v++)
        if (p->vars.at[v].kind == VAR_GLOBAL)
            heap_set_var(&h, v, initial_value(p, &h, v));
    for (RegionId r = 1; r < p->regions.count; r++)
        for (uint32_t i = 0; i < p->regions.at[r].objects.count; i++)
            start_object(p, &h, p->regions.at[r].objects.at[i]);
    return h;
}

// ---- following ----
static bool known(const Check *c, LocId loc, const Heap *h) {
    for (uint32_t i = 0; i < c->seen[loc].count; i++)
        if (heap_same(&c->all.at[c->seen[loc].at[i]].heap, h))
            return true;
    return false;
}

static bool entailed(const Check *c, LocId loc, const Heap *h) {
    for (uint32_t i = 0; i < c->proof->heaps.count; i++)
        if (c->proof->heaps.at[i].loc == loc && heaps_entails(c->p, h, &c->proof->heaps.at[i].heap))
            return true;
    return false;
}

static bool not_entailed(Check *c, LocId loc, const Heap *h) {
    Text text = { 0 }, place = { 0 };
    heap_print(c->p, h, &text);
    location_print(c->p, loc, &place);
    reject(c, "proof check", "at %s no heap has the states of: %.400s", place.at, text.at ? text.at : "");
    vec_free(&text);
    vec_free(&place);
    return false;
}

// A heap comes to a location.  Takes it.
static bool arrive(Check *c, LocId loc, Heap *h) {
    bool good = true, goes_on = c->matters[loc] && !known(c, loc, h);
    if (goes_on && c->point[loc])
        good = entailed(c, loc, h) || not_entailed(c, loc, h);
    if (!goes_on) {
        heap_free(h);
        return true;
    }
    vec_push(&c->seen[loc], c->all.count);
    vec_push(&c->all, ((At){ loc, *h }));
    return good;
}

static bool follow(Check *c, LocId loc, const Heap *h) {
    Heaps next = { 0 };
    bool good = true;
    for_out_edges(c->p, loc, e) {
        const Edge *edge = &c->p->edges.at[e];
        Reason why = { 0 };
        if (!good || (!c->matters[edge->to] && is_harmless(&edge->cmd)))
            continue;
        if (++c->out.steps > MOST_STEPS || limits_hit())
            good = reject(c, "timeout", "the heaps have too many steps");
        else if (!heaps_step(c->p, h, e, &next, &why)) {
            Text place = { 0 };
            location_print(c->p, loc, &place);
            good = reject(c, "proof check", "at %s: %s", place.at, why.text);
            vec_free(&place);
        }
        for (uint32_t i = 0; i < next.count; i++) {
            if (good)
                good = arrive(c, edge->to, &next.at[i]);
            else
                heap_free(&next.at[i]);
        }
        next.count = 0;
    }
    vec_free(&next);
    return good;
}

// Heaps at points were found to be entailed: those of the proof are followed in their place.
static bool follow_all(Check *c) {
    for (; c->next < c->all.count; c->next++) {
        At at = c->all.at[c->next];
        if (c->point[at.loc])
            continue;
        if (!follow(c, at.loc, &at.heap))
            return false;
    }
    return true;
}

static bool check_steps(Check *c) {
    Heap first = start(c->p);
    bool good = arrive(c, c->p->funcs.at[c->p->entry].entry, &first) && follow_all(c);
    for (uint32_t i = 0; good && i < c->proof->heaps.count; i++) {
        const HeapNote *n = &c->proof->heaps.at[i];
        good = (!c->matters[n->loc] || follow(c, n->loc, &n->heap)) && follow_all(c);
    }
    return good;
}

HeapsCheck check_heaps(const Program *p, const Proof *proof) {
    Check c = { .p = p, .proof = proof };
    c.matters = base_alloc(p->locs.count);
    c.point = base_alloc(p->locs.count);
    c.seen = base_alloc(p->locs.count * sizeof *c.seen);
    assert(p->split && proof->by_heaps);
    bool good = read_notes(&c);
    if (good && (program_has_threads(p) || program_has_races(p) || program_may_deadlock(p)))
        good = reject(&c, "threads", "a proof by heaps is about one thread");
    if (good) {
        find_what_matters(&c);
        good = check_steps(&c);
    }
    c.out.stands = good;
    for (uint32_t i = 0; i < c.all.count; i++)
        heap_free(&c.all.at[i].heap);
    for (LocId loc = 0; loc < p->locs.count; loc++)
        vec_free(&c.seen[loc]);
    vec_free(&c.all);
    free(c.matters);
    free(c.point);
    free(c.seen);
    return c.out;
}
