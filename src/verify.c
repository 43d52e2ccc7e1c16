// verify.c - the pipeline in order; the table of contents of Hone
//
//   hone check: the input is read -> the front end makes a Program of it -> which is prepared, and sliced for an engine
//   -> that claims something (verify_decide.c) -> the claim is checked (verify_answer.c) -> the verdict is reported
#include "verify.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "frontend/frontend.h"
#include "memory/memory.h"
#include "program/edit.h"
#include "program/threads/interleave.h"
#include "program/pass/simplify.h"
#include "program/pass/slice.h"
#include "program/pass/states.h"
#include "program/pass/unroll.h"
#include "report/terminal.h"
#include "report/verdict_record.h"
#include "spec/monitor/monitor.h"

static int check_input(const Input *input, const Options *options, Arena *arena);
static int check_program(Program *p, const Input *input, const TaskFacts *task, const Options *options, Arena *arena);

// ---- the input ----
int verify_input(const Options *options, const char *usual, Arena *arena, Input *input, Reason *why) {
    int code = input_read(options, usual ? usual : DEFAULT_PROPERTY, arena, input, why);
    if (!code && !frontend_append(&input->frontend, arena, &input->note, why))
        code = EXIT_INPUT;
    return code;
}

// ---- hone check ----
int verify_check(const Options *options) {
    Arena *arena = arena_new();
    Input input;
    Reason why;
    int code = verify_input(options, NULL, arena, &input, &why);
    if (code)
        code = verify_fail(code, &why, NULL, options);
    else
        code = check_input(&input, options, arena);
    input_free(&input);
    arena_free(arena);
    return code;
}

static int check_input(const Input *input, const Options *options, Arena *arena) {
    TaskFacts task = task_facts(input, options->engine ? options->engine : engines[0]->name, arena);
    Reason why;
    int code;
    if (!options->dump) {
        terminal_task(&task);
        verify_note(&(Verdict){ .task = &task }, options);
    }
    if (!options->dump && !property_is_supported(input->property.kind)) {
        Verdict v = verdict_unknown(task.property, "property not supported",
                                    arena_printf(arena, "no engine of Hone checks %s", task.property));
        v.task = &task;
        code = verify_report(&v, options);
    } else {
        Program *p = verify_read(&input->frontend, &why);
        if (p)
            stat_set(STAT_lines, (double)input_lines(input));
        code = p ? check_program(p, input, &task, options, arena) : verify_fail(EXIT_INPUT, &why, &task, options);
        program_free(p);
    }
    task_facts_free(&task);
    return code;
}

// The check of an answer makes its own.
Interleaving *verify_join_threads(const Program *p, Arena *arena, const char **not_joined) {
    Reason why;
    *not_joined = NULL;
    if (!program_has_threads(p) && !program_may_deadlock(p))
        return NULL;
    phase_begin(PHASE_simplify);
    Interleaving *threads = interleave(p, INTERLEAVE_USUAL, &why);
    if (!threads)
        *not_joined = arena_strdup(arena, why.text);
    phase_end(PHASE_simplify);
    return threads;
}

// "FILE:LINE: no NAME", the first event (or watch) of a rule that is given as a file; of a rule of the pack nothing.
static const char *first_event(const Rule *rule, bool watch, Arena *arena) {
    if (rule->of_pack || !rule->events.count)
        return "";
    const RuleEvent *e = &rule->events.at[0];
    for (uint32_t i = 0; watch && i < rule->events.count; i++)
        if (monitor_watches(&rule->events.at[i])) {
            e = &rule->events.at[i];
            break;
        }
    return arena_printf(arena, " (%s:%u: the program has no %s)", rule->path, e->line, e->function);
}

// Rules without an event in the program: what was not checked must not look like a proof.
static bool note_unmatched(const Program *p, const Property *property, Verdict *v, Arena *arena) {
    uint32_t matched = 0, n = property->rules ? property->rules->count : 0;
    for (uint32_t i = 0; i < n; i++) {
        const Rule *rule = &property->rules->at[i];
        RuleMatch match = monitor_match(p, rule);
        matched += match == MATCH_SOME;
        if (match != MATCH_SOME)
            vec_push(&v->warnings,
                     arena_printf(arena, "rule %s: %s: nothing was checked%s", rule->name,
                                  match == MATCH_NONE ? "no event matches" : "no event that it watches matches",
                                  first_event(rule, match == MATCH_UNWATCHED, arena)));
    }
    return n && !matched;
}

static Verdict decide(const Question *q, const Engine *engine, Checks *checks) {
    Verdict unmatched = { 0 };
    bool nothing = note_unmatched(q->program, &q->input->property, &unmatched, q->arena);
    Verdict v = nothing            ? verdict_unknown(property_name(q->input->property.kind), "no event of a rule", NULL)
                : q->facts->listed ? verify_each(q, engine, checks)
                : engine->run      ? verify_decide(q, engine)
                                   : verify_portfolio(q);
    for (uint32_t i = 0; i < unmatched.warnings.count; i++)
        vec_push(&v.warnings, unmatched.warnings.at[i]);
    vec_free(&unmatched.warnings);
    return v;
}

// Calls are kept for an engine that wants them where copies would make the program much larger, where there is
// recursion, and where functions are to be summarised in a file.
static bool keep_calls(const Program *p, const Engine *engine, const Options *options) {
    enum { LARGER = 3 };
    if (options->inline_calls)
        return options->inline_calls == INLINE_NO;
    return engine->keeps_calls && (options->summaries_in || options->summaries_out || !inline_is_cheap(p, LARGER));
}

// From the program as it was read to the verdict.
static int check_program(Program *p, const Input *input, const TaskFacts *task, const Options *options, Arena *arena) {
    const Engine *engine = engine_find(task->engine);
    assert(engine);
    Reason why;
    if (input->property.variable && !monitor_has_variable(p, input->property.variable)) {
        reason_set(&why, "--variable %.100s: the program uses no global variable of that name",
                   input->property.variable);
        return verify_fail(EXIT_INPUT, &why, task, options);
    }
    verify_prepare(p, &input->property, options->dump && options->stage ? options->stage : STAGE_MEMORY,
                   keep_calls(p, engine, options));
    if (options->dump)
        return verify_dump(p, options);
    ProgramFacts facts = program_facts(p);
    facts.listed = options->all && !input->frontend.events.races; // a race is of two accesses: no answer for each
    facts.summed |= facts.listed;
    if (facts.listed || (options->json && *options->json))
        checks_word(&facts.checks, arena);
    terminal_program(&facts);
    verify_note(&(Verdict){ .task = task, .program = &facts }, options);
    const char *not_joined;
    Interleaving *threads = verify_join_threads(p, arena, &not_joined);
    Question q = { p, &facts, input, options, arena, threads, not_joined };
    Verdict v = decide(&q, engine, &facts.checks);
    v.task = task;
    v.program = &facts;
    int code = verify_report(&v, options);
    verdict_free(&v);
    program_facts_free(&facts);
    interleaving_free(threads);
    return code;
}

// ---- the front end ----
Program *verify_read(const FrontendInput *in, Reason *why) {
    progress("compiling");
    phase_begin(PHASE_frontend);
    Program *p = frontend_read(in, why);
    phase_end(PHASE_frontend);
    progress_clear();
    return p;
}

// ---- preparing ----
// Steps marked with * change what the program means, in the way that their headers say.
static void prepare(Program *p, const Property *property, int stage, bool keep_calls) {
    if (!p->monitored)
        monitor_property(p, property); // * what violates the property becomes goals
    if (stage < STAGE_SIMPLIFY)
        return;
    memory_call_back(p); // * functions without body may call functions of the program
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    memory_resolve_calls(p);
    program_simplify(p, keep_calls ? PASS_ALL & ~PASS_INLINE : PASS_ALL);
    if (program_has_threads(p) && program_unroll_threads(p))
        program_simplify(p, PASS_ALL & ~PASS_INLINE);
    p->calls_kept = keep_calls;
    if (stage < STAGE_MEMORY)
        return;
    memory_made_once(p);
    bool bits = memory_order_to_inputs(p); // * where objects lie becomes an input
    memory_split(p, bits);                 // * what is read before it was written becomes an input
    if (property->variable)
        monitor_keep_variable(p, property->variable);
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    if (stage == STAGE_STATES)
        states_free(states_split(p, STATES_USUAL));
    if (stage == STAGE_SLICE)
        program_slice(p, MEMORY_MAY_FAIL);
#ifndef NDEBUG
    program_check(p);
#endif
}

void verify_prepare(Program *p, const Property *property, int stage, bool keep_calls) {
    progress("simplifying");
    phase_begin(PHASE_simplify);
    prepare(p, property, stage, keep_calls);
    phase_end(PHASE_simplify);
    progress_clear();
}

// ---- slicing ----
Program *verify_slice(const Program *p, const Engine *engine, const Options *options, States **states) {
    assert(p->split);
    Program *sliced = program_copy(p);
    if (!engine->whole && !program_has_threads(p) &&
        !program_may_deadlock(p)) // a schedule counts edges: it holds for the program it was found on
        program_slice(sliced, MEMORY_MAY_FAIL);
    *states = engine->unwinds ? NULL : states_split(sliced, (uint32_t)options->states);
    if (*states)
        program_slice(sliced, MEMORY_MAY_FAIL);
    return sliced;
}

// ---- the report ----
void verify_note(const Verdict *v, const Options *options) {
    if (options->json && *options->json)
        verdict_hand_over(v);
}

int verify_report(const Verdict *v, const Options *options) {
    verify_note(v, options);
    return terminal_verdict(v, options->stats);
}

int verify_fail(int code, const Reason *why, const TaskFacts *task, const Options *options) {
    Arena *arena = arena_new();
    Verdict v = verdict_error(code, why, arena);
    v.task = task;
    code = verify_report(&v, options);
    verdict_free(&v);
    arena_free(arena);
    return code;
}
