// inline.c - calls become copies of the callee
//
// Bodies of functions with one call site are moved first, not copied (move.c).
// Then functions are taken callees first, so a body that is copied has its own
// calls inlined already.  A first sweep takes small functions and those with one
// call left, a second one the others, as far as the budget goes.
//
//   A --r := call f(x)--> B    becomes    A --mark := stack-save--> .
//     . --params := x--> [copy of f, each return v to R: r := v]
//     R --stack-restore(mark)--> B
//
// The copy has its own variables and its own allocation sites: the context of
// the call becomes visible to every later analysis.  The mark is needed
// only where f has stack objects: their life ends with the call.
#include "program/edit.h"
#include "program/pass/calls.h"
#include "program/pass/simplify.h"

// Bindings of C variables have the same budget, of their own: steps that vanish leave theirs behind.
enum { SMALL = 25, LEAST_BUDGET = 100000, GROWTH = 4 };

typedef struct Inline {
    Program *p;
    CallGraph calls;        // 'sites' is kept up to date
    uint32_t total, budget; // edges
    uint32_t *size;         // per FuncId: edges
    VecU32 *bindings;       // per FuncId: indices of the bindings in it
    VecU32 *loops;          // per FuncId: indices of the source loops in it
    VecU32 walked;          // per LocId, as far as there are any: the last walk of calls_in that came here
    uint32_t walk;          // the number of the walk under way
} Inline;

// ---- one copy ----
typedef struct Copy {
    Inline *in;
    Program *p;
    FuncId callee, caller;
    uint32_t id; // in the table of copies
    LocId after; // where returns lead
    const Cmd *call;
    Map locs, vars, objects, copies; // of the callee -> of the copy
    VecU32 work;                     // locations whose edges are to be copied
    Map cache;
    bool has_stack;
} Copy;

static uint32_t copy_inlined(Copy *c, uint32_t old) {
    if (!old)
        return c->id;
    uint32_t copy = map_find(&c->copies, old);
    if (copy)
        return copy;
    // Parents come before children in the table, so the chain is short and ends.
    Inlined entry = c->p->inlined.at[old];
    assert(entry.parent < old);
    entry.parent = copy_inlined(c, entry.parent);
    copy = c->p->inlined.count;
    vec_push(&c->p->inlined, entry);
    map_put(&c->copies, old, copy);
    return copy;
}

static LocId copy_loc(Copy *c, LocId loc) {
    assert(!c->p->locs.at[loc].func || c->p->locs.at[loc].func == c->callee);
    if (!c->p->locs.at[loc].func)
        return loc; // error, stop
    LocId copy = map_find(&c->locs, loc);
    if (copy)
        return copy;
    copy = program_loc(c->p, c->caller, c->p->locs.at[loc].pos);
    c->p->locs.at[copy].inlined = copy_inlined(c, c->p->locs.at[loc].inlined);
    map_put(&c->locs, loc, copy);
    vec_push(&c->work, loc);
    return copy;
}

static VarId copy_var(Copy *c, VarId v) {
    if (c->p->vars.at[v].func != c->callee)
        return v;
    VarId copy = map_find(&c->vars, v);
    if (copy)
        return copy;
    Var old = c->p->vars.at[v];
    copy = program_var(c->p, c->caller, term_name(c->p->terms, old.term), old.sort, VAR_LOCAL);
    Var *var = &c->p->vars.at[copy];
    var->pointer = old.pointer;
    var->from_number = old.from_number;
    var->object = old.object;
    var->offset = old.offset;
    var->c_name = old.c_name;
    var->c_type = old.c_type;
    var->pos = old.pos;
    map_put(&c->vars, v, copy);
    return copy;
}

static ObjId copy_object(Copy *c, ObjId o) {
    ObjId copy = map_find(&c->objects, o);
    if (!o || copy)
        return copy;
    copy = site_copy(c->p, o, c->caller);
    map_put(&c->objects, o, copy);
    return copy;
}

static Term renamed(void *context, Term variable) {
    Copy *c = context;
    VarId v = program_var_of(c->p, variable);
    return v ? var_term(c->p, copy_var(c, v)) : variable;
}

static Cmd copy_cmd(Copy *c, const Cmd *old) {
    Program *p = c->p;
    Cmd cmd = cmd_map(p, old, renamed, c, &c->cache);
    if (cmd.var)
        cmd.var = copy_var(c, cmd.var);
    if (cmd.kind == CMD_ALLOC) {
        c->has_stack |= p->objects.at[cmd.object].kind == OBJ_STACK;
        cmd.object = copy_object(c, cmd.object);
    }
    if (cmd.kind == CMD_CALL && cmd.callee)
        c->in->calls.sites[cmd.callee]++;
    if (!cmd.n_vars)
        return cmd;
    cmd.vars = arena_array(p->arena, VarId, cmd.n_vars);
    for (uint32_t i = 0; i < cmd.n_vars; i++)
        cmd.vars[i] = copy_var(c, old->vars[i]);
    return cmd;
}

static void copy_edge(Copy *c, EdgeId e) {
    Edge old = c->p->edges.at[e];
    LocId from = copy_loc(c, old.from);
    Cmd cmd = copy_cmd(c, &old.cmd);
    if (cmd.kind == CMD_RETURN) {
        cmd = cmd_assign_n(c->p, c->call->n_vars, c->call->vars, cmd.terms);
        program_edge(c->p, from, c->after, old.pos, cmd);
        return;
    }
    program_edge(c->p, from, copy_loc(c, old.to), old.pos, cmd);
}

static void copy_bindings(Copy *c) {
    VecU32 *of_callee = &c->in->bindings[c->callee];
    for (uint32_t i = 0; i < of_callee->count; i++) {
        Binding b = c->p->bindings.at[of_callee->at[i]];
        b.loc = map_find(&c->locs, b.loc);
        if (!b.loc)
            continue;
        if (b.value.id)
            b.value = term_map(c->p->terms, b.value, renamed, c, &c->cache);
        vec_push(&c->in->bindings[c->caller], c->p->bindings.count);
        vec_push(&c->p->bindings, b);
    }
}

static void copy_loops(Copy *c) {
    Program *p = c->p;
    VecU32 *of_callee = &c->in->loops[c->callee];
    for (uint32_t i = 0; i < of_callee->count; i++) {
        SourceLoop loop = p->loops.at[of_callee->at[i]];
        uint32_t first = loop.first;
        loop.first = p->loop_vars.count;
        loop.loc = map_find(&c->locs, loop.loc);
        if (!loop.loc)
            continue;
        for (uint32_t k = 0; k < loop.n; k++) {
            LoopVar v = p->loop_vars.at[first + k];
            if (v.value.id)
                v.value = term_map(p->terms, v.value, renamed, c, &c->cache);
            if (v.object)
                v.object = map_find(&c->objects, v.object);
            vec_push(&p->loop_vars, v);
        }
        vec_push(&c->in->loops[c->caller], p->loops.count);
        vec_push(&p->loops, loop);
    }
}

// Replaces the call edge by the way into the copy.
static void enter_copy(Copy *c, EdgeId e, LocId entry) {
    Program *p = c->p;
    Edge old = p->edges.at[e];
    const Function *f = &p->funcs.at[c->callee];
    assert(old.cmd.n == f->params.count);
    VecU32 params = { 0 };
    for (uint32_t i = 0; i < f->params.count; i++)
        vec_push(&params, copy_var(c, f->params.at[i]));
    Cmd pass = cmd_assign_n(p, params.count, params.at, old.cmd.terms);
    vec_free(&params);
    uint32_t inlined = p->locs.at[old.from].inlined;
    if (!c->has_stack) {
        p->edges.at[e].cmd = pass;
        p->edges.at[e].to = entry;
        program_edge(p, c->after, old.to, old.pos, (Cmd){ .kind = CMD_SKIP });
        return;
    }
    VarId mark = program_var(p, c->caller, "stack.mark", sort_bv(p->terms, p->pointer_bits), VAR_LOCAL);
    LocId marked = program_loc(p, c->caller, old.pos);
    p->locs.at[marked].inlined = inlined;
    p->edges.at[e].cmd = (Cmd){ .kind = CMD_STACK_SAVE, .var = mark };
    p->edges.at[e].to = marked;
    program_edge(p, marked, entry, old.pos, pass);
    Cmd restore = { .kind = CMD_STACK_RESTORE, .a = var_term(p, mark) };
    program_edge(p, c->after, old.to, old.pos, restore);
}

// Appends where the copy starts and where it returns to, if wanted.
static void inline_call(Inline *in, EdgeId e, VecU32 *ends) {
    assert(in->p->edges.at[e].cmd.kind == CMD_CALL && in->p->funcs.at[in->p->edges.at[e].cmd.callee].defined);
    Program *p = in->p;
    Edge old = p->edges.at[e];
    Copy c = { .in = in, .p = p, .callee = old.cmd.callee, .caller = p->locs.at[old.from].func, .call = &old.cmd };
    c.id = p->inlined.count;
    vec_push(&p->inlined, (Inlined){ c.callee, old.pos, p->locs.at[old.from].inlined });
    c.after = program_loc(p, c.caller, old.pos);
    p->locs.at[c.after].inlined = p->locs.at[old.from].inlined;
    LocId entry = copy_loc(&c, p->funcs.at[c.callee].entry);
    while (c.work.count) {
        LocId loc = vec_pop(&c.work);
        for_out_edges(p, loc, k) copy_edge(&c, k);
    }
    enter_copy(&c, e, entry);
    if (ends) {
        vec_push(ends, entry);
        vec_push(ends, c.after);
    }
    copy_bindings(&c);
    copy_loops(&c);
    assert(in->calls.sites[c.callee] && "this call is one of them");
    in->calls.sites[c.callee]--;
    in->size[c.caller] += in->size[c.callee] + 2;
    bool moves = !in->calls.sites[c.callee] && !in->calls.kept[c.callee]; // nobody calls the original any more
    in->total += moves ? 2 : in->size[c.callee] + 2;
    vec_free(&c.work);
    map_free(&c.locs);
    map_free(&c.vars);
    map_free(&c.objects);
    map_free(&c.copies);
    map_free(&c.cache);
}

// ---- which calls ----
static bool wants_inlining(const Inline *in, FuncId f, bool small_only) {
    if (!f || !in->p->funcs.at[f].defined || in->calls.recursive[f])
        return false;
    bool single = in->calls.sites[f] == 1 && !in->calls.kept[f];
    if (small_only && !single && in->size[f] > SMALL)
        return false;
    uint32_t bindings = in->p->bindings.count + in->bindings[f].count;
    return single || (in->total + in->size[f] + 2 <= in->budget && bindings <= in->budget);
}

// Has the walk number in->walk been here?
static bool seen(Inline *in, LocId loc) {
    while (in->walked.count <= loc)
        vec_push(&in->walked, 0);
    bool was = in->walked.at[loc] == in->walk;
    in->walked.at[loc] = in->walk;
    return was;
}

// The calls in f, as they are now.
static void calls_in(Inline *in, FuncId f, VecU32 *calls) {
    const Program *p = in->p;
    VecU32 work = { 0 };
    in->walk++;
    (void)seen(in, p->funcs.at[f].entry);
    vec_push(&work, p->funcs.at[f].entry);
    while (work.count) {
        LocId loc = vec_pop(&work);
        for_out_edges(p, loc, e) {
            if (p->edges.at[e].cmd.kind == CMD_CALL)
                vec_push(calls, e);
            if (!seen(in, p->edges.at[e].to))
                vec_push(&work, p->edges.at[e].to);
        }
    }
    vec_free(&work);
}

static bool sweep(Inline *in, bool small_only) {
    bool changed = false;
    VecU32 calls = { 0 };
    for (uint32_t i = 0; i < in->calls.order.count; i++) {
        calls.count = 0;
        calls_in(in, in->calls.order.at[i], &calls);
        for (uint32_t k = 0; k < calls.count; k++)
            if (wants_inlining(in, in->p->edges.at[calls.at[k]].cmd.callee, small_only)) {
                inline_call(in, calls.at[k], NULL);
                changed = true;
            }
    }
    vec_free(&calls);
    return changed;
}

static void init(Inline *in, uint32_t budget) {
    Program *p = in->p;
    in->calls = call_graph_new(p);
    in->budget = budget;
    in->size = base_alloc(p->funcs.count * sizeof *in->size);
    in->bindings = base_alloc(p->funcs.count * sizeof *in->bindings);
    in->loops = base_alloc(p->funcs.count * sizeof *in->loops);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from) {
            in->size[p->locs.at[p->edges.at[e].from].func]++;
            in->total++;
        }
    for (uint32_t i = 1; i < p->bindings.count; i++)
        vec_push(&in->bindings[p->locs.at[p->bindings.at[i].loc].func], i);
    for (uint32_t i = 1; i < p->loops.count; i++)
        if (p->loops.at[i].loc)
            vec_push(&in->loops[p->locs.at[p->loops.at[i].loc].func], i);
}

static void finish(Inline *in) {
    for (FuncId f = 0; f < in->calls.n_funcs; f++) {
        vec_free(&in->bindings[f]);
        vec_free(&in->loops[f]);
    }
    free(in->bindings);
    free(in->loops);
    free(in->size);
    vec_free(&in->walked);
    call_graph_free(&in->calls);
}

uint32_t inline_budget(const Program *p) {
    uint32_t edges = program_stats(p).edges;
    return edges > LEAST_BUDGET / GROWTH ? edges * GROWTH : LEAST_BUDGET;
}

bool simplify_inline(Program *p, uint32_t budget) {
    assert(budget);
    if (!p->entry)
        return false;
    simplify_unreachable(p); // what is not called is neither counted nor changed
    bool changed = simplify_move(p);
    Inline in = { .p = p };
    init(&in, budget);
    changed |= sweep(&in, true);
    changed |= sweep(&in, false);
    finish(&in);
    if (changed)
        simplify_unreachable(p);
    return changed;
}

// ---- how large it would be ----
typedef struct Sizes { // by function
    uint64_t *own, *inlined;
    uint8_t *stays; // a call in it, or in what it calls, cannot be inlined
    uint8_t *reached;
} Sizes;

static void add_sizes(const Program *p, const CallGraph *calls, Sizes *s) {
    VecU32 *of = base_alloc(p->funcs.count * sizeof *of); // CALL edges
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        FuncId f = edge->from ? p->locs.at[edge->from].func : 0;
        s->own[f]++;
        if (f && edge->cmd.kind == CMD_CALL)
            vec_push(&of[f], e);
    }
    for (uint32_t i = 0; i < calls->order.count; i++) { // callees first
        FuncId f = calls->order.at[i];
        s->inlined[f] = s->own[f];
        s->stays[f] = calls->recursive[f];
        for (uint32_t k = 0; k < of[f].count; k++) {
            FuncId callee = p->edges.at[of[f].at[k]].cmd.callee;
            s->stays[f] |= !callee || s->stays[callee];
            s->inlined[f] =
                s->inlined[f] + s->inlined[callee] < UINT32_MAX ? s->inlined[f] + s->inlined[callee] : UINT32_MAX;
        }
    }
    s->reached[p->entry] = 1;
    for (uint32_t i = calls->order.count; i-- > 0;)
        for (uint32_t k = 0; s->reached[calls->order.at[i]] && k < of[calls->order.at[i]].count; k++)
            s->reached[p->edges.at[of[calls->order.at[i]].at[k]].cmd.callee] = 1;
    for (FuncId f = 0; f < p->funcs.count; f++)
        vec_free(&of[f]);
    free(of);
}

bool inline_is_cheap(const Program *p, uint32_t factor) {
    assert(p->entry && factor);
    uint32_t n = p->funcs.count;
    CallGraph calls = call_graph_new(p);
    Sizes s = { base_alloc(n * sizeof *s.own), base_alloc(n * sizeof *s.own), base_alloc(n), base_alloc(n) };
    uint64_t total = 0;
    add_sizes(p, &calls, &s);
    for (FuncId f = 1; f < n; f++)
        total += s.reached[f] ? s.own[f] : 0;
    bool cheap = !s.stays[p->entry] && s.inlined[p->entry] <= factor * total;
    free(s.own);
    free(s.inlined);
    free(s.stays);
    free(s.reached);
    call_graph_free(&calls);
    return cheap;
}

static bool is_known_call(const Program *p, EdgeId e) {
    const Cmd *cmd = &p->edges.at[e].cmd;
    return cmd->kind == CMD_CALL && cmd->callee && p->funcs.at[cmd->callee].defined;
}

void simplify_unfold(Program *p, const VecU32 *calls, uint32_t budget, VecU32 *ends) {
    Inline in = { .p = p };
    VecU32 queue = { 0 };
    init(&in, budget);
    for (uint32_t i = 0; i < calls->count; i++)
        vec_push(&queue, calls->at[i]);
    for (uint32_t i = 0; i < queue.count && (i < calls->count || p->edges.count < budget); i++) {
        EdgeId first = p->edges.count;
        inline_call(&in, queue.at[i], ends);
        for (EdgeId e = first; e < p->edges.count; e++)
            if (is_known_call(p, e))
                vec_push(&queue, e);
    }
    vec_free(&queue);
    finish(&in);
#ifndef NDEBUG
    program_check(p);
#endif
}
