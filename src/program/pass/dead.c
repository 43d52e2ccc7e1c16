// dead.c - assignments to local variables nobody reads
//
// A variable is needed if a command with an effect reads it, or the assignment
// of a needed variable does.  An argument matters if the parameter is needed, a
// returned value if some call wants that result; others become zero, so that
// what computes them dies too.  Global variables are always needed: whether
// they are written matters to other threads.  x := x goes as well.
#include "program/edit.h"
#include "program/pass/simplify.h"
#include "program/pass/values.h"

typedef struct Dead {
    Program *p;
    DeadLoads loads;
    Needed needed;
    Digraph defs; // VarId -> edges that assign it
} Dead;

// Commands whose only effect is their result.
static bool is_pure(const Dead *d, const Cmd *cmd) {
    switch (cmd->kind) {
    case CMD_STACK_SAVE:
        return true;
    case CMD_LOAD:
        return d->loads == LOADS_DROPPED && !cmd->is_volatile && !cmd->atomic;
    default:
        return false;
    }
}

static bool is_dead(const Dead *d, VarId v) {
    return !d->needed.var[v] && d->p->vars.at[v].func;
}

// ---- what is needed from the start ----
static void seed_edge(Dead *d, const Cmd *cmd) {
    if (cmd->kind == CMD_ASSIGN) {
        for (uint32_t i = 0; i < cmd->n; i++)
            if (!d->p->vars.at[cmd->vars[i]].func)
                need_term(&d->needed, cmd->terms[i]);
    } else if (cmd->kind == CMD_RETURN || call_is_direct(d->p, cmd))
        return; // as far as params and results are wanted
    else if (!is_pure(d, cmd) || (cmd->var && !d->p->vars.at[cmd->var].func))
        need_cmd(&d->needed, cmd);
}

// Results that go elsewhere than to direct calls of locals.
static void seed_results(Dead *d) {
    const Program *p = d->p;
    uint8_t *addressed = functions_with_address(p);
    for (FuncId f = 1; f < p->funcs.count; f++)
        if (addressed[f] || f == p->entry)
            need_results(&d->needed, f);
    free(addressed);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (!p->edges.at[e].from)
            continue;
        if (cmd->kind == CMD_THREAD_CREATE)
            need_results(&d->needed, cmd->callee);
        for (uint32_t i = 0; call_is_direct(d->p, cmd) && i < cmd->n_vars; i++)
            if (!p->vars.at[cmd->vars[i]].func)
                need_result(&d->needed, cmd->callee, i);
    }
}

// ---- and from there ----
static void need_def(Dead *d, const Cmd *cmd, VarId v) {
    need_value(&d->needed, cmd, v);
    if (cmd->var == v)
        need_cmd(&d->needed, cmd);
}

static void propagate(Dead *d) {
    while (d->needed.work.count) {
        VarId v = vec_pop(&d->needed.work);
        for (uint32_t k = d->defs.first[v]; k < d->defs.first[v + 1]; k++)
            need_def(d, &d->p->edges.at[d->defs.to[k]].cmd, v);
        need_arguments(&d->needed, v);
    }
}

// ---- set-up ----
static void index_defs(Dead *d) {
    const Program *p = d->p;
    VecU32 var = { 0 }, def = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const VarId *vars;
        uint32_t n = p->edges.at[e].from ? cmd_writes(&p->edges.at[e].cmd, &vars) : 0;
        for (uint32_t i = 0; i < n; i++) {
            vec_push(&var, vars[i]);
            vec_push(&def, e);
        }
    }
    d->defs = digraph_new(p->vars.count, var.count, var.at, def.at);
    vec_free(&var);
    vec_free(&def);
}

static void init(Dead *d) {
    d->needed = needed_new(d->p);
    index_defs(d);
}

static void done(Dead *d) {
    digraph_free(&d->defs);
    needed_free(&d->needed);
}

// ---- the new commands ----
// Sets terms[i] to zero where 'wanted' says no.
static bool clear_terms(Dead *d, Cmd *cmd) {
    Terms *t = d->p->terms;
    Term *terms = NULL;
    for (uint32_t i = 0; i < cmd->n; i++) {
        bool wanted = cmd->kind == CMD_CALL ? d->needed.var[d->p->funcs.at[cmd->callee].params.at[i]]
                                            : d->needed.result[d->needed.values.first_result[cmd->callee] + i];
        if (wanted || term_is_const(t, cmd->terms[i]))
            continue;
        if (!terms) {
            terms = arena_array(d->p->arena, Term, cmd->n);
            memcpy(terms, cmd->terms, cmd->n * sizeof *terms);
        }
        terms[i] = zero_of(t, term_sort(t, cmd->terms[i]));
    }
    if (terms)
        cmd->terms = terms;
    return terms != NULL;
}

static bool drop_targets(Dead *d, Cmd *cmd, uint8_t kept[]) {
    assert(cmd->kind == CMD_ASSIGN && cmd->n == cmd->n_vars);
    VecU32 vars = { 0 };
    VecTerm terms = { 0 };
    for (uint32_t i = 0; i < cmd->n; i++) {
        if (is_dead(d, cmd->vars[i])) {
            kept[cmd->vars[i]] = 0;
            continue;
        }
        if (term_same(cmd->terms[i], var_term(d->p, cmd->vars[i])) && d->p->vars.at[cmd->vars[i]].func)
            continue; // x := x
        vec_push(&vars, cmd->vars[i]);
        vec_push(&terms, cmd->terms[i]);
    }
    bool changed = vars.count < cmd->n;
    if (changed)
        *cmd = cmd_assign_n(d->p, vars.count, vars.at, terms.at);
    vec_free(&vars);
    vec_free(&terms);
    return changed;
}

static bool rewrite(Dead *d, EdgeId e, uint8_t kept[]) {
    Cmd *cmd = &d->p->edges.at[e].cmd;
    if (cmd->kind == CMD_ASSIGN)
        return drop_targets(d, cmd, kept);
    if (call_is_direct(d->p, cmd))
        return clear_terms(d, cmd);
    if (cmd->kind == CMD_RETURN) {
        Cmd ret = *cmd;
        ret.callee = d->p->locs.at[d->p->edges.at[e].from].func; // whose results they are
        if (!clear_terms(d, &ret))
            return false;
        cmd->terms = ret.terms;
        return true;
    }
    if (!is_pure(d, cmd) || !is_dead(d, cmd->var))
        return false;
    kept[cmd->var] = 0;
    edge_become_skip(d->p, e);
    return true;
}

bool simplify_dead(Program *p, DeadLoads loads) {
    Dead d = { .p = p, .loads = loads };
    init(&d);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            seed_edge(&d, &p->edges.at[e].cmd);
    seed_results(&d);
    propagate(&d);
    uint8_t *kept = base_alloc(p->vars.count);
    for (VarId v = 0; v < p->vars.count; v++)
        kept[v] = !d.needed.values.param_index[v] || d.needed.var[v] || p->vars.at[v].func == p->entry;
    bool changed = false;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            changed |= rewrite(&d, e, kept);
    if (changed)
        bindings_forget(p, kept);
    free(kept);
    done(&d);
    return changed;
}
