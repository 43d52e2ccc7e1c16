// future.c - sets of variables, by fixed point against the direction of the edges
#include "program/threads/future.h"
#include "program/wto.h"

enum { STARTS_THREADS = 0 }; // number of what stands for "may start a thread"

struct Future {
    const Program *p;
    AccessTable access;
    uint32_t *number;                   // per VarId: of a global variable that threads share; 0: none
    uint32_t words;                     // of a set
    uint64_t *reads, *writes;           // per LocId: from there on
    uint64_t *step_reads, *step_writes; // per LocId: by the step from there, or by the whole atomic section it begins
    uint8_t *head, *free, *bound;
    Map race_number;   // a granule of an object, or a region -> number of the accesses marked there
    uint64_t *granule; // per ObjId: bytes of a granule: it divides all offsets and sizes of marked accesses; 0: none
};

// ---- sets ----
static uint64_t *set_at(const Future *f, uint64_t *sets, LocId loc) {
    return sets + (size_t)loc * f->words;
}

static bool set_has(const uint64_t *set, uint32_t i) {
    return set[i / 64] >> i % 64 & 1;
}

static bool set_add(uint64_t *set, uint32_t i) {
    bool is_new = !set_has(set, i);
    set[i / 64] |= (uint64_t)1 << i % 64;
    return is_new;
}

static bool set_join(const Future *f, uint64_t *set, const uint64_t *other) {
    bool changed = false;
    for (uint32_t i = 0; i < f->words; i++) {
        changed |= (other[i] & ~set[i]) != 0;
        set[i] |= other[i];
    }
    return changed;
}

static bool set_fill(const Future *f, uint64_t *set) {
    bool changed = false;
    for (uint32_t i = 0; i < f->words; i++) {
        changed |= set[i] != UINT64_MAX;
        set[i] = UINT64_MAX;
    }
    return changed;
}

// ---- the fixed point ----
static bool join_both(Future *f, LocId into, LocId from) {
    bool changed = set_join(f, set_at(f, f->reads, into), set_at(f, f->reads, from));
    return set_join(f, set_at(f, f->writes, into), set_at(f, f->writes, from)) | changed;
}

// ---- marked accesses ----
static uint64_t region_key(RegionId r) {
    return (uint64_t)1 << 63 | r;
}

static uint64_t granule_key(ObjId object, uint64_t granule) {
    return (uint64_t)object << 32 | (granule & UINT32_MAX);
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    return b ? common_divisor(b, a % b) : a;
}

static void note_granule(Future *f, EdgeId e) {
    FixedPlace place;
    if (f->p->edges.at[e].cmd.region || !access_fixed_place(f->p, &f->p->edges.at[e].cmd, &place))
        return;
    uint64_t *g = &f->granule[place.object];
    *g = common_divisor(common_divisor(*g, place.offset), place.bytes);
}

// Numbers for the parts of memory that marked accesses are at.
static uint32_t number_races(Future *f, uint32_t n) {
    const Program *p = f->p;
    FixedPlace place;
    f->granule = base_alloc(p->objects.count * sizeof *f->granule);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ACCESS)
            note_granule(f, e);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (!p->edges.at[e].from || cmd->kind != CMD_ACCESS)
            continue;
        if (cmd->region && !map_find(&f->race_number, region_key(cmd->region)))
            map_put(&f->race_number, region_key(cmd->region), n++);
        if (cmd->region || !access_fixed_place(p, cmd, &place))
            continue;
        uint64_t g = f->granule[place.object];
        for (uint64_t i = place.offset / g; i < (place.offset + place.bytes) / g; i++)
            if (!map_find(&f->race_number, granule_key(place.object, i)))
                map_put(&f->race_number, granule_key(place.object, i), n++);
    }
    return n;
}

// Where it is not known where an access is, it may be anywhere.
static bool add_mark(const Future *f, EdgeId e, uint64_t *reads, uint64_t *writes) {
    const Cmd *cmd = &f->p->edges.at[e].cmd;
    uint64_t *set = cmd->write ? writes : reads;
    FixedPlace place;
    bool changed = false;
    if (cmd->kind != CMD_ACCESS)
        return false;
    if (cmd->region)
        return set_add(set, map_find(&f->race_number, region_key(cmd->region)));
    if (!access_fixed_place(f->p, cmd, &place))
        return set_fill(f, set);
    uint64_t g = f->granule[place.object];
    for (uint64_t i = place.offset / g; i < (place.offset + place.bytes) / g; i++)
        changed |= set_add(set, map_find(&f->race_number, granule_key(place.object, i)));
    return changed;
}

static bool add_accesses(const Future *f, EdgeId e, uint64_t *reads, uint64_t *writes) {
    bool changed = add_mark(f, e, reads, writes);
    for_accesses(&f->access, e, a) if (a->var && f->number[a->var]) changed |=
        set_add(a->write ? writes : reads, f->number[a->var]);
    return changed;
}

static bool flow_back(Future *f, EdgeId e) {
    const Edge *edge = &f->p->edges.at[e];
    const Cmd *cmd = &edge->cmd;
    LocId at = edge->from;
    bool call = cmd->kind == CMD_CALL || cmd->kind == CMD_THREAD_CREATE;
    bool changed = add_accesses(f, e, set_at(f, f->reads, at), set_at(f, f->writes, at)) | join_both(f, at, edge->to);
    if (cmd->kind == CMD_THREAD_CREATE)
        changed |= set_add(set_at(f, f->writes, at), STARTS_THREADS);
    if (call && cmd->callee && f->p->funcs.at[cmd->callee].defined)
        changed |= join_both(f, at, f->p->funcs.at[cmd->callee].entry);
    else if (call)
        changed |= set_fill(f, set_at(f, f->reads, at)) | set_fill(f, set_at(f, f->writes, at));
    return changed;
}

// ---- steps that can be taken early ----
// One of the tests always holds.
static bool tests_are_total(const Program *p, LocId loc) {
    Term any = term_false(p->terms);
    for_out_edges(p, loc, e) any = term_or(p->terms, any, p->edges.at[e].cmd.a);
    return term_op(p->terms, any) == OP_TRUE;
}

static bool edge_is_free(const Future *f, EdgeId e) {
    const Edge *edge = &f->p->edges.at[e];
    const Cmd *cmd = &edge->cmd;
    for_accesses(&f->access, e, a) if (!a->var) return false;
    switch (cmd->kind) {
    case CMD_SKIP:
    case CMD_ASSIGN:
    case CMD_INPUT:
    case CMD_STACK_SAVE:
    case CMD_STACK_RESTORE:
        return edge->to != f->p->stop;
    case CMD_ACCESS: // of a variable: the access itself cannot fail
        return !cmd->region && access_fixed_place(f->p, cmd, &(FixedPlace){ 0 });
    case CMD_ASSUME:
        return edge->to != f->p->stop && tests_are_total(f->p, edge->from);
    case CMD_CALL:
    case CMD_THREAD_CREATE:
        return cmd->callee && f->p->funcs.at[cmd->callee].defined;
    case CMD_RETURN:
        return true;
    default:
        return false;
    }
}

static void find_heads(Future *f) {
    Digraph flow = flow_graph(f->p);
    Wto order = wto_new(&flow, 0, WTO_NONE);
    for (LocId loc = 1; loc < f->p->locs.count; loc++)
        f->head[loc] = wto_is_head(&order, loc);
    wto_free(&order);
    digraph_free(&flow);
}

static bool is_plain_access(const Edge *e) {
    return e->cmd.kind == CMD_LOAD || e->cmd.kind == CMD_STORE || e->cmd.kind == CMD_ASSIGN;
}

// The steps right behind marks of accesses.
static void find_bound(Future *f) {
    const Program *p = f->p;
    uint8_t *other = base_alloc(p->locs.count);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            other[p->edges.at[e].to] |= p->edges.at[e].cmd.kind != CMD_ACCESS;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        EdgeId next = edge->from && edge->cmd.kind == CMD_ACCESS ? p->locs.at[edge->to].first_out : 0;
        if (next && !other[edge->to] && is_plain_access(&p->edges.at[next]))
            f->bound[edge->to] = 1;
    }
    free(other);
}

// May the whole atomic section be taken early?  All steps up to its end are free, and none goes around.
static bool section_is_free(Future *f, LocId begin) {
    const Program *p = f->p;
    VecU32 work = { 0 };
    Map seen = { 0 };
    bool is_free = true;
    vec_push(&work, begin);
    for (uint32_t i = 0; i < work.count && is_free; i++) {
        LocId loc = work.at[i];
        is_free = i == 0 || (f->free[loc] && !f->head[loc]) ||
                  p->edges.at[p->locs.at[loc].first_out].cmd.kind == CMD_ATOMIC_END;
        for_out_edges(p, loc, e) {
            CmdKind kind = p->edges.at[e].cmd.kind;
            is_free &= kind != CMD_CALL && kind != CMD_RETURN && kind != CMD_THREAD_CREATE;
            is_free &= kind != CMD_ATOMIC_BEGIN || i == 0;
            add_accesses(f, e, set_at(f, f->step_reads, begin), set_at(f, f->step_writes, begin));
            if (kind == CMD_ATOMIC_END || map_find(&seen, p->edges.at[e].to))
                continue;
            map_put(&seen, p->edges.at[e].to, 1);
            vec_push(&work, p->edges.at[e].to);
        }
    }
    vec_free(&work);
    map_free(&seen);
    return is_free;
}

static void find_free(Future *f) {
    const Program *p = f->p;
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        f->free[loc] = p->locs.at[loc].first_out && !f->head[loc];
        for_out_edges(p, loc, e) {
            f->free[loc] &= edge_is_free(f, e);
            add_accesses(f, e, set_at(f, f->step_reads, loc), set_at(f, f->step_writes, loc));
        }
    }
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        EdgeId e = p->locs.at[loc].first_out;
        if (e && p->edges.at[e].cmd.kind == CMD_ATOMIC_BEGIN)
            f->free[loc] = !f->head[loc] && section_is_free(f, loc);
    }
}

static uint64_t *new_sets(const Future *f) {
    return base_alloc((size_t)f->p->locs.count * f->words * sizeof(uint64_t));
}

Future *future_new(const Program *p) {
    Future *f = base_alloc(sizeof *f);
    *f = (Future){ .p = p, .access = access_new(p) };
    f->number = base_alloc(p->vars.count * sizeof *f->number);
    uint32_t n = STARTS_THREADS + 1;
    for (VarId v = 1; v < p->vars.count; v++)
        if (!p->vars.at[v].func && p->vars.at[v].kind != VAR_ADDRESS)
            f->number[v] = n++;
    n = number_races(f, n);
    f->words = n / 64 + 1;
    f->reads = new_sets(f);
    f->writes = new_sets(f);
    f->step_reads = new_sets(f);
    f->step_writes = new_sets(f);
    f->head = base_alloc(p->locs.count);
    f->free = base_alloc(p->locs.count);
    f->bound = base_alloc(p->locs.count);
    for (bool changed = true; changed;) {
        changed = false;
        for (EdgeId e = p->edges.count; e-- > 1;)
            changed |= p->edges.at[e].from && flow_back(f, e);
    }
    find_heads(f);
    find_bound(f);
    find_free(f);
    return f;
}

void future_free(Future *f) {
    if (!f)
        return;
    access_free(&f->access);
    free(f->number);
    free(f->reads);
    free(f->writes);
    free(f->step_reads);
    free(f->step_writes);
    free(f->head);
    free(f->free);
    free(f->bound);
    free(f->granule);
    map_free(&f->race_number);
    free(f);
}

bool future_is_free(const Future *f, LocId loc) {
    assert(loc && loc < f->p->locs.count);
    return f->free[loc];
}

bool future_is_bound(const Future *f, LocId loc) {
    assert(loc && loc < f->p->locs.count);
    return f->bound[loc];
}

bool future_is_head(const Future *f, LocId loc) {
    assert(loc && loc < f->p->locs.count);
    return f->head[loc];
}

bool future_meets(const Future *f, LocId loc, LocId other) {
    assert(loc && loc < f->p->locs.count && other && other < f->p->locs.count);
    const uint64_t *reads = set_at(f, f->reads, other), *writes = set_at(f, f->writes, other);
    const uint64_t *step_reads = set_at(f, f->step_reads, loc), *step_writes = set_at(f, f->step_writes, loc);
    EdgeId e = f->p->locs.at[loc].first_out;
    if (e && f->p->edges.at[e].cmd.kind == CMD_THREAD_CREATE && set_has(writes, STARTS_THREADS))
        return true;
    for (uint32_t i = 0; i < f->words; i++)
        if (writes[i] & (step_reads[i] | step_writes[i]) || reads[i] & step_writes[i])
            return true;
    return false;
}
