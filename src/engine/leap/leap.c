// leap.c - errors behind loops: proved reachable without unrolling, then run
//
// After T. Ball, O. Kupferman, M. Sagiv, "Leaping Loops in the Presence of Abstraction", CAV 2007.  Ways from the entry
// to the error that go through each loop at most once, as a whole, are tried one after the other, with a choice of
// values for inputs inside loops.  Along a way a set of states is carried (leap.h); a loop is leapt by one of two
// theorems (loop.c). Where the end is reached some inputs lead to the error: they are those of a model before the first
// loop and the choice behind it, and the program is run with them.
//
// Where we differ:
//   - an abstract state is a point and a formula, the abstract states of nested loops are those of all their points;
//   - the formulas are candidates from the tests of the program and invariants that hold in every run; states in which
//     a condition fails are taken out one by one;
//   - variables that do not decide how a loop goes on are not part of its state (the paper's partitioned must steps).
//
// A claim is the run, never the proof: what is proved here is why the run is made at all, however long it is.
#include "base/limits.h"
#include "base/stats.h"
#include "engine/leap/leap.h"
#include "program/edit.h"
#include "system/invariants.h"

enum { MOST_TRIES = 400, MOST_CHOICES = 64, MOST_LOOPS = 12, LONGEST_LOOK = 2000000 };
static const double QUERY_SECONDS = 3;

// ---- ways ----
static bool go_on(Leap *l, uint32_t point, Term set, Reached kind, uint32_t loops);

static bool found(Leap *l, Term set, Reached kind) {
    l->last = set;
    l->kind = kind;
    return true;
}

// Along a cut edge, from a set at its start.
static bool go_along(Leap *l, uint32_t cut, Term set, Reached kind, uint32_t loops) {
    assert(cut < l->pc->graph->edges.count && set.id);
    const LeapEdge *e = loops ? &l->edge[cut] : &l->free[cut];
    if (!e->guard.id || (l->pc->bad[e->to] && e->to != l->pc->graph->error) || ++l->tried > MOST_TRIES)
        return false;
    Term taken = term_and(l->t, set, e->guard);
    if (kind == REACHED_ALL ? !leap_possible(l, taken) : !leap_valid(l, set, e->guard))
        return false;
    vec_push(&l->way, cut);
    if (e->to == l->pc->graph->error)
        return found(l, taken, kind);
    Term image = leap_image(l, e, set, kind);
    if (leap_possible(l, image) && go_on(l, e->to, image, kind, loops))
        return true;
    l->way.count--;
    return false;
}

// Out of the loop along one edge: forward, or backward where all states of the set are reached.
static bool leave(Leap *l, uint32_t head, uint32_t exit, Term set, Reached kind, uint32_t loops) {
    uint32_t said = l->ports.count;
    Term port;
    if (++l->tried > MOST_TRIES || limits_hit())
        return false;
    for (int all = 0; all < 2; all++) {
        if (leap_forward(l, head, set, exit, all, &port) && go_along(l, exit, port, REACHED_SOME, loops + 1))
            return true;
        l->ports.count = said;
    }
    if (kind == REACHED_ALL && leap_backward(l, head, set, exit, &port) &&
        go_along(l, exit, port, REACHED_ALL, loops + 1))
        return true;
    l->ports.count = said;
    return false;
}

static bool go_on(Leap *l, uint32_t point, Term set, Reached kind, uint32_t loops) {
    uint32_t c = l->component[point];
    if (!l->is_loop[c]) {
        const VecU32 *out = &l->pc->graph->points.at[point].out;
        for (uint32_t i = 0; i < out->count; i++)
            if (go_along(l, out->at[i], set, kind, loops))
                return true;
        return false;
    }
    if (loops == MOST_LOOPS)
        return false;
    if (!loops) {
        l->before_loops = l->way.count;
        l->at_first_loop = set;
    }
    for (uint32_t i = 0; i < l->pc->graph->edges.count; i++) {
        const LeapEdge *e = &l->edge[i];
        if (e->guard.id && l->component[e->from] == c && l->component[e->to] != c &&
            leave(l, point, i, set, kind, loops))
            return true;
    }
    return false;
}

// ---- choices ----
static bool is_behind_loops(const Leap *l, uint32_t cut) {
    const CutEdge *e = &l->pc->graph->edges.at[cut];
    return e->from != l->pc->graph->entry;
}

static void find_inputs(Leap *l) {
    Map seen = { 0 };
    for (uint32_t i = 0; i < l->pc->graph->edges.count; i++)
        for (uint32_t k = 0; is_behind_loops(l, i) && k < l->pc->block[i].inputs.count; k++) {
            Term x = l->pc->block[i].inputs.at[k];
            SortKind kind = sort_kind(l->t, term_sort(l->t, x));
            if (map_find(&seen, x.id) || (kind != SORT_BV && kind != SORT_BOOL))
                continue;
            map_put(&seen, x.id, 1);
            vec_push(&l->inputs, x);
        }
    vec_resize(&l->choice, l->inputs.count);
    map_free(&seen);
}

// The n-th choice: inputs are 0 or 1 each.
static void choose(Leap *l, uint32_t n) {
    for (uint32_t i = 0; i < l->inputs.count; i++) {
        Sort s = term_sort(l->t, l->inputs.at[i]);
        bool one = n >> (i % 6) & 1;
        l->choice.at[i] =
            sort_kind(l->t, s) == SORT_BOOL ? term_bool(l->t, one) : term_bv(l->t, one, sort_width(l->t, s));
    }
}

static bool try_choices(Leap *l) {
    uint32_t n = 1u << (l->inputs.count < 6 ? l->inputs.count : 6);
    for (uint32_t i = 0; i < n && i < MOST_CHOICES && !limits_hit(); i++) {
        choose(l, i);
        leap_build_edges(l);
        l->way.count = l->tried = l->before_loops = 0;
        l->at_first_loop = (Term){ 0 };
        if (go_on(l, l->pc->graph->entry, l->pc->initial, REACHED_ALL, 0))
            return true;
    }
    return false;
}

// ---- the run ----
// What no loop changes is at its end what it was at its start: of a set of which all states are reached, one.
static void keep_unchanged(Leap *l, VecTerm *wanted) {
    if (l->kind != REACHED_ALL || !l->at_first_loop.id || smt_solve(l->smt, l->last) != SMT_SAT)
        return;
    for (uint32_t s = 0; s < l->pc->state.count; s++) {
        Term x = l->pc->state.at[s];
        bool changed = sort_kind(l->t, term_sort(l->t, x)) != SORT_BV;
        for (uint32_t i = 0; i < l->pc->graph->edges.count && !changed; i++)
            for (uint32_t k = 0; is_behind_loops(l, i) && k < l->edge[i].var.count; k++)
                changed |= term_same(l->edge[i].var.at[k], x);
        Term v = changed ? (Term){ 0 } : smt_value(l->smt, x);
        if (v.id)
            vec_push(wanted, term_eq(l->t, x, v));
    }
}

static void add_rule(InputRules *rules, EdgeId edge, Term value) {
    if (!rule_of(rules, edge))
        vec_push(rules, (InputRule){ .edge = edge, .n = 1, .values = { value } });
}

static void note_inputs(Leap *l, InputRules *rules, uint32_t cut, const Place *before, uint32_t number) {
    const Block *b = &l->pc->block[cut];
    for (uint32_t i = 0; i < b->steps.count; i++) {
        if (!b->steps.at[i].value.id || l->pc->p->edges.at[b->steps.at[i].edge].cmd.kind != CMD_INPUT)
            continue;
        Term v = smt_value(l->smt, place_inner(l->pc, before, number, b->steps.at[i].value));
        if (v.id && term_is_const(l->t, v))
            add_rule(rules, b->steps.at[i].edge, v);
    }
}

// That all inputs of a piece are at most 'most' away from 0.
static void want_small(Leap *l, uint32_t cut, const Place *before, uint32_t number, uint64_t most, VecTerm *out) {
    const Block *b = &l->pc->block[cut];
    Terms *t = l->t;
    for (uint32_t i = 0; i < b->inputs.count; i++) {
        Sort s = term_sort(t, b->inputs.at[i]);
        uint32_t width = sort_kind(t, s) == SORT_BV ? sort_width(t, s) : 0;
        if (width < 32 || width > 64)
            continue;
        Term shifted = term_2(t, OP_BV_ADD, b->inputs.at[i], term_bv(t, most, width));
        vec_push(out, place_inner(l->pc, before, number, term_2(t, OP_BV_ULE, shifted, term_bv(t, 2 * most, width))));
    }
}

// A model of the parts, with inputs as small as may be: what is proved of all is run on one, which should be short.
static bool solve_small(Leap *l, uint32_t n, const Place places[], VecTerm *parts) {
    static const uint64_t limits[] = { 8, 64, 1024, 32768, 1 << 20, 0 };
    uint32_t wanted = parts->count;
    for (uint32_t k = 0; k < COUNT(limits); k++) {
        parts->count = wanted;
        for (uint32_t i = 0; limits[k] && i < n; i++)
            want_small(l, l->way.at[i], &places[i], i + 1, limits[k], parts);
        if (smt_solve(l->smt, term_and_n(l->t, parts->count, parts->at)) == SMT_SAT)
            return true;
    }
    return false;
}

typedef VEC(Value) Arguments; // of the entry function

// Values for all inputs before the first loop.
static bool solve_start(Leap *l, InputRules *rules, Arguments *arguments) {
    VEC(Place) places = { 0 };
    VecTerm parts = { 0 }, wanted = { 0 };
    keep_unchanged(l, &wanted);
    vec_push(&places, place_first(l->pc));
    uint32_t n = l->at_first_loop.id ? l->before_loops : l->way.count;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&places, place_next(l->pc, &places.at[i], l->way.at[i], i + 1));
    for (uint32_t i = 0; i <= n; i++)
        vec_push(&parts, places.at[i].step);
    if (l->at_first_loop.id)
        vec_push(&wanted, l->at_first_loop);
    for (uint32_t i = 0; i < wanted.count; i++)
        vec_push(&parts, place_formula(l->pc, &vec_last(&places), wanted.at[i]));
    bool good = solve_small(l, n, places.at, &parts);
    const Function *f = &l->pc->p->funcs.at[l->pc->p->entry];
    for (uint32_t i = 0; good && i < f->params.count; i++) {
        Term v = smt_value(l->smt, var_term(l->pc->p, f->params.at[i]));
        vec_push(arguments, v.id && term_is_const(l->t, v) ? value_of_term(l->t, v) : (Value){ 0 });
    }
    for (uint32_t i = 0; good && i < n; i++)
        note_inputs(l, rules, l->way.at[i], &places.at[i], i + 1);
    vec_free(&places);
    vec_free(&parts);
    vec_free(&wanted);
    return good;
}

// Those of loops and behind them: the choice.
static void add_chosen(Leap *l, InputRules *rules) {
    for (uint32_t i = 0; i < l->pc->graph->edges.count; i++) {
        const Block *b = &l->pc->block[i];
        for (uint32_t k = 0; k < b->steps.count; k++) {
            const BlockStep *s = &b->steps.at[k];
            for (uint32_t n = 0; s->value.id && n < l->inputs.count; n++)
                if (term_same(l->inputs.at[n], s->value) && l->pc->p->edges.at[s->edge].cmd.kind == CMD_INPUT)
                    add_rule(rules, s->edge, l->choice.at[n]);
        }
    }
}

typedef struct Start { // gives the arguments of the entry function, then what the rules say
    Ruled ruled;
    RunOptions rest;
    Arguments arguments;
    uint32_t next;
} Start;

static bool give(void *self, EdgeId edge, ValueType type, Value *value) {
    Start *s = self;
    if (edge || s->next >= s->arguments.count)
        return s->rest.choose(s->rest.choose_context, edge, type, value);
    *value = s->arguments.at[s->next++];
    return true;
}

// A run that is not over soon is for the checks, which compile the program: they need the rules only.
static bool run_it(Leap *l, Claim *claim, RunEnd *end, uint64_t *steps) {
    Start start = { 0 };
    RunResult r = { 0 };
    RunOptions o = run_options();
    claim->run.rules.count = 0;
    if (!solve_start(l, &claim->run.rules, &start.arguments)) {
        vec_free(&start.arguments);
        return false;
    }
    add_chosen(l, &claim->run.rules);
    ruled_open(&start.ruled, l->pc->p, &claim->run.rules, &o);
    start.rest = o;
    o.choose = give;
    o.choose_context = &start;
    claim->run.ruled = !start.arguments.count;
    o.max_steps = claim->run.ruled ? LONGEST_LOOK : UINT64_MAX;
    interpret(l->pc->p, &o, &r);
    *end = r.end;
    *steps = r.steps;
    bool goes_on = claim->run.ruled && (r.end == RUN_STEP_LIMIT || r.end == RUN_OUT_OF_MEMORY);
    bool reached = goes_on || (r.end == RUN_ERROR && !r.trace.memory.count);
    if (reached) {
        trace_free(&claim->run.trace);
        claim->run.trace = r.trace;
        trace_init(&r.trace);
        claim->kind = CLAIM_UNSAFE;
    }
    run_result_free(&r);
    ruled_close(&start.ruled);
    vec_free(&start.arguments);
    return reached;
}

// ---- the engine ----
static void find_loops(Leap *l) {
    uint32_t n;
    const CutGraph *g = l->pc->graph;
    l->component = digraph_components(&g->graph, &n);
    l->is_loop = base_alloc((n + 2) * sizeof *l->is_loop);
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (l->component[g->edges.at[i].from] == l->component[g->edges.at[i].to])
            l->is_loop[l->component[g->edges.at[i].from]] = true;
}

static bool leap_open(Leap *l, const Task *task, bool basic, Claim *claim) {
    *l = (Leap){ 0 };
    if (!system_supports(task->program, &claim->reason)) {
        reason_set(&claim->detail, "this engine does not support threads");
        return false;
    }
    l->system = system_new(task->program, (SystemOptions){ .basic = basic });
    l->pc = system_entry(l->system);
    l->t = l->pc->t;
    if (task->options->facts != FACTS_NONE && !invariants_are_expensive(l->pc))
        invariants_find(l->pc, task->options->facts == FACTS_EQUATIONS, &l->invariants);
    while (l->invariants.count < l->pc->graph->points.count)
        vec_push(&l->invariants, term_true(l->t));
    l->smt = smt_new(l->t, (SmtLimits){ .seconds = QUERY_SECONDS });
    find_loops(l);
    find_inputs(l);
    leap_find_candidates(l, task->followed);
    return true;
}

static void leap_close(Leap *l) {
    leap_free_edges(l);
    free(l->component);
    free(l->is_loop);
    vec_free(&l->inputs);
    vec_free(&l->choice);
    vec_free(&l->candidates);
    vec_free(&l->way);
    vec_free(&l->invariants);
    vec_free(&l->ports);
    smt_free(l->smt);
    system_free(l->system);
}

// False: other pieces may do.
static bool search(Leap *l, Claim *claim) {
    RunEnd end = RUN_GOING;
    uint64_t steps = 0;
    if (l->pc->graph->error == WTO_NONE) {
        reason_set(&claim->reason, "no error to reach");
        return true;
    }
    if (!try_choices(l)) {
        reason_set(&claim->reason, limits_hit() ? "timeout" : "no way leapt");
        reason_set(&claim->detail,
                   "no way to the error was proved to be taken; another engine may prove there is none");
        return false;
    }
    if (run_it(l, claim, &end, &steps))
        return true;
    reason_set(&claim->reason, end == RUN_TIME_LIMIT || end == RUN_STEP_LIMIT ? "error proved reachable, run too long"
                                                                              : "the run did not follow");
    reason_set(&claim->detail, "a way to the error was proved to be taken, but the run ended: %s, after %llu steps",
               run_end_text(end), (unsigned long long)steps);
    return true;
}

// Large pieces first: fewer points.  Basic blocks have no cases inside, and branches have points of their own.
static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    program_split_entries(task->program);
    bool decided = false;
    for (int basic = task->options->block == BLOCK_BASIC; basic < 2 && !decided && !limits_hit(); basic++) {
        Leap l;
        if (!leap_open(&l, task, basic, claim))
            return;
        decided = search(&l, claim) || task->options->block == BLOCK_LARGE;
        if (l.ports.count)
            limits_tell(ENGINE_TABLE, l.ports.at);
        leap_close(&l);
    }
}

const Engine engine_leap = {
    .name = "leap",
    .summary = "proves that an error behind loops is reached without unrolling them, then runs the program",
    .handles = FEATURES_ALL & ~FEATURE_THREADS & ~FEATURE_CALLS,
    .run = run,
};
