// clauses.c - writes the clauses of a system
#include "engine/chc/clauses.h"

uint32_t clauses_relation(const Clauses *c, uint32_t unit, uint32_t point) {
    assert(unit < c->units.count && point < c->units.at[unit].proc->graph->points.count);
    return c->first.at[unit] + point;
}

static const VecTerm *scope_of(const Clauses *c, uint32_t rel) {
    assert(rel < c->horn->scopes.count);
    return &c->horn->scopes.at[rel];
}

// ---- a clause being written ----
typedef struct Draft {
    Clauses *c;
    VecTerm arguments; // of the body's relations, then of the head
    VecTerm parts;     // of the constraint
} Draft;

// An argument with a value: a variable, equal to it; no value: any.
static void add_argument(Draft *d, const char *prefix, Term state, Term value) {
    Clauses *c = d->c;
    if (!value.id || term_op(c->t, value) != OP_VAR) {
        Term copy = system_copy(c->system, prefix, state);
        if (value.id)
            vec_push(&d->parts, term_eq(c->t, copy, value));
        value = copy;
    }
    vec_push(&d->arguments, value);
}

static void add_scope(Draft *d, uint32_t rel) {
    const VecTerm *scope = scope_of(d->c, rel);
    for (uint32_t i = 0; i < scope->count; i++)
        vec_push(&d->arguments, scope->at[i]);
}

static void finish(Draft *d, ClauseOrigin origin, uint32_t n, const uint32_t body[], uint32_t head) {
    assert(head == HORN_FALSE || head < d->c->horn->scopes.count);
    Clauses *c = d->c;
    horn_step(c->horn, n, body, &d->arguments, term_and_n(c->t, d->parts.count, d->parts.at), head);
    vec_push(&c->origins, origin);
    vec_free(&d->arguments);
    vec_free(&d->parts);
}

// The relation that a clause into the point has as its head.
static uint32_t head_at(const Clauses *c, uint32_t unit, uint32_t point) {
    return c->units.at[unit].proc->bad[point] ? HORN_FALSE : clauses_relation(c, unit, point);
}

// ---- the clauses ----
static void write_start(Clauses *c) {
    const Procedure *proc = system_entry(c->system);
    Draft d = { .c = c };
    add_scope(&d, clauses_relation(c, 0, proc->graph->entry));
    vec_push(&d.parts, proc->initial);
    finish(&d, (ClauseOrigin){ .kind = CLAUSE_START }, 0, NULL, head_at(c, 0, proc->graph->entry));
}

// The value a block gives to a variable; the variable itself where it does not change; no term: any.
static Term value_after(const Procedure *proc, const Block *b, Term state) {
    for (uint32_t i = 0; i < b->changes.count; i++)
        if (term_same(block_changed(proc->blocks, b, i), state))
            return b->changes.at[i].value;
    VarId v = program_var_of(proc->p, state);
    for (uint32_t i = 0; v && i < b->forgotten.count; i++)
        if (b->forgotten.at[i] == v)
            return (Term){ 0 };
    return state;
}

static void write_block(Clauses *c, uint32_t unit, uint32_t cut) {
    const Procedure *proc = c->units.at[unit].proc;
    const CutEdge *e = &proc->graph->edges.at[cut];
    const Block *b = &proc->block[cut];
    uint32_t from = clauses_relation(c, unit, e->from), to = head_at(c, unit, e->to);
    if (!b->guard.id || term_op(c->t, b->guard) == OP_FALSE)
        return;
    Draft d = { .c = c };
    add_scope(&d, from);
    vec_push(&d.parts, b->guard);
    for (uint32_t i = 0; to != HORN_FALSE && i < scope_of(c, to)->count; i++) {
        Term x = scope_of(c, to)->at[i], value = value_after(proc, b, x);
        if (value.id && term_same(value, x))
            vec_push(&d.arguments, procedure_here(proc, e->from, x));
        else
            add_argument(&d, "next", x, value);
    }
    finish(&d, (ClauseOrigin){ CLAUSE_BLOCK, unit, cut }, 1, &from, to);
}

// The scope of a relation of the callee, by what it is at the call.
static void add_callee(Draft *d, const Procedure *callee, uint32_t rel, const Term terms[]) {
    const VecTerm *scope = scope_of(d->c, rel);
    for (uint32_t i = 0; i < scope->count; i++)
        add_argument(d, "arg", scope->at[i], terms[procedure_slot(callee, scope->at[i]) - 1]);
}

static void write_enter(Clauses *c, uint32_t unit, uint32_t cut) {
    uint32_t called = c->units.at[unit].callee[cut];
    const Procedure *proc = c->units.at[unit].proc, *callee = c->units.at[called].proc;
    assert(proc->call[cut] && !proc->block[cut].guard.id && callee == system_callee(c->system, proc->call[cut]));
    uint32_t from = clauses_relation(c, unit, proc->graph->edges.at[cut].from);
    uint32_t to = head_at(c, called, callee->graph->entry);
    Draft d = { .c = c };
    add_scope(&d, from);
    if (to != HORN_FALSE)
        add_callee(&d, callee, to, proc->call_terms[cut].enter);
    finish(&d, (ClauseOrigin){ CLAUSE_ENTER, unit, cut }, 1, &from, to);
}

static void write_return(Clauses *c, uint32_t unit, uint32_t cut) {
    uint32_t called = c->units.at[unit].callee[cut];
    const Procedure *proc = c->units.at[unit].proc, *callee = c->units.at[called].proc;
    assert(proc->call[cut] && !proc->block[cut].guard.id && callee == system_callee(c->system, proc->call[cut]));
    const CutEdge *e = &proc->graph->edges.at[cut];
    if (callee->graph->exit == WTO_NONE)
        return;
    uint32_t body[] = { clauses_relation(c, unit, e->from), clauses_relation(c, called, callee->graph->exit) };
    uint32_t to = head_at(c, unit, e->to);
    Draft d = { .c = c };
    add_scope(&d, body[0]);
    add_callee(&d, callee, body[1], proc->call_terms[cut].leave);
    for (uint32_t i = 0; to != HORN_FALSE && i < scope_of(c, to)->count; i++) {
        uint32_t slot = procedure_slot(proc, scope_of(c, to)->at[i]) - 1;
        vec_push(&d.arguments, procedure_here(proc, e->from, proc->call_terms[cut].after[slot]));
    }
    finish(&d, (ClauseOrigin){ CLAUSE_RETURN, unit, cut }, 2, body, to);
}

static void add_relations(Clauses *c, const Procedure *proc) {
    for (uint32_t i = 0; i < proc->graph->points.count; i++) {
        uint32_t rel = horn_relation(c->horn);
        for (uint32_t s = 0; s < proc->state.count; s++)
            if (procedure_live(proc, i)[s])
                horn_scope(c->horn, rel, proc->state.at[s]);
    }
}

// ---- public interface ----
void clauses_open_units(Clauses *c, System *system, uint32_t n, const ClauseUnit units[]) {
    assert(system->calls && n && units[0].proc == system_entry(system));
    *c = (Clauses){ .system = system, .t = system->t, .horn = horn_new(system->t) };
    for (uint32_t k = 0; k < n; k++) {
        vec_push(&c->units, units[k]);
        vec_push(&c->first, c->horn->scopes.count);
        add_relations(c, units[k].proc);
    }
    write_start(c);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < units[k].proc->graph->edges.count && !units[k].open; i++)
            if (units[k].proc->call[i]) {
                write_enter(c, k, i);
                write_return(c, k, i);
            } else {
                write_block(c, k, i);
            }
    assert(c->origins.count == c->horn->clauses.count);
}

void clauses_open(Clauses *c, System *system) {
    VecUnit units = { 0 };
    Arena *arena = system->arena;
    for (uint32_t k = 0; k < system->procs.count; k++) {
        const Procedure *proc = &system->procs.at[k];
        uint32_t *callee = arena_array(arena, uint32_t, proc->graph->edges.count + 1);
        for (uint32_t i = 0; i < proc->graph->edges.count; i++)
            if (proc->call[i])
                callee[i] = (uint32_t)(system_callee(system, proc->call[i]) - system->procs.at);
        vec_push(&units, (ClauseUnit){ .proc = proc, .callee = callee });
    }
    clauses_open_units(c, system, units.count, units.at);
    vec_free(&units);
}

void clauses_close(Clauses *c) {
    vec_free(&c->units);
    vec_free(&c->first);
    horn_free(c->horn);
    vec_free(&c->origins);
}

Term clauses_base(void *self, Term variable) {
    return procedure_origin(system_entry(((Clauses *)self)->system), variable);
}

static void add_invariants(const Clauses *c, uint32_t unit, const Term solution[], const Term invariants[],
                           Claim *claim) {
    const Procedure *proc = c->units.at[unit].proc;
    const CutGraph *graph = proc->graph;
    bool called = proc != system_entry(c->system);
    for (uint32_t i = 0; i < graph->points.count; i++) {
        Invariant inv = { graph->points.at[i].loc, solution[clauses_relation(c, unit, i)] };
        if (proc->bad[i] || inv.loc == proc->p->stop)
            continue;
        if (invariants)
            inv.formula = term_and(c->t, inv.formula, invariants[i]);
        if (called && i != graph->entry)
            inv.formula = term_and(c->t, inv.formula, procedure_unchanged(proc, i));
        vec_push(&claim->proof.invariants, inv);
    }
    LocId exit = proc->p->funcs.at[proc->func].exit;
    if (called && graph->exit == WTO_NONE) // no call of it returns, but the location is part of the proof
        vec_push(&claim->proof.invariants, (Invariant){ exit, term_true(c->t) });
}

void clauses_invariants(const Clauses *c, const Term solution[], const Term invariants[], Claim *claim) {
    assert((!invariants || !system_has_calls(c->system)) && c->units.count == c->system->procs.count);
    for (uint32_t k = 0; k < c->units.count; k++)
        add_invariants(c, k, solution, k ? NULL : invariants, claim);
}

void clauses_print(const Clauses *c, Text *out) {
    Arena *arena = arena_new();
    const char **names = arena_array(arena, const char *, c->horn->scopes.count + 1);
    for (uint32_t k = 0; k < c->units.count; k++) {
        const Procedure *proc = c->units.at[k].proc;
        const char *name = program_text(proc->p, proc->p->funcs.at[proc->func].name);
        for (uint32_t i = 0; i < proc->graph->points.count; i++)
            names[clauses_relation(c, k, i)] = arena_printf(arena, "%s@L%u", name, proc->graph->points.at[i].loc);
    }
    horn_print(c->horn, names, out);
    arena_free(arena);
}
