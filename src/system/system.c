// system.c - builds the procedures of a program
#include "system/system.h"

// ---- procedures and their blocks ----
bool system_supports(const Program *p, Reason *why) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (edge->from && p->locs.at[edge->from].func == p->entry && edge->cmd.kind == CMD_THREAD_CREATE) {
            reason_set(why, "threads");
            return false;
        }
    }
    return true;
}

typedef struct Cuts { // which locations are points
    Digraph in;
    bool basic;
    Map returns; // LocId: a call returns there
} Cuts;

// Does a basic block start at a location?  Several edges lead to it, or one from where the
// program branches.  An edge between two such is then a basic block with the test after it.
static bool starts_block(const Cuts *c, const Program *p, LocId loc) {
    uint32_t ways = c->in.first[loc + 1] - c->in.first[loc];
    if (ways > 1)
        return true;
    LocId before = ways ? p->edges.at[c->in.to[c->in.first[loc]]].from : 0;
    return before && p->edges.at[p->locs.at[before].first_out].next_out;
}

// A call is an edge of its own: its location, which no block can express, and the one after it are points.
static bool is_cut(void *self, const Program *p, LocId loc) {
    const Cuts *c = self;
    return block_is_unmodelled(NULL, p, loc) || map_find(&c->returns, loc) || (c->basic && starts_block(c, p, loc));
}

static void find_returns(const Program *p, Cuts *c) {
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        EdgeId call = calls_at(p, loc);
        if (call)
            map_put(&c->returns, p->edges.at[call].to, 1);
    }
}

// A call that 'stop' comes after is no cut edge, and its callee may still reach the error.
static bool is_bad(const System *s, const CutGraph *g, uint32_t point) {
    LocId loc = g->points.at[point].loc;
    EdgeId call = s->calls && point != g->error ? calls_at(s->p, loc) : 0;
    if (call)
        return s->p->edges.at[call].to == s->p->stop;
    return point == g->error || block_is_unmodelled(NULL, s->p, loc);
}

static void add_block(Procedure *proc, uint32_t cut) {
    const CutGraph *g = proc->graph;
    const CutEdge *e = &g->edges.at[cut];
    LocId from = g->points.at[e->from].loc, to = g->points.at[e->to].loc;
    if (proc->bad[e->from])
        return;
    proc->call[cut] = proc->system->calls ? calls_at(proc->p, from) : 0;
    if (!proc->call[cut])
        block_build(proc->blocks, from, to, &e->edges, &proc->block[cut]);
}

static void add_procedure(System *s, FuncId func, Cuts *cuts) {
    if (map_find(&s->proc_of, func))
        return;
    Procedure *proc = vec_add(&s->procs);
    *proc = (Procedure){ .system = s, .p = s->p, .t = s->t, .blocks = s->blocks, .func = func };
    map_put(&s->proc_of, func, s->procs.count);
    proc->graph = cut_graph_new(s->p, func, &(CutOptions){ .also = is_cut, .context = cuts });
    uint32_t points = proc->graph->points.count, edges = proc->graph->edges.count;
    proc->bad = base_alloc(points * sizeof *proc->bad);
    proc->block = base_alloc((edges + 1) * sizeof *proc->block);
    proc->call = base_alloc((edges + 1) * sizeof *proc->call);
    proc->call_terms = base_alloc((edges + 1) * sizeof *proc->call_terms);
    for (uint32_t i = 0; i < points; i++)
        proc->bad[i] = is_bad(s, proc->graph, i);
    for (uint32_t i = 0; i < edges; i++)
        add_block(proc, i);
}

static void add_procedures(System *s, bool basic) {
    Cuts cuts = { .in = edges_into(s->p), .basic = basic };
    if (s->calls)
        find_returns(s->p, &cuts);
    add_procedure(s, s->p->entry, &cuts);
    for (uint32_t k = 0; k < s->procs.count; k++)
        for (uint32_t i = 0; i < s->procs.at[k].graph->edges.count; i++)
            if (s->procs.at[k].call[i])
                add_procedure(s, s->p->edges.at[s->procs.at[k].call[i]].cmd.callee, &cuts);
    digraph_free(&cuts.in);
    map_free(&cuts.returns);
}

// ---- the state ----
typedef struct States { // of all procedures together
    System *s;
    VecTerm all; // in the order in which procedures read them
    Map seen, inputs;
    Map result_of; // result!f!i -> f
} States;

static void add_variable(States *st, Term x) {
    if (map_find(&st->inputs, x.id) || map_find(&st->seen, x.id))
        return;
    vec_push(&st->all, x);
    map_put(&st->seen, x.id, 1);
}

static void add_variables(States *st, Term a) {
    VecTerm vars = { 0 };
    term_vars(st->s->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        add_variable(st, vars.at[i]);
    vec_free(&vars);
}

// Everything that blocks and arguments of calls read and that is no input.
static void add_reads(States *st, const Procedure *proc) {
    const Program *p = proc->p;
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        const Block *b = &proc->block[i];
        if (b->guard.id)
            add_variables(st, b->guard);
        for (uint32_t k = 0; k < b->changes.count; k++)
            add_variables(st, b->changes.at[k].value);
    }
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        EdgeId call = proc->call[i];
        for (uint32_t k = 0; call && k < p->edges.at[call].cmd.n; k++)
            add_variables(st, block_before(proc->blocks, p->edges.at[call].cmd.terms[k]));
    }
}

// Is the variable given to an activation of the function?
static bool is_given(const Program *p, FuncId f, Term x) {
    VarId v = program_var_of(p, x);
    return !v || !p->vars.at[v].func || (p->vars.at[v].func == f && p->vars.at[v].kind == VAR_PARAM);
}

// Of what the function may change, what it was at first; and what it returns.
static void add_first(States *st, FuncId f, uint32_t n) {
    System *s = st->s;
    for (uint32_t i = 0; i < n; i++) {
        Term x = st->all.at[i];
        if (!is_given(s->p, f, x) || !calls_changes(s->calls, f, x))
            continue;
        Term first = calls_entry_copy(s->p, x);
        map_put(&s->first_of, first.id, x.id);
        add_variable(st, first);
    }
    for (uint32_t i = 0; i < s->p->funcs.at[f].results.count; i++) {
        Term result = calls_result(s->p, f, i);
        map_put(&st->result_of, result.id, f);
        add_variable(st, result);
    }
}

// Can the variable matter in the procedure?  Its own, and what is global; of first values and results those of its
// activations.
static bool is_in_scope(const States *st, const Procedure *proc, Term x) {
    const System *s = st->s;
    uint32_t first = map_find(&s->first_of, x.id), returns = map_find(&st->result_of, x.id);
    VarId v = program_var_of(s->p, x);
    if (first)
        return proc->func != s->p->entry && is_given(s->p, proc->func, (Term){ first }) &&
               calls_changes(s->calls, proc->func, (Term){ first });
    if (returns)
        return returns == proc->func;
    return !v || !s->p->vars.at[v].func || s->p->vars.at[v].func == proc->func ||
           !system_procedure(s, s->p->vars.at[v].func);
}

static void add_slot(Procedure *proc, Term x) {
    vec_push(&proc->state, x);
    map_put(&proc->slot_of, x.id, proc->state.count);
}

// A variable of a function goes to its procedure only, without asking the others.
static void give_slots(States *st) {
    System *s = st->s;
    for (uint32_t i = 0; i < st->all.count; i++) {
        VarId v = program_var_of(s->p, st->all.at[i]);
        Procedure *owner = v && s->p->vars.at[v].func ? system_procedure(s, s->p->vars.at[v].func) : NULL;
        if (owner)
            add_slot(owner, st->all.at[i]);
        for (uint32_t k = 0; !owner && k < s->procs.count; k++)
            if (is_in_scope(st, &s->procs.at[k], st->all.at[i]))
                add_slot(&s->procs.at[k], st->all.at[i]);
        if (s->calls)
            map_put(&s->origin, calls_after_copy(s->p, st->all.at[i]).id, st->all.at[i].id);
    }
}

static void find_slots(System *s) {
    States st = { .s = s };
    for (uint32_t k = 0; k < s->procs.count; k++)
        for (uint32_t i = 0; i < s->procs.at[k].graph->edges.count; i++)
            for (uint32_t j = 0; j < s->procs.at[k].block[i].inputs.count; j++)
                map_put(&st.inputs, s->procs.at[k].block[i].inputs.at[j].id, 1);
    for (uint32_t k = 0; k < s->procs.count; k++)
        add_reads(&st, &s->procs.at[k]);
    uint32_t n = st.all.count;
    for (uint32_t k = 1; k < s->procs.count; k++)
        add_first(&st, s->procs.at[k].func, n);
    give_slots(&st);
    vec_free(&st.all);
    map_free(&st.seen);
    map_free(&st.inputs);
    map_free(&st.result_of);
}

static const Term *renamed(System *s, EdgeId call, CallSide side, const VecTerm *state) {
    Term *out = arena_array(s->arena, Term, state->count + 1);
    calls_rename_all(s->calls, call, side, state->count, state->at, out);
    return out;
}

static void find_call_terms(Procedure *proc) {
    System *s = proc->system;
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        EdgeId call = proc->call[i];
        if (!call)
            continue;
        const VecTerm *inner = &system_callee(s, call)->state;
        proc->call_terms[i].enter = renamed(s, call, CALL_ENTER, inner);
        proc->call_terms[i].leave = renamed(s, call, CALL_LEAVE, inner);
        proc->call_terms[i].after = renamed(s, call, CALL_AFTER, &proc->state);
    }
}

// ---- counters ----
// Does the term add something to the variable?
static bool adds_to(Terms *t, Term value, Term x) {
    VecTerm todo = { 0 };
    Map seen = { 0 };
    bool found = false;
    vec_push(&todo, value);
    while (todo.count && !found) {
        Term a = vec_pop(&todo);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        for (uint32_t i = 0; i < term_arity(t, a); i++) {
            found |= term_op(t, a) == OP_BV_ADD && term_same(term_arg(t, a, i), x);
            vec_push(&todo, term_arg(t, a, i));
        }
    }
    map_free(&seen);
    vec_free(&todo);
    return found;
}

static void find_counted(Procedure *proc, Map *counted) {
    for (uint32_t i = 0; i < proc->graph->edges.count; i++)
        for (uint32_t k = 0; k < proc->block[i].changes.count; k++) {
            Term x = block_changed(proc->blocks, &proc->block[i], k);
            if (procedure_slot(proc, x) && !map_find(counted, x.id) &&
                adds_to(proc->t, proc->block[i].changes.at[k].value, x))
                map_put(counted, x.id, 1);
        }
}

static void find_counters(System *s) {
    Map counted = { 0 };
    for (uint32_t k = 0; k < s->procs.count; k++)
        find_counted(&s->procs.at[k], &counted);
    for (uint32_t k = 0; k < s->procs.count; k++) {
        Procedure *proc = &s->procs.at[k];
        proc->counts = base_alloc(proc->state.count + 1);
        for (uint32_t i = 0; i < proc->state.count; i++)
            proc->counts[i] = map_find(&counted, proc->state.at[i].id);
    }
    map_free(&counted);
}

// ---- the start ----
// The cells of a region when the program starts (layout_first_cells), as formulas cell by cell; and as a whole where
// those below the stores are known.
static void first_cells(Terms *t, Term region, Term cells, VecTerm *out) {
    Map seen = { 0 };
    Term all = cells;
    for (; term_op(t, cells) == OP_STORE; cells = term_arg(t, cells, 0)) {
        Term at = term_arg(t, cells, 1);
        if (!map_find(&seen, at.id))
            vec_push(out, term_eq(t, term_2(t, OP_SELECT, region, at), term_arg(t, cells, 2)));
        map_put(&seen, at.id, 1);
    }
    if (term_op(t, cells) == OP_ARRAY_CONST)
        vec_push(out, term_eq(t, region, all));
    map_free(&seen);
}

static void find_initial(System *s) {
    Procedure *proc = system_entry(s);
    Block first = { 0 };
    VecTerm all = { 0 };
    const bool *live = procedure_live(proc, proc->graph->entry);
    for (uint32_t k = 1; k < s->procs.count; k++)
        s->procs.at[k].initial = term_true(s->t);
    block_initial(s->blocks, &first);
    for (uint32_t i = 0; i < first.changes.count; i++) {
        Term x = block_changed(s->blocks, &first, i);
        if (!procedure_slot(proc, x) || !live[procedure_slot(proc, x) - 1])
            continue;
        if (first.changes.at[i].var)
            vec_push(&all, term_eq(s->t, x, first.changes.at[i].value));
        else
            first_cells(s->t, x, first.changes.at[i].value, &all);
    }
    proc->initial = term_and_n(s->t, all.count, all.at);
    vec_free(&all);
    block_free(&first);
}

// ---- public interface ----
static void settle(System *s) {
    system_find_live(s);
    find_initial(s);
#ifndef NDEBUG
    system_check(s);
#endif
}

System *system_new(Program *p, SystemOptions options) {
    assert(p->entry && p->funcs.at[p->entry].defined);
    System *s = base_alloc(sizeof *s);
    *s = (System){ .p = p, .t = p->terms, .blocks = blocks_new(p), .arena = arena_new() };
    s->calls = options.calls ? calls_new(p, s->blocks) : NULL;
    add_procedures(s, options.basic);
    find_slots(s);
    for (uint32_t k = 0; k < s->procs.count; k++)
        find_call_terms(&s->procs.at[k]);
    find_counters(s);
    settle(s);
    return s;
}

static void procedure_free(Procedure *proc) {
    for (uint32_t i = 0; i < proc->graph->edges.count; i++)
        block_free(&proc->block[i]);
    free(proc->block);
    free(proc->call);
    free(proc->call_terms);
    free(proc->bad);
    free(proc->live);
    free(proc->counts);
    vec_free(&proc->state);
    map_free(&proc->slot_of);
    cut_graph_free(proc->graph);
}

void system_free(System *s) {
    if (!s)
        return;
    for (uint32_t k = 0; k < s->procs.count; k++)
        procedure_free(&s->procs.at[k]);
    vec_free(&s->procs);
    map_free(&s->proc_of);
    map_free(&s->first_of);
    map_free(&s->origin);
    calls_free(s->calls);
    blocks_free(s->blocks);
    arena_free(s->arena);
    free(s);
}

void procedure_assume(Procedure *proc, const Term invariants[]) {
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        uint32_t from = proc->graph->edges.at[i].from;
        Term *guard = &proc->block[i].guard;
        if (guard->id)
            *guard = term_and(proc->t, *guard, procedure_formula_here(proc, from, invariants[from]));
    }
    settle(proc->system);
}

Procedure *system_entry(const System *s) {
    assert(s->procs.count && s->procs.at[0].func == s->p->entry);
    return &s->procs.at[0];
}

Procedure *system_procedure(const System *s, FuncId func) {
    uint32_t at = map_find(&s->proc_of, func);
    return at ? &s->procs.at[at - 1] : NULL;
}

Procedure *system_callee(const System *s, EdgeId call) {
    assert(s->calls && call && s->p->edges.at[call].cmd.kind == CMD_CALL);
    Procedure *callee = system_procedure(s, s->p->edges.at[call].cmd.callee);
    assert(callee);
    return callee;
}

bool system_has_calls(const System *s) {
    return s->procs.count > 1;
}

Term system_copy(System *s, const char *prefix, Term variable) {
    assert(term_op(s->t, variable) == OP_VAR);
    Text name = { 0 };
    text_add(&name, "%s!%s", prefix, term_name(s->t, variable));
    Term copy = term_var(s->t, name.at, term_sort(s->t, variable));
    vec_free(&name);
    map_put(&s->origin, copy.id, variable.id);
    return copy;
}

// ---- looking ----
uint32_t procedure_slot(const Procedure *proc, Term variable) {
    return map_find(&proc->slot_of, variable.id);
}

const bool *procedure_live(const Procedure *proc, uint32_t point) {
    assert(point < proc->graph->points.count);
    return &proc->live[(size_t)point * proc->state.count];
}

bool procedure_matters(const Procedure *proc, uint32_t point, Term formula) {
    const bool *live = procedure_live(proc, point);
    VecTerm vars = { 0 };
    bool all = true;
    term_vars(proc->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count && all; i++)
        all = procedure_slot(proc, vars.at[i]) && live[procedure_slot(proc, vars.at[i]) - 1];
    vec_free(&vars);
    return all;
}

Term procedure_here(const Procedure *proc, uint32_t point, Term variable) {
    bool begins = point == proc->graph->entry && proc->func != proc->p->entry;
    uint32_t now = begins ? map_find(&proc->system->first_of, variable.id) : 0;
    return now ? (Term){ now } : variable;
}

typedef struct Here {
    const Procedure *proc;
    uint32_t point;
} Here;

static Term here_leaf(void *self, Term variable) {
    const Here *h = self;
    return procedure_here(h->proc, h->point, variable);
}

Term procedure_formula_here(const Procedure *proc, uint32_t point, Term formula) {
    bool begins = point == proc->graph->entry && proc->func != proc->p->entry;
    return begins ? term_map(proc->t, formula, here_leaf, &(Here){ proc, point }, NULL) : formula;
}

Term procedure_origin(void *self, Term variable) {
    const Procedure *proc = self;
    uint32_t origin = map_find(&proc->system->origin, variable.id);
    return origin ? (Term){ origin } : variable;
}

bool procedure_counts(void *self, Term variable) {
    const Procedure *proc = self;
    uint32_t slot = procedure_slot(proc, procedure_origin(self, variable));
    return slot && proc->counts[slot - 1];
}

Term procedure_clean(Procedure *proc, Term formula) {
    return term_map(proc->t, formula, procedure_origin, proc, NULL);
}

Term procedure_obligation(Procedure *proc, uint32_t cut, Term before, Term after) {
    const Block *b = &proc->block[cut];
    assert(cut < proc->graph->edges.count && b->guard.id);
    Term premise = term_and(proc->t, before, b->guard);
    return term_implies(proc->t, premise, block_after(proc->blocks, b, after));
}

Term procedure_unchanged(const Procedure *proc, uint32_t point) {
    const System *s = proc->system;
    Term all = term_true(s->t);
    for (uint32_t i = 0; i < proc->state.count; i++) {
        Term x = proc->state.at[i];
        VarId v = program_var_of(s->p, x);
        bool given = v ? !s->p->vars.at[v].func || s->p->vars.at[v].kind == VAR_PARAM
                       : !map_find(&s->first_of, x.id) && sort_kind(s->t, term_sort(s->t, x)) == SORT_ARRAY;
        if (procedure_live(proc, point)[i] && given && !calls_changes(s->calls, proc->func, x) &&
            !(v && s->p->vars.at[v].kind == VAR_ADDRESS))
            all = term_and(s->t, all, term_eq(s->t, x, calls_entry_copy(s->p, x)));
    }
    return all;
}
