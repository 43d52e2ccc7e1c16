// verify_witness.c - hone witness: is a witness right?
//
// A violation is run, and replayed like any other (verify_violation.c).  A proof is applied to the source
// (answer/witness/witness_apply.h), and an engine decides whether the invariants and the property hold
// (verify_invariants.c).
#include "verify_witness.h"
#include "answer/story/source.h"
#include "answer/witness/witness_apply.h"
#include "answer/witness/witness_contract.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/sha256.h"
#include "engine/engine.h"
#include "engine/of_states.h"
#include "engine/of_threads.h"
#include "program/edit.h"
#include "program/pass/states.h"
#include "report/terminal.h"
#include "spec/file.h"

// ---- is it of this program? ----
static const WitnessFile *file_of(const Witness *w, const char *path) {
    for (uint32_t i = 0; i < w->files.count; i++)
        if (same_file(path, w->files.at[i].path) || !strcmp(path_name(path), path_name(w->files.at[i].path)))
            return &w->files.at[i];
    return NULL;
}

static bool has_hash(const WitnessJob *job, const char *path, Reason *why) {
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

// The property that the witness says it is of, by the name of --property; NULL: the default.
static const char *said_property(const WitnessJob *job) {
    Property said, known;
    Reason why;
    const char *name =
        property_parse(job->path, job->w->specification, job->arena, &said, &why) ? property_for_people(&said) : NULL;
    return name && property_by_name(name, &known) ? name : NULL;
}

// A witness of 'safe' has all lines of a proof, and the one line that is violated of a run.
static bool fits_property(const WitnessJob *job, Reason *why) {
    const Property *property = &job->input->property;
    Property said;
    if (!strcmp(job->w->specification, witness_specification(property_lines(property, job->arena))))
        return true;
    if (!property_parse(job->path, job->w->specification, job->arena, &said, why)) {
        reason_set(why, "%.150s: the witness is of other checks; give --property as 'hone check' got it", job->path);
        return false;
    }
    bool fits = said.kind == property->kind || (job->w->violation && property_includes(property, said.kind));
    if (fits && !strcmp(said.entry, property->entry))
        return true;
    reason_set(why, "%.150s: the witness is of the property %s; give it by --property", job->path,
               property_name(said.kind));
    return false;
}

static bool fits_program(const WitnessJob *job, Reason *why) {
    if (!fits_property(job, why))
        return false;
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

// ---- for both kinds ----
void witness_prepare(WitnessJob *job, Program *p) {
    assert(!job->facts.checks.at && !job->facts.assumptions.at);
    verify_prepare(p, &job->input->property, STAGE_MEMORY, witness_contracts_keep_calls(p, job->w));
    applied_unfold(p);
    job->facts = program_facts(p);
    terminal_assumptions(&job->facts.assumptions);
    verify_note(&(Verdict){ .task = job->task, .program = &job->facts }, job->options);
}

void witness_ask(const WitnessJob *job, const Program *p, const char *first, const char *second, Claim *claim) {
    const char *names[] = { job->options->engine ? job->options->engine : first, job->options->engine ? NULL : second };
    for (size_t i = 0; i < COUNT(names) && names[i] && !limits_hit(); i++) {
        claim_free(claim);
        claim_init(claim);
        const Engine *engine = engine_find(names[i]);
        States *states;
        Reason why;
        bool joins = job->w->violation && !engine->schedules && program_has_threads(p);
        Interleaving *threads = joins ? interleave(p, INTERLEAVE_USUAL, &why) : NULL;
        Program *sliced = verify_slice(threads ? interleaving_program(threads) : p, engine, job->options, &states);
        engine_run(engine, &(Task){ sliced, job->options }, claim);
        progress_clear();
        if (states)
            claim_of_states(claim, states, sliced);
        if (threads)
            claim_of_threads(claim, threads);
        interleaving_free(threads);
        states_free(states);
        program_free(sliced);
        if (claim->kind != CLAIM_NOTHING)
            return;
    }
}

// ---- hone witness ----
static int check_fitting(WitnessJob *job) {
    bool supported = property_is_supported(job->input->property.kind);
    if (supported)
        terminal_task(job->task);
    Verdict v = !supported          ? verdict_unknown(job->property, "property not supported", NULL)
                : job->w->violation ? witness_check_violation(job)
                                    : witness_check_invariants(job);
    v.task = job->task;
    v.program = job->facts.locations ? &job->facts : NULL;
    int code = verify_report(&v, job->options);
    verdict_free(&v);
    program_facts_free(&job->facts);
    return code;
}

static int check(WitnessJob *job, Options *rest) {
    Reason why;
    Input input;
    const char *engine = job->options->engine;
    if (!rest->data_model) // as the witness says, unless the user does
        rest->data_model = !strcmp(job->w->data_model, "ILP32") ? MODEL_ILP32 : MODEL_LP64;
    int code = verify_input(rest, said_property(job), job->arena, &input, &why);
    job->input = &input;
    job->property = code ? "" : property_name(input.property.kind);
    if (!code && !fits_program(job, &why))
        code = EXIT_INPUT;
    if (!code && engine && !engine_find(engine)->run) {
        reason_set(&why, "hone witness takes one engine, not the %s", engine);
        code = EXIT_USAGE;
    }
    if (code)
        return verify_fail(code, &why, NULL, job->options);
    const char *usual = job->w->violation ? "none" : job->w->contracts.count ? "whale, chc" : "impact, lazy";
    TaskFacts task = task_facts(&input, engine ? engine : usual, job->arena);
    job->task = &task;
    code = check_fitting(job);
    task_facts_free(&task);
    return code;
}

int verify_witness(const Options *options) {
    Arena *arena = arena_new();
    Witness w = { 0 };
    Reason why;
    assert(options->files.count);
    Options rest = *options; // the first file is the witness
    rest.files.at++;
    rest.files.count--;
    WitnessJob job = { .path = options->files.at[0], .options = options, .w = &w, .arena = arena };
    int code = EXIT_USAGE;
    if (!rest.files.count) {
        reason_set(&why, "no program; hone witness [options] FILE.yml FILE...");
        code = verify_fail(EXIT_USAGE, &why, NULL, options);
    } else if (!witness_read(job.path, arena, &w, &why)) {
        code = verify_fail(EXIT_INPUT, &why, NULL, options);
    } else {
        code = check(&job, &rest);
    }
    witness_free(&w);
    arena_free(arena);
    return code;
}
