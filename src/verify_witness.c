// verify_witness.c - hone witness: is a witness right?
//
// A violation is run, and replayed like any other.  A proof is applied to the source
// (answer/witness/witness_apply.h), and an engine decides whether the invariants and the property hold.
#include "answer/check/check_proof.h"
#include "answer/check/check_trace.h"
#include "answer/story/source.h"
#include "answer/witness/witness_apply.h"
#include "answer/witness/witness_induct.h"
#include "answer/witness/witness_run.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/sha256.h"
#include "engine/engine.h"
#include "engine/of_states.h"
#include "report/terminal.h"
#include "spec/file.h"
#include "verify.h"

typedef struct Job {
    const char *path; // of the witness
    const Options *options;
    const Input *input;
    Witness *w;
    Arena *arena;
    const char *property;
} Job;

// ---- is it of this program? ----
static const WitnessFile *file_of(const Witness *w, const char *path) {
    for (uint32_t i = 0; i < w->files.count; i++)
        if (same_file(path, w->files.at[i].path) || !strcmp(path_name(path), path_name(w->files.at[i].path)))
            return &w->files.at[i];
    return NULL;
}

static bool has_hash(const Job *job, const char *path, Reason *why) {
    enum { LARGEST = 1 << 28 };
    char digest[SHA256_TEXT];
    size_t length = 0;
    const WitnessFile *file = file_of(job->w, path);
    char *text = file ? file_read(path, LARGEST, job->arena, &length, why) : NULL;
    if (!file)
        reason_set(why, "%.150s: the witness is not of %.150s", job->path, path);
    if (!text)
        return false;
    sha256(text, length, digest);
    if (!strcasecmp(digest, file->hash))
        return true;
    reason_set(why, "%.150s: the witness is of another version of %.150s (the hash differs)", job->path, path);
    return false;
}

static bool fits_program(const Job *job, Reason *why) {
    Property said;
    const char *text = arena_printf(job->arena, "%s\n", job->w->specification);
    if (!property_parse(job->path, text, job->arena, &said, why))
        return false;
    if (said.kind != job->input->property.kind || strcmp(said.entry, job->input->property.entry) != 0) {
        reason_set(why, "%.150s: the witness is of the property %s; give it by --property", job->path,
                   property_name(said.kind));
        return false;
    }
    if (strcmp(job->w->data_model, job->input->model) != 0) {
        reason_set(why, "%.150s: the witness is of the data model %s", job->path, job->w->data_model);
        return false;
    }
    if (job->w->files.count != job->input->frontend.files.count) {
        reason_set(why, "%.150s: the witness is of %u files", job->path, job->w->files.count);
        return false;
    }
    for (uint32_t i = 0; i < job->input->frontend.files.count; i++)
        if (!has_hash(job, job->input->frontend.files.at[i].path, why))
            return false;
    return true;
}

static Program *read_program(const FrontendInput *in, Reason *why) {
    progress("compiling");
    Program *p = frontend_read(in, why);
    progress_clear();
    return p;
}

static int unknown(const Job *job, const char *reason, const char *detail) {
    return terminal_report(&(Report){ .property = job->property, .reason = reason, .detail = detail });
}

// What the engine claims; where none was chosen, the second is asked if the first says nothing.
static void ask_engines(const Job *job, const Program *p, const char *first, const char *second, Claim *claim) {
    const char *names[] = { job->options->engine ? job->options->engine : first, job->options->engine ? NULL : second };
    for (size_t i = 0; i < COUNT(names) && names[i] && !limits_hit(); i++) {
        claim_free(claim);
        claim_init(claim);
        const Engine *engine = engine_find(names[i]);
        States *states;
        Program *sliced = verify_slice(p, engine, job->options, &states);
        engine_run(engine, &(Task){ sliced, job->options }, claim);
        progress_clear();
        if (states)
            claim_of_states(claim, states, sliced);
        states_free(states);
        program_free(sliced);
        if (claim->kind != CLAIM_NOTHING)
            return;
    }
}

// ---- violations ----
static int report_false(const Job *job, const Judgement *j, const WitnessRun *along) {
    if (j->standing == REFUTED)
        return unknown(job, j->reason, j->detail);
    const char *note =
        along->unused ? arena_printf(job->arena, "%u other waypoints were not used", along->unused) : NULL;
    return terminal_report(&(Report){
        .outcome = OUTCOME_FALSE, .property = job->property, .story = &j->story, .replay = j->replay, .detail = note });
}

static int report_run(const Job *job, const Program *p, WitnessRun *along) {
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
    int code = report_false(job, &j, along);
    judgement_free(&j);
    return code;
}

// The witness leaves something open (memory, arguments, what functions without body write): an engine
// may find a run that goes along it.
static int search_run(const Job *job, const Program *p, WitnessRun *along) {
    Claim claim;
    Reason why;
    claim_init(&claim);
    Program *narrowed = program_copy(p);
    if (witness_narrow(narrowed, job->input, job->w, job->arena, &why))
        ask_engines(job, narrowed, "bmc", NULL, &claim);
    program_free(narrowed);
    int code = EXIT_UNKNOWN;
    const char *missed = arena_strdup(job->arena, along->missed.text);
    if (claim.kind == CLAIM_UNSAFE) {
        WitnessRun found = { 0 };
        Judgement j = check_trace_run(p, &job->input->frontend, &claim, NULL, job->arena, &found.run);
        if (j.standing != REFUTED && witness_follows(p, job->input, job->w, job->arena, &found, &why))
            code = report_false(job, &j, &found);
        else
            code = unknown(job, "witness not confirmed", missed);
        run_result_free(&found.run);
        judgement_free(&j);
    } else if (!limits_hit()) {
        code = unknown(job, "witness not confirmed", missed);
    }
    claim_free(&claim);
    return code;
}

static int check_violation(const Job *job) {
    Reason why;
    WitnessRun along;
    Program *p = read_program(&job->input->frontend, &why);
    if (!p)
        return terminal_error(EXIT_INPUT, &why);
    verify_prepare(p, &job->input->property, STAGE_MEMORY);
    terminal_assumptions(p);
    int code;
    if (!witness_run(p, job->input, job->w, job->arena, &along, &why))
        code = terminal_error(EXIT_INPUT, &why);
    else
        code = along.reached ? report_run(job, p, &along) : search_run(job, p, &along);
    run_result_free(&along.run);
    program_free(p);
    return code;
}

// ---- proofs ----
static const char *proof_text(const Job *job, const ProofCheck *check) {
    uint32_t n = job->w->invariants.count;
    return arena_printf(
        job->arena, "%u invariant%s of the witness hold%s; %u conditions: %u proved over bit-vectors, %u over integers",
        n, n == 1 ? "" : "s", n == 1 ? "s" : "", check->conditions.count, check->by_bits, check->by_integers);
}

static int report_check(const Job *job, ProofCheck *check) {
    Report report = { .outcome = OUTCOME_TRUE, .property = job->property, .proof = proof_text(job, check) };
    if (!check->stands) {
        report.outcome = OUTCOME_UNKNOWN;
        report.reason = arena_strdup(job->arena, check->reason.text);
        report.detail = arena_strdup(job->arena, check->detail.text);
    }
    proof_check_free(check);
    return terminal_report(&report);
}

static int report_safe(const Job *job, const Program *p, const Claim *claim) {
    if (claim->proof.unwound) {
        Report report = { .property = job->property };
        verify_unwound(p, &report, job->arena);
        return terminal_report(&report);
    }
    ProofCheck check =
        check_proof(p, claim, &(ProofOptions){ .check_with_cvc5 = job->options->check_with == CHECK_WITH_CVC5 });
    return report_check(job, &check);
}

// An invariant does not hold, or has no value.
static int report_invariant(const Job *job, Judgement *j, uint32_t number) {
    const WitnessInvariant *v = &job->w->invariants.at[number];
    j->story.where = (StoryPlace){ v->at.file, v->at.line, v->at.column, NULL };
    j->story.what = arena_printf(job->arena, "an invariant of the witness does not hold: %s", v->value);
    return terminal_report(
        &(Report){ .outcome = OUTCOME_FALSE, .property = "witness", .story = &j->story, .replay = j->replay });
}

// The error is said to be the program's own: the program itself must have it, with the same inputs.
static int report_original(const Job *job, const Claim *claim) {
    Reason why;
    Program *p = read_program(&job->input->frontend, &why);
    if (!p)
        return terminal_error(EXIT_INPUT, &why);
    verify_prepare(p, &job->input->property, STAGE_MEMORY);
    Judgement j = check_trace(p, &job->input->frontend, claim, NULL, job->arena);
    int code = j.standing == REFUTED
                   ? unknown(job, j.reason, j.detail)
                   : terminal_report(&(Report){
                         .outcome = OUTCOME_FALSE, .property = job->property, .story = &j.story, .replay = j.replay });
    judgement_free(&j);
    program_free(p);
    return code;
}

// 'applied': NULL where the program is the original.
static int report_unsafe(const Job *job, const Program *p, const Applied *applied, const Claim *claim) {
    RunResult run;
    if (!applied)
        return report_original(job, claim);
    Judgement j = check_trace_run(p, &applied->in, claim, NULL, job->arena, &run);
    uint32_t failed = j.standing == REFUTED ? UINT32_MAX : applied_failed_at(p, applied, run.edge);
    run_result_free(&run);
    int code = j.standing == REFUTED               ? unknown(job, j.reason, j.detail)
               : failed < job->w->invariants.count ? report_invariant(job, &j, failed)
                                                   : report_original(job, claim);
    judgement_free(&j);
    return code;
}

static int report_answer(const Job *job, const Program *p, const Applied *applied, const Claim *claim) {
    switch (claim->kind) {
    case CLAIM_SAFE:
        return report_safe(job, p, claim);
    case CLAIM_UNSAFE:
        return report_unsafe(job, p, applied, claim);
    case CLAIM_NOTHING:
        break;
    }
    if (limits_hit()) // the supervisor says so
        return EXIT_UNKNOWN;
    return unknown(job, arena_strdup(job->arena, claim->reason.text), arena_strdup(job->arena, claim->detail.text));
}

static int decide(const Job *job, Program *p, const Applied *applied) {
    enum { SECONDS = 5 }; // a condition
    verify_prepare(p, &job->input->property, STAGE_MEMORY);
    terminal_assumptions(p);
    progress("checking whether the invariants are inductive");
    ProofCheck check = witness_induct(
        p, &(ProofOptions){ .seconds = SECONDS, .check_with_cvc5 = job->options->check_with == CHECK_WITH_CVC5 });
    progress_clear();
    if (check.stands)
        return report_check(job, &check);
    LOG(witness, "not inductive: %s", check.detail.text);
    proof_check_free(&check);
    Claim claim;
    claim_init(&claim);
    ask_engines(job, p, "impact", "lazy", &claim);
    int code = report_answer(job, p, applied, &claim);
    claim_free(&claim);
    return code;
}

// A load of an invariant may have a bad address, which ends a run: that the new program is safe says
// that its invariants hold, and the property is proved of the old one.
static bool invariants_hold(const Job *job, Program *new, const Applied *applied, int *code) {
    Claim claim;
    claim_init(&claim);
    verify_prepare(new, &job->input->property, STAGE_MEMORY);
    ProofCheck inductive = witness_induct(new, &(ProofOptions){ .seconds = 5 });
    bool stands = inductive.stands;
    proof_check_free(&inductive);
    if (stands)
        return true;
    ask_engines(job, new, "impact", "lazy", &claim);
    bool hold = claim.kind == CLAIM_SAFE;
    Report unwound = { .property = job->property };
    if (hold && claim.proof.unwound) {
        verify_unwound(new, &unwound, job->arena);
        hold = unwound.outcome == OUTCOME_TRUE;
    } else if (hold) {
        ProofCheck check = check_proof(new, &claim, &(ProofOptions){ 0 });
        hold = check.stands;
        proof_check_free(&check);
    }
    if (!hold)
        *code = claim.proof.unwound ? terminal_report(&unwound) : report_answer(job, new, applied, &claim);
    claim_free(&claim);
    return hold;
}

static int check_applied(const Job *job, Applied *applied) {
    Reason why;
    int code = EXIT_INPUT;
    applied->in.copy = &applied->copy;
    Program *new = read_program(&applied->in, &why), *old = NULL;
    if (!new)
        code = terminal_error(EXIT_INPUT, &why);
    else if (!applied->copy.reads_memory)
        code = decide(job, new, applied);
    else if (invariants_hold(job, new, applied, &code))
        code = (old = read_program(&job->input->frontend, &why)) ? decide(job, old, NULL)
                                                                 : terminal_error(EXIT_INPUT, &why);
    if (new)
        program_free(new);
    if (old)
        program_free(old);
    return code;
}

static int check_invariants_of(const Job *job) {
    Reason why;
    Applied applied;
    int code = witness_apply(job->w, job->input, job->arena, &applied, &why) ? check_applied(job, &applied)
                                                                             : terminal_error(EXIT_INPUT, &why);
    applied_remove(&applied);
    return code;
}

// ---- hone witness ----
static int check(Job *job, Options *rest) {
    Reason why;
    Input input;
    if (!rest->data_model) // as the witness says, unless the user does
        rest->data_model = !strcmp(job->w->data_model, "ILP32") ? MODEL_ILP32 : MODEL_LP64;
    int code = input_read(rest, job->arena, &input, &why);
    job->input = &input;
    job->property = code ? "" : property_name(input.property.kind);
    if (!code && !fits_program(job, &why))
        code = EXIT_INPUT;
    if (code)
        return terminal_error(code, &why);
    if (!property_is_supported(input.property.kind))
        return unknown(job, "property not supported", NULL);
    if (job->options->engine && !engine_find(job->options->engine)->run) {
        reason_set(&why, "hone witness takes one engine, not the %s", job->options->engine);
        return terminal_error(EXIT_USAGE, &why);
    }
    terminal_task(&input, job->options,
                  job->options->engine ? job->options->engine
                  : job->w->violation  ? "none"
                                       : "impact, lazy");
    return job->w->violation ? check_violation(job) : check_invariants_of(job);
}

int verify_witness(const Options *options) {
    Arena *arena = arena_new();
    Witness w = { 0 };
    Reason why;
    Options rest = *options; // the first file is the witness
    rest.files.at++;
    rest.files.count--;
    Job job = { .path = options->files.at[0], .options = options, .w = &w, .arena = arena };
    int code = EXIT_USAGE;
    if (!rest.files.count) {
        reason_set(&why, "no program; hone witness [options] FILE.yml FILE...");
        code = terminal_error(EXIT_USAGE, &why);
    } else if (!witness_read(job.path, arena, &w, &why)) {
        code = terminal_error(EXIT_INPUT, &why);
    } else {
        code = check(&job, &rest);
    }
    witness_free(&w);
    arena_free(arena);
    return code;
}
