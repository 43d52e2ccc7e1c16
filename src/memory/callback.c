#include "memory/callback.h"
#include "program/edit.h"
#include <stdlib.h>

typedef struct Callback {
    Program *p;
    PointsTo *pt;
    VecU32 functions; // that are handed out
    uint8_t *inside;  // per FuncId: called back, or called by such a function
    Edge outside;     // the HAVOC that calls are inserted behind
} Callback;

// ---- which functions ----
static void find_functions(Callback *c) {
    const Program *p = c->p;
    for (ObjId o = 1; o < p->objects.count; o++) {
        FuncId f = p->objects.at[o].kind == OBJ_FUNCTION ? p->objects.at[o].func : 0;
        if (f && p->funcs.at[f].defined && !p->funcs.at[f].outside && pointsto_called_back(c->pt, o))
            vec_push(&c->functions, f);
    }
}

static void visit_calls(Callback *c, FuncId f, VecU32 *work) {
    const Program *p = c->p;
    VecU32 targets = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || p->locs.at[edge->from].func != f || !cmd_is_call(&edge->cmd))
            continue;
        targets.count = 0;
        if (edge->cmd.callee)
            vec_push(&targets, edge->cmd.callee);
        else
            pointsto_targets(c->pt, &edge->cmd, &targets);
        for (uint32_t i = 0; i < targets.count; i++)
            if (!c->inside[targets.at[i]]) {
                c->inside[targets.at[i]] = 1;
                vec_push(work, targets.at[i]);
            }
    }
    vec_free(&targets);
}

static void find_inside(Callback *c) {
    VecU32 work = { 0 };
    c->inside = base_alloc(c->p->funcs.count);
    for (uint32_t i = 0; i < c->functions.count; i++) {
        c->inside[c->functions.at[i]] = 1;
        vec_push(&work, c->functions.at[i]);
    }
    while (work.count)
        visit_calls(c, vec_pop(&work), &work);
    vec_free(&work);
}

// ---- the calls ----
static LocId new_loc(Callback *c) {
    LocId at = program_loc(c->p, c->p->locs.at[c->outside.from].func, c->outside.pos);
    c->p->locs.at[at].inlined = c->p->locs.at[c->outside.from].inlined;
    return at;
}

static LocId step(Callback *c, LocId from, Cmd cmd) {
    LocId to = new_loc(c);
    program_edge(c->p, from, to, c->outside.pos, cmd);
    return to;
}

static VarId new_var(Callback *c, const char *name, Sort sort, bool pointer) {
    VarId v = program_var(c->p, c->p->locs.at[c->outside.from].func, name, sort, VAR_LOCAL);
    c->p->vars.at[v].pointer = pointer;
    return v;
}

static Cmd input(Callback *c, VarId var, const char *what) {
    Program *p = c->p;
    const char *text = arena_printf(p->arena, "%s of %s", what, program_text(p, c->outside.cmd.text));
    return (Cmd){ .kind = CMD_INPUT, .var = var, .input = INPUT_EXTERNAL, .text = program_name(p, text) };
}

// The call with any arguments, and what code outside does between calls.
static void call_back(Callback *c, LocId at, FuncId f, LocId again) {
    assert(c->inside[f]);
    Program *p = c->p;
    if (p->funcs.at[f].variadic) {
        Cmd end = { .kind = CMD_UNMODELLED, .text = program_name(p, "callback with variable arguments") };
        program_edge(p, at, p->stop, c->outside.pos, end);
        return;
    }
    Cmd call = { .kind = CMD_CALL, .callee = f, .n = p->funcs.at[f].params.count };
    call.n_vars = p->funcs.at[f].results.count;
    call.terms = arena_array(p->arena, Term, call.n);
    call.vars = arena_array(p->arena, VarId, call.n_vars);
    for (uint32_t i = 0; i < call.n; i++) {
        Var param = p->vars.at[p->funcs.at[f].params.at[i]];
        VarId v = new_var(c, "argument", param.sort, param.pointer);
        at = step(c, at, input(c, v, "the callbacks"));
        call.terms[i] = var_term(p, v);
    }
    Cmd havoc = { .kind = CMD_HAVOC, .text = c->outside.cmd.text };
    havoc.terms = arena_array(p->arena, Term, call.n_vars);
    for (uint32_t i = 0; i < call.n_vars; i++) {
        Sort sort = p->funcs.at[f].results.at[i];
        bool word = sort_kind(p->terms, sort) == SORT_BV && sort_width(p->terms, sort) >= p->pointer_bits;
        call.vars[i] = new_var(c, "result", sort, false);
        if (word)
            havoc.terms[havoc.n++] = var_term(p, call.vars[i]);
    }
    at = step(c, at, call);
    program_edge(p, at, again, c->outside.pos, havoc);
}

static void insert(Callback *c, EdgeId e) {
    assert(cmd_is_outside(&c->p->edges.at[e].cmd));
    assert(!c->inside[c->p->locs.at[c->p->edges.at[e].from].func] && "no callbacks from within callbacks");
    Program *p = c->p;
    Terms *t = p->terms;
    c->outside = p->edges.at[e];
    LocId again = new_loc(c);
    p->edges.at[e].to = again;
    VarId which = new_var(c, "callback", sort_bv(t, 32), false);
    LocId choice = step(c, again, input(c, which, "the callbacks"));
    VecTerm none = { 0 };
    for (uint32_t i = 0; i < c->functions.count; i++) {
        Term is = term_eq(t, var_term(p, which), term_bv(t, i + 1, 32));
        vec_push(&none, term_not(t, is));
        call_back(c, step(c, choice, cmd_assume(is)), c->functions.at[i], again);
    }
    program_edge(p, choice, c->outside.to, c->outside.pos, cmd_assume(term_and_n(t, none.count, none.at)));
    vec_free(&none);
}

void callback_insert(Program *p, PointsTo *pt) {
    Callback c = { .p = p, .pt = pt };
    find_functions(&c);
    find_inside(&c);
    bool some = c.functions.count != 0, left = false;
    for (EdgeId e = 1, n = p->edges.count; some && e < n; e++) {
        if (!p->edges.at[e].from || !cmd_is_outside(&p->edges.at[e].cmd))
            continue;
        if (c.inside[p->locs.at[p->edges.at[e].from].func])
            left = true;
        else
            insert(&c, e);
    }
    if (left)
        program_assume_that(p, "functions without body do not call back from within functions that are called back, "
                               "or that these call");
    vec_free(&c.functions);
    free(c.inside);
}
