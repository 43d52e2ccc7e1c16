// slam.c - predicate abstraction by Boolean programs
//
// Round and round: c2bp abstracts the program, procedure by procedure, to a Boolean program over predicates; bebop
// says whether that reaches an error; newton looks at the error trace and finds predicates that exclude it, or a
// run.  The first Boolean program has no predicates: what is left of the program is its control and its goals.
//
// Nothing is inlined here: a procedure has one abstraction, over what it was given, for all its calls.  The
// states that bebop found at each point, as formulas over the predicates, are the proof: invariants, and at exits
// summaries.
//
// After T. Ball, S. Rajamani, "The SLAM Project: Debugging System Software via Static Analysis", POPL 2002.
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "engine/slam/newton.h"
#include "system/invariants.h"

enum { SECONDS_STEP = 2, SECONDS_PATH = 60, EVERY = 3 };

typedef struct Slam {
    const Task *task;
    System *system;
    VecTerm invariants; // by point of the entry procedure; empty where there are calls
    Scopes scopes;
    C2bp c2bp;
    Refiner *refiner;
    Smt *smt, *paths;
    NewtonStats found;
    uint32_t rounds;
} Slam;

// ---- opening ----
static void find_invariants(Slam *s) {
    uint32_t kinds = s->task->options->facts;
    if (kinds == FACTS_NONE || system_has_calls(s->system))
        return;
    phase_begin(PHASE_facts);
    invariants_find(system_entry(s->system), kinds == FACTS_EQUATIONS, &s->invariants);
    phase_end(PHASE_facts);
    assert(s->invariants.count == system_entry(s->system)->graph->points.count);
    procedure_assume(system_entry(s->system), s->invariants.at);
}

static void learn(Slam *s) {
    for (uint32_t k = 0; k < s->system->procs.count; k++) {
        const Procedure *proc = &s->system->procs.at[k];
        for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
            const Block *b = &proc->block[i];
            if (b->guard.id)
                refiner_learn(s->refiner, b->guard);
            for (uint32_t c = 0; b->guard.id && c < b->changes.count; c++)
                refiner_learn(s->refiner, b->changes.at[c].value);
        }
    }
}

static void follow_given(Slam *s, const VecFollowed *given) {
    for (uint32_t i = 0; given && i < given->count; i++)
        for (uint32_t k = 0; given->at[i].predicate.id && k < s->system->procs.count; k++) {
            Scope *scope = &s->scopes.of[k];
            uint32_t point = cut_point_at(scope->proc->graph, given->at[i].loc);
            if (point != WTO_NONE && procedure_matters(scope->proc, point, given->at[i].predicate))
                scope_add(&s->scopes, scope, point, given->at[i].predicate);
        }
}

static bool open_slam(Slam *s, const Task *task, Claim *claim) {
    *s = (Slam){ .task = task };
    Options set = *task->options;
    set.facts = set.facts ? set.facts : FACTS_ALL;
    options_show(&set, "facts cubes", &claim->settings);
    if (!system_supports(task->program, &claim->reason))
        return false;
    s->system = system_new(task->program, (SystemOptions){ .calls = true, .basic = set.block == BLOCK_BASIC });
    find_invariants(s);
    scopes_open(&s->scopes, s->system);
    s->smt = smt_new(s->system->t, (SmtLimits){ .seconds = SECONDS_STEP });
    s->paths = smt_new(s->system->t, (SmtLimits){ .seconds = SECONDS_PATH });
    c2bp_open(&s->c2bp, &s->scopes, s->smt, (uint32_t)(set.cubes < MOST_LITERALS ? set.cubes : MOST_LITERALS));
    s->refiner = refiner_new(s->system->t, procedure_origin, procedure_counts, system_entry(s->system));
    learn(s);
    follow_given(s, task->followed);
    return true;
}

static void close_slam(Slam *s) {
    refiner_free(s->refiner);
    c2bp_close(&s->c2bp);
    scopes_close(&s->scopes);
    smt_free(s->smt);
    smt_free(s->paths);
    vec_free(&s->invariants);
    system_free(s->system);
}

// ---- what is reported ----
static void write_program(const Slam *s) {
    const char *path = s->task->options->bp_out;
    if (!path || !*path)
        return;
    Text text = { 0 };
    Reason why;
    c2bp_print(&s->c2bp, &text);
    if (!limits_write(path, text.at, text.count, &why))
        fprintf(stderr, "hone: %s\n", why.text);
    vec_free(&text);
}

// How many predicates are followed at a point that has some: its own and the formals of its procedure.
static void count_predicates(const Slam *s) {
    uint32_t most = 0, sum = 0, with = 0;
    for (uint32_t k = 0; k < s->system->procs.count; k++) {
        const Scope *scope = &s->scopes.of[k];
        for (uint32_t i = 0; i < scope->proc->graph->points.count; i++) {
            uint32_t n = scope->at[i].count + scope->formals.count;
            most = n > most ? n : most;
            sum += n;
            with += n > 0;
        }
    }
    stat_set(STAT_predicates, s->scopes.total);
    stat_set(STAT_predicates_average, with ? (double)sum / with : 0);
    stat_set(STAT_predicates_maximum, most);
}

static void count(const Slam *s) {
    stat_set(STAT_slam_rounds, s->rounds);
    stat_set(STAT_refinements, s->rounds ? s->rounds - 1 : 0);
    count_predicates(s);
    stat_set(STAT_slam_constraints, s->found.constraints);
    progress("slam: round %u, %u predicates, %u constraints", s->rounds, s->scopes.total, s->found.constraints);
}

static void note_predicates(const Slam *s, Claim *claim) {
    const Term *terms = predicates_terms(s->scopes.predicates);
    claim->followed.count = 0;
    for (uint32_t k = 0; k < s->system->procs.count; k++) {
        const Scope *scope = &s->scopes.of[k];
        for (uint32_t i = 0; i < scope->proc->graph->points.count; i++)
            for (uint32_t j = 0; j < scope->at[i].count; j++)
                vec_push(&claim->followed,
                         (Followed){ scope->proc->graph->points.at[i].loc, terms[scope->at[i].at[j]] });
        LocId entry = scope->proc->graph->points.at[scope->proc->graph->entry].loc;
        for (uint32_t j = 0; j < scope->formals.count; j++)
            vec_push(&claim->followed, (Followed){ entry, terms[scope->formals.at[j]] });
    }
}

// ---- the proof ----
static void add_invariant(Slam *s, Bebop *bebop, uint32_t k, uint32_t point, Claim *claim) {
    Procedure *proc = &s->system->procs.at[k];
    Invariant inv = { .loc = proc->graph->points.at[point].loc };
    VecTerm atoms = { 0 };
    assert(!proc->bad[point] || !bebop_reached(bebop, k, s->c2bp.procs[k].stmt_of[point]));
    if (proc->bad[point] || inv.loc == proc->p->stop)
        return;
    c2bp_atoms(&s->c2bp, k, point, &atoms);
    inv.formula = bebop_states(bebop, k, s->c2bp.procs[k].stmt_of[point], proc->t, atoms.at);
    if (s->invariants.count)
        inv.formula = term_and(proc->t, inv.formula, s->invariants.at[point]);
    if (k && point != proc->graph->entry)
        inv.formula = term_and(proc->t, inv.formula, procedure_unchanged(proc, point));
    vec_push(&claim->proof.invariants, inv);
    vec_free(&atoms);
}

static void take_proof(Slam *s, Bebop *bebop, Claim *claim) {
    claim->kind = CLAIM_SAFE;
    for (uint32_t k = 0; k < s->system->procs.count; k++) {
        const Procedure *proc = &s->system->procs.at[k];
        for (uint32_t i = 0; i < proc->graph->points.count; i++)
            add_invariant(s, bebop, k, i, claim);
        if (k && proc->graph->exit == WTO_NONE) // no call of it returns, but the location is part of the proof
            vec_push(&claim->proof.invariants, (Invariant){ proc->p->funcs.at[proc->func].exit, term_true(proc->t) });
    }
}

// ---- the loop ----
typedef enum Round { ROUND_AGAIN, ROUND_DONE } Round;

static BpAnswer check(Slam *s, Bebop **bebop, Arena *arena, BpTrace *trace, Claim *claim) {
    phase_begin(PHASE_reachability);
    *bebop = bebop_new(&s->c2bp.program, NULL, 0, false);
    BpAnswer answer = bebop_run(*bebop, &claim->reason);
    if (answer == BP_UNSAFE)
        bebop_trace(*bebop, arena, trace);
    phase_end(PHASE_reachability);
    return answer;
}

static void abstract(Slam *s) {
    phase_begin(PHASE_post);
    c2bp(&s->c2bp);
    phase_end(PHASE_post);
    s->rounds++;
    write_program(s);
    count(s);
}

static NewtonAnswer explain(Slam *s, const BpTrace *trace, Claim *claim) {
    phase_begin(PHASE_refinement);
    NewtonWays ways = { .conditions = s->rounds % EVERY == 0 }; // at first interpolants alone
    ways.complete = !(s->rounds & (s->rounds - 1));             // the 1st, 2nd, 4th, 8th ... trace
    NewtonAnswer answer = newton(&s->c2bp, s->refiner, s->paths, trace, ways, claim, &s->found);
    phase_end(PHASE_refinement);
    return answer;
}

// One round: c2bp, bebop, newton.
static Round iterate(Slam *s, Claim *claim) {
    Arena *arena = arena_new();
    Bebop *bebop;
    BpTrace trace = { 0 };
    Round round = ROUND_DONE;
    assert(claim->kind == CLAIM_NOTHING);
    abstract(s);
    switch (check(s, &bebop, arena, &trace, claim)) {
    case BP_SAFE:
        take_proof(s, bebop, claim);
        break;
    case BP_UNSAFE:
        round = explain(s, &trace, claim) == NEWTON_REFINED ? ROUND_AGAIN : ROUND_DONE;
        break;
    case BP_UNKNOWN:
        break;
    }
    bebop_free(bebop);
    vec_free(&trace);
    arena_free(arena);
    return round;
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Slam s;
    if (!open_slam(&s, task, claim))
        return;
    do
        if (limits_hit()) {
            reason_set(&claim->reason, "timeout");
            break;
        }
    while (iterate(&s, claim) == ROUND_AGAIN);
    count(&s);
    note_predicates(&s, claim);
    stat_set(STAT_terms, terms_count(task->program->terms));
    close_slam(&s);
}

const Engine engine_slam = {
    .name = "slam",
    .summary = "predicate abstraction to Boolean programs, procedure by procedure, and their reachability by BDDs",
    .handles = FEATURES_ALL & ~FEATURE_THREADS,
    .run = run,
};
