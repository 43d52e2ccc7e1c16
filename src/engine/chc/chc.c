// chc.c - the whole program as constrained Horn clauses, for the solver's fixed-point engine
//
// The solver is Spacer (A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-Based Model Checking for
// Recursive Programs", CAV 2014).  It finds an invariant for every point and a summary for every
// function, or a derivation of the error; recursion is no special case.
//
// Where we differ from tools built on it: it works on integers, as guesses (worlds.h),
// and the clauses decide over bit-vectors; a derivation without calls is
// a path, of which the exact formula is asked; one with calls says how deep to unwind, and bmc.c does so.
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include "engine/chc/clauses.h"
#include "system/facts.h"
#include "engine/refine/worlds.h"

enum { SECONDS_PATH = 60, MOST_SECONDS = 100000, MOST_BOUND = 64, FEW_ROUNDS = 4 };
// The solver's steps in each world; seconds are for what it does not count.
static const uint64_t steps[WORLD_COUNT] = { 300000000, 600000000, 0 };

typedef struct Chc {
    const Task *task;
    Options options; // those of the task, with large blocks
    Pieces pieces;   // of the entry function
    VecTerm facts;   // by its points; empty where it has calls
    Clauses clauses;
    Worlds *worlds;
    Smt *smt;
    uint32_t pending; // clauses of a derivation that is neither followed nor refuted
} Chc;

// ---- opening ----
static bool has_calls(const Pieces *pc) {
    for (uint32_t i = 0; i < pc->graph->points.count; i++)
        if (i != pc->graph->error && calls_at(pc->p, pc->graph->points.at[i].loc))
            return true;
    return false;
}

static bool open_chc(Chc *s, const Task *task, Claim *claim) {
    *s = (Chc){ .task = task, .options = *task->options };
    s->options.block = BLOCK_LARGE;
    s->options.facts = task->options->facts ? task->options->facts : FACTS_ALL;
    options_show(&s->options, "facts", &claim->settings);
    if (!pieces_open(&s->pieces, task->program, s->options.block == BLOCK_BASIC, &claim->reason))
        return false;
    if (task->options->facts != FACTS_NONE && !has_calls(&s->pieces)) {
        phase_begin(PHASE_facts);
        FactStats found = facts_find(&s->pieces, task->options->facts == FACTS_EQUATIONS, &s->facts);
        phase_end(PHASE_facts);
        pieces_assume(&s->pieces, s->facts.at);
        stat_set(STAT_fact_equations, found.equations);
        stat_set(STAT_fact_inequalities, found.inequalities);
        stat_set(STAT_fact_questions, found.questions);
    }
    clauses_open(&s->clauses, task->program, s->facts.count ? s->facts.at : NULL);
    s->worlds = worlds_new(s->clauses.horn, clauses_base, &s->clauses);
    s->smt = smt_new(task->program->terms, (SmtLimits){ .seconds = SECONDS_PATH });
    stat_set(STAT_horn_relations, s->clauses.horn->scopes.count);
    stat_set(STAT_horn_clauses, s->clauses.horn->clauses.count);
    return true;
}

static void close_chc(Chc *s) {
    if (!s->worlds)
        return;
    smt_free(s->smt);
    worlds_free(s->worlds);
    clauses_close(&s->clauses);
    vec_free(&s->facts);
    pieces_close(&s->pieces);
}

// ---- from a derivation to a run ----
typedef enum Derived { DERIVED_RUN, DERIVED_NONE, DERIVED_SPURIOUS } Derived;

// The pieces of a derivation without calls, from the entry to a bad point.
static bool path_of(const Chc *s, const VecU32 *derivation, VecU32 *cuts) {
    const CutGraph *graph = s->pieces.graph;
    uint32_t at = graph->entry;
    for (uint32_t i = 0; i < derivation->count; i++) {
        const ClauseOrigin *o = &s->clauses.origins.at[derivation->at[i]];
        if (o->kind == CLAUSE_START && !cuts->count)
            continue;
        if (o->kind != CLAUSE_PIECE || graph->edges.at[o->cut].from != at)
            return false;
        at = graph->edges.at[o->cut].to;
        vec_push(cuts, o->cut);
    }
    return s->pieces.bad[at];
}

static Term value(void *self, Term variable) {
    return smt_value(((Chc *)self)->smt, variable);
}

static void blame(const Pieces *pc, uint32_t point, Claim *claim) {
    EdgeId e = pc->p->locs.at[pc->graph->points.at[point].loc].first_out;
    pieces_blame(pc, point, claim);
    if (e && pc->p->edges.at[e].cmd.kind == CMD_CALL && pc->p->edges.at[e].cmd.callee == pc->p->entry)
        reason_set(&claim->detail, "the function where the program starts is called again");
}

static Derived follow_path(Chc *s, const VecU32 *cuts, Claim *claim) {
    Pieces *pc = &s->pieces;
    VEC(Place) places = { 0 };
    vec_push(&places, place_first(pc));
    Term path = places.at[0].step;
    for (uint32_t i = 0; i < cuts->count; i++) {
        Place next = place_next(pc, &places.at[i], cuts->at[i], i + 1);
        path = term_and(pc->t, path, next.step);
        vec_push(&places, next);
    }
    uint32_t end = cuts->count ? pc->graph->edges.at[vec_last(cuts)].to : pc->graph->entry;
    SmtAnswer found = smt_solve(s->smt, path);
    Derived result = found == SMT_UNSAT ? DERIVED_SPURIOUS : DERIVED_NONE;
    if (found == SMT_SAT && end != pc->graph->error) {
        blame(pc, end, claim);
        result = DERIVED_RUN; // to where nothing is known
    } else if (found == SMT_SAT && path_trace(pc, cuts->count, cuts->at, places.at, value, s, claim)) {
        claim->kind = CLAIM_UNSAFE;
        result = DERIVED_RUN;
    }
    vec_free(&places);
    return result;
}

static Derived follow(Chc *s, const VecU32 *derivation, Claim *claim) {
    VecU32 cuts = { 0 };
    Derived result = DERIVED_NONE;
    if (!clauses_has_calls(&s->clauses) && path_of(s, derivation, &cuts))
        result = follow_path(s, &cuts, claim);
    LOG(chc, "a derivation of %u clauses, %u pieces: %s", derivation->count, cuts.count,
        result == DERIVED_RUN        ? "a run"
        : result == DERIVED_SPURIOUS ? "no run"
                                     : "not followed");
    vec_free(&cuts);
    return result;
}

// Unwinds as deep as the derivation may have gone.
static bool unwind(Chc *s, uint32_t depth, Claim *claim) {
    Options options = *s->task->options;
    options.bound = depth < MOST_BOUND ? depth : MOST_BOUND;
    Claim found;
    claim_init(&found);
    engine_run(&engine_bmc, &(Task){ s->task->program, &options, NULL }, &found);
    bool decided = found.kind != CLAIM_NOTHING;
    if (decided) {
        claim_free(claim);
        *claim = found;
    } else {
        claim_free(&found);
    }
    return decided;
}

// A derivation that cannot be followed waits for what the next world says.
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

// The last world has all the time that is left.
static double seconds_for(World world) {
    double left = limits_left() / (world == WORLD_BITS ? 1 : 3);
    return left < MOST_SECONDS ? left : MOST_SECONDS;
}

// One world after the other, until one gives a solution or a run.
static void solve(Chc *s, Claim *claim) {
    VecU32 derivation = { 0 };
    bool done = false;
    for (World world = WORLD_IDEAL; world < WORLD_COUNT && !done && !is_out_of_time(claim); world++) {
        Reason why = { "" };
        progress("chc: %u clauses, %s", s->clauses.horn->clauses.count, world_name(world));
        SmtLimits limits = { .seconds = seconds_for(world), .resources = steps[world] };
        switch (worlds_solve(s->worlds, world, limits, &derivation, &why)) {
        case HORN_SOLVED:
            claim->kind = CLAIM_SAFE;
            clauses_invariants(&s->clauses, worlds_known(s->worlds), s->facts.count ? s->facts.at : NULL, claim);
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
        if (!done && s->pending && world != WORLD_IDEAL && !is_out_of_time(claim)) {
            done = unwind(s, s->pending, claim);
            s->pending = 0;
        }
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
