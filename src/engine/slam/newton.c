#include "engine/slam/newton.h"
#include "engine/tree/complete.h"

typedef struct Walk {
    C2bp *c;
    Refiner *refiner;
    Smt *smt;
    const BpTrace *trace;
    VecStep steps;
    VecPlace places;
    VecTerm formulas; // by step; what was explained is replaced by its interpolant
    NewtonStats *stats;
    Claim *claim;
    NewtonWays ways;
    bool failed;
} Walk;

static Terms *terms_of(const Walk *w) {
    return w->c->scopes->system->t;
}

static Info info_of(const Walk *w, uint32_t i) {
    const BpStep *s = &w->trace->at[i];
    return w->c->procs[s->proc].info.at[s->stmt];
}

static Procedure *procedure_at(const Walk *w, uint32_t i) {
    return w->c->scopes->of[w->trace->at[i].proc].proc;
}

// ---- the path ----
static void find_path(Walk *w) {
    VecStep calls = { 0 };
    for (uint32_t i = 0; i < w->trace->count; i++) {
        Info info = info_of(w, i);
        Procedure *proc = procedure_at(w, i);
        if (info.kind == INFO_BLOCK)
            vec_push(&w->steps, (PathStep){ STEP_BLOCK, proc, info.number });
        if (info.kind == INFO_CALL) {
            vec_push(&calls, (PathStep){ STEP_ENTER, proc, info.number });
            vec_push(&w->steps, vec_last(&calls));
        }
        if (info.kind == INFO_POINT && proc != system_entry(proc->system) && info.number == proc->graph->exit) {
            PathStep call = vec_pop(&calls);
            assert(system_callee(proc->system, call.proc->call[call.cut]) == proc);
            vec_push(&w->steps, (PathStep){ STEP_LEAVE, call.proc, call.cut });
        }
    }
    vec_free(&calls);
    path_places(system_entry(w->c->scopes->system), w->steps.count, w->steps.at, &w->places);
    assert(w->places.count == w->steps.count + 1);
    for (uint32_t i = 0; i < w->steps.count; i++)
        vec_push(&w->formulas, w->places.at[i + 1].step);
}

static Term whole_path(const Walk *w) {
    VecTerm all = { 0 };
    for (uint32_t i = 0; i < w->places.count; i++)
        vec_push(&all, w->places.at[i].step);
    Term path = term_and_n(terms_of(w), all.count, all.at);
    vec_free(&all);
    return path;
}

static Term value(void *smt, Term variable) {
    return smt_value(smt, variable);
}

static NewtonAnswer take_run(Walk *w) {
    uint32_t last = w->trace->count - 1;
    Procedure *proc = procedure_at(w, last);
    uint32_t point = info_of(w, last).number;
    assert(info_of(w, last).kind == INFO_POINT && proc->bad[point]);
    if (point != proc->graph->error) {
        procedure_blame(proc, point, w->claim);
        return NEWTON_RUN;
    }
    if (!path_trace_steps(system_entry(proc->system), w->steps.count, w->steps.at, w->places.at, value, w->smt,
                          w->claim))
        return NEWTON_UNDECIDED;
    w->claim->kind = CLAIM_UNSAFE;
    return NEWTON_RUN;
}

// Does the path lead to a run once loops that do not matter go round often enough?
static bool leads_to_run(Walk *w) {
    uint32_t last = w->trace->count - 1;
    const Procedure *proc = procedure_at(w, last);
    return w->ways.complete && info_of(w, last).number == proc->graph->error &&
           complete_path(system_entry(proc->system), w->steps.count, w->steps.at, w->places.at, w->claim);
}

// ---- constrain ----
// Is the abstract step from trace step 'from' to 'to' possible?
static bool constrain(Walk *w, StepAt at, uint32_t from, uint32_t to) {
    AbstractStep *s = c2bp_step(w->c, at);
    assert(from < to && to < w->trace->count);
    assert(w->trace->at[from].proc == at.proc && w->trace->at[to].proc == at.proc);
    int8_t *values = base_alloc(s->keys.count + 1);
    for (uint32_t i = 0; i < s->keys.count; i++) {
        const BpStep *state = &w->trace->at[s->keys.at[i].list == LIST_AFTER ? to : from];
        values[i] = state->values[c2bp_variable(w->c, at, s->keys.at[i])];
    }
    bool refuted = step_refute(s, w->smt, values);
    free(values);
    w->stats->constraints += refuted;
    return refuted;
}

static uint32_t next_of(const Walk *w, uint32_t i, InfoKind kind) {
    for (i++; i < w->trace->count && info_of(w, i).kind != kind;)
        i++;
    return i;
}

static bool constrain_trace(Walk *w) {
    bool refuted = constrain(w, (StepAt){ .kind = AT_START }, 0, next_of(w, 0, INFO_POINT));
    for (uint32_t i = 0; i < w->trace->count; i++) {
        Info info = info_of(w, i);
        uint32_t proc = w->trace->at[i].proc, to = next_of(w, i, info.kind == INFO_GIVE ? INFO_CALL : INFO_POINT);
        if (to == w->trace->count)
            continue;
        if (info.kind == INFO_BLOCK)
            refuted |= constrain(w, (StepAt){ proc, info.number, AT_BLOCK }, i, to);
        if (info.kind == INFO_GIVE)
            refuted |= constrain(w, (StepAt){ proc, info.number, AT_ENTER }, i, to);
        if (info.kind == INFO_BACK)
            refuted |= constrain(w, (StepAt){ proc, info.number, AT_BACK }, i, to);
    }
    return refuted;
}

// ---- predicates ----
typedef struct Naming { // copies at a place -> the state there
    Map of;
    bool failed;
} Naming;

static Term name_leaf(void *self, Term copy) {
    Naming *n = self;
    uint32_t x = map_find(&n->of, copy.id);
    n->failed = n->failed || !x;
    return x ? (Term){ x } : copy;
}

// 'first': where a copy is both of x and of entry!x, the latter.
static Term named(const Procedure *proc, const Place *at, uint32_t point, bool first, Term formula) {
    Naming n = { 0 };
    const bool *live = procedure_live(proc, point);
    for (uint32_t s = 0; s < proc->state.count; s++) {
        Term x = proc->state.at[s];
        bool is_first = map_find(&proc->system->first_of, x.id);
        if (live[s] && (is_first == first || !map_find(&n.of, at->now[s].id)))
            map_put(&n.of, at->now[s].id, x.id);
    }
    Term result = term_map(proc->t, formula, name_leaf, &n, NULL);
    map_free(&n.of);
    return n.failed ? (Term){ 0 } : result;
}

static void add_predicate(Walk *w, Scope *scope, uint32_t point, Term formula) {
    if (formula.id && scope_add(w->c->scopes, scope, point, formula))
        w->stats->predicates++;
}

// Where x is still what it was at the entry the atom may be about either, and about their being equal.
static void add_atom(Walk *w, Scope *scope, const Place *at, uint32_t point, Term atom) {
    const Procedure *proc = scope->proc;
    Term now = named(proc, at, point, false, atom), first = named(proc, at, point, true, atom);
    VecTerm vars = { 0 };
    add_predicate(w, scope, point, now);
    if (!now.id || !first.id || term_same(now, first) || point == proc->graph->entry)
        return;
    add_predicate(w, scope, point, first);
    term_vars(proc->t, first, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        uint32_t x = map_find(&proc->system->first_of, vars.at[i].id);
        if (x && sort_kind(proc->t, term_sort(proc->t, vars.at[i])) != SORT_ARRAY)
            add_predicate(w, scope, point, term_eq(proc->t, (Term){ x }, vars.at[i]));
    }
    vec_free(&vars);
}

static void add_atoms(Walk *w, const Procedure *proc, uint32_t place, uint32_t point, Term formula) {
    Scope *scope = &w->c->scopes->of[proc - proc->system->procs.at];
    VecTerm atoms = { 0 };
    term_atoms(proc->t, formula, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        add_atom(w, scope, &w->places.at[place], point, atoms.at[i]);
    vec_free(&atoms);
}

typedef struct Activation {
    Procedure *proc;
    uint32_t start;   // its first place
    VecTerm sequence; // its steps, those of calls in it with what is known of them
    VecU32 ends;      // by step: the place after it, or UINT32_MAX: it does not return
    VecU32 points;
} Activation;

static void add_element(Activation *a, Term formula, uint32_t place, uint32_t point) {
    vec_push(&a->sequence, formula);
    vec_push(&a->ends, place);
    vec_push(&a->points, point);
}

// Everything outside the steps from 'first' to 'last'.
static Term outside(const Walk *w, uint32_t first, uint32_t last) {
    VecTerm all = { 0 };
    vec_push(&all, w->places.at[0].step);
    for (uint32_t i = 0; i < w->formulas.count; i++)
        if (i < first || i >= last)
            vec_push(&all, w->formulas.at[i]);
    Term result = term_and_n(terms_of(w), all.count, all.at);
    vec_free(&all);
    return result;
}

// Interpolates along the activation, which ends before step 'last', and adds predicates.  What it amounts to takes
// the place of its steps.
static void explain(Walk *w, Activation *a, uint32_t last) {
    bool called = a->start != 0;
    uint32_t n = a->sequence.count;
    Term summary = term_true(terms_of(w));
    assert(a->ends.count == n && a->points.count == n && (!called || w->steps.at[a->start - 1].kind == STEP_ENTER));
    if (!called) { // the start comes first
        vec_push(&a->sequence, summary);
        memmove(a->sequence.at + 1, a->sequence.at, n * sizeof *a->sequence.at);
        a->sequence.at[0] = w->places.at[0].step;
    } else {
        vec_push(&a->sequence, outside(w, a->start, last));
    }
    Term *out = base_alloc((a->sequence.count + 1) * sizeof *out);
    if (refine_path(w->refiner, a->sequence.count, a->sequence.at, NULL, out) != PATH_SPURIOUS) {
        w->failed = true;
        reason_set(&w->claim->reason, "a path could not be explained");
        reason_set(&w->claim->detail, "%s", refiner_reason(w->refiner));
    } else {
        if (!called)
            add_atoms(w, a->proc, 0, a->proc->graph->entry, out[1]);
        for (uint32_t i = 0; i < n; i++)
            if (a->ends.at[i] != UINT32_MAX)
                add_atoms(w, a->proc, a->ends.at[i], a->points.at[i], out[i + 1 + !called]);
        summary = called ? out[n] : summary;
        if (called && (!n || a->ends.at[n - 1] == UINT32_MAX || a->points.at[n - 1] != a->proc->graph->exit))
            add_atoms(w, a->proc, a->start, a->proc->graph->entry, summary);
    }
    for (uint32_t i = a->start; called && i < last; i++)
        w->formulas.at[i] = term_true(terms_of(w));
    if (called)
        w->formulas.at[a->start - 1] = term_and(terms_of(w), w->formulas.at[a->start - 1], summary);
    free(out);
}

// The activation whose first place is 'start'; calls in it are explained first.  Gives the step that leaves it.
static uint32_t explain_from(Walk *w, Procedure *proc, uint32_t start) {
    Activation a = { .proc = proc, .start = start };
    uint32_t i = start;
    while (i < w->steps.count && w->steps.at[i].kind != STEP_LEAVE && !w->failed) {
        const PathStep *step = &w->steps.at[i];
        assert(step->proc == proc);
        uint32_t to = proc->graph->edges.at[step->cut].to;
        if (step->kind == STEP_BLOCK) {
            add_element(&a, w->formulas.at[i], i + 1, to);
            i++;
            continue;
        }
        uint32_t leave = explain_from(w, system_callee(proc->system, proc->call[step->cut]), i + 1);
        bool returns = leave < w->steps.count;
        Term both = w->formulas.at[i];
        if (returns)
            both = term_and(proc->t, both, w->formulas.at[leave]);
        add_element(&a, both, returns ? leave + 1 : UINT32_MAX, to);
        i = returns ? leave + 1 : leave;
    }
    if (!w->failed)
        explain(w, &a, i);
    vec_free(&a.sequence);
    vec_free(&a.ends);
    vec_free(&a.points);
    return i;
}

// ---- what stays as it was ----
// What nothing changes keeps its copy along a path, so no interpolant says that it is what it was at first.  Where
// other predicates are about it, that is a predicate too.
static bool is_followed(const Walk *w, Term x) {
    const Predicates *known = w->c->scopes->predicates;
    VecTerm vars = { 0 };
    bool found = false;
    for (uint32_t i = 0; !found && i < predicates_count(known); i++) {
        vars.count = 0;
        term_vars(terms_of(w), predicates_terms(known)[i], &vars);
        for (uint32_t k = 0; !found && k < vars.count; k++)
            found = term_same(vars.at[k], x);
    }
    vec_free(&vars);
    return found;
}

static void add_identities_at(Walk *w, const Procedure *proc, uint32_t place, uint32_t point) {
    Scope *scope = &w->c->scopes->of[proc - proc->system->procs.at];
    const bool *live = procedure_live(proc, point);
    for (uint32_t s = 0; point != proc->graph->entry && s < proc->state.count; s++) {
        Term x = { map_find(&proc->system->first_of, proc->state.at[s].id) };
        uint32_t now = x.id ? procedure_slot(proc, x) : 0;
        if (now && live[s] && live[now - 1] && is_followed(w, x) &&
            term_same(w->places.at[place].now[s], w->places.at[place].now[now - 1]))
            add_predicate(w, scope, point, term_eq(proc->t, x, proc->state.at[s]));
    }
}

static void add_identities(Walk *w) {
    for (uint32_t i = 0; i < w->steps.count; i++) {
        const PathStep *step = &w->steps.at[i];
        if (step->kind != STEP_ENTER)
            add_identities_at(w, step->proc, i + 1, step->proc->graph->edges.at[step->cut].to);
    }
}

// ---- tests on the path ----
enum { LARGEST_TEST = 12 };

static void add_condition(Walk *w, uint32_t step, Term atom) {
    Procedure *proc = w->steps.at[step].proc;
    Scope *scope = &w->c->scopes->of[proc - proc->system->procs.at];
    if (term_size(proc->t, atom) > LARGEST_TEST)
        return;
    for (uint32_t i = step; i < w->steps.count && w->steps.at[i].kind == STEP_BLOCK; i++) {
        assert(w->steps.at[i].proc == proc); // no call and no return so far
        uint32_t point = proc->graph->edges.at[w->steps.at[i].cut].to;
        Term said = named(proc, &w->places.at[i + 1], point, false, atom);
        if (!proc->bad[point])
            add_predicate(w, scope, point, said);
    }
}

// The guard of a step over copies of the path; inputs that become variables are these.
static Term guard_of(const Walk *w, uint32_t i) {
    const PathStep *step = &w->steps.at[i];
    Procedure *proc = step->proc;
    const Block *b = &proc->block[step->cut];
    VecTerm from = { 0 }, to = { 0 };
    for (uint32_t k = 0; k < b->changes.count; k++) {
        uint32_t slot = procedure_slot(proc, block_changed(proc->blocks, b, k));
        Term value = place_inner(proc, &w->places.at[i], i + 1, b->changes.at[k].value);
        if (!slot || term_op(proc->t, value) != OP_VAR)
            continue;
        vec_push(&from, value);
        vec_push(&to, w->places.at[i + 1].now[slot - 1]);
    }
    Term guard = place_inner(proc, &w->places.at[i], i + 1, b->guard);
    guard = term_substitute(proc->t, guard, from.count, from.at, to.at);
    vec_free(&from);
    vec_free(&to);
    return guard;
}

static void add_conditions(Walk *w) {
    VecTerm atoms = { 0 };
    for (uint32_t i = 0; i < w->steps.count; i++) {
        const PathStep *step = &w->steps.at[i];
        if (step->kind != STEP_BLOCK)
            continue;
        atoms.count = 0;
        term_atoms(terms_of(w), guard_of(w, i), &atoms);
        for (uint32_t k = 0; k < atoms.count; k++)
            add_condition(w, i, atoms.at[k]);
    }
    vec_free(&atoms);
}

// ---- the whole ----
static NewtonAnswer decide(Walk *w) {
    find_path(w);
    switch (smt_solve(w->smt, whole_path(w))) {
    case SMT_SAT:
        return take_run(w);
    case SMT_UNSAT:
        break;
    case SMT_UNKNOWN:
        reason_set(&w->claim->reason, "solver");
        reason_set(&w->claim->detail, "%s", smt_reason(w->smt));
        return NEWTON_UNDECIDED;
    }
    if (leads_to_run(w))
        return NEWTON_RUN;
    if (constrain_trace(w))
        return NEWTON_REFINED;
    uint32_t before = w->stats->predicates;
    explain_from(w, system_entry(w->c->scopes->system), 0);
    if (w->failed)
        return NEWTON_UNDECIDED;
    if (w->ways.conditions)
        add_conditions(w);
    if (w->stats->predicates == before)
        add_identities(w);
    if (w->stats->predicates > before)
        return NEWTON_REFINED;
    reason_set(&w->claim->reason, "no progress");
    reason_set(&w->claim->detail, "a path that is no run keeps coming back");
    return NEWTON_UNDECIDED;
}

NewtonAnswer newton(C2bp *c, Refiner *refiner, Smt *smt, const BpTrace *trace, NewtonWays ways, Claim *claim,
                    NewtonStats *stats) {
    assert(trace->count && !smt_depth(smt));
    Walk w = { .c = c, .refiner = refiner, .smt = smt, .trace = trace, .claim = claim, .stats = stats };
    w.ways = ways;
    NewtonAnswer answer = decide(&w);
    vec_free(&w.steps);
    vec_free(&w.places);
    vec_free(&w.formulas);
    return answer;
}
