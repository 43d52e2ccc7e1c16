// verify.c - the pipeline in order; the table of contents of Hone
#include "verify.h"
#include "answer/check/check_proof.h"
#include "answer/check/check_trace.h"
#include "answer/check/check_unwound.h"
#include "answer/invariants/invariant_text.h"
#include "answer/check/proof_file.h"
#include "answer/replay/sample.h"
#include "answer/witness/witness.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/sha256.h"
#include "base/stats.h"
#include "engine/chc/clauses.h"
#include "engine/engine.h"
#include "engine/of_states.h"
#include "engine/tree/precision_file.h"
#include "engine/tree/user_predicates.h"
#include "frontend/frontend.h"
#include "memory/memory.h"
#include "program/edit.h"
#include "program/run/interpret.h"
#include "program/pass/simplify.h"
#include "program/pass/slice.h"
#include "program/pass/states.h"
#include "report/report_json.h"
#include "report/terminal.h"
#include "spec/input.h"
#include <stdlib.h>

// Seconds that the runs before 'true' may take, or a part of the time used where that is more.
static const double LEAST_SAMPLING = 0.3, PART_SAMPLING = 0.05;

// The steps between reading a program and giving it to an engine.
void verify_prepare(Program *p, int stage) {
    if (stage < STAGE_SIMPLIFY)
        return;
    memory_call_back(p);
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    memory_resolve_calls(p);
    program_simplify(p, PASS_ALL);
    if (stage < STAGE_MEMORY)
        return;
    memory_split(p);
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    if (stage == STAGE_STATES)
        states_free(states_split(p, STATES_USUAL));
    if (stage == STAGE_SLICE)
        program_slice(p, MEMORY_MAY_FAIL);
#ifndef NDEBUG
    program_check(p);
#endif
}

// As the engine chc gets it, but for facts found before: "sat" means that the property holds.
static void dump_horn(const Program *p) {
    Program *sliced = program_copy(p);
    Clauses clauses;
    Text text = { 0 };
    program_slice(sliced, MEMORY_MAY_FAIL);
    program_split_entries(sliced);
    clauses_open(&clauses, sliced, NULL);
    clauses_print(&clauses, &text);
    fwrite(text.at, 1, text.count, stdout);
    vec_free(&text);
    clauses_close(&clauses);
    program_free(sliced);
}

// The pieces that lazy, impact and ufo take for steps.
static void dump_cutpoints(const Program *p) {
    Program *split = program_copy(p);
    Text text = { 0 };
    program_split_entries(split);
    for (FuncId f = 1; f < split->funcs.count; f++) {
        const Function *func = &split->funcs.at[f];
        if (!func->defined || !split->locs.at[func->entry].first_out)
            continue;
        CutGraph *g = cut_graph_new(split, f, NULL);
        cut_graph_print(g, &text);
        cut_graph_free(g);
    }
    fwrite(text.at, 1, text.count, stdout);
    vec_free(&text);
    program_free(split);
}

static int dump(const Program *p, const Options *options) {
    if (options->dump == DUMP_HORN)
        dump_horn(p);
    else if (options->dump == DUMP_CUTPOINTS)
        dump_cutpoints(p);
    else if (options->dump == DUMP_DOT)
        program_print_dot(p, stdout);
    else
        program_print(p, stdout);
    return 0;
}

// ---- hone check ----
static void proof_report(Report *report, const ProofCheck *check, Arena *arena) {
    if (check->stands) {
        report->outcome = OUTCOME_TRUE;
        report->conditions = check->conditions.count;
        report->by_bits = check->by_bits;
        report->by_integers = check->by_integers;
        report->by_second = check->by_second;
        uint32_t n = check->conditions.count;
        report->proof = !n ? "no path of the program leads to a violation"
                           : arena_printf(arena, "%u condition%s: %u proved over bit-vectors, %u over integers%s", n,
                                          n == 1 ? "" : "s", check->by_bits, check->by_integers,
                                          check->by_second ? ", all by cvc5 as well" : "");
        return;
    }
    report->outcome = OUTCOME_UNKNOWN;
    report->proof = NULL;
    report->reason = arena_strdup(arena, check->reason.text);
    report->detail = arena_strdup(arena, check->detail.text);
}

// ---- witnesses ----
static void write_witness(const Options *options, Witness *w, bool made, Reason *why) {
    if (!made || !witness_write(options->witness, w, why))
        terminal_error(EXIT_INPUT, why);
    witness_free(w);
}

static void write_witness_of_proof(const Input *input, const Options *options, const LoopInvariants *loops,
                                   Arena *arena) {
    Witness w = { 0 };
    Reason why;
    if (options->witness && *options->witness)
        write_witness(options, &w, witness_of_proof(input, loops, arena, &w, &why), &why);
}

static void write_witness_of_run(const Program *p, const Input *input, const Options *options, const RunResult *run,
                                 Arena *arena) {
    Witness w = { 0 };
    Reason why;
    if (options->witness && *options->witness)
        write_witness(options, &w, witness_of_run(p, input, run, arena, &w, &why), &why);
}

// Unwinding once more, in another way, must say the same.
void verify_unwound(const Program *p, Report *report, Arena *arena) {
    enum { MOST_SECONDS = 1000000 };
    progress("checking the unwinding");
    phase_begin(PHASE_proof);
    double seconds = 0.9 * limits_left(); // what is left is for the report
    UnwoundCheck check = check_unwound(p, seconds < MOST_SECONDS ? seconds : MOST_SECONDS);
    phase_end(PHASE_proof);
    progress_clear();
    report->outcome = check.stands ? OUTCOME_TRUE : OUTCOME_UNKNOWN;
    if (check.stands && check.steps) {
        report->proof =
            arena_printf(arena, "the program has no inputs, and its only run (%llu step%s) was followed to its end",
                         (unsigned long long)check.steps, check.steps == 1 ? "" : "s");
        return;
    }
    if (check.stands) {
        report->proof = arena_printf(arena, "every loop and recursion was followed to its end, twice (%u round%s)",
                                     check.rounds, check.rounds == 1 ? "" : "s");
        return;
    }
    report->reason = arena_strdup(arena, check.reason.text);
    report->detail = arena_strdup(arena, check.detail.text);
}

// A guard over what engines and checks share: the compiled program must not fail where the proof says it cannot.
const Report *verify_sample(const Program *p, const Input *input, const Options *options, double used, Arena *arena) {
    if (options->no_sampling)
        return NULL;
    double seconds = PART_SAMPLING * used;
    progress("running the compiled program");
    phase_begin(PHASE_sampling);
    Sample sample = sample_program(p, &input->frontend, seconds > LEAST_SAMPLING ? seconds : LEAST_SAMPLING, arena);
    phase_end(PHASE_sampling);
    progress_clear();
    if (!sample.failed) {
        stat_set(STAT_sampled_runs, sample.runs);
        return NULL;
    }
    Report *report = arena_alloc(arena, sizeof *report);
    *report = (Report){ .property = property_name(input->property.kind),
                        .reason = "conflict: the compiled program fails",
                        .detail = arena_printf(arena, "there is a proof, but the compiled program fails%s%s",
                                               *sample.inputs ? " with " : "; it has no inputs", sample.inputs) };
    return report;
}

// A proof by invariants is rebuilt from the program and checked; an unwinding is repeated.
static int report_safe(const Program *p, const Input *input, const Options *options, const Claim *claim, Arena *arena) {
    Report report = { .outcome = OUTCOME_TRUE, .property = property_name(input->property.kind) };
    LoopInvariants loops = { 0 };
    terminal_qualify(&report, p, &input->property, arena);
    if (claim->proof.unwound) {
        verify_unwound(p, &report, arena);
        const Report *conflict =
            report.outcome == OUTCOME_TRUE ? verify_sample(p, input, options, clock_cpu(), arena) : NULL;
        if (conflict)
            return terminal_report(conflict);
        if (report.outcome == OUTCOME_TRUE)
            write_witness_of_proof(input, options, &loops, arena);
        return terminal_report(&report);
    }
    progress("checking the proof");
    phase_begin(PHASE_proof);
    ProofCheck check =
        check_proof(p, claim, &(ProofOptions){ .check_with_cvc5 = options->check_with == CHECK_WITH_CVC5 });
    progress_clear();
    phase_end(PHASE_proof);
    proof_report(&report, &check, arena);
    const Report *conflict = check.stands ? verify_sample(p, input, options, clock_cpu(), arena) : NULL;
    if (conflict) {
        proof_check_free(&check);
        return terminal_report(conflict);
    }
    if (check.stands) {
        loop_invariants(p, claim->proof.invariants.count, claim->proof.invariants.at, arena, &loops);
        write_witness_of_proof(input, options, &loops, arena);
    }
    report.invariants = &loops;
    Reason why;
    bool wanted = check.stands && options->proof && *options->proof;
    Assumptions assumptions = assumptions_of(p);
    ProofTask task = { &input->frontend, assumptions.count, assumptions.at };
    if (wanted &&
        !proof_write(options->proof, p, &task, claim->proof.invariants.count, claim->proof.invariants.at, &check, &why))
        terminal_error(EXIT_INPUT, &why);
    else if (wanted)
        report.certificate = options->proof;
    vec_free(&assumptions);
    proof_check_free(&check);
    int code = terminal_report(&report);
    vec_free(&loops);
    return code;
}

static const char *write_inputs(const char *path, const Story *story) {
    FILE *out = path && *path && story->trace ? limits_create(path) : NULL;
    bool good = out && fputs(story->trace, out) >= 0;
    return out && fclose(out) == 0 && good ? path : NULL;
}

static int report_unsafe(const Program *p, const Input *input, const Options *options, const Claim *claim,
                         Arena *arena) {
    progress("running the program on the inputs found");
    const char *harness = options->harness && *options->harness ? options->harness : NULL;
    const char *property = property_name(input->property.kind);
    phase_begin(PHASE_replay);
    RunResult run;
    Judgement j = check_trace_run(p, &input->frontend, claim, harness, arena, &run);
    phase_end(PHASE_replay);
    progress_clear();
    limits_tell("replay", j.reached ? "agrees" : j.compiled && j.standing == REFUTED ? "refuted" : "open");
    if (j.standing != REFUTED)
        write_witness_of_run(p, input, options, &run, arena);
    run_result_free(&run);
    if (j.standing == REFUTED)
        return terminal_report(&(Report){ .property = property, .reason = j.reason, .detail = j.detail });
    int code = terminal_report(&(Report){ .outcome = OUTCOME_FALSE,
                                          .property = property,
                                          .story = &j.story,
                                          .replay = j.replay,
                                          .harness = j.harness,
                                          .inputs_file = write_inputs(options->write_inputs, &j.story) });
    judgement_free(&j);
    return code;
}

static bool given(const char *text) {
    return text && *text;
}

// The predicates that the user wants to start with.  A file that belongs to another program is of no use,
// and no mistake: programs change.
static bool read_predicates(const Program *p, const Options *options, VecFollowed *out, Reason *why) {
    char digest[SHA256_TEXT];
    if (given(options->predicates) && !user_predicates_read(options->predicates, p, out, why))
        return false;
    if (!given(options->precision_in))
        return true;
    proof_program_digest(p, digest);
    PrecisionRead how = precision_read(options->precision_in, p, digest, out, why);
    if (how == PRECISION_STALE)
        fprintf(stderr, "hone: warning: %s; the file is not used\n", why->text);
    return how != PRECISION_BAD;
}

static bool write_predicates(const Program *p, const Options *options, const Claim *claim, Reason *why) {
    char digest[SHA256_TEXT];
    if (!given(options->precision_out))
        return true;
    proof_program_digest(p, digest);
    return precision_write(options->precision_out, p, digest, &claim->followed, why);
}

Program *verify_slice(const Program *p, const Engine *engine, const Options *options, States **states) {
    Program *sliced = program_copy(p);
    if (!program_has_threads(p)) // a schedule counts edges: it holds for the program it was found on
        program_slice(sliced, MEMORY_MAY_FAIL);
    *states = engine->unwinds ? NULL : states_split(sliced, (uint32_t)options->states);
    if (*states)
        program_slice(sliced, MEMORY_MAY_FAIL);
    return sliced;
}

// Runs the engine on a sliced copy; what it claims is checked on 'p'.
int verify_decide(Program *p, const Input *input, const Options *options, const Engine *engine, Arena *arena) {
    Claim claim;
    claim_init(&claim);
    phase_begin(PHASE_simplify);
    States *states;
    Program *sliced = verify_slice(p, engine, options, &states);
    if (states)
        stat_set(STAT_steering, states_followed(states));
    stat_set(STAT_sliced_edges, program_stats(sliced).edges);
    phase_end(PHASE_simplify);
    VecFollowed followed = { 0 };
    Reason why;
    bool ready = read_predicates(sliced, options, &followed, &why);
    phase_begin(PHASE_engine);
    limits_search(true);
    if (ready)
        engine->run(&(Task){ sliced, options, &followed }, &claim);
    limits_search(false);
    phase_end(PHASE_engine);
    progress_clear();
    ready = ready && write_predicates(sliced, options, &claim, &why);
    vec_free(&followed);
    if (!ready) {
        states_free(states);
        program_free(sliced);
        claim_free(&claim);
        return terminal_error(EXIT_INPUT, &why);
    }
    if (states)
        claim_of_states(&claim, states, sliced);
    states_free(states);
    int code = EXIT_UNKNOWN;
    const char *property = property_name(input->property.kind);
    switch (claim.kind) {
    case CLAIM_SAFE:
        code = report_safe(p, input, options, &claim, arena);
        break;
    case CLAIM_UNSAFE:
        code = report_unsafe(p, input, options, &claim, arena);
        break;
    case CLAIM_NOTHING:
        code = terminal_report(
            &(Report){ .property = property, .reason = claim.reason.text, .detail = claim.detail.text });
        break;
    }
    program_free(sliced);
    claim_free(&claim);
    return code;
}

static int check(const Input *input, const Options *options, const Engine *engine, Arena *arena) {
    Reason why;
    progress("compiling");
    phase_begin(PHASE_frontend);
    stat_set(STAT_lines, (double)input_lines(input));
    Program *p = frontend_read(&input->frontend, &why);
    phase_end(PHASE_frontend);
    progress_clear();
    if (!p)
        return terminal_error(EXIT_INPUT, &why);
    progress("simplifying");
    phase_begin(PHASE_simplify);
    verify_prepare(p, options->stage ? options->stage : STAGE_MEMORY);
    phase_end(PHASE_simplify);
    progress_clear();
    int code = 0;
    if (options->dump) {
        code = dump(p, options);
    } else {
        terminal_program(p);
        code =
            engine->run ? verify_decide(p, input, options, engine, arena) : verify_portfolio(p, input, options, arena);
    }
    program_free(p);
    return code;
}

int verify_check(const Options *options) {
    Arena *arena = arena_new();
    report_json_want(options->json);
    Input input;
    Reason why;
    const char *name = options->engine ? options->engine : engines[0]->name;
    const Engine *engine = engine_find(name);
    int code = input_read(options, arena, &input, &why);
    if (!engine) {
        reason_set(&why, "there is no engine '%s'", name);
        code = EXIT_USAGE;
    }
    if (code) {
        code = terminal_error(code, &why);
    } else if (!property_is_supported(input.property.kind) && !options->dump) {
        terminal_task(&input, options, name);
        code = terminal_report(
            &(Report){ .reason = "property not supported", .property = property_name(input.property.kind) });
    } else {
        if (!options->dump)
            terminal_task(&input, options, name);
        code = check(&input, options, engine, arena);
    }
    arena_free(arena);
    return code;
}

// ---- hone proof ----
static int recheck(const char *certificate, const Input *input, const Options *options, Arena *arena) {
    Reason why;
    Program *p = frontend_read(&input->frontend, &why);
    if (!p)
        return terminal_error(EXIT_INPUT, &why);
    verify_prepare(p, STAGE_MEMORY);
    Assumptions assumptions = assumptions_of(p);
    vec_push(&assumptions, proof_layout);
    ProofTask task = { &input->frontend, assumptions.count - 1, assumptions.at };
    terminal_task(input, options, "none");
    terminal_assumption_list(&assumptions);
    ProofCheck check = proof_recheck(certificate, p, &task,
                                     &(ProofOptions){ .check_with_cvc5 = options->check_with == CHECK_WITH_CVC5 });
    Report report = { .property = property_name(input->property.kind) };
    proof_report(&report, &check, arena);
    bool written = !check.stands || !given(options->scripts) || proof_write_scripts(options->scripts, p, &check, &why);
    vec_free(&assumptions);
    proof_check_free(&check);
    if (!written) {
        program_free(p);
        return terminal_error(EXIT_USAGE, &why);
    }
    program_free(p);
    return terminal_report(&report);
}

int verify_proof(const Options *options) {
    Arena *arena = arena_new();
    report_json_want(options->json);
    Input input;
    Reason why;
    Options rest = *options; // the first file is the certificate
    rest.files.at++;
    rest.files.count--;
    int code = 0;
    if (!rest.files.count) {
        reason_set(&why, "no program; hone proof [options] FILE.proof FILE...");
        code = EXIT_USAGE;
    } else {
        code = input_read(&rest, arena, &input, &why);
    }
    code = code ? terminal_error(code, &why) : recheck(options->files.at[0], &input, options, arena);
    arena_free(arena);
    return code;
}

// ---- hone run ----
static void print_output(void *unused, const char *text, size_t length) {
    (void)unused;
    fwrite(text, 1, length, stdout);
}

static void print_step(void *unused, const char *line) {
    (void)unused;
    fprintf(stderr, "%s\n", line);
}

// The exit code of the program itself; where it has none, that of the signal which would end it
// (128 + 6, 8, 11), or ours: 10 at the error, 5 where the run was not followed to its end.
static int run_code(const RunResult *r) {
    switch (r->end) {
    case RUN_RETURNED:
    case RUN_EXITED:
        return (int)(r->exit_code & 255);
    case RUN_ABORTED:
        return 134;
    case RUN_TRAP:
        return 136;
    case RUN_MEMORY_ERROR:
        return 139;
    case RUN_ERROR:
        return EXIT_FALSE;
    default:
        return EXIT_UNKNOWN;
    }
}

static void print_end(const Program *p, const RunResult *r) {
    fflush(stdout);
    if (r->end == RUN_RETURNED || r->end == RUN_EXITED)
        return;
    fprintf(stderr, "%s:%u:%u: %s%s%s\n", program_text(p, p->files.at[r->pos.file]), r->pos.line, r->pos.column,
            run_end_text(r->end), *r->message.text ? ": " : "", r->message.text);
}

static int run_program(const Program *p, const Options *options, const Trace *inputs) {
    RunOptions run = run_options();
    RunResult result;
    run.inputs = inputs;
    run.output = print_output;
    run.trace = options->trace ? print_step : NULL;
    run.check_choices = true;
    run.check_regions = options->stage >= STAGE_MEMORY;
    run.max_steps = options->steps ? (uint64_t)options->steps : UINT64_MAX;
    if (options->random >= 0) {
        run.then = SOURCE_RANDOM;
        run.seed = (uint64_t)options->random;
    }
    interpret(p, &run, &result);
    print_end(p, &result);
    int code = run_code(&result);
    run_result_free(&result);
    return code;
}

int verify_run(const Options *options) {
    Arena *arena = arena_new();
    Input input;
    Reason why;
    Trace inputs;
    int code = input_read(options, arena, &input, &why);
    if (code)
        return terminal_error(code, &why);
    trace_init(&inputs);
    if (options->inputs && *options->inputs && !trace_read(&inputs, options->inputs, &why))
        return terminal_error(EXIT_INPUT, &why);
    Program *p = frontend_read(&input.frontend, &why);
    if (!p)
        return terminal_error(EXIT_INPUT, &why);
    Options chosen = *options;
    if (!chosen.stage && inputs.split)
        chosen.stage = STAGE_MEMORY;
    verify_prepare(p, chosen.stage);
    code = options->dump ? dump(p, options) : run_program(p, &chosen, &inputs);
    trace_free(&inputs);
    program_free(p);
    arena_free(arena);
    return code;
}
