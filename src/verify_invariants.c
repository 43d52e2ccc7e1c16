// verify_invariants.c - hone witness: do the invariants of a correctness witness hold, and is the property proved?
//
// The invariants are put into a copy of the source as checks (answer/witness/witness_apply.h).  If they are inductive,
// that is the proof; otherwise an engine is asked about the copy.  Contracts become formulas at functions, and for the
// engine checks in the program (answer/witness/witness_contract.h).
#include "answer/check/check_proof.h"
#include "answer/check/check_trace.h"
#include "answer/witness/witness_apply.h"
#include "answer/witness/witness_contract.h"
#include "answer/witness/witness_induct.h"
#include "base/limits.h"
#include "base/progress.h"
#include "verify_witness.h"

static ProofOptions proof_options(const WitnessJob *job, double seconds) {
    return (ProofOptions){ .seconds = seconds, .check_with_cvc5 = job->options->check_with == CHECK_WITH_CVC5 };
}

static Verdict verdict_of_check(const WitnessJob *job, ProofCheck *check) {
    Verdict v = verdict_of_proof(job->property, check, job->arena);
    if (v.outcome == OUTCOME_TRUE) {
        v.proof.kind = PROOF_WITNESS;
        v.proof.witness_invariants = job->w->invariants.count + job->w->contracts.count;
    }
    proof_check_free(check);
    return v;
}

static Verdict answer_safe(const WitnessJob *job, const Program *p, const Claim *claim) {
    if (claim->proof.unwound)
        return verdict_of_unrolling(p, job->property, job->arena);
    ProofOptions options = proof_options(job, 0);
    ProofCheck check = check_proof(p, claim, &options);
    return verdict_of_check(job, &check);
}

// An invariant does not hold, or has no value.
static Verdict failed_invariant(const WitnessJob *job, Judgement *j, uint32_t number) {
    const WitnessInvariant *i = &job->w->invariants.at[number];
    Verdict v = verdict_of_run("witness", j);
    assert(v.outcome == OUTCOME_FALSE);
    v.story.where = (StoryPlace){ i->at.file, i->at.line, i->at.column, NULL };
    v.story.what = arena_printf(job->arena, "an invariant of the witness does not hold: %s", i->value);
    return v;
}

static Verdict failed_contract(const WitnessJob *job, Judgement *j, uint32_t number) {
    const WitnessContract *c = &job->w->contracts.at[number];
    j->replay = "not run: it has no checks of contracts";
    Verdict v = verdict_of_run("witness", j);
    assert(v.outcome == OUTCOME_FALSE);
    v.story.where = (StoryPlace){ c->at.file, c->at.line, c->at.column, c->at.function };
    v.story.what = arena_printf(job->arena, "a contract of the witness does not hold: requires %s; ensures %s",
                                c->requires_, c->ensures);
    return v;
}

// The error is said to be the program's own: the program itself must have it, with the same inputs.
static Verdict error_of_original(const WitnessJob *job, const Claim *claim) {
    Reason why;
    Program *p = verify_read(&job->input->frontend, &why);
    if (!p)
        return verdict_error(EXIT_INPUT, &why, job->arena);
    verify_prepare(p, &job->input->property, STAGE_MEMORY, false);
    Judgement j = check_trace(p, &job->input->frontend, claim, NULL, job->arena);
    return verdict_of_run(job->property, &j);
}

// Where a contract fails, the interpreter alone says so: the compiled program has no check there.
static bool contract_fails(const WitnessJob *job, const Program *p, const AppliedContracts *contracts,
                           const Claim *claim, Verdict *v) {
    RunResult run;
    FrontendInput in = job->input->frontend;
    in.replay = PROTECT_NOT_RUN;
    if (!contracts->count)
        return false;
    Judgement j = check_trace_run(p, &in, claim, NULL, job->arena, &run);
    uint32_t failed = j.standing == REFUTED ? UINT32_MAX : witness_contract_failed(p, contracts, run.edge);
    run_result_free(&run);
    if (failed == UINT32_MAX)
        judgement_free(&j);
    else
        *v = failed_contract(job, &j, failed);
    return failed != UINT32_MAX;
}

// 'applied': NULL where the program is the original.
static Verdict answer_unsafe(const WitnessJob *job, const Program *p, const Applied *applied,
                             const AppliedContracts *contracts, const Claim *claim) {
    RunResult run;
    Verdict v;
    if (contract_fails(job, p, contracts, claim, &v))
        return v;
    if (!applied)
        return error_of_original(job, claim);
    Judgement j = check_trace_run(p, &applied->in, claim, NULL, job->arena, &run);
    uint32_t failed = j.standing == REFUTED ? UINT32_MAX : applied_failed_at(p, applied, run.edge);
    run_result_free(&run);
    if (j.standing == REFUTED)
        return verdict_of_run(job->property, &j);
    if (failed < job->w->invariants.count)
        return failed_invariant(job, &j, failed);
    judgement_free(&j);
    return error_of_original(job, claim);
}

static Verdict answer(const WitnessJob *job, const Program *p, const Applied *applied,
                      const AppliedContracts *contracts, const Claim *claim) {
    switch (claim->kind) {
    case CLAIM_SAFE:
        return answer_safe(job, p, claim);
    case CLAIM_UNSAFE:
        return answer_unsafe(job, p, applied, contracts, claim);
    case CLAIM_NOTHING:
        break;
    }
    return verdict_unknown(job->property,
                           *claim->reason.text ? arena_strdup(job->arena, claim->reason.text) : "interrupted",
                           *claim->detail.text ? arena_strdup(job->arena, claim->detail.text) : NULL);
}

// Of a program that is prepared: by the formulas of the witness alone, or by an engine.
static Verdict decide(const WitnessJob *job, Program *p, const Applied *applied) {
    enum { SECONDS = 5 }; // a condition
    ProofOptions options = proof_options(job, SECONDS);
    AppliedContracts contracts = { 0 };
    Reason why;
    if (!witness_contracts_read(p, job->w, &job->input->frontend, job->arena, &contracts, &why)) {
        vec_free(&contracts);
        return verdict_unknown(job->property, "contract of the witness", arena_strdup(job->arena, why.text));
    }
    progress("checking whether the invariants are inductive");
    ProofCheck check = witness_induct(p, &contracts, &options);
    progress_clear();
    if (check.stands) {
        vec_free(&contracts);
        return verdict_of_check(job, &check);
    }
    LOG(witness, "not inductive: %s", check.detail.text);
    proof_check_free(&check);
    witness_contracts_insert(p, &contracts);
    Claim claim;
    claim_init(&claim);
    bool calls = contracts.count > 0;
    witness_ask(job, p, calls ? "whale" : "impact", calls ? "chc" : "lazy", &claim);
    Verdict v = answer(job, p, applied, &contracts, &claim);
    claim_free(&claim);
    vec_free(&contracts);
    return v;
}

// A load of an invariant may have a bad address, which ends a run: that the new program is safe says that its
// invariants hold, and the property is proved of the old one.  TRUE: they hold; otherwise this is the verdict.
static Verdict do_invariants_hold(const WitnessJob *job, Program *new, const Applied *applied) {
    verify_prepare(new, &job->input->property, STAGE_MEMORY, witness_contracts_keep_calls(new, job->w));
    applied_unfold(new);
    return decide(job, new, applied);
}

static Verdict check_applied(WitnessJob *job, Applied *applied) {
    Reason why;
    applied->in.copy = &applied->copy;
    Program *new = verify_read(&applied->in, &why);
    if (!new)
        return verdict_error(EXIT_INPUT, &why, job->arena);
    if (!applied->copy.reads_memory) {
        witness_prepare(job, new);
        return decide(job, new, applied);
    }
    Verdict v = do_invariants_hold(job, new, applied);
    if (v.outcome != OUTCOME_TRUE)
        return v;
    verdict_free(&v);
    Program *old = verify_read(&job->input->frontend, &why);
    if (!old)
        return verdict_error(EXIT_INPUT, &why, job->arena);
    witness_prepare(job, old);
    return decide(job, old, NULL);
}

Verdict witness_check_invariants(WitnessJob *job) {
    Reason why;
    Applied applied;
    Verdict v = witness_apply(job->w, job->input, job->arena, &applied, &why)
                    ? check_applied(job, &applied)
                    : verdict_error(EXIT_INPUT, &why, job->arena);
    applied_remove(&applied);
    return v;
}
