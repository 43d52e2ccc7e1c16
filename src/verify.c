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
#include "program/pass/simplify.h"
#include "program/pass/slice.h"
#include "program/pass/states.h"
#include "report/terminal.h"
#include "report/verdict_record.h"
#include "spec/monitor.h"

static int check_input(const Input *input, const Options *options, Arena *arena);
static int check_program(Program *p, const Input *input, const TaskFacts *task, const Options *options, Arena *arena);

// ---- the input ----
int verify_input(const Options *options, Arena *arena, Input *input, Reason *why) {
    int code = input_read(options, arena, input, why);
    if (!code && !frontend_append(&input->frontend, arena, &input->note, why))
        code = EXIT_INPUT;
    return code;
}

// ---- hone check ----
int verify_check(const Options *options) {
    Arena *arena = arena_new();
    Input input;
    Reason why;
    int code = verify_input(options, arena, &input, &why);
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
        Verdict v = verdict_unknown(task.property, "property not supported", NULL);
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

// Rules without an event in the program: what was not checked must not look like a proof.
static bool note_unmatched(const Program *p, const Property *property, Verdict *v, Arena *arena) {
    uint32_t matched = 0, n = property->rules ? property->rules->count : 0;
    for (uint32_t i = 0; i < n; i++)
        if (monitor_matches(p, &property->rules->at[i]))
            matched++;
        else
            vec_push(&v->warnings, arena_printf(arena, "rule %s: no event matches: nothing was checked",
                                                property->rules->at[i].name));
    return n && !matched;
}

static Verdict decide(const Question *q, const Engine *engine) {
    Verdict unmatched = { 0 };
    bool nothing = note_unmatched(q->program, &q->input->property, &unmatched, q->arena);
    Verdict v = nothing       ? verdict_unknown(property_name(q->input->property.kind), "no event of a rule", NULL)
                : engine->run ? verify_decide(q, engine)
                              : verify_portfolio(q);
    for (uint32_t i = 0; i < unmatched.warnings.count; i++)
        vec_push(&v.warnings, unmatched.warnings.at[i]);
    vec_free(&unmatched.warnings);
    return v;
}

// From the program as it was read to the verdict.
static int check_program(Program *p, const Input *input, const TaskFacts *task, const Options *options, Arena *arena) {
    const Engine *engine = engine_find(task->engine);
    assert(engine);
    verify_prepare(p, &input->property, options->dump && options->stage ? options->stage : STAGE_MEMORY);
    if (options->dump)
        return verify_dump(p, options);
    ProgramFacts facts = program_facts(p);
    terminal_program(&facts);
    verify_note(&(Verdict){ .task = task, .program = &facts }, options);
    Question q = { p, &facts, input, options, arena };
    Verdict v = decide(&q, engine);
    v.task = task;
    v.program = &facts;
    int code = verify_report(&v, options);
    verdict_free(&v);
    program_facts_free(&facts);
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
static void prepare(Program *p, const Property *property, int stage) {
    monitor_property(p, property); // * what violates the property becomes goals
    if (stage < STAGE_SIMPLIFY)
        return;
    memory_call_back(p); // * functions without body may call functions of the program
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    memory_resolve_calls(p);
    program_simplify(p, PASS_ALL);
    if (stage < STAGE_MEMORY)
        return;
    memory_made_once(p);
    bool bits = memory_order_to_inputs(p); // * where objects lie becomes an input
    memory_split(p, bits);                 // * what is read before it was written becomes an input
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    if (stage == STAGE_STATES)
        states_free(states_split(p, STATES_USUAL));
    if (stage == STAGE_SLICE)
        program_slice(p, MEMORY_MAY_FAIL);
#ifndef NDEBUG
    program_check(p);
#endif
}

void verify_prepare(Program *p, const Property *property, int stage) {
    progress("simplifying");
    phase_begin(PHASE_simplify);
    prepare(p, property, stage);
    phase_end(PHASE_simplify);
    progress_clear();
}

// ---- slicing ----
Program *verify_slice(const Program *p, const Engine *engine, const Options *options, States **states) {
    assert(p->split);
    Program *sliced = program_copy(p);
    if (!program_has_threads(p)) // a schedule counts edges: it holds for the program it was found on
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
