// verify_violation.c - hone witness: is there a run along a violation witness?
//
// The witness is followed by the interpreter; where it leaves something open (memory, arguments, what functions without
// body write) an engine searches for a run along it.  The run found is replayed like any other.
#include "answer/check/check_trace.h"
#include "answer/witness/witness_run.h"
#include "base/limits.h"
#include "program/edit.h"
#include "verify_witness.h"

static Verdict verdict_along(const WitnessJob *job, Judgement *j, const WitnessRun *along) {
    Verdict v = verdict_of_run(job->property, j);
    if (v.outcome == OUTCOME_FALSE && along->unused)
        v.detail = arena_printf(job->arena, "%u other waypoints were not used", along->unused);
    return v;
}

// The run along the witness reaches the error.
static Verdict check_run(const WitnessJob *job, const Program *p, WitnessRun *along) {
    assert(along->reached);
    Claim claim;
    RunResult run;
    claim_init(&claim);
    claim.kind = CLAIM_UNSAFE;
    Trace empty = claim.run.trace;
    claim.run.trace = along->run.trace;
    Judgement j = check_trace_run(p, &job->input->frontend, &claim, NULL, job->arena, &run);
    claim.run.trace = empty;
    run_result_free(&run);
    claim_free(&claim);
    return verdict_along(job, &j, along);
}

static Verdict check_found(const WitnessJob *job, const Program *p, const Claim *claim, const char *missed) {
    assert(claim->kind == CLAIM_UNSAFE);
    WitnessRun found = { 0 };
    Reason why;
    Judgement j = check_trace_run(p, &job->input->frontend, claim, NULL, job->arena, &found.run);
    bool follows = j.standing != REFUTED && witness_follows(p, job->input, job->w, job->arena, &found, &why);
    Verdict v = { 0 };
    if (follows) {
        v = verdict_along(job, &j, &found);
    } else {
        v = verdict_unknown(job->property, "witness not confirmed", missed);
        judgement_free(&j);
    }
    run_result_free(&found.run);
    return v;
}

// The run is one of the narrowed program: what was added to that takes no step in the program.
static void drop_added(const Program *p, Counterexample *run) {
    Trace *t = &run->trace;
    VecU32 of = { 0 }; // the thread of each step that stays
    uint32_t step = 0;
    for (uint32_t i = 0; i < t->schedule.count; i++)
        for (uint64_t k = 0; k < t->schedule.at[i].edges && step < run->path.count; k++)
            if (run->path.at[step++] < p->edges.count)
                vec_push(&of, t->schedule.at[i].thread);
    if (step && step == run->path.count) {
        t->schedule.count = 0;
        for (uint32_t i = 0; i < of.count; i++)
            trace_add_turn(t, of.at[i], 1);
    }
    vec_free(&of);
}

static Verdict search_run(const WitnessJob *job, const Program *p, const WitnessRun *along) {
    Claim claim;
    Reason why;
    claim_init(&claim);
    Program *narrowed = program_copy(p);
    if (witness_narrow(narrowed, job->input, job->w, job->arena, &why))
        witness_ask(job, narrowed, "bmc", program_has_threads(p) ? "runs" : NULL, &claim);
    program_free(narrowed);
    if (claim.kind == CLAIM_UNSAFE)
        drop_added(p, &claim.run);
    const char *missed = arena_strdup(job->arena, along->missed.text);
    Verdict v = claim.kind == CLAIM_UNSAFE ? check_found(job, p, &claim, missed)
                                           : verdict_unknown(job->property, "witness not confirmed", missed);
    claim_free(&claim);
    return v;
}

Verdict witness_check_violation(WitnessJob *job) {
    Reason why;
    WitnessRun along;
    Program *p = verify_read(&job->input->frontend, &why);
    if (!p)
        return verdict_error(EXIT_INPUT, &why, job->arena);
    witness_prepare(job, p);
    Verdict v = !witness_run(p, job->input, job->w, job->arena, &along, &why)
                    ? verdict_error(EXIT_INPUT, &why, job->arena)
                : along.reached ? check_run(job, p, &along)
                                : search_run(job, p, &along);
    run_result_free(&along.run);
    return v;
}
