// bmc.c - bounded model checking
//
// After A. Biere, A. Cimatti, E. Clarke, Y. Zhu, "Symbolic Model Checking without
// BDDs", TACAS 1999, and E. Clarke, D. Kroening, F. Lerda, "A Tool for Checking ANSI-C
// Programs", TACAS 2004: unwind all loops up to a bound, and ask a solver for inputs
// that lead to the error.  The bound is raised until the error is found, or until no
// run needs another round of any loop: then the program is safe.
#include "engine/bmc/bmc.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"

// Limits of questions that only save work.  The seconds are for what the solver does
// not count as work.
enum { HEAD_RESOURCES = 1000000, HEAD_SECONDS = 10, CUT_SECONDS = 2, CUT_MOST_SECONDS = 100 };

// ---- the solver ----
// A guard is given to the solver once, behind a literal of its own: what its
// parts mean stays known for later questions.
static Term literal(Bmc *b, GuardId guard) {
    assert(guard < b->guards.at.count);
    char name[32];
    snprintf(name, sizeof name, "guard!%u", guard);
    Term lit = term_var(b->t, name, sort_bool(b->t));
    if (!b->guards.at.at[guard].asserted) {
        b->guards.at.at[guard].asserted = true;
        smt_assert(b->smt, term_implies(b->t, lit, guard_term(&b->guards, guard)));
    }
    return lit;
}

SmtAnswer bmc_feasible(Bmc *b, GuardId guard) {
    assert(b->smt && guard < b->guards.at.count);
    if (b->guards.at.at[guard].known != SMT_UNKNOWN || b->guards.at.at[guard].asked)
        return (SmtAnswer)b->guards.at.at[guard].known;
    Term assumption = literal(b, guard);
    smt_set_limits(b->smt, (SmtLimits){ .resources = HEAD_RESOURCES, .seconds = HEAD_SECONDS });
    SmtAnswer answer = smt_check_assuming(b->smt, 1, &assumption);
    b->guards.at.at[guard].asked = true;
    b->guards.at.at[guard].known = (uint8_t)answer;
    for (GuardId up = guard; answer == SMT_SAT && b->guards.at.at[up].known != SMT_SAT; up = b->guards.at.at[up].parent)
        b->guards.at.at[up].known = SMT_SAT;
    return answer;
}

static Term any_of(Bmc *b, const VecStopped *where) {
    VecTerm guards = { 0 };
    for (uint32_t i = 0; i < where->count; i++)
        if (b->guards.at.at[where->at[i].guard].known != SMT_UNSAT)
            vec_push(&guards, guard_term(&b->guards, where->at[i].guard));
    Term any = term_or_n(b->t, guards.count, guards.at);
    vec_free(&guards);
    return any;
}

static const double LEAST_SECONDS = 0.1; // for a question, where there is a limit

// What the solver did, and an estimate for the rest: the same on every machine.
double bmc_seconds_left(const Bmc *b) {
    enum { NO_LIMIT = 1000000, EDGES_A_SECOND = 50000 };
    if (b->task->seconds <= 0)
        return NO_LIMIT;
    return b->task->seconds - (smt_clock() - b->begun) - (double)b->steps / EDGES_A_SECOND;
}

// May some of these be reached?  The model, if there is one, is kept.
static SmtAnswer reachable(Bmc *b, const VecStopped *where, SmtLimits limits) {
    Term any = any_of(b, where);
    if (term_op(b->t, any) == OP_FALSE)
        return SMT_UNSAT;
    double left = bmc_seconds_left(b);
    if (b->task->seconds > 0 && (limits.seconds == 0 || limits.seconds > left))
        limits.seconds = left > LEAST_SECONDS ? left : LEAST_SECONDS;
    smt_set_limits(b->smt, limits);
    return smt_solve(b->smt, any);
}

// The first of these that can be reached, or NULL; SMT_UNKNOWN counts as reached.
static const Stopped *first_reached(Bmc *b, const VecStopped *where) {
    for (uint32_t i = 0; i < where->count; i++) {
        VecStopped one = { .at = &where->at[i], .count = 1 };
        if (reachable(b, &one, (SmtLimits){ 0 }) != SMT_UNSAT)
            return &where->at[i];
    }
    return NULL;
}

static uint32_t depth_of(const Bmc *b, GuardId guard) {
    return b->guards.at.at[guard].depth;
}

// The one with the fewest conditions: probably the easiest to decide.
static GuardId simplest(const Bmc *b, const VecStopped *where) {
    assert(where->count);
    GuardId best = where->at[0].guard;
    for (uint32_t i = 1; i < where->count; i++)
        if (depth_of(b, where->at[i].guard) < depth_of(b, best))
            best = where->at[i].guard;
    return best;
}

// May a run have been cut by the bound?  'No' must be certain; for 'yes' doubt is
// enough: a deeper unrolling does no harm.
static bool is_cut(Bmc *b) {
    if (!b->cut.count)
        return false;
    if (bmc_feasible(b, simplest(b, &b->cut)) == SMT_SAT)
        return true;
    uint64_t seconds = CUT_SECONDS * b->bound;
    SmtLimits limits = { .seconds = seconds < CUT_MOST_SECONDS ? (double)seconds : CUT_MOST_SECONDS };
    return reachable(b, &b->cut, limits) != SMT_UNSAT;
}

// ---- one bound ----
typedef enum Outcome { OUTCOME_DEEPER, OUTCOME_DONE } Outcome;

static Outcome nothing(Claim *claim, const char *reason, const char *detail) {
    claim->kind = CLAIM_NOTHING;
    reason_set(&claim->reason, "%s", reason);
    reason_set(&claim->detail, "%s", detail);
    return OUTCOME_DONE;
}

// The first model's run stands where no better one is found.
static Outcome unsafe(Bmc *b, Claim *claim) {
    assert(b->errors.count);
    bool good = bmc_trace(b, claim);
    if (bmc_settle_accesses(b, any_of(b, &b->errors)))
        good = bmc_trace(b, claim);
    if (!good)
        return nothing(claim, "solver", "the solver's model does not lead to the error");
    claim->kind = CLAIM_UNSAFE;
    return OUTCOME_DONE;
}

static Outcome unmodelled(Bmc *b, Claim *claim, const Stopped *where) {
    assert(where->edge);
    const Edge *e = &b->p->edges.at[where->edge];
    const char *text = program_text(b->p, e->cmd.text);
    if (e->cmd.kind == CMD_CALL)
        text = e->cmd.callee ? "a call of a function without body" : "a call through a pointer";
    else if (e->cmd.kind != CMD_UNMODELLED)
        text = "a block of memory without known extent";
    nothing(claim, "", "");
    reason_set(&claim->reason, "unmodelled: %s", text);
    reason_set(&claim->detail, "line %u can be reached", e->pos.line);
    return OUTCOME_DONE;
}

// Judges a finished unrolling: errors first, then the edges that were not followed.
static Outcome judge(Bmc *b, Claim *claim) {
    assert(!b->interrupted && !b->frames.count && claim->kind == CLAIM_NOTHING);
    SmtAnswer error = reachable(b, &b->errors, (SmtLimits){ 0 });
    if (error == SMT_SAT)
        return unsafe(b, claim);
    if (error == SMT_UNKNOWN)
        return nothing(claim, "solver", smt_reason(b->smt));
    if (first_reached(b, &b->threads))
        return nothing(claim, "threads", "bmc does not support threads");
    if (is_cut(b))
        return OUTCOME_DEEPER;
    const Stopped *reached = first_reached(b, &b->unmodelled);
    if (reached)
        return unmodelled(b, claim, reached);
    if (first_reached(b, &b->large))
        return nothing(claim, "size", "an object larger than this engine can place in memory is possible");
    claim->kind = CLAIM_SAFE;
    claim->proof.unwound = true;
    return OUTCOME_DONE;
}

void bmc_record(const Bmc *b) {
    stat_set(STAT_bound, (double)b->bound);
    stat_set(STAT_unwound_edges, (double)b->steps);
    stat_set(STAT_branches, (double)b->splits);
    stat_set(STAT_cut, b->cut.count);
    stat_set(STAT_terms, terms_count(b->t));
    progress("bmc: bound %llu, %llu edges unwound", (unsigned long long)b->bound, (unsigned long long)b->steps);
}

static void new_session(Bmc *b) {
    smt_free(b->smt);
    b->smt = smt_new(b->t, (SmtLimits){ 0 });
    for (GuardId g = 0; g < b->guards.at.count; g++)
        b->guards.at.at[g].asserted = false;
}

static Outcome try_bound(Bmc *b, Claim *claim, uint64_t bound) {
    assert(bound > b->bound); // each unrolling is deeper than the one before
    b->bound = bound;
    new_session(b);
    bmc_unroll(b);
    bmc_record(b);
    LOG(bmc, "bound %llu: %llu steps, %u terms, %u errors, %u cut", (unsigned long long)bound,
        (unsigned long long)b->steps, terms_count(b->t), b->errors.count, b->cut.count);
    if (b->interrupted)
        return nothing(claim, "bound", "stopped while unwinding");
    return judge(b, claim);
}

// ---- the engine ----
static void open_bmc(Bmc *b, const Task *task) {
    Program *p = task->program;
    *b = (Bmc){ .task = task, .p = p, .t = p->terms, .begun = smt_clock() };
    b->encoder = encoder_new(p);
    b->maps = pmaps_new();
    b->plans = base_alloc(p->funcs.count * sizeof *b->plans);
    b->place = base_alloc(p->locs.count * sizeof *b->place);
    b->free_rounds = !task->options->bound;
    guards_init(&b->guards, b->t);
    bmc_memory_init(b);
}

static void close_bmc(Bmc *b) {
    smt_free(b->smt);
    bmc_memory_free(b);
    bmc_plans_free(b);
    guards_free(&b->guards);
    pmaps_free(b->maps);
    encoder_free(b->encoder);
    map_free(&b->contexts);
    map_free(&b->choices);
    map_free(&b->lifted);
    free(b->place);
    vec_free(&b->frames);
    vec_free(&b->taken);
    vec_free(&b->nodes);
    vec_free(&b->entry_inputs);
    vec_free(&b->errors);
    vec_free(&b->cut);
    vec_free(&b->unmodelled);
    vec_free(&b->threads);
    vec_free(&b->large);
    vec_free(&b->accesses);
}

enum { DEEPEST = 1 << 24 };
static void deepen(Bmc *b, Claim *claim) {
    uint64_t most = b->task->options->bound > 0 ? (uint64_t)b->task->options->bound : DEEPEST;
    for (uint64_t bound = 1;; bound = 2 * bound < most ? 2 * bound : most) {
        if (try_bound(b, claim, bound) == OUTCOME_DONE)
            return;
        if (bound == most)
            break;
    }
    nothing(claim, "bound", "");
    reason_set(&claim->detail, "no error within %llu rounds of each loop; try a larger --bound, or another engine",
               (unsigned long long)most);
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Bmc b;
    options_show(task->options, "bound", &claim->settings);
    open_bmc(&b, task);
    if (b.no_addresses)
        nothing(claim, "size", "the program's global objects are larger than its memory");
    else
        deepen(&b, claim);
    close_bmc(&b);
}

const Engine engine_bmc = {
    .name = "bmc",
    .summary = "bounded model checking: unwinds loops until the error is found or the unrolling is complete",
    .handles = FEATURES_ALL, // threads: it claims nothing only where a path starts one
    .run = run,
    .unwinds = true,
};
