#include "answer/replay/sample.h"
#include "answer/replay/build.h"
#include "base/limits.h"
#include "program/edit.h"
#include <signal.h>
#include <string.h>

enum { MOST_RUNS = 8, MOST_LATE = 2, MOST_VALUES = 60, MEGABYTES = 2048 };
// The machine may be busy: of wall time it may take longer.  How long a run may work is up to the harness.
static const double PATIENCE = 10, LEAST_RUN = 0.05, MOST_RUN = 1;

typedef VEC(int64_t) Values;

// ---- values to try: what the program compares with ----
static void add_value(Values *values, int64_t value) {
    for (uint32_t i = 0; i < values->count; i++)
        if (values->at[i] == value)
            return;
    if (values->count < MOST_VALUES)
        vec_push(values, value);
}

static void add_constants(Terms *t, Term a, Values *values) {
    VecTerm numbers = { 0 };
    term_numbers(t, a, &numbers);
    for (uint32_t i = 0; i < numbers.count; i++) {
        uint32_t width = sort_width(t, term_sort(t, numbers.at[i]));
        uint64_t low, high;
        term_bits(t, numbers.at[i], &low, &high);
        if (width <= 64)
            add_value(values, value_signed((Value){ low, high }, width));
    }
    vec_free(&numbers);
}

// Returns whether the program has inputs that the harness gives.
static bool find_values(const Program *p, Values *values) {
    bool inputs = false;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from)
            continue;
        inputs |= edge->cmd.kind == CMD_INPUT && (edge->cmd.input == INPUT_NONDET || edge->cmd.input == INPUT_EXTERNAL);
        if (edge->cmd.kind == CMD_ASSUME && values->count < MOST_VALUES)
            add_constants(p->terms, edge->cmd.a, values);
    }
    return inputs;
}

// ---- runs ----
// The lines that begin with HARNESS_SAMPLED, as "f() = 1, g() = 2".
static const char *read_inputs(const char *output, Arena *arena) {
    Text text = { 0 };
    text_add(&text, "%s", "");
    for (const char *at = output; (at = strstr(at, HARNESS_SAMPLED));) {
        at += sizeof HARNESS_SAMPLED - 1;
        int name = (int)strcspn(at, " \n"), length = (int)strcspn(at, "\n");
        if (name < length)
            text_add(&text, "%s%.*s() = %.*s", text.count ? ", " : "", name, at, length - name - 1, at + name + 1);
    }
    const char *result = arena_strdup(arena, text.at);
    vec_free(&text);
    return result;
}

// Returns whether there is any use in going on.
static bool run_once(const Build *b, uint32_t seed, double until, uint32_t *late, Sample *s) {
    assert(b->c.executable && !s->failed);
    char text[20];
    snprintf(text, sizeof text, "%u", seed);
    const char *arguments[] = { seed ? text : NULL, NULL };
    double left = until - clock_wall();
    // Threads run on one processor: then they see each other's writes in one order, as the proof assumes.
    ProcessLimits limits = { 1, left < MOST_RUN ? left : MOST_RUN, b->c.address_checks ? 0 : MEGABYTES,
                             program_has_threads(b->plan.p) };
    ProcessResult r;
    sandbox_run(b->c.executable, arguments, b->c.directory, b->c.in->replay, &limits, &r);
    bool ran = r.end != PROCESS_NOT_STARTED;
    s->runs += ran;
    *late += r.end == PROCESS_TIMED_OUT || (r.end == PROCESS_KILLED && r.signal == SIGPROF);
    bool report = strstr(r.output.at, HARNESS_MARK) || (b->c.address_checks && strstr(r.output.at, HARNESS_REPORT));
    bool full = strstr(r.output.at, "AddressSanitizer failed to allocate"); // which is assumed not to happen
    s->failed = r.end == PROCESS_EXITED && r.code == HARNESS_REACHED && report && !full;
    if (s->failed)
        s->inputs = read_inputs(r.output.at, b->c.arena);
    process_result_free(&r);
    return ran && !s->failed && *late < MOST_LATE;
}

// Returns whether the program was built.
static bool run_all(Build *b, bool inputs, double until, Sample *s) {
    assert(b->plan.sampling);
    Reason why;
    uint32_t late = 0;
    if (!build_all(b, &why))
        return false;
    for (uint32_t seed = 0; seed < (inputs ? MOST_RUNS : 1) && !limits_hit(); seed++)
        if (clock_wall() + LEAST_RUN > until || !run_once(b, seed, until, &late, s))
            break;
    return true;
}

// No compiler knows atomic sections: other threads of the compiled program run on.
static bool has_sections(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ATOMIC_BEGIN)
            return program_has_threads(p);
    return false;
}

Sample sample_program(const Program *p, const FrontendInput *in, double seconds, Arena *arena) {
    // gcc, as users do; what overflows is for one compiler to say: the one that reads the program
    static const char *const compilers[] = { "gcc", "clang-19" };
    Sample s = { .inputs = "" };
    Values values = { 0 };
    RunResult none = { 0 };
    double until = clock_wall() + PATIENCE * seconds;
    bool runs = in->replay != PROTECT_NOT_RUN && !has_sections(p) && !program_has_interrupts(p);
    char *directory = runs ? build_directory(arena) : NULL;
    if (!directory)
        return s;
    // a thread needs much room for its stack, and where there is none the program does what it must not do
    bool addresses = (in->events.accesses || in->events.frees) && !program_has_threads(p);
    bool inputs = find_values(p, &values), built = false;
    trace_init(&none.trace);
    for (size_t i = in->events.overflow; i < COUNT(compilers) && !built && clock_wall() < until; i++) {
        Build b = build_start(in, compilers[i], directory, "harness.c", arena);
        b.c.seconds = PATIENCE * seconds;
        harness_init(&b.plan, arena, p, in, &none);
        b.plan.addresses = b.c.address_checks = addresses;
        harness_sample(&b.plan, values.count, values.at);
        built = run_all(&b, inputs, until, &s);
        build_free(&b);
    }
    run_result_free(&none);
    vec_free(&values);
    assert(!s.failed || s.runs);
    build_remove(directory);
    return s;
}
