#include "memory/dangling.h"
#include "program/edit.h"
#include "program/live.h"
#include <stdlib.h>

typedef struct Held { // the variable dangles at the location
    VarId var;
    LocId loc;
} Held;
struct Dangling {
    const Program *p;
    Live *live;        // only in dangling_new: a variable that is written before it is read is not followed
    Map held;          // var, loc -> 1
    VEC(Held) work;    // of these, what is still to be followed
    VecU32 *calls;     // per FuncId: the edges that call it
    Map frees;         // VarId of a parameter -> 1: its function may free what it points to
    uint8_t *on_stack; // per VarId: the address of an object in the frame
};

static uint64_t key(VarId var, LocId loc) {
    return (uint64_t)var << 32 | loc;
}

static void hold(Dangling *d, VarId var, LocId loc) {
    if (!var || live_is_dead(d->live, var, loc) || map_find(&d->held, key(var, loc)))
        return;
    map_put(&d->held, key(var, loc), 1);
    vec_push(&d->work, (Held){ var, loc });
}

// The variables whose value, moved or masked, the address may be.
static void bases(const Program *p, Term a, VecU32 *out) {
    const Terms *t = p->terms;
    Op op = term_op(t, a);
    if (op == OP_VAR) {
        VarId var = program_var_of(p, a);
        if (var && p->vars.at[var].kind != VAR_ADDRESS)
            vec_push(out, var);
    } else if (op == OP_ITE) {
        bases(p, term_arg(t, a, 1), out);
        bases(p, term_arg(t, a, 2), out);
    } else if (op == OP_BV_ADD || op == OP_BV_ZEXT || op == OP_BV_AND || op == OP_BV_OR) {
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            bases(p, term_arg(t, a, i), out);
    }
}

static bool is_base(const Program *p, Term a, VarId var) {
    VecU32 of = { 0 };
    bool found = false;
    bases(p, a, &of);
    for (uint32_t i = 0; i < of.count && !found; i++)
        found = of.at[i] == var;
    vec_free(&of);
    return found;
}

bool dangling_at(const Dangling *d, Term a, LocId loc) {
    assert(!d->work.count && "dangling_new has followed all");
    VecU32 of = { 0 };
    bool found = false;
    bases(d->p, a, &of);
    for (uint32_t i = 0; i < of.count && !found; i++)
        found = map_find(&d->held, key(of.at[i], loc));
    vec_free(&of);
    return found;
}

// ---- where it begins ----
static bool writes(const Cmd *cmd, VarId var) {
    const VarId *vars;
    for (uint32_t i = 0, n = cmd_writes(cmd, &vars); i < n; i++)
        if (vars[i] == var)
            return true;
    return false;
}

// What 'a' points to is gone behind the edge.  True: so is, for callers, what a parameter points to, and that is new.
static bool begin(Dangling *d, const Edge *e, Term a) {
    VecU32 of = { 0 };
    bool more = false;
    bases(d->p, a, &of);
    for (uint32_t i = 0; i < of.count; i++) {
        VarId var = of.at[i];
        if (!writes(&e->cmd, var))
            hold(d, var, e->to);
        if (d->p->vars.at[var].kind == VAR_PARAM && !map_find(&d->frees, var)) {
            map_put(&d->frees, var, 1);
            more = true;
        }
    }
    vec_free(&of);
    return more;
}

static bool begin_at_call(Dangling *d, const Edge *e) {
    assert(e->cmd.callee);
    const Function *f = &d->p->funcs.at[e->cmd.callee];
    bool more = false;
    for (uint32_t i = 0; i < e->cmd.n && i < f->params.count; i++)
        if (map_find(&d->frees, f->params.at[i]))
            more |= begin(d, e, e->cmd.terms[i]);
    return more;
}

static void begin_at_frees(Dangling *d) {
    const Program *p = d->p;
    for (bool more = true; more;) {
        more = false;
        for (EdgeId e = 1; e < p->edges.count; e++) {
            const Edge *edge = &p->edges.at[e];
            if (edge->from && edge->cmd.kind == CMD_FREE)
                more |= begin(d, edge, edge->cmd.a);
            else if (edge->from && edge->cmd.kind == CMD_CALL && edge->cmd.callee)
                more |= begin_at_call(d, edge);
        }
    }
}

static bool is_made_on_stack(const Program *p, const Edge *e) {
    return e->cmd.kind == CMD_ALLOC && p->objects.at[e->cmd.object].kind == OBJ_STACK;
}

// A frame that ends, of a function that was inlined or of a block with arrays of variable length: what was made since
// the mark is gone behind each place where it is restored.
static void begin_at_restores(Dangling *d, const Edge *save) {
    assert(save->cmd.kind == CMD_STACK_SAVE);
    const Program *p = d->p;
    VecU32 made = { 0 }, ends = { 0 }, work = { 0 };
    Map seen = { 0 };
    vec_push(&work, save->to);
    map_put(&seen, save->to, 1);
    while (work.count) {
        LocId loc = vec_pop(&work);
        for_out_edges(p, loc, e) {
            const Edge *edge = &p->edges.at[e];
            if (edge->cmd.kind == CMD_STACK_RESTORE && is_base(p, edge->cmd.a, save->cmd.var)) {
                vec_push(&ends, e);
                continue;
            }
            if (is_made_on_stack(p, edge))
                vec_push(&made, edge->cmd.var);
            if (!map_find(&seen, edge->to))
                vec_push(&work, edge->to);
            map_put(&seen, edge->to, 1);
        }
    }
    for (uint32_t i = 0; i < ends.count; i++)
        for (uint32_t k = 0; k < made.count; k++)
            hold(d, made.at[k], p->edges.at[ends.at[i]].to);
    vec_free(&made);
    vec_free(&ends);
    vec_free(&work);
    map_free(&seen);
}

static void begin_at_frame_ends(Dangling *d) {
    const Program *p = d->p;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (edge->from && edge->cmd.kind == CMD_STACK_SAVE)
            begin_at_restores(d, edge);
        if (edge->from && is_made_on_stack(p, edge))
            d->on_stack[edge->cmd.var] = 1;
    }
}

// ---- where it leads ----
static void to_callers(Dangling *d, FuncId f, uint32_t result) {
    assert(f && result < d->p->funcs.at[f].results.count);
    for (uint32_t i = 0; i < d->calls[f].count; i++) {
        const Edge *call = &d->p->edges.at[d->calls[f].at[i]];
        if (result < call->cmd.n_vars)
            hold(d, call->cmd.vars[result], call->to);
    }
}

// A function that returns the address of what is in its frame.
static void begin_at_returns(Dangling *d) {
    const Program *p = d->p;
    VecU32 of = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        for (uint32_t i = 0; edge->from && edge->cmd.kind == CMD_RETURN && i < edge->cmd.n; i++) {
            of.count = 0;
            bases(p, edge->cmd.terms[i], &of);
            for (uint32_t k = 0; k < of.count; k++)
                if (d->on_stack[of.at[k]])
                    to_callers(d, p->locs.at[edge->from].func, i);
        }
    }
    vec_free(&of);
}

static void follow(Dangling *d, Held h, const Edge *e) {
    const Program *p = d->p;
    const Cmd *c = &e->cmd;
    bool global = p->vars.at[h.var].kind == VAR_GLOBAL;
    if (c->kind == CMD_RETURN) {
        for (uint32_t i = 0; i < c->n; i++)
            if (is_base(p, c->terms[i], h.var))
                to_callers(d, p->locs.at[e->from].func, i);
        VecU32 *calls = &d->calls[p->locs.at[e->from].func];
        for (uint32_t i = 0; global && i < calls->count; i++)
            hold(d, h.var, p->edges.at[calls->at[i]].to);
        return;
    }
    if (c->kind == CMD_CALL && c->callee) {
        const Function *f = &p->funcs.at[c->callee];
        for (uint32_t i = 0; i < c->n && i < f->params.count; i++)
            if (is_base(p, c->terms[i], h.var))
                hold(d, f->params.at[i], f->entry);
        if (global)
            hold(d, h.var, f->entry);
    }
    if (c->kind == CMD_ASSIGN)
        for (uint32_t i = 0; i < c->n; i++)
            if (is_base(p, c->terms[i], h.var))
                hold(d, c->vars[i], e->to);
    if (!writes(c, h.var))
        hold(d, h.var, e->to);
}

Dangling *dangling_new(const Program *p) {
    Dangling *d = base_alloc(sizeof *d);
    d->p = p;
    d->live = live_new(p);
    d->calls = base_alloc(p->funcs.count * sizeof *d->calls);
    d->on_stack = base_alloc(p->vars.count);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_CALL)
            vec_push(&d->calls[p->edges.at[e].cmd.callee], e);
    begin_at_frees(d);
    begin_at_frame_ends(d);
    begin_at_returns(d);
    while (d->work.count) {
        Held h = vec_pop(&d->work);
        for_out_edges(p, h.loc, e) {
            follow(d, h, &p->edges.at[e]);
        }
    }
    live_free(d->live);
    return d;
}

void dangling_free(Dangling *d) {
    for (FuncId f = 0; f < d->p->funcs.count; f++)
        vec_free(&d->calls[f]);
    free(d->calls);
    free(d->on_stack);
    vec_free(&d->work);
    map_free(&d->held);
    map_free(&d->frees);
    free(d);
}
