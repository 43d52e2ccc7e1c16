// verify_cover_runs.c - runs of the program: what they cover, what is kept of them; tests that exist
#include "answer/run/arguments.h"
#include "spec/file.h"
#include "verify_cover.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 3000000, SHORT_VECTOR = 1000, LONGEST_VECTOR = 1 << 16, LARGEST_TEST = 1 << 24 };

static void observe(void *context, RunView *view, EdgeId edge, bool taken) {
    Covering *v = context;
    uint32_t target = cover_observed(v->cover, view, edge, taken);
    if (target != UINT32_MAX && !v->lost)
        target_set_add(&v->now, target);
}

void cover_not_given(Covering *v, EdgeId edge, ValueType type) {
    bool library = edge && v->p->edges.at[edge].cmd.input == INPUT_LIBRARY;
    v->lost |= library && !v->can_be_given[edge] && type.kind == SORT_FLOAT;
}

bool cover_can_give(const Covering *v, InputKind kind, const char *name) {
    return v->driver ? harness_gives_kind(&v->build.plan, kind, name) : kind == INPUT_NONDET || kind == INPUT_EXTERNAL;
}

// Arguments of main are not among the inputs of a test.
bool cover_may_feed(const Covering *v, InputKind kind, const char *name) {
    bool argument = !strcmp(name, NUMBER_OF_ARGUMENTS) || !strcmp(name, LENGTH_OF_ARGUMENT);
    return !argument && cover_can_give(v, kind, name);
}

// What the compiled program does next to the driver: functions without body write nothing.
RunOptions cover_run_options(uint64_t steps) {
    RunOptions o = run_options();
    o.max_steps = steps;
    o.no_havoc = true;
    return o;
}

// ---- what is kept of a run ----
static bool can_give(const Covering *v, const Trace *t, uint32_t i) {
    const char *name = name_text(t->names, t->inputs.at[i].name);
    return cover_may_feed(v, t->inputs.at[i].kind, name);
}

// The inputs that a test can give; what memory holds is zero.
static void keep_given(const Covering *v, Trace *t) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->inputs.count; i++)
        if (can_give(v, t, i))
            t->inputs.at[n++] = t->inputs.at[i];
    t->inputs.count = n;
    t->schedule.count = 0;
    trace_drop_memory(t);
}

static bool is_zero(const TraceInput *input) {
    return input->type.kind != SORT_NONE && !input->value.lo && !input->value.hi;
}

// A test of the run: its inputs.  Zeros follow the last one anyway.
static void take_inputs(const Covering *v, const Trace *run, Trace *t) {
    trace_init(t);
    trace_copy(t, run);
    if (v->takes_arguments)
        arguments_collect(v->p, t);
    keep_given(v, t);
    while (t->inputs.count > SHORT_VECTOR && is_zero(&vec_last(&t->inputs)))
        t->inputs.count--;
}

static bool has_threads(const Trace *t) {
    for (uint32_t i = 0; i < t->schedule.count; i++)
        if (t->schedule.at[i].thread)
            return true;
    return false;
}

static bool is_unsure(const Covering *v, const Trace *t) {
    for (uint32_t i = 0; i < t->inputs.count; i++)
        if (t->inputs.at[i].kind == INPUT_LIBRARY && !can_give(v, t, i))
            return true;
    return false;
}

// How the run ended, where the compiled program may do otherwise.
static void note_end(const Covering *v, const RunResult *r, Test *test) {
    const Program *p = v->p;
    test->threads = has_threads(&r->trace);
    test->unsure = is_unsure(v, &r->trace);
    if (r->end == RUN_TRAP || r->end == RUN_MEMORY_ERROR)
        test->fault =
            arena_printf(v->arena, "%s: %s at %s:%u", r->func ? program_text(p, p->funcs.at[r->func].name) : "?",
                         *r->message.text ? r->message.text : run_end_text(r->end),
                         r->pos.file ? program_text(p, p->files.at[r->pos.file]) : "?", r->pos.line);
    else
        test->cut = r->end != RUN_RETURNED && r->end != RUN_EXITED && r->end != RUN_ABORTED && r->end != RUN_ERROR &&
                    r->end != RUN_BLOCKED;
    test->cut |= v->lost;
}

static bool reaches_more(const Covering *v) {
    for (uint32_t i = 0; i < v->now.all.count; i++)
        if (v->fate[v->now.all.at[i]].kind != PLACE_LIVE)
            return true;
    return false;
}

static void keep(Covering *v, const RunResult *r, const Trace *inputs) {
    Test *test = vec_add(&v->tests);
    test->trace = *inputs;
    note_end(v, r, test);
    for (uint32_t i = 0; i < v->now.all.count; i++) {
        uint32_t target = v->now.all.at[i];
        vec_push(&test->covers, target);
        v->fate[target].kind = PLACE_LIVE;
        v->n_open -= v->open[target];
        v->open[target] = 0;
    }
}

// ---- a test again ----
typedef struct Feed {
    Covering *v;
    const Trace *test;
    uint32_t next, end; // inputs
} Feed;

// As the driver does it: the next value for whoever can be given one, zeros behind the last.
static bool feed(void *context, EdgeId edge, ValueType type, Value *value) {
    Feed *f = context;
    cover_not_given(f->v, edge, type);
    if (!f->v->can_be_given[edge] || f->next >= f->end)
        return false;
    return trace_value(&f->test->inputs.at[f->next++], type, value);
}

// The program on the first n inputs of a test.
static bool run_test(Covering *v, const Trace *test, uint32_t n) {
    Trace arguments;
    Feed f = { v, test, 0, n };
    RunOptions o = cover_run_options(MOST_STEPS);
    trace_init(&arguments);
    for (uint32_t i = 0; i < test->arguments.count; i++)
        trace_add_argument(&arguments, test->arguments.at[i].at, test->arguments.at[i].n);
    arguments.has_arguments = v->takes_arguments;
    arguments_give(v->p, &arguments);
    o.inputs = &arguments;
    o.choose = feed;
    o.choose_context = &f;
    bool kept = cover_run(v, &o);
    trace_free(&arguments);
    return kept;
}

bool cover_run(Covering *v, RunOptions *o) {
    RunResult r;
    Trace t;
    target_set_clear(&v->now);
    v->lost = false;
    o->observe = observe;
    o->observe_context = v;
    interpreter_run(v->it, o, &r);
    if (!reaches_more(v)) {
        run_result_free(&r);
        return false;
    }
    take_inputs(v, &r.trace, &t);
    uint32_t n = t.inputs.count;
    bool kept = n <= LONGEST_VECTOR;
    if (kept)
        keep(v, &r, &t);
    else // a run that asks for ever: a part of it will do
        kept = run_test(v, &t, SHORT_VECTOR) || run_test(v, &t, LONGEST_VECTOR);
    if (n > LONGEST_VECTOR)
        trace_free(&t);
    run_result_free(&r);
    return kept;
}

// ---- runs of others ----
static bool run_trace(Covering *v, Trace *t) {
    uint32_t before = v->n_open;
    if (v->takes_arguments && !t->has_arguments)
        arguments_collect(v->p, t);
    keep_given(v, t);
    run_test(v, t, t->inputs.count);
    return v->n_open < before;
}

bool cover_repeat(Covering *v, const char *inputs) {
    Trace t;
    Reason why;
    trace_init(&t);
    bool more = inputs && trace_parse(&t, inputs, strlen(inputs), "the run", &why) && run_trace(v, &t);
    trace_free(&t);
    return more;
}

// ---- tests that exist ----
// The values between <input> and </input>, a line each.
static char *inputs_of_xml(const char *text, Arena *arena) {
    static const char begin[] = "<input", end[] = "</input>";
    Text out = { 0 };
    text_add(&out, "%s", "");
    for (const char *at = text; (at = strstr(at, begin));) {
        const char *value = strchr(at, '>'), *behind = value ? strstr(value, end) : NULL;
        if (!behind)
            break;
        text_add(&out, "%.*s\n", (int)(behind - value - 1), value + 1);
        at = behind;
    }
    char *copy = arena_strdup(arena, out.at);
    vec_free(&out);
    return copy;
}

static bool run_file(Covering *v, const char *path, bool xml) {
    Trace t;
    char *text = file_read(path, LARGEST_TEST, v->arena, NULL, &v->why);
    trace_init(&t);
    if (text && xml)
        text = inputs_of_xml(text, v->arena);
    bool good = text && trace_parse(&t, text, strlen(text), path, &v->why);
    if (good)
        run_trace(v, &t);
    trace_free(&t);
    return good;
}

// Vectors (.txt) and tests of Test-Comp (.xml), by name.
void cover_run_corpus(Covering *v) {
    struct dirent **entries;
    const char *directory = v->options->seed_corpus;
    int n = directory && *directory ? scandir(directory, &entries, NULL, alphasort) : 0;
    if (n < 0)
        vec_push(&v->facts.notes, arena_printf(v->arena, "%s cannot be read: %s", directory, strerror(errno)));
    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        bool vector = !strncmp(name, "vector", 6) && path_ends_in(name, ".txt");
        bool xml = path_ends_in(name, ".xml") && strcmp(name, "metadata.xml") != 0;
        const char *path = arena_printf(v->arena, "%s/%s", directory, name);
        if ((vector || xml) && !run_file(v, path, xml))
            vec_push(&v->facts.notes, arena_strdup(v->arena, v->why.text));
        free(entries[i]);
    }
    if (n > 0 || (n == 0 && directory && *directory))
        free(entries);
}
