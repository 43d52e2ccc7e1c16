#include "answer/tests/gcov.h"
#include "answer/replay/build.h"
#include "base/limits.h"
#include "spec/file.h"
#include "spec/json.h"
#include <stdlib.h>
#include <unistd.h>

enum { LARGEST_REPORT = 1 << 28 };
static const double RUN_SECONDS = 60, TOOL_SECONDS = 60;

void gcov_free(Gcov *g) {
    vec_free(&g->lines);
}

// ---- the runs ----
static bool run_vector(const Compilation *c, const char *suite, const char *vector, Reason *why) {
    const char *setting = arena_printf(c->arena, "%s=%s", HARNESS_VECTOR, vector);
    const char *const words[] = { "env", setting, c->executable, NULL };
    Reach reach = { .writable = c->directory };
    ProcessResult r;
    vec_push(&reach.readable, suite);
    if (c->in->replay == PROTECT_LIMITS_ONLY)
        process_run(words, RUN_SECONDS, &r);
    else
        confined_run(words, &reach, RUN_SECONDS, &r);
    bool ran = r.end != PROCESS_NOT_STARTED;
    if (!ran)
        reason_set(why, "the program was not run: %.200s", r.output.at);
    process_result_free(&r);
    vec_free(&reach.readable);
    return ran;
}

// Where the program defines malloc and its kin itself they get other names, as the driver and gcov need the library's.
static bool rename_own(Compilation *c, Reason *why) {
    static const char *const names[] = { "malloc", "calloc", "realloc", "free" };
    bool good = true;
    for (size_t i = 0; i < COUNT(names) && good; i++) {
        const char *change = arena_printf(c->arena, "%s=hone_own_%s", names[i], names[i]);
        for (uint32_t k = 0; k < c->objects.count && good && symbols_said(&c->symbols, names[i]) & SYMBOL_DEFINED;
             k++) {
            const char *const words[] = { "objcopy", "--redefine-sym", change, c->objects.at[k], NULL };
            ProcessResult r;
            process_run(words, TOOL_SECONDS, &r);
            good = r.end == PROCESS_EXITED && r.code == 0;
            if (!good)
                reason_set(why, "the program's own %s cannot be renamed: %.200s", names[i],
                           r.output.at ? r.output.at : "");
            process_result_free(&r);
        }
    }
    return good;
}

// The models of the library that are in the suite.
static bool compile_library(Compilation *c, const char *suite, Reason *why) {
    const char *names = arena_printf(c->arena, "%s/" WORLD_NAMES, suite), *file;
    const char *program_names = arena_printf(c->arena, "%s/" WORLD_PROGRAM_NAMES, suite);
    Texts sources = { 0 };
    for (size_t i = 0; (file = world_file(i)); i++) {
        const char *path = arena_printf(c->arena, "%s/" SUITE_LIBRARY "%s", suite, file);
        if (access(path, R_OK) == 0)
            vec_push(&sources, path);
    }
    bool good = !sources.count || compile_world(c, &sources, names, program_names, why);
    vec_free(&sources);
    return good;
}

static bool compile(Compilation *c, const char *suite, Reason *why) {
    VecU32 missing = { 0 };
    Names *names = names_new();
    const char *driver = arena_printf(c->arena, "%s/driver.c", suite);
    bool good = compile_program(c, why) && rename_own(c, why) && compile_library(c, suite, why) &&
                compile_harness(c, driver, &missing, names, why);
    if (!good && missing.count)
        reason_set(why, "no file defines %.100s", name_text(names, (Name){ missing.at[0] }));
    vec_free(&missing);
    names_free(names);
    return good;
}

// ---- what gcov says ----
static uint64_t number(const Json *object, const char *name) {
    const Json *member = json_member(object, name);
    return member && member->kind == JSON_NUMBER ? strtoull(member->text, NULL, 10) : 0;
}

static void read_line(const Json *line, const char *file, Gcov *out) {
    GcovLine l = { .file = file, .line = (uint32_t)number(line, "line_number"), .count = number(line, "count") };
    const Json *branches = json_member(line, "branches");
    for (const Json *b = branches ? branches->first : NULL; b; b = b->next) {
        l.branches++;
        l.taken += number(b, "count") != 0;
    }
    vec_push(&out->lines, l);
}

static bool read_report(const char *text, Arena *arena, Gcov *out, Reason *why) {
    const Json *report = json_parse("gcov", text, arena, why), *files = report ? json_member(report, "files") : NULL;
    for (const Json *f = files ? files->first : NULL; f; f = f->next) {
        const char *path = json_text(f, "file");
        const Json *lines = json_member(f, "lines");
        for (const Json *l = lines && path ? lines->first : NULL; l; l = l->next)
            read_line(l, path, out);
    }
    return report != NULL;
}

// Its report may be long: to a file.
static bool ask_gcov(const Compilation *c, const char *object, Gcov *out, Reason *why) {
    static const char script[] = "exec gcov --json-format --stdout --branch-probabilities \"$1\" >\"$2\"";
    const char *report = arena_printf(c->arena, "%s/report.json", c->directory);
    const char *const words[] = { "sh", "-c", script, "sh", object, report, NULL };
    ProcessResult r;
    process_run(words, TOOL_SECONDS, &r);
    bool good = r.end == PROCESS_EXITED && r.code == 0;
    char *text = good ? file_read(report, LARGEST_REPORT, c->arena, NULL, why) : NULL;
    if (!good)
        reason_set(why, "gcov gives no report: %.200s", r.output.at ? r.output.at : "");
    process_result_free(&r);
    return text && read_report(text, c->arena, out, why);
}

static bool measure(Compilation *c, const char *suite, uint32_t n, const char *const vectors[], Gcov *out,
                    Reason *why) {
    bool good = compile(c, suite, why);
    for (uint32_t i = 0; i < n && good && !limits_hit(); i++) {
        good = run_vector(c, suite, vectors[i], why);
        out->runs += good;
    }
    for (uint32_t i = 0; i < c->objects.count && good; i++)
        good = ask_gcov(c, c->objects.at[i], out, why);
    return good;
}

bool gcov_measure(const FrontendInput *in, const char *directory, uint32_t n, const char *const vectors[], Arena *arena,
                  Gcov *out, Reason *why) {
    assert(directory && *directory);
    FrontendInput plain = *in;
    char *work = build_directory(arena), *suite = realpath(directory, NULL);
    plain.events = (EventSet){ 0 };
    Compilation c = { .arena = arena, .in = &plain, .directory = work, .compiler = "gcc" };
    c.coverage = true;
    c.zeroed = true; // as in the runs that the claims come from
    bool good = work && suite;
    if (!good)
        reason_set(why, "%s", suite ? "no temporary directory" : "there is no such suite");
    good = good && measure(&c, suite, n, vectors, out, why);
    compilation_free(&c);
    if (work)
        build_remove(work);
    free(suite);
    return good;
}
