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

enum { MOST_TRIES = 400, MOST_ATTEMPTS = 200, MOST_PREDICATES = 4, MOST_LOOPS = 12, LONGEST_LOOK = 2000000 };
static const double QUERY_SECONDS = 3;

// ---- ways ----
static bool go_on(Leap *l, uint32_t point, Term set, Reached kind, uint32_t loops);

typedef struct Mark { // what to go back to
    uint32_t ports, proved, way;
    Term first;
} Mark;

static Mark mark_now(const Leap *l) {
    return (Mark){ l->ports.count, l->proved.count, l->way.count, l->at_first_loop };
}

static void go_back(Leap *l, Mark m) {
    assert(m.ports <= l->ports.count && m.proved <= l->proved.count && m.way <= l->way.count);
    l->ports.count = m.ports;
    l->proved.count = m.proved;
    l->way.count = m.way;
    l->at_first_loop = m.first;
}

static bool found(Leap *l, Term set, Reached kind) {
    assert(l->way.count && l->points.at[l->edges.at[vec_last(&l->way)].to].cut == l->pc->graph->error);
    l->last = set;
    l->kind = kind;
    vec_push(&l->proved,
             (Obligation){ .what = "the error is reached from some state", .formula = set, .possible = true });
    return true;
}

// Along an edge, from a set at its start.
static bool go_along(Leap *l, uint32_t edge, Term set, Reached kind, uint32_t loops) {
    assert(edge < l->edges.count && set.id);
    const LeapEdge *e = loops ? &l->edges.at[edge] : &l->free.at[edge];
    uint32_t cut = l->points.at[e->to].cut;
    Mark m = mark_now(l);
    if ((l->pc->bad[cut] && cut != l->pc->graph->error) || ++l->tried > MOST_TRIES)
        return false;
    Term taken = term_and(l->t, set, e->guard);
    if (kind == REACHED_ALL ? !leap_possible(l, taken) : !leap_valid(l, set, e->guard))
        return false;
    if (kind == REACHED_SOME)
        leap_note(l, term_and(l->t, set, term_not(l->t, e->guard)), "each state of the set takes the step");
    vec_push(&l->way, edge);
    if (cut == l->pc->graph->error)
        return found(l, taken, kind);
    Term image = leap_image(l, e, set, kind);
    if (leap_possible(l, image) && go_on(l, e->to, image, kind, loops))
        return true;
    go_back(l, m);
    return false;
}

// Out of the loop along one edge: forward, or backward where all states of the set are reached.
static bool leave(Leap *l, uint32_t head, uint32_t exit, Term set, Reached kind, uint32_t loops) {
    Mark m = mark_now(l);
    Term port;
    if (++l->tried > MOST_TRIES || limits_hit())
        return false;
    for (int all = 0; all < 2; all++) {
        Term entry = set;
        bool part = l->way.count == l->before_loops && kind == REACHED_ALL;
        bool proved = leap_forward(l, head, &entry, part, exit, all, &port);
        if (proved && part)
            l->at_first_loop = entry;
        if (proved && go_along(l, exit, port, REACHED_SOME, loops + 1))
            return true;
        go_back(l, m);
    }
    if (kind == REACHED_ALL && leap_backward(l, head, set, exit, &port) &&
        go_along(l, exit, port, REACHED_ALL, loops + 1))
        return true;
    go_back(l, m);
    return false;
}

static bool go_on(Leap *l, uint32_t point, Term set, Reached kind, uint32_t loops) {
    uint32_t c = l->component[point];
    assert(point < l->points.count && set.id);
    assert(l->way.count ? l->edges.at[vec_last(&l->way)].to == point : !point);
    if (!loops && l->in_loop[l->points.at[point].cut]) { // from here on inputs are chosen
        l->before_loops = l->way.count;
        l->at_first_loop = set;
        loops = 1;
    }
    if (!l->is_loop[c]) {
        for (uint32_t i = 0; i < l->points.at[point].out.count; i++)
            if (go_along(l, l->points.at[point].out.at[i], set, kind, loops))
                return true;
        return false;
    }
    if (loops == MOST_LOOPS)
        return false;
    for (uint32_t i = 0; i < l->edges.count; i++) {
        const LeapEdge *e = &l->edges.at[i];
        if (term_op(l->t, e->guard) != OP_FALSE && l->component[e->from] == c && l->component[e->to] != c &&
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

static Term number_for(const Leap *l, Term input, uint64_t n) {
    Sort s = term_sort(l->t, input);
    return sort_kind(l->t, s) == SORT_BOOL ? term_bool(l->t, n) : term_bv(l->t, n, sort_width(l->t, s));
}

static void choose_constant(Leap *l, uint32_t i, uint64_t n) {
    l->choice.at[i] = (Choice){ 1, { number_for(l, l->inputs.at[i], n) } };
}

// The n-th choice that only disables branches: inputs are 0 or 1 each.
static void choose(Leap *l, uint32_t n) {
    for (uint32_t i = 0; i < l->inputs.count; i++)
        choose_constant(l, i, n >> (i % 6) & 1);
}

// Branches that take turns, or that a test schedules: the n-th for one input.  False: there are no more.
static bool schedule(Leap *l, uint32_t i, uint32_t n) {
    assert(i < l->inputs.count && l->choice.count == l->inputs.count);
    Term zero = number_for(l, l->inputs.at[i], 0), one = number_for(l, l->inputs.at[i], 1);
    if (n < 2) {
        l->choice.at[i] = (Choice){ 2, { n ? zero : one, n ? one : zero } };
        return true;
    }
    n -= 2;
    if (n / 2 >= l->tests.count)
        return false;
    Term test = l->tests.at[n / 2];
    l->choice.at[i] = (Choice){ 1, { term_ite(l->t, test, n & 1 ? zero : one, n & 1 ? one : zero) } };
    return true;
}

static bool try_choice(Leap *l) {
    leap_build(l);
    l->way.count = l->tried = l->before_loops = l->proved.count = 0;
    l->at_first_loop = (Term){ 0 };
    l->attempts++;
    return go_on(l, 0, l->pc->initial, REACHED_ALL, 0);
}

static bool try_constants(Leap *l) {
    uint32_t n = 1u << (l->inputs.count < 6 ? l->inputs.count : 6);
    for (uint32_t i = 0; i < n && !limits_hit(); i++) {
        choose(l, i);
        if (try_choice(l))
            return true;
    }
    return false;
}

// One input by a schedule, the others all 0 or all 1.
static bool try_schedules(Leap *l) {
    for (uint32_t i = 0; i < l->inputs.count; i++)
        for (uint32_t others = 0; others < 2 && (!others || l->inputs.count > 1); others++)
            for (uint32_t n = 0; l->attempts < MOST_ATTEMPTS && !limits_hit(); n++) {
                choose(l, others ? 63 : 0);
                if (!schedule(l, i, n))
                    break;
                if (try_choice(l))
                    return true;
            }
    return false;
}

static bool has_loop(const Leap *l) {
    bool loop = false;
    for (uint32_t i = 0; i < l->pc->graph->points.count; i++)
        loop |= l->in_loop[i];
    return loop;
}

// Abstract states by what the user gave or another engine found, then by cutpoints alone, then by a test of the
// program.
static bool try_all(Leap *l, const VecFollowed *given) {
    if (!has_loop(l)) { // before loops inputs are free: there is one way only to try it
        choose(l, 0);
        return try_choice(l);
    }
    for (uint32_t i = 0; given && i < given->count && l->predicates.count < MOST_PREDICATES; i++)
        if (given->at[i].predicate.id)
            leap_add_candidate(l, given->at[i].predicate, &l->predicates);
    if (l->predicates.count && (try_constants(l) || try_schedules(l)))
        return true;
    l->predicates.count = 0;
    if (try_constants(l) || try_schedules(l))
        return true;
    for (uint32_t i = 0; i < l->tests.count && l->attempts < MOST_ATTEMPTS && !limits_hit(); i++) {
        l->predicates.count = 0;
        vec_push(&l->predicates, l->tests.at[i]);
        if (try_constants(l))
            return true;
        for (uint32_t k = 0; k < l->inputs.count; k++)
            for (uint32_t n = 2 * i + 2; n < 2 * i + 4 && !limits_hit(); n++) {
                choose(l, 0);
                if (schedule(l, k, n) && try_choice(l))
                    return true;
            }
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
        for (uint32_t i = 0; i < l->edges.count && !changed; i++)
            for (uint32_t k = 0; is_behind_loops(l, l->edges.at[i].cut) && k < l->edges.at[i].var.count; k++)
                changed |= term_same(l->edges.at[i].var.at[k], x);
        Term v = changed ? (Term){ 0 } : smt_value(l->smt, x);
        if (v.id)
            vec_push(wanted, term_eq(l->t, x, v));
    }
}

static void add_rule(InputRules *rules, EdgeId edge, Choice choice) {
    assert(edge && choice.n >= 1 && choice.n <= RULE_TURNS);
    InputRule rule = { .edge = edge, .n = choice.n };
    for (uint32_t i = 0; i < choice.n; i++)
        rule.values[i] = choice.values[i];
    if (!rule_of(rules, edge))
        vec_push(rules, rule);
}

static void note_inputs(Leap *l, InputRules *rules, uint32_t cut, const Place *before, uint32_t number) {
    const Block *b = &l->pc->block[cut];
    for (uint32_t i = 0; i < b->steps.count; i++) {
        if (!b->steps.at[i].value.id || l->pc->p->edges.at[b->steps.at[i].edge].cmd.kind != CMD_INPUT)
            continue;
        Term v = smt_value(l->smt, place_inner(l->pc, before, number, b->steps.at[i].value));
        if (v.id && term_is_const(l->t, v))
            add_rule(rules, b->steps.at[i].edge, (Choice){ 1, { v } });
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
            want_small(l, l->edges.at[l->way.at[i]].cut, &places[i], i + 1, limits[k], parts);
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
    assert(n <= l->way.count);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&places, place_next(l->pc, &places.at[i], l->edges.at[l->way.at[i]].cut, i + 1));
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
        note_inputs(l, rules, l->edges.at[l->way.at[i]].cut, &places.at[i], i + 1);
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
    l->in_loop = leap_in_loops(l->pc->graph);
    find_inputs(l);
    leap_find_candidates(l, task->followed);
    return true;
}

static void leap_close(Leap *l) {
    leap_unbuild(l);
    free(l->in_loop);
    vec_free(&l->predicates);
    vec_free(&l->tests);
    vec_free(&l->proved);
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
static bool search(Leap *l, const Task *task, Claim *claim) {
    RunEnd end = RUN_GOING;
    uint64_t steps = 0;
    if (l->pc->graph->error == WTO_NONE) {
        reason_set(&claim->reason, "no error to reach");
        return true;
    }
    if (!try_all(l, task->followed)) {
        reason_set(&claim->reason, limits_hit() ? "timeout" : "no way leapt");
        reason_set(&claim->detail,
                   "no way to the error was proved to be taken; another engine may prove there is none");
        return false;
    }
    const char *proof = task->options->must_proof;
    if (proof && *proof && !leap_write_proof(l, proof, &claim->detail)) {
        reason_set(&claim->reason, "not written");
        return true;
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
        decided = search(&l, task, claim) || task->options->block == BLOCK_LARGE;
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
