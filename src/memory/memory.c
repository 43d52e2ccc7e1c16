#include "memory/memory.h"
#include "memory/callback.h"
#include "memory/foreign.h"
#include "memory/order.h"
#include "memory/pointsto.h"
#include "memory/regions.h"
#include "memory/valid.h"
#include "program/digraph.h"
#include "program/edit.h"
#include "program/escape.h"
#include "program/step/encode.h"
#include "program/pass/lower.h"
#include "program/pass/simplify.h"
#include <stdlib.h>

// ---- calls through pointers ----
static Targets call_targets(void *context, const Program *p, EdgeId call, VecU32 *functions) {
    const Cmd *cmd = &p->edges.at[call].cmd;
    bool all = pointsto_targets(context, cmd, functions);
    if (pointsto_in_doubt(context, cmd->a, all || functions->count))
        return TARGETS_LOST;
    return all ? TARGETS_ALL : TARGETS_SOME;
}

// Can there be callbacks at all?  Most programs give functions without body none.
static bool may_call_back(const Program *p) {
    bool outside = false, some = false;
    for (EdgeId e = 1; e < p->edges.count && !outside; e++)
        outside = p->edges.at[e].from && cmd_is_outside(&p->edges.at[e].cmd);
    uint8_t *addressed = outside ? functions_with_address(p) : NULL;
    for (FuncId f = 1; outside && f < p->funcs.count; f++)
        some |= addressed[f] && p->funcs.at[f].defined && !p->funcs.at[f].outside;
    free(addressed);
    return some;
}

void memory_call_back(Program *p) {
    if (!may_call_back(p))
        return;
    PointsTo *pt = pointsto_new(p);
    callback_insert(p, pt);
    pointsto_free(pt);
}

void memory_resolve_calls(Program *p) {
    PointsTo *pt = pointsto_new(p);
    simplify_indirect(p, call_targets, pt);
    pointsto_free(pt);
}

// ---- objects made once ----
// An allocation that runs at most once makes an object that might as well have been there from the start, with bytes
// that are inputs: its address is then a constant, and its scalars can become variables.  So it is for the heap where
// no FREE may be given the object, and on the stack of the entry function, whose activation outlives all others.
static bool calls_entry(const Program *p) {
    if (p->funcs.at[p->entry].address_taken)
        return true;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && cmd_is_call(&p->edges.at[e].cmd) && p->edges.at[e].cmd.callee == p->entry)
            return true;
    return false;
}

// Is there a variable-length array whose end might take others along?
static bool restores_stack(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (edge->from && edge->cmd.kind == CMD_STACK_RESTORE && !p->locs.at[edge->from].inlined)
            return true;
    }
    return false;
}

static bool fixed_size(const Program *p, const Cmd *alloc, uint64_t *size) {
    enum { LARGEST = 1 << 20 };
    uint64_t high;
    if (term_op(p->terms, alloc->a) != OP_BV_CONST)
        return false;
    term_bits(p->terms, alloc->a, size, &high);
    return *size && *size <= LARGEST;
}

static void make_global(Program *p, EdgeId e, uint64_t size) {
    assert(p->edges.at[e].cmd.kind == CMD_ALLOC && size);
    Edge edge = p->edges.at[e];
    Object old = p->objects.at[edge.cmd.object];
    ObjId id = program_object(p, OBJ_GLOBAL, program_text(p, old.name));
    Object *o = &p->objects.at[id];
    o->size = size;
    o->align = old.align;
    o->element = old.element;
    o->c_name = old.c_name;
    o->c_type = old.c_type;
    o->pos = old.pos;
    o->made = true;
    o->heap = old.kind == OBJ_HEAP;
    p->edges.at[e].cmd = cmd_assign(p, edge.cmd.var, var_term(p, o->address));
}

void memory_made_once(Program *p) {
    assert(!p->split);
    if (calls_entry(p))
        return;
    PointsTo *pt = pointsto_new(p);
    uint8_t *ends = base_alloc(p->objects.count);
    pointsto_mark_freed(pt, p, ends);
    pointsto_free(pt);
    Digraph flow = flow_graph(p);
    uint32_t n;
    uint32_t *component = digraph_components(&flow, &n), *members = base_alloc((n + 1) * sizeof *members);
    for (LocId loc = 0; loc < p->locs.count; loc++)
        members[component[loc]]++;
    bool restores = restores_stack(p);
    uint64_t size;
    for (EdgeId e = 1, end = p->edges.count; e < end; e++) {
        const Edge *edge = &p->edges.at[e];
        const Object *o = &p->objects.at[edge->cmd.object];
        if (!edge->from || edge->cmd.kind != CMD_ALLOC || p->locs.at[edge->from].func != p->entry ||
            members[component[edge->from]] > 1 || edge->to == edge->from || !fixed_size(p, &edge->cmd, &size) ||
            (p->heap_counted && o->kind == OBJ_HEAP) || (p->lives_matter && o->scoped))
            continue;
        bool stays = o->kind == OBJ_HEAP ? !ends[edge->cmd.object]
                                         : o->kind == OBJ_STACK && !p->locs.at[edge->from].inlined && !restores;
        if (stays)
            make_global(p, e, size);
    }
    digraph_free(&flow);
    free(component);
    free(members);
    free(ends);
}

// ---- the order of objects ----
// Before block commands are lowered: which way a copy goes depends on addresses, and where these are of different
// objects it does not matter.
bool memory_order_to_inputs(Program *p) {
    assert(!p->split);
    PointsTo *pt = pointsto_new(p);
    foreign_compare(p, pt);
    bool bits = order_to_inputs(p, pt);
    pointsto_free(pt);
    return bits;
}

// ---- block commands ----
static uint32_t cell_bytes(void *context, const Cmd *cmd, uint64_t offset) {
    return pointsto_cell(context, cmd->a, cmd->c, offset == LOWER_ANY ? NULL : &offset);
}

static void lower(Program *p) {
    PointsTo *pt = pointsto_new(p);
    lower_blocks(p, &(LowerOptions){ .cell_bytes = cell_bytes, .context = pt });
    pointsto_free(pt);
}

// ---- what becomes of a cluster ----
typedef struct Cluster {
    FieldInfo field;
    Place place;
    RegionId region; // or
    VarId var;       // the variable it is
    FuncId func;     // the one function that accesses it; 0: none seen
    bool many;       // several functions do
    bool by_name;    // all accesses are &object + constant, by the variable of its ALLOC
    bool accessed;
    Sort sort; // of all its accesses, or the bit-vector of its width
} Cluster;

typedef struct Split {
    Program *p;
    PointsTo *pt;
    VEC(Cluster) clusters;
    bool bits;        // bits of addresses decide which way the program goes
    EdgeId *alloc;    // per ObjId: its one ALLOC
    uint32_t *allocs; // per ObjId: how many there are
} Split;

static VarId alloc_var(const Split *s, ObjId object) {
    assert(object < s->p->objects.count);
    return s->p->edges.at[s->alloc[object]].cmd.var;
}

static bool is_access(const Edge *e) {
    return e->from && (e->cmd.kind == CMD_LOAD || e->cmd.kind == CMD_STORE);
}

static Sort access_sort(const Program *p, const Cmd *c) {
    return c->kind == CMD_LOAD ? p->vars.at[c->var].sort : term_sort(p->terms, c->b);
}

// The variable plus a constant; 0 if the address is anything else.
static VarId base_of(const Program *p, Term address) {
    Terms *t = p->terms;
    if (term_op(t, address) == OP_BV_ADD && term_arity(t, address) == 2) {
        uint32_t k = term_is_const(t, term_arg(t, address, 0)) ? 1 : 0;
        if (term_is_const(t, term_arg(t, address, 1 - k)))
            address = term_arg(t, address, k);
    }
    return program_var_of(p, address);
}

static ObjId only_object(Split *s, const Cluster *c, int64_t *offset) {
    NodeInfo n = pointsto_node(s->pt, c->place.node);
    if (n.n != 1)
        return 0;
    *offset = c->place.offset - n.objects[0].offset;
    assert(n.objects[0].object && n.objects[0].object < s->p->objects.count);
    return n.objects[0].object;
}

static void note_access(Split *s, const Edge *e) {
    assert(e->cmd.bytes && !e->cmd.region && "regions are made once");
    const Program *p = s->p;
    Place at = pointsto_place(s->pt, e->cmd.a);
    FieldInfo field = pointsto_field(s->pt, at);
    if (!field.cluster)
        return;
    Cluster *c = &s->clusters.at[field.cluster];
    FuncId func = p->locs.at[e->from].func;
    Sort sort = access_sort(p, &e->cmd);
    if (!c->accessed) {
        *c = (Cluster){ .field = field, .place = at, .func = func, .by_name = true, .accessed = true, .sort = sort };
    } else {
        c->many |= func != c->func;
        bool floats = sort_kind(p->terms, sort) == SORT_FLOAT || sort_kind(p->terms, c->sort) == SORT_FLOAT;
        if (sort.id != c->sort.id && floats)
            program_uses_floats(s->p, FLOATS_LOOKED_AT);
        if (sort.id != c->sort.id)
            c->sort = sort_bv(p->terms, field.bytes ? field.bytes * 8 : 8);
    }
    int64_t offset;
    ObjId object = only_object(s, c, &offset);
    VarId base = base_of(p, e->cmd.a);
    c->by_name &= object && base && alloc_var(s, object) == base;
}

static void note_allocs(Split *s) {
    const Program *p = s->p;
    s->alloc = base_alloc(p->objects.count * sizeof *s->alloc);
    s->allocs = base_alloc(p->objects.count * sizeof *s->allocs);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *c = &p->edges.at[e].cmd;
        if (!p->edges.at[e].from || c->kind != CMD_ALLOC)
            continue;
        s->allocs[c->object]++;
        s->alloc[c->object] = e;
    }
}

// ---- scalars become variables ----
// The sort must fill the cell: what an access does not read must not be lost.
static bool fills(const Program *p, const Cluster *c) {
    return sort_width(p->terms, c->sort) == c->field.bytes * 8;
}

static bool can_promote(Split *s, const Cluster *c, ObjId *object, int64_t *offset) {
    const Program *p = s->p;
    if (!c->accessed || !c->field.bytes || c->field.array || !fills(p, c))
        return false;
    NodeInfo n = pointsto_node(s->pt, c->place.node);
    *object = only_object(s, c, offset);
    if (!*object || n.wild || n.raw)
        return false;
    const Object *o = &p->objects.at[*object];
    assert(s->allocs[*object] == 0 || o->kind == OBJ_STACK || o->kind == OBJ_HEAP);
    if (*offset < 0 || (uint64_t)*offset + c->field.bytes > o->size || o->thread_local || o->constant)
        return false;
    if (o->kind == OBJ_GLOBAL)
        return !o->external;
    return o->kind == OBJ_STACK && !o->given && s->allocs[*object] == 1 && c->by_name && !c->many;
}

static void promote(Split *s, Cluster *c) {
    Program *p = s->p;
    ObjId object;
    int64_t offset;
    if (!can_promote(s, c, &object, &offset))
        return;
    const Object *o = &p->objects.at[object];
    bool global = o->kind == OBJ_GLOBAL, whole = offset == 0 && o->size == c->field.bytes;
    assert(global || c->func); // a local variable is of the one function that accesses it
    const char *name = program_text(p, o->c_name.id ? o->c_name : o->name);
    if (!whole)
        name = arena_printf(p->arena, "%s@%lld", name, (long long)offset);
    c->var = program_var(p, global ? 0 : c->func, name, c->sort, global ? VAR_GLOBAL : VAR_LOCAL);
    o = &p->objects.at[object];
    Var *v = &p->vars.at[c->var];
    v->object = object;
    v->offset = (uint64_t)offset;
    v->c_name = whole ? o->c_name : (Name){ 0 };
    v->c_type = whole ? o->c_type : (Name){ 0 };
    v->pos = o->pos;
}

// ---- regions ----
static void make_region(Split *s, Cluster *c) {
    assert(c->accessed && !c->var && !c->region);
    Program *p = s->p;
    NodeInfo n = pointsto_node(s->pt, c->place.node);
    ObjId first = n.n ? n.objects[0].object : 0;
    const char *object = first ? program_text(p, p->objects.at[first].name) : "nowhere";
    Region *r = vec_add(&p->regions);
    c->region = p->regions.count - 1;
    r->name = program_name(p, arena_printf(p->arena, "%s@%lld", object, (long long)c->place.offset));
    r->width = c->field.bytes ? c->field.bytes : 1;
    Sort cells = sort_array(p->terms, sort_bv(p->terms, p->pointer_bits), sort_bv(p->terms, 8 * r->width));
    r->term = term_fresh(p->terms, arena_printf(p->arena, "memory!%s", object), cells);
    r->single = !c->field.array;
    r->wild = n.wild;
    r->outside = n.outside;
    r->node = c->place.node;
    r->offset = c->place.offset;
    r->stride = n.modulus;
    for (uint32_t i = 0; i < n.n; i++) {
        vec_push(&r->objects, n.objects[i].object);
        r->outside |= p->objects.at[n.objects[i].object].given && !p->objects.at[n.objects[i].object].constant;
        p->objects.at[n.objects[i].object].start = n.objects[i].offset;
    }
}

static void make_clusters(Split *s) {
    Program *p = s->p;
    vec_resize(&s->clusters, pointsto_clusters(s->pt) + 1);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (is_access(&p->edges.at[e]))
            note_access(s, &p->edges.at[e]);
    for (uint32_t i = 1; i < s->clusters.count; i++) {
        Cluster *c = &s->clusters.at[i];
        promote(s, c);
        if (c->accessed && !c->var)
            make_region(s, c);
    }
}

// ---- rewriting ----
static Term bits_of(Terms *t, Term a) {
    Sort s = term_sort(t, a);
    return sort_kind(t, s) == SORT_FLOAT ? term_convert(t, OP_FP_TO_BITS, sort_bv(t, sort_width(t, s)), a) : a;
}

// A value of the same width as another sort: its bits.
static Term as_sort(Terms *t, Term a, Sort to) {
    assert(sort_kind(t, to) != SORT_ARRAY && sort_kind(t, term_sort(t, a)) != SORT_ARRAY);
    if (term_sort(t, a).id == to.id)
        return a;
    a = bits_of(t, a);
    uint32_t have = sort_width(t, term_sort(t, a)), want = sort_width(t, to);
    if (have > want)
        a = term_extract(t, a, want - 1, 0);
    else if (have < want)
        a = term_zext(t, a, want);
    return sort_kind(t, to) == SORT_FLOAT ? term_convert(t, OP_FP_FROM_BITS, to, a) : a;
}

// In front of 'e': if the pointer is not &object + offset the run ends.
static void test_pointer(Program *p, EdgeId e, Term wanted) {
    assert(is_access(&p->edges.at[e]));
    Edge edge = p->edges.at[e];
    Term same = term_eq(p->terms, edge.cmd.a, wanted);
    if (term_op(p->terms, same) == OP_TRUE)
        return;
    FuncId func = p->locs.at[edge.from].func;
    LocId good = program_loc(p, func, edge.pos), bad = program_loc(p, func, edge.pos);
    program_edge(p, edge.from, good, edge.pos, cmd_assume(same));
    program_edge(p, edge.from, bad, edge.pos, cmd_assume(term_not(p->terms, same)));
    Name text = program_name(p, "access through a pointer that points to no object");
    program_edge(p, bad, p->stop, edge.pos, (Cmd){ .kind = CMD_TRAP, .text = text });
    edge_set_source(p, e, good);
}

static Term object_address(Split *s, const Var *v) {
    Program *p = s->p;
    const Object *o = &p->objects.at[v->object];
    assert(o->kind == OBJ_GLOBAL || s->allocs[v->object] == 1);
    VarId base = o->kind == OBJ_GLOBAL ? o->address : alloc_var(s, v->object);
    return term_2(p->terms, OP_BV_ADD, var_term(p, base), term_bv(p->terms, v->offset, p->pointer_bits));
}

static void trap_or_unmodelled(Program *p, LocId from, LocId good, SrcPos pos) {
    FuncId func = p->locs.at[from].func;
    VarId known = program_var(p, func, "known", sort_bool(p->terms), VAR_LOCAL);
    Term is_known = var_term(p, known);
    LocId choice = program_loc(p, func, pos), bad = program_loc(p, func, pos);
    Cmd input = { .kind = CMD_INPUT, .var = known, .input = INPUT_LIBRARY };
    input.text = program_name(p, ORDER_OF_ADDRESSES);
    program_edge(p, from, choice, pos, input);
    program_edge(p, choice, good, pos, cmd_assume(is_known));
    program_edge(p, choice, bad, pos, cmd_assume(term_not(p->terms, is_known)));
    Name text = program_name(p, "an access at an address made of numbers");
    program_edge(p, bad, p->stop, pos, (Cmd){ .kind = CMD_UNMODELLED, .text = text });
}

// In front of 'e': the address may be of an object that points-to analysis does not know of, unless it is on the first
// page, where none is.  A run may still go on as if it were not, but then the compiled program has to confirm it.
static void doubt(Program *p, EdgeId e) {
    assert(p->edges.at[e].cmd.a.id);
    enum { PAGE = 4096 };
    Edge edge = p->edges.at[e];
    FuncId func = p->locs.at[edge.from].func;
    Term page = term_bv(p->terms, PAGE, p->pointer_bits), low = term_2(p->terms, OP_BV_ULT, edge.cmd.a, page);
    LocId good = program_loc(p, func, edge.pos), there = program_loc(p, func, edge.pos);
    program_edge(p, edge.from, good, edge.pos, cmd_assume(low));
    program_edge(p, edge.from, there, edge.pos, cmd_assume(term_not(p->terms, low)));
    trap_or_unmodelled(p, there, good, edge.pos);
    edge_set_source(p, e, good);
}

static void doubt_all(Split *s) {
    Program *p = s->p;
    for (EdgeId e = 1, n = p->edges.count; e < n; e++) {
        CmdKind kind = p->edges.at[e].cmd.kind;
        bool looks = kind == CMD_FREE || kind == CMD_OBJECT_SIZE || kind == CMD_HAVOC;
        if (!p->edges.at[e].from || (!looks && !is_access(&p->edges.at[e])))
            continue;
        bool addressed = p->edges.at[e].cmd.a.id != 0; // a function without body has none
        if (addressed && pointsto_in_doubt(s->pt, p->edges.at[e].cmd.a, s->bits))
            doubt(p, e);
    }
}

static void rewrite_access(Split *s, EdgeId e) {
    Program *p = s->p;
    Cmd c = p->edges.at[e].cmd;
    FieldInfo field = pointsto_field(s->pt, pointsto_place(s->pt, c.a));
    const Cluster *cluster = field.cluster ? &s->clusters.at[field.cluster] : NULL;
    if (!cluster)
        return; // an address that is a number: never an object
    if (!cluster->var) {
        p->edges.at[e].cmd.region = cluster->region;
        return;
    }
    Term var = var_term(p, cluster->var);
    test_pointer(p, e, object_address(s, &p->vars.at[cluster->var]));
    Cmd assign = c.kind == CMD_LOAD ? cmd_assign(p, c.var, as_sort(p->terms, var, p->vars.at[c.var].sort))
                                    : cmd_assign(p, cluster->var, as_sort(p->terms, c.b, cluster->sort));
    assign.atomic = c.atomic;
    assign.is_volatile = c.is_volatile;
    p->edges.at[e].cmd = assign;
}

// The mark of an access is about the same place as the access.  Nobody else sees a variable of a function.
static void rewrite_mark(Split *s, EdgeId e) {
    Program *p = s->p;
    Cmd *c = &p->edges.at[e].cmd;
    assert(c->kind == CMD_ACCESS);
    Place place = pointsto_place(s->pt, c->a);
    c->node = place.node;
    if (c->c.id)
        return; // many cells
    FieldInfo field = pointsto_field(s->pt, place);
    const Cluster *cluster = field.cluster ? &s->clusters.at[field.cluster] : NULL;
    if (cluster && cluster->var && p->vars.at[cluster->var].kind == VAR_LOCAL)
        *c = (Cmd){ .kind = CMD_SKIP };
    else if (cluster && cluster->var)
        c->a = object_address(s, &p->vars.at[cluster->var]);
    else if (cluster)
        c->region = cluster->region;
}

// Where the life of a promoted stack variable begins its value is an input.
static void begin_life(Split *s, VarId var) {
    Program *p = s->p;
    EdgeId e = s->alloc[p->vars.at[var].object];
    assert(p->edges.at[e].cmd.kind == CMD_ALLOC && s->allocs[p->vars.at[var].object] == 1);
    Edge edge = p->edges.at[e];
    LocId before = program_loc(p, p->locs.at[edge.from].func, edge.pos);
    Cmd input = { .kind = CMD_INPUT, .var = var, .input = INPUT_UNINIT };
    input.text = program_name(p, UNSET_VARIABLE);
    program_edge(p, edge.from, before, edge.pos, input);
    edge_set_source(p, e, before);
}

// ---- functions without body ----
static void note_given(Split *s) {
    for (ObjId o = 1; o < s->p->objects.count; o++)
        s->p->objects.at[o].given = pointsto_given(s->pt, o);
    s->p->hands_out_held = pointsto_hands_out_held(s->pt);
}

// Does the argument point to an object that a function without body could write, or that holds pointers?
static bool leads_somewhere(Split *s, Term argument) {
    const Program *p = s->p;
    Place at = pointsto_place(s->pt, argument);
    NodeInfo n = at.node ? pointsto_node(s->pt, at.node) : (NodeInfo){ 0 };
    for (uint32_t i = 0; i < n.n; i++) {
        const Object *o = &p->objects.at[n.objects[i].object];
        if (o->kind != OBJ_FUNCTION && (!o->constant || o->relocs.count))
            return true;
    }
    return false;
}

// A promoted scalar of an object that is handed out gets a new value where a function without body is called.
static LocId renew(Split *s, LocId at, SrcPos pos, VarId var) {
    Program *p = s->p;
    const Var *v = &p->vars.at[var];
    LocId next = program_loc(p, p->locs.at[at].func, pos);
    p->locs.at[next].inlined = p->locs.at[at].inlined;
    Cmd input = { .kind = CMD_INPUT, .var = var, .input = INPUT_MEMORY, .object = v->object };
    input.a = object_address(s, v);
    input.bytes = encode_bytes(p->terms, v->sort);
    input.text = program_name(p, "havoc");
    program_edge(p, at, next, pos, input);
    return next;
}

static void rewrite_outside(Split *s, EdgeId e) {
    assert(cmd_is_outside(&s->p->edges.at[e].cmd));
    Program *p = s->p;
    Edge edge = p->edges.at[e];
    Cmd cmd = { .kind = CMD_HAVOC, .text = edge.cmd.text };
    cmd.terms = arena_array(p->arena, Term, edge.cmd.n);
    for (uint32_t i = 0; i < edge.cmd.n; i++)
        if (leads_somewhere(s, edge.cmd.terms[i]))
            cmd.terms[cmd.n++] = edge.cmd.terms[i];
    p->edges.at[e].cmd = cmd;
    LocId at = edge.to, first = 0;
    for (uint32_t i = 1; i < s->clusters.count; i++) {
        VarId var = s->clusters.at[i].var;
        if (!var || !p->objects.at[p->vars.at[var].object].given)
            continue;
        if (!first) {
            first = at = program_loc(p, p->locs.at[edge.from].func, edge.pos);
            p->locs.at[at].inlined = p->locs.at[edge.from].inlined;
        }
        at = renew(s, at, edge.pos, var);
    }
    if (!first)
        return;
    p->edges.at[e].to = first;
    program_edge(p, at, edge.to, edge.pos, (Cmd){ .kind = CMD_SKIP });
}

// Without anything that they may write, calls of functions without body leave no trace in the program.
static bool anything_outside(const Program *p) {
    for (ObjId o = 1; o < p->objects.count; o++)
        if (p->objects.at[o].given && !p->objects.at[o].constant && p->objects.at[o].kind != OBJ_FUNCTION)
            return true;
    for (RegionId r = 1; r < p->regions.count; r++)
        if (p->regions.at[r].outside)
            return true;
    return false;
}

static void rewrite_all_outside(Split *s) {
    Program *p = s->p;
    bool some = anything_outside(p);
    for (EdgeId e = 1, n = p->edges.count; e < n; e++) {
        if (!p->edges.at[e].from || !cmd_is_outside(&p->edges.at[e].cmd))
            continue;
        if (some)
            rewrite_outside(s, e);
        else
            p->edges.at[e].cmd = (Cmd){ .kind = CMD_SKIP };
    }
    if (pointsto_assumes_distinct(s->pt))
        program_assume_that(p, "pointers from outside point to memory of their own, each to another object");
}

// Accesses to objects that no other thread can reach are no races.
static void drop_marks(Program *p) {
    Escape *escape = p->monitored && program_has_races(p) ? escape_new(p) : NULL;
    for (EdgeId e = 1; escape && e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (edge->from && edge->cmd.kind == CMD_ACCESS && escape_is_kept(escape, edge->cmd.a))
            edge_become_skip(p, e);
    }
    escape_free(escape);
}

void memory_split(Program *p, bool bits) {
    assert(!p->split);
    drop_marks(p);
    lower(p);
    Split s = { .p = p, .pt = pointsto_new(p), .bits = bits };
    valid_lower(p, s.pt);
    if (!p->regions.count)
        (void)vec_add(&p->regions);
    p->split = true;
    note_allocs(&s);
    note_given(&s);
    make_clusters(&s);
    doubt_all(&s);
    for (EdgeId e = 1, n = p->edges.count; e < n; e++)
        if (is_access(&p->edges.at[e]))
            rewrite_access(&s, e);
        else if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ACCESS)
            rewrite_mark(&s, e);
    rewrite_all_outside(&s);
    assert(pointsto_is_settled(s.pt) && "all accesses were rewritten by the same clusters");
    for (uint32_t i = 1; i < s.clusters.count; i++) {
        VarId var = s.clusters.at[i].var;
        if (var && p->vars.at[var].kind == VAR_LOCAL)
            begin_life(&s, var);
    }
    for (VarId v = 1; v < p->vars.count; v++)
        p->vars.at[v].from_number = false; // only points-to analysis and simplification before memory_split use it
    free(s.alloc);
    free(s.allocs);
    vec_free(&s.clusters);
    pointsto_free(s.pt);
#ifndef NDEBUG
    regions_check(p);
#endif
}
