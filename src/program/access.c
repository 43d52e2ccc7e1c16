// access.c - which edge reads and writes what
#include "program/access.h"
#include "program/edit.h"
#include "logic/term/value.h"

// ---- one edge ----
typedef struct Lister {
    AccessTable *t;
    EdgeId edge;
    bool inside;
    uint32_t *seen; // per VarId: the last edge that has it in its list of reads
    VecU32 reads;   // scratch
} Lister;

static void add_var(Lister *l, VarId v, bool write) {
    vec_push(&l->t->all, (Access){ .edge = l->edge, .var = v, .write = write, .atomic = l->inside });
}

static void add_memory(Lister *l, RegionId region, Term address, bool write) {
    const Cmd *cmd = &l->t->p->edges.at[l->edge].cmd;
    assert(region < l->t->p->regions.count);
    vec_push(&l->t->all, (Access){ .edge = l->edge,
                                   .region = region,
                                   .address = address,
                                   .write = write,
                                   .atomic = l->inside || cmd->atomic,
                                   .is_volatile = cmd->is_volatile });
}

static void list_reads(Lister *l, const Cmd *cmd) {
    const Program *p = l->t->p;
    l->reads.count = 0;
    cmd_reads(p, cmd, &l->reads);
    for (uint32_t i = 0; i < l->reads.count; i++) {
        VarId v = l->reads.at[i];
        if (p->vars.at[v].kind == VAR_ADDRESS || l->seen[v] == l->edge)
            continue;
        l->seen[v] = l->edge;
        add_var(l, v, false);
    }
    if (cmd->kind == CMD_LOAD)
        add_memory(l, cmd->region, cmd->a, false);
    else if (cmd->kind == CMD_COPY)
        add_memory(l, 0, cmd->b, false);
    else if (cmd->kind == CMD_PRINT) // %s
        add_memory(l, 0, (Term){ 0 }, false);
}

static void list_writes(Lister *l, const Cmd *cmd) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    if (cmd->kind == CMD_STORE)
        add_memory(l, cmd->region, cmd->a, true);
    else if (cmd->kind == CMD_COPY || cmd->kind == CMD_SET || cmd->kind == CMD_HAVOC)
        add_memory(l, 0, cmd->a, true);
    for (uint32_t i = 0; i < n; i++)
        add_var(l, vars[i], true);
}

static void list_all(AccessTable *t) {
    const Program *p = t->p;
    Lister l = { .t = t, .seen = base_alloc(p->vars.count * sizeof *l.seen) };
    t->first = base_alloc((p->edges.count + 1) * sizeof *t->first);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        t->first[e] = t->all.count;
        if (!edge->from)
            continue;
        l.edge = e;
        l.inside = t->inside[edge->from];
        list_reads(&l, &edge->cmd);
        list_writes(&l, &edge->cmd);
    }
    t->first[p->edges.count] = t->all.count;
    free(l.seen);
    vec_free(&l.reads);
}

// ---- atomic sections ----
// Where a thread may be outside of all sections: forwards from where threads start.  A call of a function that may
// end a section is taken to end it; others return as they were called.
typedef struct Sections {
    const Program *p;
    uint8_t *outside; // per LocId
    uint8_t *ends;    // per FuncId: it, or what it calls, has an ATOMIC_END
    Digraph callers;  // FuncId -> CALL edges that may reach it
    uint8_t *addressed;
    VecU32 work, reached; // reached: scratch
} Sections;

static void be_outside(Sections *s, LocId loc) {
    if (!loc || s->outside[loc])
        return;
    s->outside[loc] = 1;
    vec_push(&s->work, loc);
}

// The functions that the call may reach.
static void callees(const Sections *s, const Cmd *call, VecU32 *out) {
    out->count = 0;
    if (call->callee)
        vec_push(out, call->callee);
    for (FuncId f = 1; !call->callee && f < s->p->funcs.count; f++)
        if (s->addressed[f])
            vec_push(out, f);
}

static void index_callers(Sections *s) {
    const Program *p = s->p;
    VecU32 func = { 0 }, edge = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!p->edges.at[e].from || p->edges.at[e].cmd.kind != CMD_CALL)
            continue;
        callees(s, &p->edges.at[e].cmd, &s->reached);
        for (uint32_t i = 0; i < s->reached.count; i++) {
            vec_push(&func, s->reached.at[i]);
            vec_push(&edge, e);
        }
    }
    s->callers = digraph_new(p->funcs.count, func.count, func.at, edge.at);
    vec_free(&func);
    vec_free(&edge);
}

static void find_ends(Sections *s) {
    const Program *p = s->p;
    VecU32 work = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ATOMIC_END)
            vec_push(&work, p->locs.at[p->edges.at[e].from].func);
    while (work.count) {
        FuncId f = vec_pop(&work);
        for (uint32_t i = s->callers.first[f]; !s->ends[f] && i < s->callers.first[f + 1]; i++)
            vec_push(&work, p->locs.at[p->edges.at[s->callers.to[i]].from].func);
        s->ends[f] = 1;
    }
    vec_free(&work);
}

// Where does the call lead outside?  Also asked where it is reached inside.
static void follow_call(Sections *s, const Edge *edge) {
    assert(edge->cmd.kind == CMD_CALL);
    bool ends = false, outside = s->outside[edge->from];
    callees(s, &edge->cmd, &s->reached);
    for (uint32_t i = 0; i < s->reached.count; i++) {
        ends |= s->ends[s->reached.at[i]];
        if (outside)
            be_outside(s, s->p->funcs.at[s->reached.at[i]].entry);
    }
    if (ends || outside)
        be_outside(s, edge->to);
}

static void follow(Sections *s, const Edge *edge) {
    if (edge->cmd.kind == CMD_CALL)
        follow_call(s, edge);
    else if (edge->cmd.kind == CMD_ATOMIC_END || (s->outside[edge->from] && edge->cmd.kind != CMD_ATOMIC_BEGIN))
        be_outside(s, edge->to);
}

static void seed_outside(Sections *s) {
    const Program *p = s->p;
    if (p->entry)
        be_outside(s, p->funcs.at[p->entry].entry);
    for (FuncId f = 1; f < p->funcs.count; f++)
        if (s->addressed[f])
            be_outside(s, p->funcs.at[f].entry);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from)
            continue;
        if (edge->cmd.kind == CMD_THREAD_CREATE && edge->cmd.callee)
            be_outside(s, p->funcs.at[edge->cmd.callee].entry);
        if (edge->cmd.kind == CMD_ATOMIC_END || edge->cmd.kind == CMD_CALL)
            follow(s, edge);
    }
}

static bool has_sections(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ATOMIC_BEGIN)
            return true;
    return false;
}

static void find_inside(AccessTable *t) {
    const Program *p = t->p;
    t->inside = base_alloc(p->locs.count);
    if (!has_sections(p))
        return;
    Sections s = { .p = p, .outside = base_alloc(p->locs.count), .ends = base_alloc(p->funcs.count) };
    s.addressed = functions_with_address(p);
    index_callers(&s);
    find_ends(&s);
    seed_outside(&s);
    while (s.work.count) {
        LocId loc = vec_pop(&s.work);
        for_out_edges(p, loc, e) follow(&s, &p->edges.at[e]);
    }
    for (LocId loc = 1; loc < p->locs.count; loc++)
        t->inside[loc] = p->locs.at[loc].func && !s.outside[loc];
    digraph_free(&s.callers);
    free(s.outside);
    free(s.ends);
    free(s.addressed);
    vec_free(&s.work);
    vec_free(&s.reached);
}

// ---- the other way round ----
typedef enum Side { READ_VAR, WRITE_VAR, READ_MEMORY, WRITE_MEMORY } Side;

static Digraph edges_by(const AccessTable *t, Side side, uint32_t n) {
    VecU32 key = { 0 }, edge = { 0 };
    for (uint32_t i = 0; i < t->all.count; i++) {
        const Access *a = &t->all.at[i];
        Side is = a->var ? (a->write ? WRITE_VAR : READ_VAR) : a->write ? WRITE_MEMORY : READ_MEMORY;
        if (is != side)
            continue;
        vec_push(&key, a->var ? a->var : a->region);
        vec_push(&edge, a->edge);
    }
    Digraph g = digraph_new(n, key.count, key.at, edge.at);
    vec_free(&key);
    vec_free(&edge);
    return g;
}

AccessTable access_new(const Program *p) {
    AccessTable t = { .p = p };
    find_inside(&t);
    list_all(&t);
    t.readers = edges_by(&t, READ_VAR, p->vars.count);
    t.writers = edges_by(&t, WRITE_VAR, p->vars.count);
    t.loads = edges_by(&t, READ_MEMORY, p->regions.count);
    t.stores = edges_by(&t, WRITE_MEMORY, p->regions.count);
#ifndef NDEBUG
    access_check(&t);
#endif
    return t;
}

void access_free(AccessTable *t) {
    digraph_free(&t->readers);
    digraph_free(&t->writers);
    digraph_free(&t->loads);
    digraph_free(&t->stores);
    vec_free(&t->all);
    free(t->first);
    free(t->inside);
}

// ---- questions ----
bool access_is_shared(const AccessTable *t, const Access *a) {
    assert(!a->var || t->p->vars.at[a->var].kind != VAR_ADDRESS);
    const Var *var = &t->p->vars.at[a->var];
    return !a->var || (!var->func && !(var->object && t->p->objects.at[var->object].thread_local));
}

bool access_may_meet(const Access *a, const Access *b) {
    if (a->var || b->var)
        return a->var == b->var;
    return !a->region || !b->region || a->region == b->region;
}

// ---- marks of accesses ----
static bool split_address(const Program *p, Term a, VarId *base, uint64_t *offset) {
    Terms *t = p->terms;
    *offset = 0;
    if (term_op(t, a) == OP_BV_ADD && term_arity(t, a) == 2) {
        uint32_t k = term_is_const(t, term_arg(t, a, 0)) ? 0 : 1;
        if (!term_is_const(t, term_arg(t, a, k)))
            return false;
        *offset = value_of_term(t, term_arg(t, a, k)).lo;
        a = term_arg(t, a, 1 - k);
    }
    *base = program_var_of(p, a);
    return *base && p->vars.at[*base].kind == VAR_ADDRESS;
}

static bool size_is_known(const Program *p, const Cmd *mark, uint64_t *bytes) {
    *bytes = mark->bytes;
    if (!mark->c.id)
        return true;
    if (!term_is_const(p->terms, mark->c))
        return false;
    *bytes = value_of_term(p->terms, mark->c).lo;
    return true;
}

bool access_fixed_place(const Program *p, const Cmd *mark, FixedPlace *place) {
    assert(mark->kind == CMD_ACCESS);
    VarId base;
    if (!size_is_known(p, mark, &place->bytes) || !place->bytes || !split_address(p, mark->a, &base, &place->offset))
        return false;
    place->object = p->vars.at[base].object;
    const Object *o = &p->objects.at[place->object];
    return o->kind == OBJ_GLOBAL && !o->thread_local && place->offset < o->size &&
           place->bytes <= o->size - place->offset;
}

// Is the byte at 'a' one of the n from b on?
static Term is_within(const Program *p, Term a, Term b, const Cmd *of) {
    Terms *t = p->terms;
    Term n = of->c.id ? of->c : term_bv(t, of->bytes, p->pointer_bits);
    return term_2(t, OP_BV_ULT, term_2(t, OP_BV_ADD, a, term_1(t, OP_BV_NEG, b)), n);
}

static bool is_cell(const Program *p, const Cmd *mark) {
    return mark->region && !mark->c.id && p->regions.at[mark->region].width == mark->bytes;
}

// Objects of different nodes are apart.  Scalars that became variables are in no region, and nothing in a region is one
// of them.
static bool are_apart(const Program *p, const Cmd *mark, const Cmd *other) {
    FixedPlace a, b;
    bool fixed = access_fixed_place(p, mark, &a), fixed_other = access_fixed_place(p, other, &b);
    if (mark->node && other->node && mark->node != other->node)
        return true;
    if (mark->region && other->region)
        return mark->region != other->region;
    if (!p->split || mark->c.id || other->c.id)
        return fixed && fixed_other && a.object != b.object;
    if (!mark->region && !other->region)
        return fixed && fixed_other && a.object != b.object;
    return mark->region ? fixed_other : fixed;
}

Term access_overlap(const Program *p, const Cmd *mark, const Cmd *other) {
    assert(mark->kind == CMD_ACCESS && other->kind == CMD_ACCESS);
    Terms *t = p->terms;
    FixedPlace a, b;
    if (are_apart(p, mark, other))
        return term_false(t);
    if (access_fixed_place(p, mark, &a) && access_fixed_place(p, other, &b) && a.object == b.object) {
        bool meet = a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
        return meet ? term_true(t) : term_false(t);
    }
    if (is_cell(p, mark) && is_cell(p, other)) // each access of the region is one cell
        return fold_addresses(p, term_eq(t, mark->a, other->a));
    return term_or(t, is_within(p, mark->a, other->a, other), is_within(p, other->a, mark->a, mark));
}

// The term as another thread, or the same code at another time, may have it: other values of all variables.
static Term elsewhere(const Program *p, Term a) {
    VecTerm vars = { 0 }, others = { 0 };
    term_vars(p->terms, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(p, vars.at[i]);
        bool rigid = v && p->vars.at[v].kind == VAR_ADDRESS;
        vec_push(&others, rigid ? vars.at[i] : term_fresh(p->terms, "elsewhere", term_sort(p->terms, vars.at[i])));
    }
    a = vars.count ? term_substitute(p->terms, a, vars.count, vars.at, others.at) : a;
    vec_free(&vars);
    vec_free(&others);
    return a;
}

bool access_may_overlap(const Program *p, const Cmd *mark, const Cmd *other) {
    if (are_apart(p, mark, other))
        return false;
    Cmd there = *other;
    there.a = elsewhere(p, other->a);
    if (other->c.id)
        there.c = elsewhere(p, other->c);
    return term_op(p->terms, access_overlap(p, mark, &there)) != OP_FALSE;
}

// ---- the check ----
static void require(bool holds, EdgeId e, const char *what) {
    if (!holds)
        bug("access_check: edge %u: %s", e, what);
}

static void check_edge(const AccessTable *t, EdgeId e) {
    const Program *p = t->p;
    const Edge *edge = &p->edges.at[e];
    bool wrote = false;
    uint32_t writes = 0;
    const VarId *vars;
    require(t->first[e] <= t->first[e + 1], e, "the lists overlap");
    require(edge->from || t->first[e] == t->first[e + 1], e, "a deleted edge has accesses");
    for_accesses(t, e, a) {
        require(a->edge == e, e, "an access of another edge");
        require(!wrote || a->write, e, "a read after a write");
        require(a->var < p->vars.count && a->region < p->regions.count, e, "no such variable or region");
        require(!a->var || (!a->region && !a->address.id), e, "a variable with an address");
        require(!a->var || p->vars.at[a->var].kind != VAR_ADDRESS, e, "an address is no access");
        require(!t->inside[edge->from] || a->atomic, e, "an access in an atomic section is not atomic");
        wrote = a->write;
        writes += a->write && a->var;
    }
    if (edge->from)
        require(writes == cmd_writes(&edge->cmd, &vars), e, "not all that it writes is listed");
}

void access_check(const AccessTable *t) {
    assert(t->first[t->p->edges.count] == t->all.count);
    for (EdgeId e = 1; e < t->p->edges.count; e++)
        check_edge(t, e);
}
