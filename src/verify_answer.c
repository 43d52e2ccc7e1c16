// verify_answer.c - what stands of a claim: from the checks of src/answer/ to a verdict, and the files that go with it
//
// A proof by invariants is rebuilt from the program and checked; an unrolling is repeated in another way; a run is
// executed again.  The checks are made on the program before slicing.
#include "answer/check/check_heaps.h"
#include "answer/check/check_locks.h"
#include "answer/check/check_proof.h"
#include "answer/check/check_trace.h"
#include "answer/check/check_unwound.h"
#include "answer/check/proof_file.h"
#include "answer/replay/sample.h"
#include "answer/witness/witness.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include "program/edit.h"
#include "program/threads/interleave.h"
#include "verify.h"
#include <errno.h>

// Seconds that the runs before 'true' may take, or a part of the time used where that is more.
static const double LEAST_SAMPLING = 0.3, PART_SAMPLING = 0.05;

static bool given(const char *text) {
    return text && *text;
}

static const char *property_of(const Question *q) {
    return property_name(q->input->property.kind);
}

static void add_message(Verdict *v, const Reason *why, Arena *arena) {
    vec_push(&v->messages, arena_strdup(arena, why->text));
}

// ---- checks as verdicts ----
static Verdict unknown_because(const char *property, const Reason *reason, const Reason *detail, Arena *arena) {
    const char *none = limits_hit() ? "interrupted" : "internal error";
    return verdict_unknown(property, *reason->text ? arena_strdup(arena, reason->text) : none,
                           *detail->text ? arena_strdup(arena, detail->text) : NULL);
}

Verdict verdict_of_proof(const char *property, const ProofCheck *check, Arena *arena) {
    if (!check->stands)
        return unknown_because(property, &check->reason, &check->detail, arena);
    assert(check->failed == UINT32_MAX);
    return (Verdict){ .outcome = OUTCOME_TRUE,
                      .property = property,
                      .proof = { .kind = PROOF_INVARIANTS,
                                 .conditions = check->conditions.count,
                                 .by_bits = check->by_bits,
                                 .by_integers = check->by_integers,
                                 .by_second = check->by_second } };
}

Verdict verdict_of_unrolling(const Program *p, const char *property, Arena *arena) {
    enum { MOST_SECONDS = 1000000 };
    progress("checking the unrolling");
    phase_begin(PHASE_proof);
    double seconds = 0.9 * limits_left(); // what is left is for the report
    UnwoundCheck check = check_unwound(p, seconds < MOST_SECONDS ? seconds : MOST_SECONDS);
    phase_end(PHASE_proof);
    progress_clear();
    if (!check.stands)
        return unknown_because(property, &check.reason, &check.detail, arena);
    return (Verdict){ .outcome = OUTCOME_TRUE,
                      .property = property,
                      .proof = { .kind = check.steps ? PROOF_ONLY_RUN : PROOF_UNROLLED,
                                 .steps = check.steps,
                                 .rounds = check.steps ? 0 : check.rounds } };
}

static ReplayStanding replay_of(const Judgement *j) {
    assert(!j->reached || j->standing == CONFIRMED);
    return j->reached ? REPLAY_AGREES : j->compiled && j->standing == REFUTED ? REPLAY_REFUTED : REPLAY_OPEN;
}

Verdict verdict_of_run(const char *property, Judgement *j) {
    Verdict v = { 0 };
    if (j->standing == REFUTED) {
        assert(j->reason && !j->harness);
        v = verdict_unknown(property, j->reason, j->detail);
        judgement_free(j);
    } else {
        v = (Verdict){ .outcome = OUTCOME_FALSE, .property = property, .story = j->story, .replay_text = j->replay };
        v.files.harness = j->harness;
        j->story = (Story){ 0 };
    }
    v.replay = replay_of(j);
    return v;
}

// ---- the compiled program against the proof ----
// A guard over what engines and checks share: the compiled program must not fail where the proof says it cannot.
void verify_sample(const Question *q, double used, Verdict *v) {
    assert(v->outcome == OUTCOME_TRUE);
    if (q->options->no_sampling)
        return;
    double seconds = PART_SAMPLING * used;
    progress("running the compiled program");
    phase_begin(PHASE_sampling);
    Sample sample =
        sample_program(q->program, &q->input->frontend, seconds > LEAST_SAMPLING ? seconds : LEAST_SAMPLING, q->arena);
    phase_end(PHASE_sampling);
    progress_clear();
    if (!sample.failed) {
        stat_set(STAT_sampled_runs, sample.runs);
        return;
    }
    verdict_free(v);
    *v = verdict_unknown(property_of(q), "conflict: the compiled program fails",
                         arena_printf(q->arena, "there is a proof, but the compiled program fails%s%s",
                                      *sample.inputs ? " with " : "; it has no inputs", sample.inputs));
}

// ---- files ----
static void write_witness(const Question *q, Witness *w, bool made, Reason *why, Verdict *v) {
    if (made && witness_write(q->options->witness, w, why))
        v->files.witness = q->options->witness;
    else
        add_message(v, why, q->arena);
    witness_free(w);
}

static void write_witness_of_proof(const Question *q, Verdict *v) {
    Witness w = { 0 };
    Reason why;
    if (given(q->options->witness))
        write_witness(q, &w, witness_of_proof(q->input, &v->invariants, &v->contracts, q->arena, &w, &why), &why, v);
}

static void write_witness_of_run(const Question *q, const RunResult *run, Verdict *v) {
    Witness w = { 0 };
    Reason why;
    if (given(q->options->witness) && v->story.by_rules) {
        reason_set(&why, "the run is too long for a witness");
        add_message(v, &why, q->arena);
    } else if (given(q->options->witness))
        write_witness(q, &w, witness_of_run(q->program, q->input, run, q->arena, &w, &why), &why, v);
}

static void write_certificate(const Question *q, const Claim *claim, const ProofCheck *check, Verdict *v) {
    const Assumptions *a = &q->facts->assumptions;
    ProofTask task = { &q->input->frontend, &q->input->property, a->count, a->at };
    Reason why;
    if (!given(q->options->proof))
        return;
    if (claim->proof.interleaved || claim->proof.modular) {
        reason_set(&why, "no certificate was written: the proof is about %s",
                   claim->proof.modular ? "templates of threads" : "the product of all threads");
        add_message(v, &why, q->arena);
        return;
    }
    if (proof_write(q->options->proof, q->program, &task, claim->proof.invariants.count, claim->proof.invariants.at,
                    check, &why))
        v->files.certificate = q->options->proof;
    else
        add_message(v, &why, q->arena);
}

// Where it cannot be written a message of the verdict says so.
static bool write_text(const Question *q, const char *path, const char *text, Verdict *v) {
    Reason why;
    bool good = limits_write(path, text, strlen(text), &why);
    if (!good)
        add_message(v, &why, q->arena);
    return good;
}

static void write_inputs(const Question *q, Verdict *v) {
    const char *path = q->options->write_inputs;
    Reason why;
    if (given(path) && v->story.by_rules) {
        reason_set(&why, "the inputs are too many to be written: a rule gives them, and --harness FILE.c writes it");
        add_message(v, &why, q->arena);
    }
    if (given(path) && v->story.trace && write_text(q, path, v->story.trace, v))
        v->files.inputs = path;
}

static void write_graph(const Question *q, const Claim *claim, Verdict *v) {
    if (given(q->options->graph) && claim->graph.count)
        write_text(q, q->options->graph, claim->graph.at, v);
}

// ---- claims ----
static Verdict answer_unrolled(const Question *q, const Claim *claim) {
    Reason why;
    Interleaving *threads = claim->proof.interleaved ? interleave(q->program, INTERLEAVE_USUAL, &why) : NULL;
    const Program *p = threads ? interleaving_program(threads) : q->program;
    Verdict v = verdict_of_unrolling(p, property_of(q), q->arena);
    interleaving_free(threads);
    if (v.outcome == OUTCOME_TRUE)
        verify_sample(q, clock_cpu(), &v);
    if (v.outcome == OUTCOME_TRUE)
        write_witness_of_proof(q, &v);
    return v;
}

static Verdict answer_invariants(const Question *q, const Claim *claim) {
    assert(claim->kind == CLAIM_SAFE && !claim->proof.unwound);
    progress("checking the proof");
    phase_begin(PHASE_proof);
    ProofCheck check =
        check_proof(q->program, claim, &(ProofOptions){ .check_with_cvc5 = q->options->check_with == CHECK_WITH_CVC5 });
    phase_end(PHASE_proof);
    progress_clear();
    Verdict v = verdict_of_proof(property_of(q), &check, q->arena);
    if (v.outcome == OUTCOME_TRUE)
        verify_sample(q, clock_cpu(), &v);
    if (v.outcome == OUTCOME_TRUE) {
        if (!claim->proof.interleaved && !claim->proof.modular) { // those are about several threads
            loop_invariants(q->program, claim->proof.invariants.count, claim->proof.invariants.at, q->arena,
                            &v.invariants);
            function_contracts(q->program, claim->proof.invariants.count, claim->proof.invariants.at, q->arena,
                               &v.contracts);
        }
        write_witness_of_proof(q, &v);
        write_certificate(q, claim, &check, &v);
    }
    proof_check_free(&check);
    return v;
}

// What follows a proof that is not by invariants and stands.
static void after_special_proof(const Question *q, const char *by, Verdict *v) {
    Reason why;
    verify_sample(q, clock_cpu(), v);
    if (v->outcome != OUTCOME_TRUE)
        return;
    reason_set(&why, "no certificate was written: the proof is by %s", by);
    if (given(q->options->proof))
        add_message(v, &why, q->arena);
    write_witness_of_proof(q, v);
}

static Verdict answer_locks(const Question *q, const Claim *claim) {
    progress("checking the proof");
    phase_begin(PHASE_proof);
    LocksCheck check = check_locks(q->program, &claim->proof);
    phase_end(PHASE_proof);
    progress_clear();
    if (!check.stands) {
        locks_check_free(&check);
        return unknown_because(property_of(q), &check.reason, &check.detail, q->arena);
    }
    Verdict v = { .outcome = OUTCOME_TRUE,
                  .property = property_of(q),
                  .proof = { .kind = PROOF_LOCKS,
                             .accesses = check.accesses,
                             .atomic = check.atomic,
                             .locked = check.locked,
                             .ordered = check.ordered } };
    after_special_proof(q, "locks", &v);
    if (v.outcome == OUTCOME_TRUE)
        shared_places(q->program, &check.pairs, q->arena, &v.shared);
    locks_check_free(&check);
    return v;
}

static Verdict answer_heaps(const Question *q, const Claim *claim) {
    progress("checking the proof");
    phase_begin(PHASE_proof);
    HeapsCheck check = check_heaps(q->program, &claim->proof);
    phase_end(PHASE_proof);
    progress_clear();
    if (!check.stands)
        return unknown_because(property_of(q), &check.reason, &check.detail, q->arena);
    Verdict v = { .outcome = OUTCOME_TRUE,
                  .property = property_of(q),
                  .proof = { .kind = PROOF_HEAPS, .points = check.points, .heaps = check.heaps } };
    after_special_proof(q, "heaps", &v);
    return v;
}

static Verdict answer_safe(const Question *q, const Claim *claim) {
    Verdict v = claim->proof.by_locks   ? answer_locks(q, claim)
                : claim->proof.by_heaps ? answer_heaps(q, claim)
                : claim->proof.unwound  ? answer_unrolled(q, claim)
                                        : answer_invariants(q, claim);
    if (v.outcome == OUTCOME_TRUE)
        qualify(&v.proof, q->facts, &q->input->property, q->arena);
    if (v.outcome == OUTCOME_TRUE && !claim->proof.by_locks && program_has_races(q->program))
        shared_places(q->program, NULL, q->arena, &v.shared);
    return v;
}

static Verdict answer_unsafe(const Question *q, const Claim *claim) {
    const char *harness = given(q->options->harness) ? q->options->harness : NULL;
    RunResult run;
    progress("running the program on the inputs found");
    phase_begin(PHASE_replay);
    Judgement j = check_trace_run(q->program, &q->input->frontend, claim, harness, q->arena, &run);
    phase_end(PHASE_replay);
    progress_clear();
    Verdict v = verdict_of_run(property_of(q), &j);
    if (v.outcome == OUTCOME_FALSE) {
        GoalId goal = q->program->edges.at[run.edge].cmd.goal;
        v.property = goal_property(q->program, goal);
        v.goal = goal_text(q->program, goal);
        write_witness_of_run(q, &run, &v);
        write_inputs(q, &v);
    }
    run_result_free(&run);
    return v;
}

Verdict verify_answer(const Question *q, const Claim *claim) {
    assert(q->program->split && q->facts);
    Verdict v = { 0 };
    switch (claim->kind) {
    case CLAIM_SAFE:
        v = answer_safe(q, claim);
        break;
    case CLAIM_UNSAFE:
        v = answer_unsafe(q, claim);
        break;
    case CLAIM_NOTHING:
        v = unknown_because(property_of(q), &claim->reason, &claim->detail, q->arena);
        break;
    }
    write_graph(q, claim, &v);
    verdict_check(&v);
    return v;
}
