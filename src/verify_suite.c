// verify_suite.c - hone test --run DIR: does a suite cover what it claims?
//
// The suite's claims (coverage.tsv) come from runs of the interpreter, and from proofs.  gcov counts what the compiled
// program does on the same tests: a line that is live must have been executed, one that is dead or open must not, and
// of each line as many branches must be taken as are live.  A difference is a mistake of Hone's.
//
// Less is compared where tests end otherwise than the runs of the interpreter: a run that a limit ends, or undefined
// behaviour, may go on in the compiled program, so it may execute more.  Where a signal ends it inside a function, gcov
// computes the counts of that function's branches wrongly.  What depends on the schedule of threads need not be the
// same.
#include "answer/tests/gcov.h"
#include "base/limits.h"
#include "base/map.h"
#include "report/own_files.h"
#include "report/suite_files.h"
#include "report/terminal.h"
#include "spec/file.h"
#include "verify.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_CLAIMS = 1 << 28, MOST_VECTORS = 100000, COLUMNS = 8 };

typedef struct LineClaim { // what is claimed of a line, and what was measured
    const char *file, *function;
    uint32_t line, places, live, jumps;
    bool measured;
    GcovLine gcov;
} LineClaim;

typedef struct Checking {
    const Options *options;
    Arena *arena;
    Input input;
    TaskFacts task;
    bool branches;     // of branches
    bool cut, threads; // a test was ended by a limit or undefined behaviour; depends on the schedule
    Texts faulty;      // functions in which tests end by undefined behaviour
    bool with;         // of places reached with some expression true: that they are reached can be seen, no more
    VEC(LineClaim) lines;
    Names *names;
    Map at; // file and line -> 1 + index
    VEC(const char *) vectors;
    Gcov gcov;
    Texts differences;
    uint32_t compared, otherwise; // lines; those whose branches or jumps the compiler counts in another way
    Reason why;
} Checking;

static LineClaim *line_of(Checking *c, const char *file, uint32_t line) {
    Name name = name_of(c->names, absolute_path(file, c->arena));
    uint64_t key = (uint64_t)name.id << 32 | line;
    if (!map_find(&c->at, key)) {
        vec_push(&c->lines, (LineClaim){ .file = file, .line = line });
        map_put(&c->at, key, c->lines.count);
    }
    return &c->lines.at[map_find(&c->at, key) - 1];
}

// ---- the suite ----
static bool split_row(char *row, char *column[COLUMNS]) {
    for (int i = 0; i < COLUMNS; i++) {
        column[i] = row;
        row += strcspn(row, "\t");
        if (i < COLUMNS - 1 && !*row)
            return false;
        if (*row)
            *row++ = 0;
    }
    return true;
}

static bool read_claims(Checking *c) {
    const char *path = arena_printf(c->arena, "%s/coverage.tsv", c->options->run);
    char *text = file_read(path, LARGEST_CLAIMS, c->arena, NULL, &c->why), *column[COLUMNS];
    for (uint32_t number = 1; text && *text; number++) {
        char *row = text;
        text += strcspn(text, "\n");
        if (*text)
            *text++ = 0;
        if (number == 1)
            c->branches = strstr(row, "(branch") || strstr(row, "(condition"), c->with = strstr(row, ", with ") != NULL;
        if (number <= 2)
            continue;
        if (!split_row(row, column)) {
            reason_set(&c->why, "%.300s:%u: this is no claim of a suite", path, number);
            return false;
        }
        LineClaim *line = line_of(c, column[0], (uint32_t)strtoul(column[1], NULL, 10));
        line->function = column[3];
        line->places++;
        line->jumps += !strcmp(column[4], "jump");
        line->live += !strcmp(column[5], "live");
    }
    return text != NULL;
}

static void read_end(Checking *c, const char *vector) {
    const char *fault = strstr(vector, "# " SUITE_FAULT);
    c->cut |= strstr(vector, "# " SUITE_CUT) || fault;
    c->threads |= strstr(vector, "# " SUITE_THREADS) != NULL;
    if (!fault)
        return;
    fault += sizeof "# " SUITE_FAULT - 1;
    vec_push(&c->faulty, arena_strndup(c->arena, fault, strcspn(fault, ":\n")));
}

static void find_vectors(Checking *c) {
    for (uint32_t i = 1; i < MOST_VECTORS; i++) {
        Reason ignored;
        const char *path = arena_printf(c->arena, "%s/vector_%03u.txt", c->options->run, i);
        char *text = access(path, R_OK) == 0 ? file_read(path, LARGEST_CLAIMS, c->arena, NULL, &ignored) : NULL;
        if (!text)
            break;
        read_end(c, text);
        vec_push(&c->vectors, absolute_path(path, c->arena));
    }
}

// ---- the comparison ----
static void differ(Checking *c, const LineClaim *l, const char *what) {
    vec_push(&c->differences, arena_printf(c->arena, "%s:%u: %s", l->file, l->line, what));
}

// Is the count of gcov known to be unsure?
static bool is_unsure(Checking *c, const LineClaim *l) {
    bool unsure = c->threads;
    for (uint32_t i = 0; i < c->faulty.count; i++)
        unsure |= !strcmp(c->faulty.at[i], l->function);
    c->otherwise += unsure;
    return unsure;
}

static void compare_branches(Checking *c, const LineClaim *l) {
    bool same = l->gcov.branches == l->places;
    if (!same)
        c->otherwise++;
    if (same && (c->cut ? l->gcov.taken < l->live : l->gcov.taken != l->live))
        differ(c, l,
               arena_printf(c->arena, "%u of %u branches are live, gcov saw %u", l->live, l->places, l->gcov.taken));
    else if (!same && !l->live && l->gcov.taken && !c->cut)
        differ(c, l, arena_printf(c->arena, "no branch is live, gcov saw %u", l->gcov.taken));
}

static void compare_line(Checking *c, const LineClaim *l) {
    if (l->live && !l->gcov.count && l->jumps == l->places)
        c->otherwise++;
    else if (l->live && !l->gcov.count)
        differ(c, l, "live, but gcov did not see it executed");
    else if (!l->live && l->gcov.count && !c->cut)
        differ(c, l, "not live, but gcov saw it executed");
}

static void compare(Checking *c) {
    for (uint32_t i = 0; i < c->gcov.lines.count; i++) {
        const GcovLine *g = &c->gcov.lines.at[i];
        Name name = name_of(c->names, absolute_path(g->file, c->arena));
        uint32_t at = map_find(&c->at, (uint64_t)name.id << 32 | g->line);
        LineClaim *l = at ? &c->lines.at[at - 1] : NULL;
        if (!l)
            continue;
        l->gcov.count += g->count; // a line can be in several functions
        l->gcov.branches += g->branches;
        l->gcov.taken += g->taken;
        l->measured = true;
    }
    c->cut |= c->with;
    for (uint32_t i = 0; i < c->lines.count; i++) {
        if (!c->lines.at[i].measured || is_unsure(c, &c->lines.at[i]))
            continue;
        c->compared++;
        if (c->branches && !c->with)
            compare_branches(c, &c->lines.at[i]);
        else
            compare_line(c, &c->lines.at[i]);
    }
}

static int check(Checking *c) {
    c->task = task_facts(&c->input, "gcov", c->arena);
    terminal_task(&c->task);
    if (!read_claims(c))
        return verify_fail(EXIT_INPUT, &c->why, &c->task, c->options);
    find_vectors(c);
    if (!gcov_measure(&c->input.frontend, c->options->run, c->vectors.count, c->vectors.at, c->arena, &c->gcov,
                      &c->why))
        return verify_fail(EXIT_INPUT, &c->why, &c->task, c->options);
    compare(c);
    if (!c->compared && !c->otherwise && c->lines.count)
        vec_push(&c->differences, "gcov has none of the lines of the suite");
    Verdict v = { .outcome = OUTCOME_DONE, .property = c->task.property };
    if (c->differences.count)
        v = verdict_unknown(c->task.property, "coverage differs", "gcov counts other places than the suite claims");
    v.task = &c->task;
    v.engine = "gcov";
    v.suite = (SuiteFacts){ c->options->run, c->gcov.runs, c->compared, c->otherwise };
    for (uint32_t i = 0; i < c->differences.count; i++)
        vec_push(&v.suite.differences, c->differences.at[i]);
    int code = verify_report(&v, c->options);
    verdict_free(&v);
    return code;
}

int verify_suite(const Options *options) {
    Checking c = { .options = options, .arena = arena_new(), .names = names_new() };
    int code = input_read(options, "assert", c.arena, &c.input, &c.why);
    code = code ? verify_fail(code, &c.why, NULL, options) : check(&c);
    vec_free(&c.lines);
    vec_free(&c.vectors);
    vec_free(&c.faulty);
    vec_free(&c.differences);
    map_free(&c.at);
    gcov_free(&c.gcov);
    task_facts_free(&c.task);
    names_free(c.names);
    arena_free(c.arena);
    return code;
}
