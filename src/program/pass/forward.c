// forward.c - replaces copies and temporaries by their values
//
// For a strict variable x whose definitions all are x := t (or x := x, around
// a loop), x equals t wherever it is used, as ssa.h shows, if all variables
// of t are rigid, or strict with another home.  So x may be replaced
//
//   - where t is a constant or a variable, always;
//   - where t is larger, if x is read once and t is small: nothing is
//     computed twice, and one variable less is carried along.
//
// The assignments stay behind for the pass over dead variables.
#include "program/edit.h"
#include "program/pass/simplify.h"
#include "program/pass/ssa.h"

enum { LARGEST = 60 }; // nodes of a term that is moved

typedef struct Forward {
    Program *p;
    Ssa ssa;
    Term *value;   // per VarId: what its definitions say, or none
    uint8_t *done; // value[] has been expanded
    Map cache;
} Forward;

// Gathers the one value of each variable; a second, different one spoils it.
static void note_values(Forward *f) {
    Program *p = f->p;
    uint32_t *seen = base_alloc(p->vars.count * sizeof *seen);
    uint8_t *spoilt = base_alloc(p->vars.count);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        for (uint32_t i = 0; p->edges.at[e].from && cmd->kind == CMD_ASSIGN && i < cmd->n; i++) {
            VarId v = cmd->vars[i];
            seen[v]++;
            if (term_same(cmd->terms[i], var_term(p, v)))
                continue;
            if (f->value[v].id && !term_same(f->value[v], cmd->terms[i]))
                spoilt[v] = 1;
            f->value[v] = cmd->terms[i];
        }
    }
    // Other commands that define the variable were not seen above.
    for (VarId v = 1; v < p->vars.count; v++)
        if (f->ssa.kind[v] != SSA_STRICT || spoilt[v] || seen[v] != f->ssa.defs[v])
            f->value[v] = (Term){ 0 };
    free(seen);
    free(spoilt);
}

static bool can_move(Forward *f, VarId x) {
    Program *p = f->p;
    Term t = f->value[x];
    if (!t.id)
        return false;
    if (term_is_const(p->terms, t))
        return true;
    if (p->vars.at[x].from_number)
        return false;
    bool leaf = program_var_of(p, t) != 0;
    assert(f->ssa.kind[x] == SSA_STRICT && "only such variables have a value");
    if (!leaf && (f->ssa.reads[x] != 1 || term_size(p->terms, t) > LARGEST))
        return false;
    VecTerm vars = { 0 };
    term_vars(p->terms, t, &vars);
    bool can = true;
    for (uint32_t i = 0; can && i < vars.count; i++) {
        VarId y = program_var_of(p, vars.at[i]);
        can = y && (f->ssa.kind[y] == SSA_RIGID || (f->ssa.kind[y] == SSA_STRICT && f->ssa.home[y] != f->ssa.home[x]));
    }
    vec_free(&vars);
    return can;
}

// The variables of value[x] have homes that strictly dominate x's, so the
// recursion of 'moved' into itself ends; 'stack' makes it a loop.
static Term moved(void *context, Term variable) {
    Forward *f = context;
    VarId v = program_var_of(f->p, variable);
    return v && f->value[v].id ? f->value[v] : variable;
}

static void expand(Forward *f, VarId root) {
    assert(root < f->p->vars.count);
    Program *p = f->p;
    VecU32 stack = { 0 };
    VecTerm vars = { 0 };
    vec_push(&stack, root);
    while (stack.count) {
        VarId x = vec_last(&stack);
        uint32_t before = stack.count;
        vars.count = 0;
        if (!f->done[x] && f->value[x].id)
            term_vars(p->terms, f->value[x], &vars);
        for (uint32_t i = 0; i < vars.count; i++) {
            VarId y = program_var_of(p, vars.at[i]);
            if (y && !f->done[y] && f->value[y].id)
                vec_push(&stack, y);
        }
        if (stack.count > before)
            continue;
        if (!f->done[x] && f->value[x].id) {
            Term t = term_map(p->terms, f->value[x], moved, f, NULL);
            // A variable may stay where it is: both x and t are right.
            f->value[x] = term_size(p->terms, t) <= LARGEST ? t : (Term){ 0 };
        }
        f->done[x] = 1;
        stack.count--;
    }
    vec_free(&stack);
    vec_free(&vars);
}

bool simplify_forward(Program *p) {
    Forward f = { .p = p, .ssa = ssa_new(p) };
    f.value = base_alloc(p->vars.count * sizeof *f.value);
    f.done = base_alloc(p->vars.count);
    note_values(&f);
    for (VarId v = 1; v < p->vars.count; v++)
        if (!can_move(&f, v))
            f.value[v] = (Term){ 0 };
    for (VarId v = 1; v < p->vars.count; v++)
        expand(&f, v);
    bool changed = false;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!p->edges.at[e].from)
            continue;
        Cmd cmd = cmd_map(p, &p->edges.at[e].cmd, moved, &f, &f.cache);
        if (!cmd_same(&cmd, &p->edges.at[e].cmd)) {
            p->edges.at[e].cmd = cmd;
            changed = true;
        }
    }
    bindings_map(p, moved, &f, &f.cache);
    map_free(&f.cache);
    free(f.value);
    free(f.done);
    ssa_free(&f.ssa);
    return changed;
}
