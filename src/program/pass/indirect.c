// indirect.c - calls through pointers become tests and direct calls
//
//   A --call *a(x)--> B      becomes, for the targets f and g,
//
//   A --assume a == &f--> F --call f(x)--> B
//   A --assume a == &g--> G --call g(x)--> B
//   A --assume a != &f && a != &g--> T --trap, or unmodelled--> stop
//
// Addresses of functions differ, so the assumptions exclude each other.  Where the pointer may come
// from outside and the program has a function that stands for those of the environment, the last is
//
//   A --assume a != &f && a != &g && a is in the environment's memory--> O --call outside(x)--> B
//   A --assume a != &f && a != &g && a is not--> T --trap--> stop
//
// C says nothing of a call by a pointer of another type, but processors make it: what the types have in common is
// handed over, and the rest of the parameters before the call, and of the results behind it, are inputs.
#include "program/edit.h"
#include "program/pass/simplify.h"

typedef struct Expand {
    Program *p;
    Edge call;    // as it was
    VecTerm none; // a differs from each target tried
} Expand;

static bool thread_fits(const Program *p, FuncId f) {
    return p->funcs.at[f].params.count <= 1 && p->funcs.at[f].results.count <= 1;
}

static LocId add_loc(Expand *x) {
    Program *p = x->p;
    LocId at = program_loc(p, p->locs.at[x->call.from].func, x->call.pos);
    p->locs.at[at].inlined = p->locs.at[x->call.from].inlined;
    return at;
}

static LocId add_case(Expand *x, Term condition) {
    LocId at = add_loc(x);
    program_edge(x->p, x->call.from, at, x->call.pos, cmd_assume(condition));
    return at;
}

static void add_input(Expand *x, LocId from, LocId to, VarId var, const char *name) {
    Cmd input = { .kind = CMD_INPUT, .input = INPUT_UNINIT, .var = var, .text = program_name(x->p, name) };
    program_edge(x->p, from, to, x->call.pos, input);
}

static VarId add_var(Expand *x, const char *name, Sort sort, bool pointer) {
    VarId var = program_var(x->p, x->p->locs.at[x->call.from].func, name, sort, VAR_LOCAL);
    x->p->vars.at[var].pointer = pointer;
    return var;
}

// As many arguments as f has parameters.  From where the call is then made.
static LocId fit_arguments(Expand *x, LocId at, FuncId f, uint32_t passed, Cmd *direct) {
    assert(passed <= x->call.cmd.n && passed <= x->p->funcs.at[f].params.count);
    Program *p = x->p;
    direct->n = p->funcs.at[f].params.count;
    direct->terms = arena_array(p->arena, Term, direct->n);
    for (uint32_t i = 0; i < passed; i++)
        direct->terms[i] = value_cut(p, x->call.cmd.terms[i], p->vars.at[p->funcs.at[f].params.at[i]].sort);
    for (uint32_t i = passed; i < direct->n; i++) {
        Var param = p->vars.at[p->funcs.at[f].params.at[i]];
        VarId missing = add_var(x, "argument", param.sort, param.pointer);
        LocId from = at;
        add_input(x, from, at = add_loc(x), missing, MISSING_ARGUMENT);
        direct->terms[i] = var_term(p, missing);
    }
    return at;
}

// As many results as f has.  Where the call then returns to: the way on gives the caller its own.
static LocId fit_results(Expand *x, FuncId f, uint32_t passed, Cmd *direct) {
    assert(passed <= x->call.cmd.n_vars && passed <= x->p->funcs.at[f].results.count);
    Program *p = x->p;
    const Cmd *call = &x->call.cmd;
    LocId at = x->call.to;
    for (uint32_t i = call->n_vars; i > passed; i--) {
        LocId to = at;
        add_input(x, at = add_loc(x), to, call->vars[i - 1], MISSING_RESULT);
    }
    direct->n_vars = p->funcs.at[f].results.count;
    direct->vars = arena_array(p->arena, VarId, direct->n_vars);
    for (uint32_t i = 0; i < direct->n_vars; i++) {
        Sort sort = p->funcs.at[f].results.at[i];
        bool same = i < passed && p->vars.at[call->vars[i]].sort.id == sort.id;
        direct->vars[i] = same ? call->vars[i] : add_var(x, "result", sort, false);
        if (i < passed && !same) {
            Term value = value_cut(p, var_term(p, direct->vars[i]), p->vars.at[call->vars[i]].sort);
            LocId to = at;
            program_edge(p, at = add_loc(x), to, x->call.pos, cmd_assign(p, call->vars[i], value));
        }
    }
    return at;
}

static void call_directly(Expand *x, LocId at, FuncId f) {
    const Cmd *call = &x->call.cmd;
    Cmd direct = *call;
    LocId back = x->call.to;
    direct.callee = f;
    direct.a = (Term){ 0 };
    direct.variadic = false;
    if (call->kind == CMD_CALL && !call_fits(x->p, call, f)) {
        Passed passed = call_passes(x->p, call, f);
        at = fit_arguments(x, at, f, passed.args, &direct);
        back = fit_results(x, f, passed.results, &direct);
    }
    program_edge(x->p, at, back, x->call.pos, direct);
}

static void add_target(Expand *x, FuncId f) {
    Program *p = x->p;
    const Function *callee = &p->funcs.at[f];
    bool modelled = x->call.cmd.kind == CMD_CALL ? call_is_modelled(p, &x->call.cmd, f) : thread_fits(p, f);
    if (!callee->object)
        return;
    Term here = term_eq(p->terms, x->call.cmd.a, var_term(p, p->objects.at[callee->object].address));
    LocId at = add_case(x, here);
    vec_push(&x->none, term_not(p->terms, here));
    if (!modelled || !callee->defined) {
        const char *text = callee->defined ? OTHER_TYPE : "call of a function without body through a pointer";
        Cmd unmodelled = { .kind = CMD_UNMODELLED, .text = program_name(p, text) };
        program_edge(p, at, p->stop, x->call.pos, unmodelled);
        return;
    }
    call_directly(x, at, f);
}

static void add_outside(Expand *x, FuncId outside) {
    assert(x->p->funcs.at[outside].outside && call_fits(x->p, &x->call.cmd, outside));
    Program *p = x->p;
    uint32_t above = p->pointer_bits - ENVIRONMENT_BITS;
    Term there = term_eq(p->terms, term_extract(p->terms, x->call.cmd.a, p->pointer_bits - 1, ENVIRONMENT_BITS),
                         term_bv(p->terms, ENVIRONMENT_BASE >> ENVIRONMENT_BITS, above));
    vec_push(&x->none, there);
    call_directly(x, add_case(x, term_and_n(p->terms, x->none.count, x->none.at)), outside);
    vec_last(&x->none) = term_not(p->terms, there);
    program_assume_that(
        p, p->funcs.at[outside].blind
               ? "a pointer from outside leads to functions of the program only where the program put them; "
                 "others return any value and write nothing"
               : "a pointer from outside leads to functions of the program only where the program put them; "
                 "others return any value and write only through their pointers");
}

static void add_others(Expand *x, Targets known) {
    Program *p = x->p;
    FuncId outside = known == TARGETS_SOME ? call_outside(p, &x->call.cmd) : 0;
    if (outside)
        add_outside(x, outside);
    LocId at = add_case(x, term_and_n(p->terms, x->none.count, x->none.at));
    Cmd end = { .kind = outside || known == TARGETS_ALL ? CMD_TRAP : CMD_UNMODELLED,
                .text = program_name(p, "call of an unknown function") };
    bool goal = p->calls_checked && end.kind == CMD_TRAP;
    if (goal)
        end = cmd_error(program_goal(p, GOAL_POINTER_CALL, "a call through a pointer that leads to no function",
                                     x->call.pos, p->locs.at[x->call.from].func));
    program_edge(p, at, goal ? p->error : p->stop, x->call.pos, end);
}

static void expand(Program *p, EdgeId e, const VecU32 *functions, Targets known) {
    assert(cmd_is_call(&p->edges.at[e].cmd) && !p->edges.at[e].cmd.callee && known != TARGETS_LEFT);
    Expand x = { .p = p, .call = p->edges.at[e] };
    program_delete_edge(p, e);
    for (uint32_t i = 0; i < functions->count; i++)
        add_target(&x, functions->at[i]);
    add_others(&x, known);
    vec_free(&x.none);
}

static void all_addressed(const Program *p, const uint8_t addressed[], VecU32 *functions) {
    for (FuncId f = 1; f < p->funcs.count; f++)
        if (addressed[f])
            vec_push(functions, f);
}

bool simplify_indirect(Program *p, IndirectTargets targets, void *context) {
    uint8_t *addressed = functions_with_address(p);
    VecU32 functions = { 0 };
    bool changed = false;
    for (EdgeId e = 1, end = p->edges.count; e < end; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || !cmd_is_call(&edge->cmd) || edge->cmd.callee)
            continue;
        functions.count = 0;
        Targets known = TARGETS_ALL;
        if (!targets)
            all_addressed(p, addressed, &functions);
        else
            known = targets(context, p, e, &functions);
        if (known == TARGETS_LEFT)
            continue;
        expand(p, e, &functions, known);
        changed = true;
    }
    vec_free(&functions);
    free(addressed);
    return changed;
}
