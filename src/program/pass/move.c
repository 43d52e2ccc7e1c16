// move.c - the body of a function with one call site moves to where it is called
//
// Functions are taken callers first, so each location moves once, to where it
// stays, and a chain of functions costs what its bodies cost.  (Copying them
// callees first, as inline.c does, would copy the last body once a level.)
//
//   A --r := call f(x)--> B    becomes    A --mark := stack-save--> .
//     . --params := x--> [the body of f, each return v to R: r := v]
//     R --stack-restore(mark)--> B
//
// Locations, variables, objects, bindings and source loops keep their numbers;
// f keeps an empty body and parameters of its own, and is called by nobody.  The
// mark is needed only where f has stack objects: their life ends with the call.
#include "program/digraph.h"
#include "program/edit.h"
#include "program/pass/calls.h"
#include "program/pass/simplify.h"

typedef struct Move {
    Program *p;
    CallGraph calls;
    Digraph locs, vars, objects; // FuncId -> what is its own
    // the function that moves now
    FuncId callee, caller;
    uint32_t id; // in the table of inlined calls
    LocId after; // where returns lead
    Cmd call;    // as it was
    Map inlined; // of the callee's calls inlined before: index in the table -> the new index
    bool has_stack;
} Move;

// ---- the source map ----
// Parents come before children in the table; so calls inlined into the body before get new entries, behind its own.
static uint32_t moved_inlined(Move *m, uint32_t old) {
    if (!old)
        return m->id;
    uint32_t moved = map_find(&m->inlined, old);
    if (moved)
        return moved;
    Inlined entry = m->p->inlined.at[old];
    assert(entry.parent < old);
    entry.parent = moved_inlined(m, entry.parent);
    moved = m->p->inlined.count;
    vec_push(&m->p->inlined, entry);
    map_put(&m->inlined, old, moved);
    return moved;
}

// ---- the body ----
static void move_out_edges(Move *m, LocId loc) {
    Program *p = m->p;
    for_out_edges(p, loc, e) {
        Edge *edge = &p->edges.at[e];
        if (edge->cmd.kind == CMD_ALLOC)
            m->has_stack |= p->objects.at[edge->cmd.object].kind == OBJ_STACK;
        if (edge->cmd.kind != CMD_RETURN)
            continue;
        edge->cmd = cmd_assign_n(p, m->call.n_vars, m->call.vars, edge->cmd.terms);
        edge->to = m->after;
    }
}

static void move_locs(Move *m) {
    Program *p = m->p;
    for (uint32_t i = m->locs.first[m->callee]; i < m->locs.first[m->callee + 1]; i++) {
        LocId loc = m->locs.to[i];
        assert(p->locs.at[loc].func == m->callee);
        p->locs.at[loc].func = m->caller;
        p->locs.at[loc].inlined = moved_inlined(m, p->locs.at[loc].inlined);
        move_out_edges(m, loc);
    }
}

static void move_vars(Move *m) {
    for (uint32_t i = m->vars.first[m->callee]; i < m->vars.first[m->callee + 1]; i++) {
        Var *var = &m->p->vars.at[m->vars.to[i]];
        assert(var->func == m->callee && (var->kind == VAR_LOCAL || var->kind == VAR_PARAM));
        var->func = m->caller;
        var->kind = VAR_LOCAL;
    }
}

static void move_objects(Move *m) {
    for (uint32_t i = m->objects.first[m->callee]; i < m->objects.first[m->callee + 1]; i++)
        m->p->objects.at[m->objects.to[i]].func = m->caller;
}

// What stays of the callee: a body without edges, and parameters for it.
static void leave_empty(Move *m) {
    Program *p = m->p;
    Function *f = &p->funcs.at[m->callee];
    f->entry = program_loc(p, m->callee, f->pos);
    f->exit = program_loc(p, m->callee, f->pos);
    for (uint32_t i = 0; i < f->params.count; i++) {
        Var old = p->vars.at[f->params.at[i]];
        VarId param = program_var(p, m->callee, term_name(p->terms, old.term), old.sort, VAR_PARAM);
        Var *var = &p->vars.at[param];
        var->pointer = old.pointer;
        var->c_name = old.c_name;
        var->c_type = old.c_type;
        var->pos = old.pos;
        f->params.at[i] = param;
    }
}

// Replaces the call by the way into the body.  'params' are those it had.
static void enter_body(Move *m, EdgeId e) {
    Program *p = m->p;
    Edge old = p->edges.at[e];
    const Function *f = &p->funcs.at[m->callee];
    Cmd pass = cmd_assign_n(p, f->params.count, f->params.at, old.cmd.terms);
    Cmd leave = { .kind = CMD_SKIP };
    LocId from = old.from;
    if (m->has_stack) {
        VarId mark = program_var(p, m->caller, "stack.mark", sort_bv(p->terms, p->pointer_bits), VAR_LOCAL);
        from = program_loc(p, m->caller, old.pos);
        p->locs.at[from].inlined = p->locs.at[old.from].inlined;
        p->edges.at[e].cmd = (Cmd){ .kind = CMD_STACK_SAVE, .var = mark };
        p->edges.at[e].to = from;
        program_edge(p, from, f->entry, old.pos, pass);
        leave = (Cmd){ .kind = CMD_STACK_RESTORE, .a = var_term(p, mark) };
    } else {
        p->edges.at[e].cmd = pass;
        p->edges.at[e].to = f->entry;
    }
    program_edge(p, m->after, old.to, old.pos, leave);
}

static void move_body(Move *m, FuncId f) {
    Program *p = m->p;
    EdgeId site = m->calls.site[f];
    Edge call = p->edges.at[site];
    assert(call.from && call.cmd.kind == CMD_CALL && call.cmd.callee == f);
    m->callee = f;
    m->caller = p->locs.at[call.from].func;
    m->call = call.cmd;
    m->has_stack = false;
    m->id = p->inlined.count;
    assert(m->caller && m->caller != f);
    vec_push(&p->inlined, (Inlined){ f, call.pos, p->locs.at[call.from].inlined });
    m->after = program_loc(p, m->caller, call.pos);
    p->locs.at[m->after].inlined = p->locs.at[call.from].inlined;
    move_locs(m);
    move_vars(m);
    move_objects(m);
    enter_body(m, site);
    leave_empty(m);
    map_free(&m->inlined);
    m->inlined = (Map){ 0 };
}

// ---- all of them ----
static void index_parts(Move *m) {
    const Program *p = m->p;
    VecU32 func = { 0 }, part = { 0 };
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        vec_push(&func, p->locs.at[loc].func);
        vec_push(&part, loc);
    }
    m->locs = digraph_new(p->funcs.count, part.count, func.at, part.at);
    func.count = part.count = 0;
    for (VarId v = 1; v < p->vars.count; v++) {
        vec_push(&func, p->vars.at[v].func);
        vec_push(&part, v);
    }
    m->vars = digraph_new(p->funcs.count, part.count, func.at, part.at);
    func.count = part.count = 0;
    for (ObjId o = 1; o < p->objects.count; o++)
        if (p->objects.at[o].kind == OBJ_STACK || p->objects.at[o].kind == OBJ_HEAP) {
            vec_push(&func, p->objects.at[o].func);
            vec_push(&part, o);
        }
    m->objects = digraph_new(p->funcs.count, part.count, func.at, part.at);
    vec_free(&func);
    vec_free(&part);
}

bool simplify_move(Program *p) {
    if (!p->entry)
        return false;
    Move m = { .p = p, .calls = call_graph_new(p) };
    index_parts(&m);
    bool changed = false;
    for (uint32_t i = m.calls.order.count; i-- > 0;)
        if (call_is_single(&m.calls, m.calls.order.at[i])) {
            move_body(&m, m.calls.order.at[i]);
            changed = true;
        }
    digraph_free(&m.locs);
    digraph_free(&m.vars);
    digraph_free(&m.objects);
    call_graph_free(&m.calls);
    return changed;
}
