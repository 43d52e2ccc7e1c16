// verify_run.c - hone run: executes the program on given inputs, exactly as 'check' understands it
#include "answer/run/arguments.h"
#include "base/limits.h"
#include "program/run/interpret.h"
#include "report/terminal.h"
#include "verify.h"

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
    int code = verify_input(options, NULL, arena, &input, &why);
    if (code)
        return terminal_error(code, &why);
    trace_init(&inputs);
    if (options->inputs && *options->inputs && !trace_read(&inputs, options->inputs, &why))
        return terminal_error(EXIT_INPUT, &why);
    Program *p = verify_read(&input.frontend, &why);
    if (!p)
        return terminal_error(EXIT_INPUT, &why);
    Options chosen = *options;
    if (!chosen.stage && inputs.split)
        chosen.stage = STAGE_MEMORY;
    verify_prepare(p, &input.property, chosen.stage, false);
    arguments_give(p, &inputs);
    code = options->dump ? verify_dump(p, options) : run_program(p, &chosen, &inputs);
    trace_free(&inputs);
    program_free(p);
    arena_free(arena);
    return code;
}
