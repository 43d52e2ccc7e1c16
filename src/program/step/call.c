// call.c - what a call does to formulas
#include "program/step/call.h"
#include "program/edit.h"

enum { CHANGED = 1 };

struct Calls {
    const Program *p;
    Terms *t;
    Blocks *blocks;
    Map *changes; // by FuncId: term of a global, a region, or an own parameter -> CHANGED
    bool *all;    // by FuncId: a command of it may change anything
    Map region;   // term -> 1 + RegionId
};

// ---- which calls ----
EdgeId calls_at(const Program *p, LocId loc) {
    EdgeId e = p->locs.at[loc].first_out;
    if (!e || p->edges.at[e].next_out)
        return 0;
    const Cmd *cmd = &p->edges.at[e].cmd;
    if (cmd->kind != CMD_CALL || !cmd->callee || cmd->callee == p->entry || !p->funcs.at[cmd->callee].defined)
        return 0;
    const Function *f = &p->funcs.at[cmd->callee];
    if (cmd->n != f->params.count || (cmd->n_vars && cmd->n_vars != f->results.count))
        return 0;
    for (uint32_t i = 0; i < cmd->n; i++)
        if (term_sort(p->terms, cmd->terms[i]).id != p->vars.at[f->params.at[i]].sort.id)
            return 0;
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        if (cmd->vars[i] && p->vars.at[cmd->vars[i]].sort.id != f->results.at[i].id)
            return 0;
    return e;
}

bool calls_unmodelled(void *unused, const Program *p, LocId loc) {
    return block_is_unmodelled(unused, p, loc) && !calls_at(p, loc);
}

// ---- what functions change ----
static void note_region(Calls *c, FuncId f, RegionId r) {
    if (r || c->p->regions.count <= 1)
        map_put(&c->changes[f], block_region(c->blocks, r).id, CHANGED);
    else
        c->all[f] = true;
}

static void note_edge(Calls *c, FuncId f, const Cmd *cmd) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    for (uint32_t i = 0; i < n; i++)
        if (vars[i])
            map_put(&c->changes[f], var_term(c->p, vars[i]).id, CHANGED);
    switch (cmd->kind) {
    case CMD_STORE:
        note_region(c, f, cmd->region);
        break;
    case CMD_COPY:
    case CMD_SET:
    case CMD_HAVOC:
    case CMD_THREAD_CREATE:
    case CMD_THREAD_JOIN:
    case CMD_UNMODELLED:
        c->all[f] = true;
        break;
    case CMD_CALL:
        c->all[f] |= !cmd->callee || !c->p->funcs.at[cmd->callee].defined;
        break;
    default:
        break;
    }
}

static bool is_global(const Calls *c, Term state) {
    VarId v = program_var_of(c->p, state);
    return v ? !c->p->vars.at[v].func : map_find(&c->region, state.id) != 0;
}

// What 'callee' does to globals and regions, 'caller' does by calling it.
static bool inherit(Calls *c, FuncId caller, FuncId callee, const VecTerm *globals) {
    bool more = c->all[callee] && !c->all[caller];
    c->all[caller] |= c->all[callee];
    for (uint32_t i = 0; i < globals->count; i++) {
        uint32_t id = globals->at[i].id;
        if (!map_find(&c->changes[callee], id) || map_find(&c->changes[caller], id))
            continue;
        map_put(&c->changes[caller], id, CHANGED);
        more = true;
    }
    return more;
}

static void globals_of(const Calls *c, VecTerm *out) {
    for (VarId v = 1; v < c->p->vars.count; v++)
        if (c->p->vars.at[v].kind == VAR_GLOBAL)
            vec_push(out, var_term(c->p, v));
    for (RegionId r = c->p->regions.count > 1; r < (c->p->regions.count > 1 ? c->p->regions.count : 1); r++)
        vec_push(out, block_region(c->blocks, r));
}

static void find_changes(Calls *c) {
    const Program *p = c->p;
    VecTerm globals = { 0 };
    VecU32 calls = { 0 };
    globals_of(c, &globals);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from)
            continue;
        note_edge(c, p->locs.at[edge->from].func, &edge->cmd);
        if (edge->cmd.kind == CMD_CALL && edge->cmd.callee)
            vec_push(&calls, e);
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < calls.count; i++) {
            const Edge *edge = &p->edges.at[calls.at[i]];
            more |= inherit(c, p->locs.at[edge->from].func, edge->cmd.callee, &globals);
        }
    }
    vec_free(&globals);
    vec_free(&calls);
}

Calls *calls_new(const Program *p, Blocks *blocks) {
    Calls *c = base_alloc(sizeof *c);
    c->p = p;
    c->t = p->terms;
    c->blocks = blocks;
    c->changes = base_alloc(p->funcs.count * sizeof *c->changes);
    c->all = base_alloc(p->funcs.count * sizeof *c->all);
    for (RegionId r = 0; r < p->regions.count || r < 1; r++)
        map_put(&c->region, block_region(blocks, r).id, r + 1);
    find_changes(c);
    return c;
}

void calls_free(Calls *c) {
    if (!c)
        return;
    for (FuncId f = 0; f < c->p->funcs.count; f++)
        map_free(&c->changes[f]);
    map_free(&c->region);
    free(c->changes);
    free(c->all);
    free(c);
}

bool calls_changes(const Calls *c, FuncId f, Term state) {
    assert(f && f < c->p->funcs.count);
    VarId v = program_var_of(c->p, state);
    if (v && c->p->vars.at[v].kind == VAR_ADDRESS)
        return false;
    return map_find(&c->changes[f], state.id) || (c->all[f] && is_global(c, state));
}

// ---- names ----
static Term named(const Program *p, const char *prefix, Term state) {
    assert(term_op(p->terms, state) == OP_VAR);
    Text name = { 0 };
    text_add(&name, "%s!%s", prefix, term_name(p->terms, state));
    Term copy = term_var(p->terms, name.at, term_sort(p->terms, state));
    vec_free(&name);
    return copy;
}

Term calls_entry_copy(const Program *p, Term state) {
    return named(p, "entry", state);
}

Term calls_after_copy(const Program *p, Term state) {
    return named(p, "after", state);
}

Term calls_result(const Program *p, FuncId f, uint32_t i) {
    return block_result(p, f, i);
}

Term calls_first(const Calls *c, FuncId f, Term state) {
    return calls_changes(c, f, state) ? calls_entry_copy(c->p, state) : state;
}

// What an activation starts with: the parameters, and all that is global.
static void given(const Calls *c, FuncId f, VecTerm *out) {
    const Function *func = &c->p->funcs.at[f];
    for (uint32_t i = 0; i < func->params.count; i++)
        vec_push(out, var_term(c->p, func->params.at[i]));
    globals_of(c, out);
}

void calls_given(const Calls *c, FuncId f, VecTerm *out) {
    uint32_t first = out->count;
    given(c, f, out);
    for (uint32_t i = first; i < out->count; i++)
        out->at[i] = calls_entry_copy(c->p, out->at[i]);
}

// ---- formulas ----
typedef struct Renaming {
    const Calls *c;
    FuncId inner; // variables of this function that have no other name are inner!x; 0: they keep theirs
    Map to;       // term -> term
} Renaming;

static Term leaf(void *self, Term variable) {
    const Renaming *r = self;
    uint32_t id = map_find(&r->to, variable.id);
    if (id)
        return (Term){ id };
    VarId v = program_var_of(r->c->p, variable);
    return r->inner && v && r->c->p->vars.at[v].func == r->inner ? named(r->c->p, "inner", variable) : variable;
}

static Term renamed(Renaming *r, Term formula) {
    return block_before(r->c->blocks, term_map(r->c->t, formula, leaf, r, NULL));
}

Term calls_at_entry(const Calls *c, FuncId f, Term formula) {
    Renaming r = { .c = c };
    VecTerm first = { 0 };
    given(c, f, &first);
    for (uint32_t i = 0; i < first.count; i++)
        map_put(&r.to, calls_entry_copy(c->p, first.at[i]).id, first.at[i].id);
    vec_free(&first);
    Term result = renamed(&r, formula);
    map_free(&r.to);
    return result;
}

Term calls_normal(const Calls *c, FuncId f, Term formula) {
    Renaming r = { .c = c };
    VecTerm first = { 0 };
    given(c, f, &first);
    for (uint32_t i = 0; i < first.count; i++)
        map_put(&r.to, calls_entry_copy(c->p, first.at[i]).id, calls_first(c, f, first.at[i]).id);
    vec_free(&first);
    Term result = term_map(c->t, formula, leaf, &r, NULL);
    map_free(&r.to);
    return result;
}

// The first values that the call gives are known: arguments, and what globals are at the call.
static void give(Renaming *r, const Edge *call, bool now) {
    const Calls *c = r->c;
    FuncId f = call->cmd.callee;
    const Function *func = &c->p->funcs.at[f];
    VecTerm first = { 0 };
    given(c, f, &first);
    for (uint32_t i = 0; i < first.count; i++) {
        Term value = i < func->params.count ? call->cmd.terms[i] : first.at[i];
        map_put(&r->to, calls_entry_copy(c->p, first.at[i]).id, value.id);
        if (now || !calls_changes(c, f, first.at[i]))
            map_put(&r->to, first.at[i].id, value.id);
    }
    vec_free(&first);
}

// A global that takes a result of the call: what the callee left in it is lost.
static bool takes_result(const Calls *c, const Cmd *cmd, Term state) {
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        if (cmd->vars[i] && term_same(var_term(c->p, cmd->vars[i]), state))
            return true;
    return false;
}

static void rename_leave(Renaming *r, const Edge *e, const VecTerm *globals) {
    const Calls *c = r->c;
    FuncId f = e->cmd.callee;
    for (uint32_t i = 0; i < globals->count; i++)
        if (calls_changes(c, f, globals->at[i]))
            map_put(&r->to, globals->at[i].id,
                    named(c->p, takes_result(c, &e->cmd, globals->at[i]) ? "inner" : "after", globals->at[i]).id);
    for (uint32_t i = 0; i < c->p->funcs.at[f].results.count; i++) {
        Term result = calls_result(c->p, f, i);
        VarId v = i < e->cmd.n_vars ? e->cmd.vars[i] : 0;
        map_put(&r->to, result.id, (v ? calls_after_copy(c->p, var_term(c->p, v)) : named(c->p, "inner", result)).id);
    }
}

static void rename_after(Renaming *r, const Edge *e, const VecTerm *globals) {
    const Calls *c = r->c;
    for (uint32_t i = 0; i < globals->count; i++)
        if (calls_changes(c, e->cmd.callee, globals->at[i]))
            map_put(&r->to, globals->at[i].id, calls_after_copy(c->p, globals->at[i]).id);
    for (uint32_t i = 0; i < e->cmd.n_vars; i++)
        if (e->cmd.vars[i])
            map_put(&r->to, var_term(c->p, e->cmd.vars[i]).id,
                    calls_after_copy(c->p, var_term(c->p, e->cmd.vars[i])).id);
}

void calls_rename_all(const Calls *c, EdgeId call, CallSide side, uint32_t n, const Term in[], Term out[]) {
    const Edge *e = &c->p->edges.at[call];
    assert(calls_at(c->p, e->from) == call);
    Renaming r = { .c = c, .inner = side == CALL_AFTER ? 0 : e->cmd.callee };
    VecTerm globals = { 0 };
    globals_of(c, &globals);
    if (side != CALL_AFTER)
        give(&r, e, side == CALL_ENTER);
    if (side == CALL_LEAVE)
        rename_leave(&r, e, &globals);
    if (side == CALL_AFTER)
        rename_after(&r, e, &globals);
    for (uint32_t i = 0; i < n; i++)
        out[i] = renamed(&r, in[i]);
    map_free(&r.to);
    vec_free(&globals);
}

Term calls_rename(const Calls *c, EdgeId call, CallSide side, Term formula) {
    Term result;
    calls_rename_all(c, call, side, 1, &formula, &result);
    return result;
}
