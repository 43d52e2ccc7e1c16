// lists.c - programs with linked lists are free of memory errors: abstract interpretation with symbolic heaps
//
// A heap (claim/heap.h) says which objects there are, which cells lead from one to the other, and has segments for
// parts of lists of any length.  The engine follows the heaps from the start of the program.  Before an object of a
// segment is accessed it is taken out (lists_post.c); at the heads of loops chains that nothing else points into become
// segments (lists_fold.c), and numbers that take on many values are forgotten.  So there are few heaps at each head,
// and when no new one comes they are the claim.  Where a check may fail, or there is something that the engine does not
// understand, it claims nothing.
//
// After D. Distefano, P. O'Hearn, H. Yang, "A Local Shape Analysis Based on Separation Logic", TACAS 2006, and
// K. Dudka, P. Peringer, T. Vojnar, "Byte-Precise Verification of Low-Level List Manipulation", SAS 2013; segments have
// one object at least, and several heaps stand for the empty ones.
#include "engine/lists/lists.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "program/edit.h"
#include "program/wto.h"

enum { MOST_HEAPS = 400, MOST_ALL = 60000, MOST_NODES = 40, MOST_NUMBERS = 3 };

typedef struct Here { // at a location
    LocId loc;
    Heap heap;
    bool dropped; // another has all its states
} Here;

typedef struct Seen { // numbers that a variable had at the head of a loop, or a cell
    uint64_t number[MOST_NUMBERS];
    uint32_t count;
} Seen;

typedef struct Search {
    Lists l;
    uint8_t *head;    // per LocId: of a loop
    uint8_t *matters; // per LocId: a goal, or what is not understood, can be reached
    VecU32 *at;       // per LocId: places in 'all'
    VEC(Here) all;
    VecU32 *waiting; // per place in the order of locations: those to be followed
    uint32_t *place; // per LocId
    Map numbers;     // location and what -> place in 'seen' + 1
    VEC(Seen) seen;
} Search;

// ---- numbers ----
// Is it one of the first few there?
static bool stays(Search *s, LocId loc, uint64_t what, uint64_t number) {
    uint64_t key = hash_mix(what ^ hash_mix(loc));
    uint32_t place = map_find(&s->numbers, key);
    if (!place) {
        vec_add(&s->seen);
        map_put(&s->numbers, key, place = s->seen.count);
    }
    Seen *n = &s->seen.at[place - 1];
    for (uint32_t i = 0; i < n->count && i < MOST_NUMBERS; i++)
        if (n->number[i] == number)
            return n->count <= MOST_NUMBERS;
    if (n->count < MOST_NUMBERS)
        n->number[n->count] = number;
    n->count += n->count <= MOST_NUMBERS;
    return n->count <= MOST_NUMBERS;
}

static void forget_numbers(Search *s, LocId loc, Heap *h) {
    for (uint32_t i = h->vars.count; i-- > 0;) {
        HeapVar v = h->vars.at[i];
        if (v.value.kind == HEAP_NUMBER && !stays(s, loc, v.var, v.value.number))
            heap_set_var(h, v.var, heap_any());
    }
    for (uint32_t i = 0; i < h->nodes.count; i++) {
        HeapNode *n = &h->nodes.at[i];
        for (uint32_t k = n->cells.count; k-- > 0;) {
            HeapCell c = n->cells.at[k];
            uint64_t what = (c.offset << 32) + ((uint64_t)n->object << 8) + (uint64_t)n->kind;
            if (c.value.kind == HEAP_NUMBER && c.value.number && !stays(s, loc, ~what, c.value.number))
                heap_set_cell(n, c.offset, c.bytes, heap_any());
        }
    }
}

// ---- the search ----
static bool is_new(Search *s, LocId loc, const Heap *h) {
    for (uint32_t i = 0; i < s->at[loc].count; i++) {
        Here *old = &s->all.at[s->at[loc].at[i]];
        if (old->dropped)
            continue;
        if (heap_same(&old->heap, h) || (s->head[loc] && lists_covers(&s->l, &old->heap, h)))
            return false;
        if (s->head[loc] && lists_covers(&s->l, h, &old->heap))
            old->dropped = true;
    }
    return true;
}

static bool limit(Search *s, const char *what) {
    reason_set(&s->l.why, "%s", what);
    return false;
}

// A heap comes to a location.  Takes it.
static bool arrive(Search *s, LocId loc, Heap *h) {
    if (!s->matters[loc]) {
        heap_free(h);
        return true;
    }
    if (s->head[loc]) {
        lists_fold(&s->l, h, loc);
        forget_numbers(s, loc, h);
    } else {
        lists_tidy(&s->l, h, loc);
    }
    if (!is_new(s, loc, h)) {
        heap_free(h);
        return true;
    }
    bool good = true;
    if (h->nodes.count > MOST_NODES)
        good = limit(s, "a heap of many parts");
    else if (s->at[loc].count >= MOST_HEAPS || s->all.count >= MOST_ALL)
        good = limit(s, "many heaps");
    vec_push(&s->at[loc], s->all.count);
    vec_push(&s->waiting[s->place[loc]], s->all.count);
    vec_push(&s->all, ((Here){ loc, *h, false }));
    return good;
}

static bool follow(Search *s, uint32_t number) {
    LocId loc = s->all.at[number].loc;
    HeapSet out = { 0 };
    bool good = true;
    for_out_edges(s->l.p, loc, e) {
        LocId to = s->l.p->edges.at[e].to;
        good = good && lists_post(&s->l, &s->all.at[number].heap, e, &out);
        for (uint32_t i = 0; i < out.count; i++) {
            if (good)
                good = arrive(s, to, &out.at[i]);
            else
                heap_free(&out.at[i]);
        }
        out.count = 0;
    }
    vec_free(&out);
    return good;
}

// The next heap, of the first location in the order that has one.
static bool next(Search *s, uint32_t n_places, uint32_t *number) {
    for (uint32_t i = 0; i < n_places; i++)
        if (s->waiting[i].count) {
            *number = vec_pop(&s->waiting[i]);
            return true;
        }
    return false;
}

// ---- the start ----
static HeapValue first_bytes(Search *s, Heap *h, ObjId object, uint64_t offset, uint32_t bytes) {
    const Object *o = &s->l.p->objects.at[object];
    uint64_t number = 0;
    if (o->kind != OBJ_GLOBAL || o->external || o->made || o->thread_local || offset + bytes > o->size || bytes > 8)
        return heap_any();
    for (uint32_t i = 0; i < o->relocs.count; i++) {
        const Reloc *r = &o->relocs.at[i];
        if (r->offset + s->l.word <= offset || offset + bytes <= r->offset)
            continue;
        VarId address = s->l.p->objects.at[r->object].address;
        HeapValue v = address ? lists_value(&s->l, h, var_term(s->l.p, address)) : heap_any();
        if (v.kind == HEAP_FIRST)
            v.number = (uint64_t)r->addend & (s->l.word == 8 ? UINT64_MAX : UINT32_MAX);
        return r->offset == offset && bytes == s->l.word ? v : heap_any();
    }
    for (uint32_t i = bytes; o->init && i-- > 0;)
        number = number << 8 | o->init[offset + i];
    return heap_number(number);
}

static HeapValue first_value(Search *s, Heap *h, VarId v) {
    const Program *p = s->l.p;
    const Var *var = &p->vars.at[v];
    if (sort_kind(p->terms, var->sort) != SORT_BV || sort_width(p->terms, var->sort) > 64)
        return heap_any();
    uint32_t bytes = sort_width(p->terms, var->sort) / 8;
    if (!var->object)
        return bytes == s->l.word && lists_counts(p, v) ? (HeapValue){ HEAP_COUNT, 0, 0 } : heap_number(0);
    return first_bytes(s, h, var->object, var->offset, bytes);
}

// The words of a global object that is no variable.
static void start_object(Search *s, Heap *h, ObjId object) {
    enum { LARGEST = 512 };
    const Object *o = &s->l.p->objects.at[object];
    if (o->kind != OBJ_GLOBAL || o->constant || o->size > LARGEST)
        return;
    HeapValue node = lists_value(&s->l, h, var_term(s->l.p, o->address));
    for (uint64_t at = 0; node.kind == HEAP_FIRST && at + s->l.word <= o->size; at += s->l.word) {
        HeapValue v = first_bytes(s, h, object, at, s->l.word);
        heap_set_cell(&h->nodes.at[node.node], at, s->l.word, v);
    }
}

static Heap start(Search *s) {
    const Program *p = s->l.p;
    Heap h = { 0 };
    for (VarId v = 1; v < p->vars.count; v++)
        if (p->vars.at[v].kind == VAR_GLOBAL && s->l.relevant[v])
            heap_set_var(&h, v, first_value(s, &h, v));
    for (RegionId r = 1; r < p->regions.count; r++)
        for (uint32_t i = 0; i < p->regions.at[r].objects.count; i++)
            start_object(s, &h, p->regions.at[r].objects.at[i]);
    return h;
}

static bool may_fail(const Cmd *cmd) {
    static const CmdKind harmless[] = { CMD_SKIP,  CMD_ASSUME, CMD_ASSIGN,      CMD_INPUT,      CMD_LOAD,
                                        CMD_STORE, CMD_ALLOC,  CMD_FREE,        CMD_STACK_SAVE, CMD_STACK_RESTORE,
                                        CMD_SCOPE, CMD_VALID,  CMD_OBJECT_SIZE, CMD_RETURN,     CMD_PRINT,
                                        CMD_EXIT,  CMD_ABORT,  CMD_TRAP };
    for (uint32_t i = 0; i < COUNT(harmless); i++)
        if (cmd->kind == harmless[i])
            return false;
    return true;
}

static void find_what_matters(Search *s) {
    const Program *p = s->l.p;
    VecU32 work = { 0 };
    Digraph into = edges_into(p);
    s->matters = base_alloc(p->locs.count);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && may_fail(&p->edges.at[e].cmd))
            vec_push(&work, p->edges.at[e].from);
    while (work.count) {
        LocId loc = vec_pop(&work);
        if (s->matters[loc])
            continue;
        s->matters[loc] = 1;
        for (uint32_t i = into.first[loc]; i < into.first[loc + 1]; i++)
            vec_push(&work, p->edges.at[into.to[i]].from);
    }
    digraph_free(&into);
    vec_free(&work);
}

static uint32_t order_locations(Search *s) {
    const Program *p = s->l.p;
    Digraph flow = flow_graph(p);
    Wto w = wto_new(&flow, p->funcs.at[p->entry].entry, WTO_NONE);
    s->head = base_alloc(p->locs.count);
    s->place = base_alloc(p->locs.count * sizeof *s->place);
    for (uint32_t i = 0; i < w.order.count; i++) {
        s->place[w.order.at[i]] = i;
        s->head[w.order.at[i]] = wto_is_head(&w, w.order.at[i]);
    }
    uint32_t n = w.order.count;
    wto_free(&w);
    digraph_free(&flow);
    s->waiting = base_alloc((n + 1) * sizeof *s->waiting);
    return n;
}

static bool search(Search *s, uint32_t n_places) {
    Heap first = start(s);
    uint32_t number;
    bool good = arrive(s, s->l.p->funcs.at[s->l.p->entry].entry, &first);
    while (good && next(s, n_places, &number)) {
        if (limits_hit())
            return limit(s, "timeout");
        if (!s->all.at[number].dropped)
            good = follow(s, number);
    }
    return good;
}

static void make_claim(const Search *s, Claim *claim) {
    claim->kind = CLAIM_SAFE;
    claim->proof.by_heaps = true;
    for (uint32_t i = 0; i < s->all.count; i++)
        if (s->head[s->all.at[i].loc] && !s->all.at[i].dropped)
            vec_push(&claim->proof.heaps, ((HeapNote){ s->all.at[i].loc, heap_copy(&s->all.at[i].heap) }));
}

static void search_free(Search *s, uint32_t n_places) {
    for (uint32_t i = 0; i < s->all.count; i++)
        heap_free(&s->all.at[i].heap);
    for (LocId loc = 0; loc < s->l.p->locs.count; loc++)
        vec_free(&s->at[loc]);
    for (uint32_t i = 0; i <= n_places; i++)
        vec_free(&s->waiting[i]);
    vec_free(&s->all);
    vec_free(&s->seen);
    map_free(&s->numbers);
    map_free(&s->l.links);
    for (EdgeId e = 0; e < s->l.p->edges.count; e++)
        free(s->l.ends[e]);
    void *arrays[] = { s->l.ends, s->head,       s->matters,     s->at,     s->waiting,
                       s->place,  s->l.relevant, s->l.looked_at, s->l.live, s->l.skipped };
    for (uint32_t i = 0; i < COUNT(arrays); i++)
        free(arrays[i]);
}

// Is there an allocation, and a check of memory?
static bool is_for_lists(const Program *p) {
    bool heap = false;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        heap |= edge->from && edge->cmd.kind == CMD_ALLOC && p->objects.at[edge->cmd.object].kind == OBJ_HEAP;
    }
    return heap && (p->lives_matter || p->heap_counted) && !program_has_races(p);
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    const Program *p = task->program;
    Search s = { .l = { .p = p, .t = p->terms, .word = p->pointer_bits / 8 } };
    enum { MOST_BITS = 1 << 28 };
    if (!is_for_lists(p) || (size_t)p->locs.count * p->vars.count > MOST_BITS) {
        reason_set(&claim->reason, "lists");
        reason_set(&claim->detail, "lists decides only how memory on the heap is used");
        return;
    }
    lists_relevant(&s.l);
    lists_find_links(&s.l);
    s.l.ends = base_alloc(p->edges.count * sizeof *s.l.ends);
    s.at = base_alloc(p->locs.count * sizeof *s.at);
    find_what_matters(&s);
    uint32_t n_places = order_locations(&s);
    if (search(&s, n_places)) {
        make_claim(&s, claim);
    } else {
        reason_set(&claim->reason, limits_hit() ? "timeout" : "lists");
        reason_set(&claim->detail, "line %u: %s", p->edges.at[s.l.edge].pos.line, s.l.why.text);
    }
    search_free(&s, n_places);
}

const Engine engine_lists = {
    .name = "lists",
    .summary = "memory errors in programs with linked lists: symbolic heaps",
    .handles = FEATURES_ALL & ~(unsigned)FEATURE_THREADS,
    .unwinds = true,
    .whole = true,
    .run = run,
};
