// verify.c - the pipeline in order; the table of contents of Hone
#include "verify.h"
#include "base/limits.h"
#include "report/terminal.h"
#include "spec/input.h"
#include <stdlib.h>

static int dump(const Program *p, const Options *options) {
    if (options->dump == DUMP_DOT)
        program_print_dot(p, stdout);
    else
        program_print(p, stdout);
    return 0;
}

int verify_check(const Options *options) {
    Arena *arena = arena_new();
    Input input;
    Reason why;
    int code = input_read(options, arena, &input, &why);
    if (code)
        return terminal_error(code, &why);
    const char *engine = options->engine ? options->engine : "bmc";
    if (!options->dump)
        terminal_task(&input, engine);
    if (!property_is_supported(input.property.kind) && !options->dump)
        return terminal_report(
            &(Report){ .reason = "property not supported", .property = property_name(input.property.kind) });
    Program *p = frontend_read(&input.frontend, &why);
    if (!p)
        return terminal_error(EXIT_INPUT, &why);
    if (options->dump)
        return dump(p, options);
    terminal_program(p);
    terminal_assumptions(p);
    return terminal_report(&(Report){ .reason = "engine not available", .detail = engine });
}

int verify_run(const Options *options) {
    Arena *arena = arena_new();
    Input input;
    Reason why;
    int code = input_read(options, arena, &input, &why);
    if (code)
        return terminal_error(code, &why);
    Program *p = frontend_read(&input.frontend, &why);
    if (!p)
        return terminal_error(EXIT_INPUT, &why);
    return dump(p, options);
}
