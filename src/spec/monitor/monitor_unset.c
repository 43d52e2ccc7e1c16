#include "spec/monitor/monitor_unset.h"
#include "program/edit.h"
#include <stdlib.h>
#include <string.h>

typedef struct Unset {
    Program *p;
    uint32_t n;      // of variables before
    VarId *shadow;   // by VarId: is it without a value?  0: it always has one
    Name *told;      // by VarId: what the variable without a value is called
    LocId *born;     // by VarId: where the input leads that stands for no value; 0: it is none
    VecU32 *readers; // by VarId: edges of kind ASSIGN that read it
} Unset;

// ---- which variables may be without a value ----
static bool is_start(const Program *p, const Edge *e) {
    return e->from && e->cmd.kind == CMD_INPUT && e->cmd.var && e->cmd.input == INPUT_UNINIT &&
           !strcmp(program_text(p, e->cmd.text), UNSET_VARIABLE) &&
           !(e->pos.file && file_is_model(program_text(p, p->files.at[e->pos.file])));
}

static void find_readers(Unset *u) {
    VecU32 reads = { 0 };
    u->readers = base_alloc(u->n * sizeof *u->readers);
    for (EdgeId e = 1; e < u->p->edges.count; e++) {
        const Edge *edge = &u->p->edges.at[e];
        if (!edge->from || edge->cmd.kind != CMD_ASSIGN)
            continue;
        reads.count = 0;
        cmd_reads(u->p, &edge->cmd, &reads);
        for (uint32_t i = 0; i < reads.count; i++)
            vec_push(&u->readers[reads.at[i]], e);
    }
    vec_free(&reads);
}

static Name own_name(const Program *p, VarId v) {
    Term value = var_term(p, v);
    for (uint32_t i = 1; i < p->bindings.count; i++)
        if (p->bindings.at[i].value.id == value.id && p->bindings.at[i].c_name.id)
            return p->bindings.at[i].c_name;
    return p->vars.at[v].c_name;
}

static void add_shadow(Unset *u, VarId v, Name told, VecU32 *todo) {
    Program *p = u->p;
    if (u->shadow[v])
        return;
    Name own = own_name(p, v);
    u->shadow[v] = program_var(p, p->vars.at[v].func, "unset", sort_bool(p->terms), VAR_LOCAL);
    u->told[v] = told.id ? told : own;
    vec_push(todo, v);
}

static bool reads_var(const Unset *u, Term value, VarId v) {
    VecTerm vars = { 0 };
    bool found = false;
    term_vars(u->p->terms, value, &vars);
    for (uint32_t i = 0; i < vars.count && !found; i++)
        found = program_var_of(u->p, vars.at[i]) == v;
    vec_free(&vars);
    return found;
}

static void find_shadows(Unset *u) {
    VecU32 todo = { 0 };
    EdgeId last = u->p->edges.count;
    for (EdgeId e = 1; e < last; e++)
        if (is_start(u->p, &u->p->edges.at[e])) {
            u->born[u->p->edges.at[e].cmd.var] = u->p->edges.at[e].to;
            add_shadow(u, u->p->edges.at[e].cmd.var, (Name){ 0 }, &todo);
        }
    while (todo.count) {
        VarId v = todo.at[--todo.count];
        for (uint32_t k = 0; k < u->readers[v].count; k++) {
            const Cmd *cmd = &u->p->edges.at[u->readers[v].at[k]].cmd;
            for (uint32_t i = 0; i < cmd->n; i++)
                if (u->p->vars.at[cmd->vars[i]].func && !u->shadow[cmd->vars[i]] && reads_var(u, cmd->terms[i], v))
                    add_shadow(u, cmd->vars[i], u->told[v], &todo);
        }
    }
    vec_free(&todo);
}

// ---- what a command makes of it ----
// Is a variable of the term without a value?  'told': the name of one.
static Term unset_in(const Unset *u, Term value, Name *told) {
    Terms *t = u->p->terms;
    VecTerm vars = { 0 };
    Term unset = term_false(t);
    term_vars(t, value, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(u->p, vars.at[i]);
        if (!v || v >= u->n || !u->shadow[v])
            continue;
        unset = term_or(t, unset, var_term(u->p, u->shadow[v]));
        if (told && !told->id)
            *told = u->told[v];
    }
    vec_free(&vars);
    return unset;
}

// In the same step as the variables themselves, which may be exchanged.
static void assign_shadows(Unset *u, EdgeId e) {
    Cmd cmd = u->p->edges.at[e].cmd;
    VEC(VarId) vars = { 0 };
    VecTerm terms = { 0 };
    for (uint32_t i = 0; i < cmd.n; i++) {
        vec_push(&vars, cmd.vars[i]);
        vec_push(&terms, cmd.terms[i]);
    }
    for (uint32_t i = 0; i < cmd.n; i++)
        if (cmd.vars[i] < u->n && u->shadow[cmd.vars[i]]) {
            vec_push(&vars, u->shadow[cmd.vars[i]]);
            vec_push(&terms, unset_in(u, cmd.terms[i], NULL));
        }
    if (vars.count > cmd.n)
        u->p->edges.at[e].cmd = cmd_assign_n(u->p, vars.count, vars.at, terms.at);
    vec_free(&vars);
    vec_free(&terms);
}

// Any other command gives its variables values, but for the inputs that are none.
static void set_shadows(Unset *u, EdgeId e) {
    Program *p = u->p;
    const VarId *written;
    Edge edge = p->edges.at[e];
    uint32_t n = cmd_writes(&edge.cmd, &written);
    for (uint32_t i = 0; i < n; i++) {
        if (written[i] >= u->n || !u->shadow[written[i]])
            continue;
        Term unset = is_start(p, &edge) ? term_true(p->terms) : term_false(p->terms);
        LocId before = program_loc(p, p->locs.at[edge.from].func, edge.pos);
        p->locs.at[before].inlined = p->locs.at[edge.from].inlined;
        program_edge(p, p->edges.at[e].from, before, edge.pos, cmd_assign(p, u->shadow[written[i]], unset));
        edge_set_source(p, e, before);
    }
}

// ---- what must have a value ----
// The store that makes a new variable one without a value, where it stays in memory.
static bool is_birth(const Unset *u, const Edge *e) {
    VarId v = e->cmd.kind == CMD_STORE ? program_var_of(u->p, e->cmd.b) : 0;
    return v && v < u->n && u->born[v] == e->from;
}

// In front of all edges out of 'at', if one of them depends on such a variable.
static void check_loc(Unset *u, LocId at) {
    Program *p = u->p;
    VecTerm terms = { 0 };
    VecU32 out = { 0 };
    Term unset = term_false(p->terms);
    Name told = { 0 };
    SrcPos pos = { 0 };
    for_out_edges(p, at, e) {
        vec_push(&out, e);
        terms.count = 0;
        if (p->edges.at[e].cmd.kind != CMD_ASSIGN && !is_birth(u, &p->edges.at[e]))
            cmd_terms(&p->edges.at[e].cmd, &terms);
        for (uint32_t i = 0; i < terms.count; i++)
            unset = term_or(p->terms, unset, unset_in(u, terms.at[i], &told));
        pos = p->edges.at[e].pos;
    }
    if (term_op(p->terms, unset) != OP_FALSE) {
        FuncId func = p->locs.at[at].func;
        const char *text = told.id ? arena_printf(p->arena, "%s is read before it has a value", program_text(p, told))
                                   : "a variable is read before it has a value";
        LocId bad = program_loc(p, func, pos), good = program_loc(p, func, pos);
        p->locs.at[bad].inlined = p->locs.at[good].inlined = p->locs.at[at].inlined;
        for (uint32_t i = 0; i < out.count; i++)
            edge_set_source(p, out.at[i], good);
        program_edge(p, at, good, pos, cmd_assume(term_not(p->terms, unset)));
        program_edge(p, at, bad, pos, cmd_assume(unset));
        program_edge(p, bad, p->error, pos, cmd_error(program_goal(p, GOAL_UNSET, text, pos, func)));
    }
    vec_free(&terms);
    vec_free(&out);
}

// What is in memory is not followed: is there any that has no value at first?
static bool makes_memory(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || edge->cmd.kind != CMD_ALLOC ||
            (edge->pos.file && file_is_model(program_text(p, p->files.at[edge->pos.file]))))
            continue;
        const Object *o = &p->objects.at[edge->cmd.object];
        if (o->kind == OBJ_STACK ? o->c_name.id != 0 : strcmp(program_text(p, o->name), "calloc") != 0)
            return true;
    }
    return false;
}

void monitor_unset(Program *p) {
    assert(!p->monitored);
    if (makes_memory(p))
        program_assume_that(p, "arrays, structures and other memory are written before they are read");
    Unset u = { .p = p, .n = p->vars.count };
    uint32_t locs = p->locs.count;
    EdgeId edges = p->edges.count;
    u.shadow = base_alloc(u.n * sizeof *u.shadow);
    u.told = base_alloc(u.n * sizeof *u.told);
    u.born = base_alloc(u.n * sizeof *u.born);
    find_readers(&u);
    find_shadows(&u);
    for (LocId loc = 1; loc < locs; loc++)
        check_loc(&u, loc);
    for (EdgeId e = 1; e < edges; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSIGN)
            assign_shadows(&u, e);
        else if (p->edges.at[e].from)
            set_shadows(&u, e);
    for (VarId v = 0; v < u.n; v++)
        vec_free(&u.readers[v]);
    free(u.readers);
    free(u.shadow);
    free(u.told);
    free(u.born);
}
