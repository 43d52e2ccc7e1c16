#include "report/terminal.h"
#include "base/progress.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What to try next, by how the reason starts.
static const struct {
    const char *reason, *advice;
} advices[] = {
    { "timeout", "give more time with --timeout SECONDS, or try another --engine" },
    { "memory", "give more memory with --memory MB, or try another --engine" },
    { "interrupted", "run it again to the end, or set a limit with --timeout SECONDS" },
    { "bound", "raise --bound N (0: no bound), or try an engine that proves loops" },
    { "unmodelled", "replace what is not modelled by a C function that says what it does" },
    { "property", "see 'hone help check' for the properties that can be checked" },
    { "input error", "mend the input as the message says" },
    { "memory error", "the only run found to the error has a memory error before it: look into that first" },
    { "check failed", "this is a bug of Hone: please report it with the program" },
    { "internal error", "this is a bug of Hone: please report it with the program" },
};

static const char *advice_for(const char *reason) {
    for (size_t i = 0; i < COUNT(advices); i++)
        if (!strncmp(reason, advices[i].reason, strlen(advices[i].reason)))
            return advices[i].advice;
    return NULL;
}

// ---- colour ----
static bool colourful(void) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb");
}

static void print_head(const char *colour, const char *head) {
    if (colourful())
        printf("\033[1;%sm%s\033[0m", colour, head);
    else
        fputs(head, stdout);
}

// ---- the task ----
static void print_property(const Input *input) {
    const Property *p = &input->property;
    printf("Property: %s", property_name(p->kind));
    if (p->kind == PROPERTY_UNREACH_CALL)
        printf(" (%s() is never called%s)", p->error_function ? p->error_function : "reach_error",
               p->asserts ? ", no assert() fails" : "");
    printf(", from %s()\n", p->entry);
}

void terminal_task(const Input *input, const char *engine) {
    const FrontendInput *in = &input->frontend;
    printf("Program:  %s", in->files.at[0].path);
    if (in->files.count > 1)
        printf(" and %u more", in->files.count - 1);
    printf(", %s\n", input->model);
    print_property(input);
    printf("Engine:   %s\n", engine);
    if (input->note)
        printf("Note:     %s\n", input->note);
}

static uint32_t count_errors(const Program *p) {
    uint32_t n = 0;
    for (EdgeId e = 1; e < p->edges.count; e++)
        n += p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ERROR;
    return n;
}

void terminal_program(const Program *p) {
    ProgramStats s = program_stats(p);
    uint32_t errors = count_errors(p);
    printf("Size:     %u function%s, %u locations, %u edges\n", s.functions, s.functions == 1 ? "" : "s", s.locations,
           s.edges);
    if (errors)
        printf("Checks:   %u place%s where the property can fail\n", errors, errors == 1 ? "" : "s");
    else
        puts("Checks:   none: nothing in the program can violate the property");
}

void terminal_assumptions(const Program *p) {
    for (uint32_t i = 1; i < p->assumptions.count; i++)
        printf("%s %s\n", i > 1 ? "         " : "Assumes: ", program_text(p, p->assumptions.at[i]));
}

void terminal_stat(const char *name, double value) {
    if (value == (double)(int64_t)value)
        printf("  %-40s %14lld\n", name, (long long)value);
    else
        printf("  %-40s %14.3f\n", name, value);
}

int terminal_error(int code, const Reason *why) {
    progress_clear();
    fflush(stdout);
    fprintf(stderr, "hone: %s\n", why->text);
    return code;
}

// ---- the verdict ----
static void print_true(const Report *r) {
    print_head("32", "True: ");
    printf("the property holds in every run.\n");
    if (r->proof)
        printf("Proof:    %s\n", r->proof);
    if (r->invariants)
        fputs(r->invariants, stdout);
}

static void print_false(const Report *r) {
    print_head("31", "False: ");
    printf("%s\n", r->where ? r->where : "the property is violated.");
    if (r->trace)
        fputs(r->trace, stdout);
    if (r->replay)
        printf("Replay:   interpreter agrees; compiled program %s\n", r->replay);
    if (r->harness)
        printf("Harness:  %s\n", r->harness);
}

static void print_unknown(const char *reason) {
    const char *advice = advice_for(reason);
    print_head("33", "Unknown: ");
    printf("%s\n", reason);
    if (advice)
        printf("Try:      %s\n", advice);
}

int terminal_report(const Report *r) {
    Text result = { 0 };
    static const int codes[] = { EXIT_UNKNOWN, EXIT_TRUE, EXIT_FALSE };
    progress_clear();
    switch (r->outcome) {
    case OUTCOME_TRUE:
        print_true(r);
        text_add(&result, "true");
        break;
    case OUTCOME_FALSE:
        print_false(r);
        text_add(&result, "false(%s)", r->property);
        break;
    case OUTCOME_UNKNOWN:
        print_unknown(r->reason);
        text_add(&result, "unknown(%s)", r->reason);
        break;
    }
    if (r->detail)
        printf("          %s\n", r->detail);
    limits_result(result.at);
    vec_free(&result);
    return codes[r->outcome];
}

// ---- the end ----
static bool fits(const char *result, int code) {
    switch (code) {
    case EXIT_TRUE:
        return !strcmp(result, "true");
    case EXIT_FALSE:
        return !strncmp(result, "false(", 6);
    case EXIT_UNKNOWN:
        return !strncmp(result, "unknown(", 8);
    default:
        return false;
    }
}

// A worker that returned: its word counts only if code and text agree.
static int end_normally(const Ending *e, bool has_result) {
    if (!has_result || e->code == EXIT_USAGE)
        return e->code;
    if (e->code == EXIT_INPUT) {
        puts("RESULT: unknown(input error)");
        return e->code;
    }
    if (fits(e->result, e->code)) {
        printf("RESULT: %s\n", e->result);
        return e->code;
    }
    fprintf(stderr, "hone: internal error: exit code %d with the result '%s'\n", e->code, e->result);
    puts("RESULT: unknown(internal error)");
    return EXIT_BUG;
}

static int end_early(const char *reason, int code, bool has_result) {
    if (!has_result) {
        fprintf(stderr, "hone: ended early: %s\n", reason);
        return code;
    }
    print_unknown(reason);
    printf("RESULT: unknown(%s)\n", reason);
    return code;
}

static int end_crashed(const Ending *e, bool has_result) {
    if (e->signal)
        fprintf(stderr, "hone: internal error: the work was ended by signal %d (%s)\n", e->signal,
                strsignal(e->signal));
    else
        fprintf(stderr, "hone: internal error: the work ended with exit code %d\n", e->code);
    return end_early("internal error", EXIT_BUG, has_result);
}

int terminal_ending(const Ending *e, const Options *options, bool has_result) {
    progress_clear();
    if (options->stats) {
        puts("Resources:");
        terminal_stat("wall time, s", e->wall);
        terminal_stat("CPU time, s", e->cpu);
        terminal_stat("memory, MB", e->megabytes);
    }
    if (e->kind != ENDED_NORMALLY && has_result)
        fputc('\n', stdout); // the worker may have been cut off within a line
    switch (e->kind) {
    case ENDED_NORMALLY:
        return end_normally(e, has_result);
    case ENDED_TIMEOUT:
        return end_early("timeout", EXIT_UNKNOWN, has_result);
    case ENDED_MEMORY:
        return end_early("memory", EXIT_UNKNOWN, has_result);
    case ENDED_INTERRUPTED:
        return end_early("interrupted", EXIT_UNKNOWN, has_result);
    case ENDED_CRASHED:
        return end_crashed(e, has_result);
    }
    return EXIT_BUG;
}
