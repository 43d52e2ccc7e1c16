// verify_test.c - hone test --api: tests of an interface
//
//   the interface is read -> a driver is made of it, which calls what its inputs say -> sequences of calls are explored
//   (engine/api/) -> a sequence that fails is checked as a program of its own (answer/) -> tests are written, and the
//   verdict is reported
#include "answer/check/check_fault.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include "engine/api/api_search.h"
#include "frontend/syntax/declarations.h"
#include "report/terminal.h"
#include "report/test_files.h"
#include "spec/file.h"
#include "verify.h"

enum { USUAL_LENGTH = 4, LONGEST_LENGTH = 1000 };

typedef struct Testing { // a run of 'hone test --api'
    const Options *options;
    Arena *arena;
    Input input;
    TaskFacts task;
    Api api;
    Declared declared;
    ApiCalls calls;
    ApiTexts left_out;
    MatchMode mode;
    uint32_t length;
    Program *p; // of the driver and the container
    ApiResult found;
    Reason why;
} Testing;

static bool given(const char *text) {
    return text && *text;
}

// ---- files for the compiler ----
// A test, compiled as the user's files are, with the interface's directory to look for headers in.
static SourceFile test_file(const Testing *t) {
    SourceFile file = { 0 };
    for (uint32_t i = 0; i < t->options->compiler.count; i++)
        vec_push(&file.arguments, t->options->compiler.at[i]);
    vec_push(&file.arguments, "-I");
    vec_push(&file.arguments, path_directory(t->options->api, t->arena));
    return file;
}

// A file of ours, which has the user's text in it: slips that compilers take for warnings are errors there.
static SourceFile own_file(const Testing *t, const char *name) {
    assert(*limits_tempdir()); // in a worker
    static const char *const strict[] = { "-Werror=implicit-function-declaration", "-Werror=int-conversion",
                                          "-Werror=incompatible-pointer-types" };
    SourceFile file = test_file(t);
    file.strict = true;
    file.path = arena_printf(t->arena, "%s/%s", limits_tempdir(), name);
    for (size_t i = 0; i < COUNT(strict); i++)
        vec_push(&file.arguments, strict[i]);
    return file;
}

static bool write_file(const char *path, const Text *text, Reason *why) {
    FILE *out = fopen(path, "w");
    bool good = out && fwrite(text->at, 1, text->count, out) == text->count;
    good = out && fclose(out) == 0 && good;
    if (!good)
        reason_set(why, "%.300s cannot be written", path);
    return good;
}

// The container's files and one of ours, which has the text.
static bool with_own_file(const Testing *t, const char *name, const Text *text, FrontendInput *in, Reason *why) {
    assert(text->count && *name);
    SourceFile file = own_file(t, name);
    *in = t->input.frontend;
    in->files.at = NULL;
    in->files.count = in->files.room = 0;
    vec_push(&in->files, file);
    for (uint32_t i = 0; i < t->input.frontend.files.count; i++)
        vec_push(&in->files, t->input.frontend.files.at[i]);
    return write_file(file.path, text, why);
}

// ---- the interface ----
static bool read_header(Testing *t) {
    SourceFile file = own_file(t, "");
    Declared declared = { 0 };
    file.path = t->options->api;
    bool good = file_check(file.path, SIZE_MAX, &t->why) &&
                declarations_read(&t->input.frontend, &file, t->arena, &declared, &t->why) &&
                api_of_header(file.path, &declared, t->arena, &t->api, &t->why);
    declared_free(&declared);
    vec_free(&file.arguments);
    return good;
}

static bool read_api(Testing *t) {
    const char *path = t->options->api;
    if (path_ends_in(path, ".h"))
        return read_header(t);
    if (path_ends_in(path, ".api"))
        return api_read(path, t->arena, &t->api, &t->why);
    reason_set(&t->why, "%.300s: what is this? --api takes a file that ends in .api, or a header", path);
    return false;
}

// What the compiler knows of the functions.
static bool read_declarations(Testing *t) {
    Text text = { 0 };
    SourceFile file = own_file(t, "probe.c");
    api_probe(&t->api, &text);
    bool good = write_file(file.path, &text, &t->why);
    if (good && !declarations_read(&t->input.frontend, &file, t->arena, &t->declared, &t->why)) {
        reason_set(&t->why, "%.300s: what it includes and declares does not compile", t->api.path);
        good = false;
    }
    vec_free(&file.arguments);
    vec_free(&text);
    return good;
}

static bool settle(Testing *t) {
    static const MatchMode modes[] = { [MATCHING_DATA] = MATCH_DATA,
                                       [MATCHING_ORDER] = MATCH_ORDER,
                                       [MATCHING_SHAPE] = MATCH_SHAPE,
                                       [MATCHING_NONE] = MATCH_NONE };
    t->mode = t->options->match ? modes[t->options->match] : MATCH_DATA;
    int64_t length = t->options->length ? t->options->length : t->api.length ? t->api.length : USUAL_LENGTH;
    if (length > LONGEST_LENGTH) {
        reason_set(&t->why, "--length is at most %d", LONGEST_LENGTH);
        return false;
    }
    t->length = (uint32_t)length;
    return true;
}

static bool read_interface(Testing *t) {
    bool spread = t->options->match == MATCHING_ORDER || t->options->match == MATCHING_SHAPE;
    return read_api(t) && settle(t) && read_declarations(t) &&
           api_calls(&t->api, &t->declared, spread, t->arena, &t->calls, &t->left_out, &t->why);
}

// ---- the search ----
static bool read_driver(Testing *t) {
    Text text = { 0 };
    FrontendInput in;
    api_driver(&t->api, &t->calls, &text);
    bool good = with_own_file(t, "driver.c", &text, &in, &t->why);
    t->p = good ? verify_read(&in, &t->why) : NULL;
    if (good && !t->p && strstr(t->why.text, "driver.c"))
        reason_set(&t->why, "%.300s: tests of it do not compile", t->api.path);
    vec_free(&in.files);
    vec_free(&text);
    return t->p != NULL;
}

static void search(Testing *t) {
    assert(t->p && t->calls.count && t->length);
    ApiTask task = { t->p, &t->api, &t->calls, t->length, t->mode };
    verify_prepare(t->p, &t->input.property, STAGE_READ, false);
    phase_begin(PHASE_engine);
    limits_search(true);
    api_search(&task, &t->found);
    limits_search(false);
    phase_end(PHASE_engine);
    progress_clear();
}

// ---- a sequence that fails, as a program of its own ----
static Verdict judge_assertion(const Testing *t, Program *p, const FrontendInput *in) {
    assert(t->found.end == RUN_ERROR && in->files.count);
    Input input = t->input;
    Claim claim;
    input.frontend = *in;
    verify_prepare(p, &input.property, STAGE_MEMORY, false);
    ProgramFacts facts = program_facts(p);
    Question q = { p, &facts, &input, t->options, t->arena };
    claim_init(&claim);
    claim.kind = CLAIM_UNSAFE;
    Verdict v = verify_answer(&q, &claim);
    claim_free(&claim);
    program_facts_free(&facts);
    return v;
}

static Verdict judge_fault(const Testing *t, Program *p, const FrontendInput *in) {
    assert(t->found.end != RUN_ERROR && in->files.count);
    const char *property;
    verify_prepare(p, &t->input.property, STAGE_READ, false);
    phase_begin(PHASE_replay);
    Judgement j = check_fault(p, in, t->arena, &property);
    phase_end(PHASE_replay);
    return verdict_of_run(property ? property : t->task.property, &j);
}

static Verdict judge_failure(Testing *t) {
    Text text = { 0 };
    FrontendInput in;
    const VecU32 *calls = &t->found.failing.calls;
    assert(t->found.stop == API_FAILED);
    // places are those of the file that will be written, whose first line is a comment
    const char *name = given(t->options->output) ? arena_printf(t->arena, "%s/fail.c", t->options->output) : "(test)";
    api_test(&t->api, &t->calls, calls->count, calls->at, arena_printf(t->arena, "#line 2 \"%s\"\n", name), &text);
    bool good = with_own_file(t, "test.c", &text, &in, &t->why);
    Program *p = good ? verify_read(&in, &t->why) : NULL;
    Verdict v = !p                          ? verdict_error(EXIT_INPUT, &t->why, t->arena)
                : t->found.end == RUN_ERROR ? judge_assertion(t, p, &in)
                                            : judge_fault(t, p, &in);
    vec_free(&in.files);
    vec_free(&text);
    return v; // its texts live in the program
}

// The search takes what the program reads from nowhere for zero; a test that fails only so proves nothing.
static Verdict judge_open(const Testing *t, Verdict v) {
    if (v.outcome != OUTCOME_UNKNOWN || !t->found.inputs)
        return v;
    v.reason = "not confirmed";
    v.detail =
        "the sequence fails if memory or variables that were never written, or results of functions without body, "
        "are 0";
    return v;
}

static Verdict judge(Testing *t) {
    const char *property = t->task.property;
    switch (t->found.stop) {
    case API_FAILED:
        return judge_open(t, judge_failure(t));
    case API_INTERRUPTED:
        return verdict_unknown(property, "timeout", "not all sequences were explored");
    case API_NO_START:
        return verdict_unknown(property, "start",
                               arena_printf(t->arena, "before the first call: %s", run_end_text(t->found.end)));
    case API_EXPLORED:
        break;
    }
    return (Verdict){ .outcome = OUTCOME_DONE, .property = property };
}

// ---- the report ----
static const char *match_text(MatchMode mode) {
    static const char *const texts[] = { [MATCH_DATA] = "shape and data",
                                         [MATCH_ORDER] = "shape and order of data",
                                         [MATCH_SHAPE] = "shape",
                                         [MATCH_NONE] = "none, every sequence is explored" };
    return texts[mode];
}

static const char *branch_text(const Testing *t, const Target *b) {
    assert(b->edge && b->edge < t->p->edges.count);
    const Edge *e = &t->p->edges.at[b->edge];
    SrcPos pos = e->pos;
    const char *file = pos.file ? program_text(t->p, t->p->files.at[pos.file]) : "?";
    const char *function = program_text(t->p, t->p->funcs.at[t->p->locs.at[e->from].func].name);
    uint32_t ways = 0, way = b->joined ? 2 - b->outcome : 0;
    for (EdgeId other = t->p->locs.at[e->from].first_out; other; other = t->p->edges.at[other].next_out) {
        ways++;
        if (other == b->edge && !b->joined)
            way = ways;
    }
    return arena_printf(t->arena, "%s:%u:%u in %s, way %u of %u", file, pos.line, pos.column, function, way,
                        b->joined ? 2 : ways);
}

static void add_note(const Testing *t, TestFacts *facts, uint64_t n, const char *what) {
    if (n)
        vec_push(&facts->notes, arena_printf(t->arena, "%llu %s", (unsigned long long)n, what));
}

static void describe(const Testing *t, TestFacts *facts) {
    const ApiResult *r = &t->found;
    *facts = (TestFacts){ .api = t->api.path, .match = match_text(t->mode), .length = t->length };
    bool exact = t->mode == MATCH_DATA || t->mode == MATCH_NONE;
    facts->missing = exact ? NULL : "branches can be missed that --match data covers";
    facts->calls = t->calls.count;
    facts->states = r->states;
    facts->matched = r->matched;
    facts->sequences = r->sequences;
    facts->branches = r->branches;
    facts->executed = r->executed;
    facts->covered = r->covered;
    facts->tests = r->tests.count;
    facts->seconds = r->seconds;
    for (uint32_t i = 0; i < r->failing.calls.count; i++)
        vec_push(&facts->failing, t->calls.at[r->failing.calls.at[i]].text);
    if (r->stop == API_FAILED && !r->failing.calls.count)
        vec_push(&facts->failing, "(no calls)");
    for (uint32_t i = 0; i < r->missed.count; i++)
        vec_push(&facts->missed, branch_text(t, &r->missed.at[i]));
    for (uint32_t i = 0; i < t->left_out.count; i++)
        vec_push(&facts->notes, t->left_out.at[i].text);
    add_note(t, facts, r->endless, "calls did not end within their limits; what follows them is not explored");
    add_note(t, facts, r->unmodelled, "calls met something that is not modelled");
    add_note(t, facts, r->inputs, "values from outside (uninitialised, functions without body) were taken as 0");
}

static void write_tests(Testing *t, Verdict *v) {
    if (!given(t->options->output))
        return;
    SourceFile test = test_file(t);
    VEC(Sequence) tests = { 0 };
    const ApiResult *r = &t->found;
    Sequence failing = { r->failing.calls.count, r->failing.calls.at };
    for (uint32_t i = 0; i < r->tests.count; i++)
        vec_push(&tests, (Sequence){ r->tests.at[i].calls.count, r->tests.at[i].calls.at });
    TestFiles files = { t->options->output,       &t->api, &t->calls,
                        &t->input.frontend.files, &test,   t->input.frontend.pointer_bits == 32 ? "-m32" : "-m64" };
    bool fails = v->outcome == OUTCOME_FALSE;
    if (test_files_write(&files, tests.count, tests.at, fails ? &failing : NULL, fails ? v->story.what : "", t->arena,
                         &t->why))
        v->tests.directory = t->options->output;
    else
        vec_push(&v->messages, arena_strdup(t->arena, t->why.text));
    vec_free(&tests);
    vec_free(&test.arguments);
}

static int test_interface(Testing *t) {
    t->task = task_facts(&t->input, "api", t->arena);
    if (!t->task.files.count)
        vec_push(&t->task.files, t->options->api);
    if ((given(t->options->output) && !test_files_check(t->options->output, &t->why)) || !read_interface(t))
        return verify_fail(EXIT_INPUT, &t->why, &t->task, t->options);
    terminal_task(&t->task);
    verify_note(&(Verdict){ .task = &t->task }, t->options);
    if (!read_driver(t))
        return verify_fail(EXIT_INPUT, &t->why, &t->task, t->options);
    search(t);
    Verdict v = judge(t);
    v.task = &t->task;
    v.engine = "api";
    describe(t, &v.tests);
    write_tests(t, &v);
    int code = verify_report(&v, t->options);
    verdict_free(&v);
    return code;
}

int verify_test(const Options *options) {
    Testing t = { .options = options, .arena = arena_new() };
    int code;
    assert(given(options->api));
    code = input_read(options, "assert", t.arena, &t.input, &t.why);
    code = code ? verify_fail(code, &t.why, NULL, options) : test_interface(&t);
    api_result_free(&t.found);
    vec_free(&t.calls);
    vec_free(&t.left_out);
    declared_free(&t.declared);
    api_free(&t.api);
    task_facts_free(&t.task);
    program_free(t.p);
    arena_free(t.arena);
    return code;
}
