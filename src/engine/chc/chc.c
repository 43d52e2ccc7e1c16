// chc.c - the whole program as constrained Horn clauses, for the solver's fixed-point engine
//
// The solver is Spacer (A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-Based Model Checking for
// Recursive Programs", CAV 2014).  It finds an invariant for every point and a summary for every
// function, or a derivation of the error; recursion is no special case.
//
// Where we differ from tools built on it: it works on integers, as guesses (encodings.h),
// and the clauses decide over bit-vectors; a derivation without calls is
// a path, whose exact formula goes to the solver; one with calls gives the depth to which bmc.c unwinds.
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include "engine/chc/clauses.h"
#include "engine/engine.h"
#include "engine/refine/encodings.h"
#include "system/invariants.h"
#include "system/path.h"

enum { SECONDS_PATH = 60, SECONDS_GUESS = 2, MOST_SECONDS = 100000, MOST_BOUND = 64, FEW_ROUNDS = 4 };
// The solver's steps in each encoding; seconds are for what it does not count.
static const uint64_t steps[ENCODING_COUNT] = { 300000000, 600000000, 0 };

typedef struct Chc {
    const Task *task;
    System *system;
    Procedure *proc;     // of the entry function
    VecTerm *invariants; // by procedure and point: found before the search; empty where nothing was looked for
    Clauses clauses;
    Encodings *encodings;
    Smt *smt;
    uint32_t pending; // clauses of a derivation that is neither followed nor refuted
    bool hopeless;    // the blocks allow a path to the error: no encoding solves the clauses
} Chc;

// ---- opening ----
// The guards of the blocks have them where there are no calls.  Else the relations do: what is known of an exit is
// needed where a call returns.
static void find_invariants(Chc *s) {
    uint32_t kinds = s->task->options->facts;
    bool calls = system_has_calls(s->system), equations = kinds == FACTS_EQUATIONS;
    s->invariants = base_alloc(s->system->procs.count * sizeof *s->invariants);
    if (kinds == FACTS_NONE)
        return;
    phase_begin(PHASE_facts);
    InvariantStats found = calls ? invariants_find_all(s->system, equations, s->invariants)
                                 : invariants_find(s->proc, equations, s->invariants);
    phase_end(PHASE_facts);
    if (!calls)
        procedure_assume(s->proc, s->invariants[0].at);
    stat_set(STAT_fact_equations, found.equations);
    stat_set(STAT_fact_inequalities, found.inequalities);
    stat_set(STAT_fact_questions, found.questions);
}

static void assume_invariants(Chc *s) {
    for (uint32_t k = 0; k < s->system->procs.count && system_has_calls(s->system); k++)
        for (uint32_t i = 0; i < s->invariants[k].count; i++)
            encodings_assume(s->encodings, clauses_relation(&s->clauses, k, i), s->invariants[k].at[i]);
}

static bool open_chc(Chc *s, const Task *task, Claim *claim) {
    *s = (Chc){ .task = task };
    Options set = *task->options;
    set.facts = set.facts ? set.facts : FACTS_ALL;
    options_show(&set, "facts", &claim->settings);
    if (!system_supports(task->program, &claim->reason))
        return false;
    s->system = system_new(task->program, (SystemOptions){ .calls = true });
    s->proc = system_entry(s->system);
    find_invariants(s);
    clauses_open(&s->clauses, s->system);
    s->encodings = encodings_new(s->clauses.horn, clauses_base, &s->clauses);
    assume_invariants(s);
    s->smt = smt_new(task->program->terms, (SmtLimits){ .seconds = SECONDS_PATH });
    stat_set(STAT_horn_relations, s->clauses.horn->scopes.count);
    stat_set(STAT_horn_clauses, s->clauses.horn->clauses.count);
    return true;
}

static void close_chc(Chc *s) {
    smt_free(s->smt);
    encodings_free(s->encodings);
    clauses_close(&s->clauses);
    for (uint32_t k = 0; k < s->system->procs.count; k++)
        vec_free(&s->invariants[k]);
    free(s->invariants);
    system_free(s->system);
}

// ---- from a derivation to a run ----
typedef enum Derived { DERIVED_RUN, DERIVED_NONE, DERIVED_SPURIOUS } Derived;

// The blocks of a derivation without calls, from the entry to a bad point.
static bool path_of(const Chc *s, const VecU32 *derivation, VecU32 *cuts) {
    const CutGraph *graph = s->proc->graph;
    uint32_t at = graph->entry;
    for (uint32_t i = 0; i < derivation->count; i++) {
        const ClauseOrigin *o = &s->clauses.origins.at[derivation->at[i]];
        if (o->kind == CLAUSE_START && !cuts->count)
            continue;
        if (o->kind != CLAUSE_BLOCK || graph->edges.at[o->cut].from != at)
            return false;
        assert(o->unit == 0);
        at = graph->edges.at[o->cut].to;
        vec_push(cuts, o->cut);
    }
    return s->proc->bad[at];
}

static Term value(void *self, Term variable) {
    return smt_value(((Chc *)self)->smt, variable);
}

static void blame(const Procedure *proc, uint32_t point, Claim *claim) {
    EdgeId e = proc->p->locs.at[proc->graph->points.at[point].loc].first_out;
    procedure_blame(proc, point, claim);
    if (e && proc->p->edges.at[e].cmd.kind == CMD_CALL && proc->p->edges.at[e].cmd.callee == proc->p->entry)
        reason_set(&claim->detail, "the function where the program starts is called again");
}

static Derived follow_path(Chc *s, const VecU32 *cuts, Claim *claim) {
    assert(!system_has_calls(s->system));
    Procedure *proc = s->proc;
    VEC(Place) places = { 0 };
    vec_push(&places, place_first(proc));
    Term path = places.at[0].step;
    for (uint32_t i = 0; i < cuts->count; i++) {
        Place next = place_next(proc, &places.at[i], cuts->at[i], i + 1);
        path = term_and(proc->t, path, next.step);
        vec_push(&places, next);
    }
    uint32_t end = cuts->count ? proc->graph->edges.at[vec_last(cuts)].to : proc->graph->entry;
    SmtAnswer found = smt_solve(s->smt, path);
    Derived result = found == SMT_UNSAT ? DERIVED_SPURIOUS : DERIVED_NONE;
    if (found == SMT_SAT && end != proc->graph->error) {
        blame(proc, end, claim);
        result = DERIVED_RUN; // to where nothing is known
    } else if (found == SMT_SAT && path_trace(proc, cuts->count, cuts->at, places.at, value, s, claim)) {
        claim->kind = CLAIM_UNSAFE;
        result = DERIVED_RUN;
    } else if (found == SMT_SAT) {
        s->hopeless = true;
    }
    vec_free(&places);
    return result;
}

static Derived follow(Chc *s, const VecU32 *derivation, Claim *claim) {
    VecU32 cuts = { 0 };
    Derived result = DERIVED_NONE;
    if (!system_has_calls(s->system) && path_of(s, derivation, &cuts))
        result = follow_path(s, &cuts, claim);
    LOG(chc, "a derivation of %u clauses, %u blocks: %s", derivation->count, cuts.count,
        result == DERIVED_RUN        ? "a run"
        : result == DERIVED_SPURIOUS ? "no run"
                                     : "not followed");
    vec_free(&cuts);
    return result;
}

// A derivation that cannot be followed waits for the result of the next encoding.
static bool take_derivation(Chc *s, const VecU32 *derivation, Claim *claim) {
    switch (follow(s, derivation, claim)) {
    case DERIVED_RUN:
        return true;
    case DERIVED_SPURIOUS:
        break;
    case DERIVED_NONE:
        s->pending = derivation->count > FEW_ROUNDS ? derivation->count : FEW_ROUNDS;
        break;
    }
    return false;
}

// ---- the engine ----
static bool is_out_of_time(Claim *claim) {
    if (!limits_hit())
        return false;
    reason_set(&claim->reason, "timeout");
    return true;
}

// The last encoding has all the time that is left.
static double seconds_for(Encoding encoding) {
    double left = limits_left() / (encoding == ENCODING_BITS ? 1 : 3);
    return left < MOST_SECONDS ? left : MOST_SECONDS;
}

// A derivation with calls says how deep an error may be.  One over ideal integers is a guess: little time is spent on
// it, and it waits for the next encoding.
static bool unwind(Chc *s, Encoding encoding, Claim *claim) {
    bool guess = encoding == ENCODING_IDEAL && !s->hopeless;
    if (!s->pending || (guess && !system_has_calls(s->system)) || is_out_of_time(claim))
        return false;
    uint32_t depth = s->pending < MOST_BOUND ? s->pending : MOST_BOUND;
    if (!guess)
        s->pending = 0;
    return engine_unwind(s->task, depth, guess ? SECONDS_GUESS : 0, claim);
}

static void claim_safe(Chc *s, Claim *claim) {
    bool in_guards = s->invariants[0].count && !system_has_calls(s->system);
    claim->kind = CLAIM_SAFE;
    clauses_invariants(&s->clauses, encodings_known(s->encodings), in_guards ? s->invariants[0].at : NULL, claim);
}

// One encoding after the other, until one gives a solution or a run, or none can.
static void solve(Chc *s, Claim *claim) {
    VecU32 derivation = { 0 };
    bool done = encodings_done(s->encodings);
    if (done)
        claim_safe(s, claim);
    for (Encoding encoding = ENCODING_IDEAL;
         encoding < ENCODING_COUNT && !done && !s->hopeless && !is_out_of_time(claim); encoding++) {
        Reason why = { "" };
        progress("chc: %u clauses, %s", s->clauses.horn->clauses.count, encoding_name(encoding));
        SmtLimits limits = { .seconds = seconds_for(encoding), .resources = steps[encoding] };
        switch (encodings_solve(s->encodings, encoding, limits, &derivation, &why)) {
        case HORN_SOLVED:
            claim_safe(s, claim);
            done = true;
            break;
        case HORN_UNSOLVABLE:
            done = take_derivation(s, &derivation, claim);
            break;
        case HORN_UNKNOWN:
            reason_set(&claim->reason, "solver");
            reason_set(&claim->detail, "%s", why.text);
            break;
        }
        done = done || unwind(s, encoding, claim);
    }
    vec_free(&derivation);
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Chc s;
    if (!open_chc(&s, task, claim))
        return;
    solve(&s, claim);
    if (claim->kind == CLAIM_NOTHING && !*claim->reason.text)
        reason_set(&claim->reason, "no derivation that was found is a run of the program");
    stat_set(STAT_terms, terms_count(task->program->terms));
    close_chc(&s);
}

const Engine engine_chc = {
    .name = "chc",
    .summary = "constrained Horn clauses: invariants and summaries of functions, recursive ones too, by Z3's Spacer",
    .handles = FEATURES_ALL & ~FEATURE_THREADS,
    .run = run,
};
