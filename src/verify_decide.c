// verify_decide.c - runs one engine on a sliced copy of the program, with the predicates that the user wants to start
// with
#include "answer/check/proof_file.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/sha256.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "engine/of_states.h"
#include "engine/of_threads.h"
#include "engine/tree/precision_file.h"
#include "engine/tree/user_predicates.h"
#include "program/threads/interleave.h"
#include "program/pass/states.h"
#include "verify.h"

static bool given(const char *text) {
    return text && *text;
}

// ---- predicates in files ----
// A file that belongs to another program is of no use, and no mistake: programs change.
static bool read_predicates(const Program *p, const Options *options, VecFollowed *out, Texts *warnings, Arena *arena,
                            Reason *why) {
    char digest[SHA256_TEXT];
    if (given(options->predicates) && !user_predicates_read(options->predicates, p, out, why))
        return false;
    if (!given(options->precision_in))
        return true;
    proof_program_digest(p, digest);
    PrecisionRead how = precision_read(options->precision_in, p, digest, out, why);
    if (how == PRECISION_STALE)
        vec_push(warnings, arena_printf(arena, "%s; the file is not used", why->text));
    return how != PRECISION_BAD;
}

static void write_predicates(const Program *p, const Options *options, const Claim *claim, Texts *warnings,
                             Arena *arena) {
    char digest[SHA256_TEXT];
    Reason why;
    if (!given(options->precision_out))
        return;
    proof_program_digest(p, digest);
    if (!precision_write(options->precision_out, p, digest, &claim->followed, &why))
        vec_push(warnings, arena_strdup(arena, why.text));
}

// ---- the engine ----
// The product of all threads, unless the engine takes them as they are; of a large one only an unwinding may come to an
// end.
static const Interleaving *product_for(const Question *q, const Engine *engine) {
    uint32_t most = engine->unwinds ? INTERLEAVE_USUAL : INTERLEAVE_SMALL;
    if (!q->threads || engine->schedules || interleaving_configurations(q->threads) > most)
        return NULL;
    stat_set(STAT_configurations, interleaving_configurations(q->threads));
    return q->threads;
}

static Program *slice(const Question *q, const Program *p, const Engine *engine, States **states) {
    phase_begin(PHASE_simplify);
    Program *sliced = verify_slice(p, engine, q->options, states);
    if (*states)
        stat_set(STAT_steering, states_followed(*states));
    stat_set(STAT_sliced_edges, program_stats(sliced).edges);
    phase_end(PHASE_simplify);
    return sliced;
}

static void run_engine(const Engine *engine, const Task *task, Claim *claim) {
    phase_begin(PHASE_engine);
    limits_search(true);
    engine_run(engine, task, claim);
#ifndef NDEBUG
    claim_check(task->program, claim);
#endif
    limits_search(false);
    phase_end(PHASE_engine);
    progress_clear();
}

// Engines for one thread say of others only that there are some.
static void explain_threads(const Question *q, Claim *claim) {
    if (claim->kind != CLAIM_NOTHING || strcmp(claim->reason.text, "threads") || !q->not_joined)
        return;
    if (!strcmp(q->not_joined, "recursion")) {
        reason_set(&claim->reason, "recursion in threads");
        reason_set(&claim->detail, "a thread calls a function that calls itself: the orders of steps have no end");
    } else if (!strcmp(q->not_joined, "threads")) {
        reason_set(&claim->detail, "more than %u threads", INTERLEAVE_THREADS);
    } else if (!strcmp(q->not_joined, "size")) {
        reason_set(&claim->detail, "the threads have more than %u configurations", INTERLEAVE_USUAL);
    }
}

// What the engine claims of the program; false with the reason where a file of predicates is of no use.
static bool ask_engine(const Question *q, const Engine *engine, Claim *claim, Texts *warnings, Reason *why) {
    States *states;
    const Interleaving *threads = product_for(q, engine);
    Program *sliced = slice(q, threads ? interleaving_program(threads) : q->program, engine, &states);
    VecFollowed followed = { 0 };
    bool good = read_predicates(sliced, q->options, &followed, warnings, q->arena, why);
    if (good) {
        run_engine(engine, &(Task){ sliced, q->options, &followed }, claim);
        explain_threads(q, claim);
        write_predicates(sliced, q->options, claim, warnings, q->arena);
    }
    if (states && good)
        claim_of_states(claim, states, sliced);
    if (threads && good)
        claim_of_threads(claim, threads);
    vec_free(&followed);
    states_free(states);
    program_free(sliced);
    return good;
}

Verdict verify_decide(const Question *q, const Engine *engine) {
    assert(q->program && q->facts && q->arena && engine->run);
    Claim claim;
    Texts warnings = { 0 };
    Reason why;
    claim_init(&claim);
    bool good = ask_engine(q, engine, &claim, &warnings, &why);
    Verdict v = good ? verify_answer(q, &claim) : verdict_error(EXIT_INPUT, &why, q->arena);
    v.settings = *claim.settings.text ? arena_strdup(q->arena, claim.settings.text) : NULL;
    claim_free(&claim);
    assert(!v.warnings.count);
    v.warnings = warnings;
    v.engine = engine->name;
    verdict_check(&v);
    return v;
}
