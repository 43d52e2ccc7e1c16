// inline.c - copies of procedures in place of their calls
//
// All copies are in one procedure.  The locals of a copy lie behind those of the caller, so copies that are never
// active together share them.  Thread-local globals come first among the locals.
#include "bp/threads.h"

enum { MOST_STATEMENTS = 200000 };

typedef struct Inliner {
    const BpProgram *p;
    Flat *out;
    Reason *why;
    uint32_t own;       // thread-local globals
    uint32_t *global;   // by global: where it is
    VecU32 active;      // procedures
    Map starts;         // procedure -> 1 + its copy's first statement, where threads start
    VEC(Origin) wanted; // (procedure, statement that starts a thread there)
    bool failed;
} Inliner;

typedef struct Copied {  // a copy
    uint32_t proc, base; // first local
    uint32_t first;      // its statement 0
    BpExpr enforce, abortif;
} Copied;

static BpProc *flat_proc(Inliner *in) {
    return &in->out->program.procs.at[0];
}

static uint32_t variable(const Inliner *in, const Copied *c, uint32_t v) {
    uint32_t g = in->p->globals.count;
    assert(v < bp_variables(in->p, &in->p->procs.at[c->proc]));
    return v < g ? in->global[v] : in->out->program.globals.count + in->own + c->base + (v - g);
}

static BpExpr copy_expr(Inliner *in, const Copied *c, BpExpr e) {
    if (!e)
        return 0;
    BpNode n = in->p->nodes.at[e];
    if (n.op == BP_VAR || n.op == BP_NEXT)
        n.arg[0] = variable(in, c, n.arg[0]);
    for (uint32_t i = 0; i < 3 && n.op > BP_STAR && n.arg[i]; i++)
        n.arg[i] = copy_expr(in, c, n.arg[i]);
    return bp_expr(&in->out->program, n.op, n.arg[0], n.arg[1], n.arg[2]);
}

// 'own': it stands for the statement, and is not the skip behind a call.
static uint32_t add(Inliner *in, const Copied *c, uint32_t stmt, BpKind kind, bool own) {
    const BpStmt *old = &in->p->procs.at[c->proc].stmts.at[stmt];
    uint32_t s = bp_stmt(flat_proc(in), kind, old->line);
    vec_push(&in->out->origins, (Origin){ c->proc, stmt });
    vec_push(&in->out->base, c->base);
    vec_push(&in->out->enforce, own ? c->enforce : 0);
    vec_push(&in->out->abortif, own ? c->abortif : 0);
    vec_push(&in->out->own, own);
    assert(in->out->origins.count == s + 1);
    if (s > MOST_STATEMENTS && !in->failed) {
        reason_set(in->why, "the program is too large without calls");
        in->failed = true;
    }
    return s;
}

static uint32_t copy_procedure(Inliner *in, uint32_t proc, uint32_t base, const Copied *caller, const BpStmt *call,
                               uint32_t after);

// vars := exprs, where both may be nothing.
static void set_assignment(Inliner *in, uint32_t s, const VecU32 *vars, const VecU32 *exprs) {
    BpStmt *to = &flat_proc(in)->stmts.at[s];
    for (uint32_t i = 0; i < vars->count; i++)
        if (vars->at[i] != BP_NOTHING) {
            vec_push(&to->vars, vars->at[i]);
            vec_push(&to->exprs, exprs->at[i]);
        }
    to->kind = to->vars.count ? BP_ASSIGN : BP_SKIP;
}

// A call: arguments are assigned to formals, then the copy; the statement after it is 'after', a skip.
static void copy_call(Inliner *in, const Copied *c, uint32_t s, uint32_t stmt, uint32_t after) {
    const BpStmt *old = &in->p->procs.at[c->proc].stmts.at[stmt];
    Copied callee = { .proc = old->proc, .base = c->base + in->p->procs.at[c->proc].locals.count };
    VecU32 vars = { 0 }, exprs = { 0 };
    for (uint32_t i = 0; i < old->exprs.count; i++) {
        vec_push(&vars, variable(in, &callee, in->p->globals.count + i));
        vec_push(&exprs, copy_expr(in, c, old->exprs.at[i]));
    }
    set_assignment(in, s, &vars, &exprs);
    uint32_t first = copy_procedure(in, old->proc, callee.base, c, old, after);
    vec_push(&flat_proc(in)->stmts.at[s].next, first);
    vec_free(&vars);
    vec_free(&exprs);
}

// A return: to the caller's variables; of a thread's first procedure, the end.
static void copy_return(Inliner *in, const Copied *c, uint32_t s, const BpStmt *old, const Copied *caller,
                        const BpStmt *call, uint32_t after) {
    VecU32 vars = { 0 }, exprs = { 0 };
    if (!caller) {
        flat_proc(in)->stmts.at[s].kind = BP_END;
        return;
    }
    assert(old->exprs.count == call->vars.count && call->proc == c->proc);
    for (uint32_t i = 0; i < old->exprs.count; i++) {
        vec_push(&vars, call->vars.at[i] == BP_NOTHING ? BP_NOTHING : variable(in, caller, call->vars.at[i]));
        vec_push(&exprs, copy_expr(in, c, old->exprs.at[i]));
    }
    set_assignment(in, s, &vars, &exprs);
    vec_push(&flat_proc(in)->stmts.at[s].next, after);
    vec_free(&vars);
    vec_free(&exprs);
}

static void copy_plain(Inliner *in, const Copied *c, uint32_t s, const BpStmt *old) {
    BpExpr e = copy_expr(in, c, old->expr);
    flat_proc(in)->stmts.at[s].expr = e;
    for (uint32_t i = 0; i < old->exprs.count; i++) {
        BpExpr x = copy_expr(in, c, old->exprs.at[i]);
        vec_push(&flat_proc(in)->stmts.at[s].exprs, x);
    }
    for (uint32_t i = 0; i < old->vars.count; i++)
        vec_push(&flat_proc(in)->stmts.at[s].vars, variable(in, c, old->vars.at[i]));
    if (old->kind == BP_START && old->target)
        flat_proc(in)->stmts.at[s].target = c->first + old->target;
    else if (old->kind == BP_START)
        vec_push(&in->wanted, (Origin){ old->proc, s });
}

static bool is_active(const Inliner *in, uint32_t proc) {
    for (uint32_t i = 0; i < in->active.count; i++)
        if (in->active.at[i] == proc)
            return true;
    return false;
}

// The statements of the procedure have consecutive numbers; skips behind calls follow.
static void copy_statements(Inliner *in, const Copied *c, const Copied *caller, const BpStmt *call, uint32_t after) {
    const BpProc *of = &in->p->procs.at[c->proc];
    for (uint32_t i = 0; i < of->stmts.count; i++)
        add(in, c, i, of->stmts.at[i].kind, true);
    for (uint32_t i = 0; i < of->stmts.count && !in->failed; i++) {
        const BpStmt *old = &of->stmts.at[i];
        uint32_t s = c->first + i, last = s;
        if (old->kind == BP_CALL) {
            last = add(in, c, i, BP_SKIP, false);
            copy_call(in, c, s, i, last);
        } else if (old->kind == BP_RETURN) {
            copy_return(in, c, s, old, caller, call, after);
        } else {
            copy_plain(in, c, s, old);
        }
        for (uint32_t k = 0; k < old->next.count; k++)
            vec_push(&flat_proc(in)->stmts.at[last].next, c->first + old->next.at[k]);
    }
}

static uint32_t copy_procedure(Inliner *in, uint32_t proc, uint32_t base, const Copied *caller, const BpStmt *call,
                               uint32_t after) {
    const BpProc *of = &in->p->procs.at[proc];
    Copied c = { .proc = proc, .base = base, .first = flat_proc(in)->stmts.count };
    assert(base == (caller ? caller->base + in->p->procs.at[caller->proc].locals.count : 0));
    if (is_active(in, proc) && !in->failed) {
        reason_set(in->why, "%.60s is recursive and there are threads", name_text(in->p->names, of->name));
        in->failed = true;
    }
    if (in->failed)
        return 0;
    while (flat_proc(in)->locals.count < in->own + base + of->locals.count) {
        Text name = { 0 };
        text_add(&name, "local%u", flat_proc(in)->locals.count);
        uint32_t id = name_of(in->out->program.names, name.at).id;
        vec_push(&flat_proc(in)->locals, id);
        vec_free(&name);
    }
    c.enforce = copy_expr(in, &c, of->enforce);
    c.abortif = copy_expr(in, &c, of->abortif);
    vec_push(&in->active, proc);
    copy_statements(in, &c, caller, call, after);
    in->active.count--;
    return c.first;
}

static uint32_t start_of(Inliner *in, uint32_t proc) {
    uint32_t first = map_find(&in->starts, proc + 1ull);
    if (!first) {
        first = copy_procedure(in, proc, 0, NULL, NULL, 0) + 1;
        map_put(&in->starts, proc + 1ull, first);
    }
    return first - 1;
}

// Plain ones stay globals, those of threads become locals.
static void place_globals(Inliner *in) {
    const BpProgram *p = in->p;
    BpProgram *out = &in->out->program;
    in->global = base_alloc((p->globals.count + 1) * sizeof *in->global);
    for (uint32_t own = 0; own < 2; own++)
        for (uint32_t i = 0; i < p->globals.count; i++) {
            if (p->thread_local.at[i] != (own == 1))
                continue;
            uint32_t id = name_of(out->names, name_text(p->names, (Name){ p->globals.at[i] })).id;
            in->global[i] = out->globals.count + (own ? flat_proc(in)->locals.count : 0);
            if (own) {
                vec_push(&flat_proc(in)->locals, id);
                in->own++;
            } else {
                vec_push(&out->globals, id);
                vec_push(&out->thread_local, false);
            }
        }
}

bool bp_inline(const BpProgram *p, Flat *out, Reason *why) {
    Inliner in = { .p = p, .out = out, .why = why };
    memset(out, 0, sizeof *out);
    bp_init(&out->program);
    bp_proc(&out->program, "main");
    vec_push(&out->origins, (Origin){ p->main, 0 });
    vec_push(&out->base, 0);
    vec_push(&out->enforce, 0);
    vec_push(&out->abortif, 0);
    vec_push(&out->own, false);
    place_globals(&in);
    uint32_t first = start_of(&in, p->main);
    vec_push(&flat_proc(&in)->stmts.at[0].next, first);
    for (uint32_t i = 0; i < in.wanted.count && !in.failed; i++) {
        uint32_t target = start_of(&in, in.wanted.at[i].proc);
        flat_proc(&in)->stmts.at[in.wanted.at[i].stmt].target = target;
        vec_push(&out->fresh, in.wanted.at[i].stmt);
    }
    assert(!in.active.count && out->origins.count == flat_proc(&in)->stmts.count);
    free(in.global);
    vec_free(&in.active);
    vec_free(&in.wanted);
    map_free(&in.starts);
    if (!in.failed)
        bp_check(&out->program);
    return !in.failed;
}

void flat_free(Flat *flat) {
    bp_free(&flat->program);
    vec_free(&flat->origins);
    vec_free(&flat->base);
    vec_free(&flat->enforce);
    vec_free(&flat->abortif);
    vec_free(&flat->own);
    vec_free(&flat->fresh);
}
