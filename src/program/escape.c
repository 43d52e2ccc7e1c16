// escape.c - objects that only the activation that made them can reach
#include "program/escape.h"
#include "program/edit.h"

// What a variable is computed from.
enum { FROM_NUMBERS = 0, FROM_ELSEWHERE = UINT32_MAX }; // others: the ALLOC edge of the one object

struct Escape {
    const Program *p;
    uint32_t *from; // per VarId
    uint8_t *lost;  // per EdgeId of an ALLOC: the address leaves the function
};

static void lose(Escape *s, uint32_t from) {
    if (from != FROM_NUMBERS && from != FROM_ELSEWHERE)
        s->lost[from] = 1;
}

// Of two objects nothing is known any more: both are lost.
static uint32_t join(Escape *s, uint32_t a, uint32_t b) {
    if (a == b || b == FROM_NUMBERS)
        return a;
    if (a == FROM_NUMBERS)
        return b;
    lose(s, a);
    lose(s, b);
    return FROM_ELSEWHERE;
}

static uint32_t var_from(const Escape *s, VarId v) {
    if (!v || !s->p->vars.at[v].func)
        return FROM_ELSEWHERE;
    return s->from[v];
}

static uint32_t term_from(Escape *s, Term a) {
    VecTerm vars = { 0 };
    uint32_t from = FROM_NUMBERS;
    term_vars(s->p->terms, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        from = join(s, from, var_from(s, program_var_of(s->p, vars.at[i])));
    vec_free(&vars);
    return from;
}

static bool flow_to(Escape *s, VarId to, uint32_t from) {
    if (!s->p->vars.at[to].func) {
        lose(s, from);
        return false;
    }
    uint32_t all = join(s, s->from[to], from);
    bool changed = all != s->from[to];
    s->from[to] = all;
    return changed;
}

static void lose_terms(Escape *s, const Cmd *cmd) {
    for (uint32_t i = 0; i < cmd->n; i++)
        lose(s, term_from(s, cmd->terms[i]));
}

// Other results than those of ASSIGN and ALLOC: a pointer may be any.
static bool flow_results(Escape *s, const Cmd *cmd) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    bool changed = false;
    for (uint32_t i = 0; i < n; i++)
        if (s->p->vars.at[vars[i]].pointer)
            changed |= flow_to(s, vars[i], FROM_ELSEWHERE);
    return changed;
}

static bool flow(Escape *s, EdgeId e) {
    const Cmd *cmd = &s->p->edges.at[e].cmd;
    bool changed = false;
    switch (cmd->kind) {
    case CMD_ASSIGN:
        for (uint32_t i = 0; i < cmd->n; i++)
            changed |= flow_to(s, cmd->vars[i], term_from(s, cmd->terms[i]));
        return changed;
    case CMD_ALLOC:
        return flow_to(s, cmd->var, e);
    case CMD_STORE:
        lose(s, term_from(s, cmd->b));
        return false;
    case CMD_CALL:
    case CMD_RETURN:
    case CMD_HAVOC:
        lose_terms(s, cmd);
        return flow_results(s, cmd);
    case CMD_THREAD_CREATE:
        lose(s, term_from(s, cmd->b));
        return flow_results(s, cmd);
    case CMD_THREAD_EXIT:
        lose(s, term_from(s, cmd->a));
        return false;
    default:
        return flow_results(s, cmd);
    }
}

Escape *escape_new(const Program *p) {
    Escape *s = base_alloc(sizeof *s);
    s->p = p;
    s->from = base_alloc(p->vars.count * sizeof *s->from);
    s->lost = base_alloc(p->edges.count);
    for (VarId v = 1; v < p->vars.count; v++)
        if (p->vars.at[v].kind == VAR_PARAM && p->vars.at[v].pointer)
            s->from[v] = FROM_ELSEWHERE;
    for (bool changed = true; changed;) {
        changed = false;
        for (EdgeId e = 1; e < p->edges.count; e++)
            changed |= p->edges.at[e].from && flow(s, e);
    }
    return s;
}

void escape_free(Escape *s) {
    if (!s)
        return;
    free(s->from);
    free(s->lost);
    free(s);
}

bool escape_is_kept(const Escape *s, Term address) {
    VecTerm vars = { 0 };
    uint32_t from = FROM_NUMBERS;
    bool one = true;
    term_vars(s->p->terms, address, &vars);
    for (uint32_t i = 0; i < vars.count && one; i++) {
        uint32_t of = var_from(s, program_var_of(s->p, vars.at[i]));
        one = of == FROM_NUMBERS || from == FROM_NUMBERS || of == from;
        from = of == FROM_NUMBERS ? from : of;
    }
    vec_free(&vars);
    return one && from != FROM_NUMBERS && from != FROM_ELSEWHERE && !s->lost[from];
}
