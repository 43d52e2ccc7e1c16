// slice.c - cuts off what cannot lead to an error
//
// A location is useful if an ERROR can follow it: in its function or in
// what that calls (first pass, 'down'), or after its function has returned
// (second pass: where the location after a call is useful, so is the callee's
// exit).  A call is never left upwards in the first pass, nor entered
// backwards through its entry in the second, so calls and returns match.
//
// Threads: 'stop' ends all of them.  So all places that a run can come to once it has created a
// thread stay, and what is cut off is code of the first thread while it is alone.
#include "program/pass/slice.h"
#include "program/digraph.h"
#include "program/edit.h"
#include "program/step/layout.h"
#include "program/pass/simplify.h"

typedef struct Cut {
    Program *p;
    Digraph in;      // LocId -> edges into it
    Digraph callers; // FuncId -> CALL edges that may reach it
    uint8_t *useful; // per LocId
    uint8_t *shared; // per LocId: a run can come here with several threads
    uint8_t *addressed;
    VecU32 work;
} Cut;

static void make_useful(Cut *c, LocId loc) {
    if (c->useful[loc])
        return;
    c->useful[loc] = 1;
    vec_push(&c->work, loc);
}

static void index_callers(Cut *c) {
    const Program *p = c->p;
    VecU32 func = { 0 }, edge = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *call = &p->edges.at[e];
        if (!call->from || call->cmd.kind != CMD_CALL)
            continue;
        for (FuncId f = 1; !call->cmd.callee && f < p->funcs.count; f++)
            if (c->addressed[f]) {
                vec_push(&func, f);
                vec_push(&edge, e);
            }
        if (call->cmd.callee) {
            vec_push(&func, call->cmd.callee);
            vec_push(&edge, e);
        }
    }
    c->callers = digraph_new(p->funcs.count, func.count, func.at, edge.at);
    vec_free(&func);
    vec_free(&edge);
}

// ---- where several threads may be ----
static void make_shared(Cut *c, LocId loc) {
    if (!c->p->locs.at[loc].func || c->shared[loc])
        return;
    c->shared[loc] = 1;
    vec_push(&c->work, loc);
}

static void enter_callees(Cut *c, const Cmd *call) {
    assert(cmd_is_call(call));
    const Program *p = c->p;
    if (call->callee)
        make_shared(c, p->funcs.at[call->callee].entry);
    for (FuncId f = 1; !call->callee && f < p->funcs.count; f++)
        if (c->addressed[f])
            make_shared(c, p->funcs.at[f].entry);
}

// All that can follow a THREAD_CREATE in any thread: forwards, into calls, and out of them to all callers.
static void find_shared(Cut *c) {
    const Program *p = c->p;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_THREAD_CREATE)
            make_shared(c, p->edges.at[e].from);
    while (c->work.count) {
        LocId loc = vec_pop(&c->work);
        FuncId f = p->locs.at[loc].func;
        for_out_edges(p, loc, e) {
            make_shared(c, p->edges.at[e].to);
            if (cmd_is_call(&p->edges.at[e].cmd))
                enter_callees(c, &p->edges.at[e].cmd);
        }
        for (uint32_t i = c->callers.first[f]; loc == p->funcs.at[f].exit && i < c->callers.first[f + 1]; i++)
            make_shared(c, p->edges.at[c->callers.to[i]].to);
    }
}

static bool stays(const Cut *c, LocId loc) {
    return c->useful[loc] || c->shared[loc];
}

static void seed(Cut *c) {
    const Program *p = c->p;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        CmdKind kind = edge->cmd.kind;
        if (edge->from && (cmd_has_goal(&edge->cmd) || kind == CMD_UNMODELLED || kind == CMD_THREAD_CREATE))
            make_useful(c, edge->from);
    }
}

// ---- what can lead to an error ----
static void back_over_edges(Cut *c, LocId loc) {
    for (uint32_t i = c->in.first[loc]; i < c->in.first[loc + 1]; i++)
        make_useful(c, c->p->edges.at[c->in.to[i]].from);
}

// Errors below: in the function or in what it calls.
static void pass_down(Cut *c) {
    const Program *p = c->p;
    while (c->work.count) {
        LocId loc = vec_pop(&c->work);
        back_over_edges(c, loc);
        FuncId f = p->locs.at[loc].func;
        for (uint32_t i = c->callers.first[f]; p->funcs.at[f].entry == loc && i < c->callers.first[f + 1]; i++)
            make_useful(c, p->edges.at[c->callers.to[i]].from);
    }
}

static void enter_exits(Cut *c, const Cmd *call) {
    assert(call->kind == CMD_CALL);
    const Program *p = c->p;
    if (call->callee)
        make_useful(c, p->funcs.at[call->callee].exit);
    for (FuncId f = 1; !call->callee && f < p->funcs.count; f++)
        if (c->addressed[f])
            make_useful(c, p->funcs.at[f].exit);
}

// Errors after the return.
static void pass_up(Cut *c) {
    const Program *p = c->p;
    for (LocId loc = 1; loc < p->locs.count; loc++)
        if (c->useful[loc])
            vec_push(&c->work, loc);
    while (c->work.count) {
        LocId loc = vec_pop(&c->work);
        back_over_edges(c, loc);
        for (uint32_t i = c->in.first[loc]; i < c->in.first[loc + 1]; i++)
            if (p->edges.at[c->in.to[i]].cmd.kind == CMD_CALL)
                enter_exits(c, &p->edges.at[c->in.to[i]].cmd);
    }
}

// Tests lead to 'stop' at once; where a function starts or a call returns to,
// a step to 'stop' is needed.
static bool cut_edges(Cut *c) {
    Program *p = c->p;
    bool changed = false;
    uint8_t *end = base_alloc(p->locs.count);
    for (FuncId f = 1; f < p->funcs.count; f++)
        if (p->locs.at[p->funcs.at[f].entry].first_out)
            end[p->funcs.at[f].entry] = 1;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        Edge *edge = &p->edges.at[e];
        if (!edge->from || !stays(c, edge->from) || !p->locs.at[edge->to].func || stays(c, edge->to))
            continue;
        if (edge->cmd.kind == CMD_ASSUME) {
            edge->to = p->stop;
            changed = true;
        } else
            end[edge->to] = 1;
    }
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        FuncId f = p->locs.at[loc].func;
        EdgeId first = p->locs.at[loc].first_out;
        if (!f || stays(c, loc) || loc == p->funcs.at[f].exit)
            continue;
        bool is_end = first && p->edges.at[first].to == p->stop && p->edges.at[first].cmd.kind == CMD_SKIP;
        if (is_end || (!first && !end[loc]))
            continue;
        loc_delete_out(p, loc);
        if (end[loc])
            program_edge(p, loc, p->stop, p->locs.at[loc].pos, (Cmd){ .kind = CMD_SKIP });
        changed = true;
    }
    free(end);
    return changed;
}

bool slice_cut(Program *p) {
    if (!p->entry)
        return false;
    simplify_unreachable(p); // calls in dead code would count as callers
    Cut c = { .p = p, .in = edges_into(p), .addressed = functions_with_address(p) };
    c.useful = base_alloc(p->locs.count);
    c.shared = base_alloc(p->locs.count);
    index_callers(&c);
    find_shared(&c);
    seed(&c);
    pass_down(&c);
    pass_up(&c);
    bool changed = cut_edges(&c);
    digraph_free(&c.in);
    digraph_free(&c.callers);
    free(c.useful);
    free(c.shared);
    free(c.addressed);
    vec_free(&c.work);
    return changed;
}

bool program_slice(Program *p, SliceMemory memory) {
    layout_keep(p);
    bool changed = slice_cut(p);
    if (slice_cone(p, memory)) {
        changed = true;
        simplify_unreachable(p);
        slice_cut(p);
    }
    while (simplify_skips(p))
        changed = true;
#ifndef NDEBUG
    program_check(p);
#endif
    return changed;
}
