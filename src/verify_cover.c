// verify_cover.c - hone test --cover: inputs for every place that can be reached, a proof for those that cannot
//
//   the program is read -> targets (program/run/cover.h) -> runs on guessed inputs cover the easy ones -> engines are
//   asked for a run to an open target, of all at once, as long as they answer -> then for each one that is left, the
//   deepest first, with a limit -> as few of the tests as cover the same -> the suite is written and the verdict
//   reported
//
// After D. Beyer, A. Chlipala, T. Henzinger, R. Jhala, R. Majumdar, "Generating Tests from Counterexamples", ICSE 2004.
// A query is a program in which open targets are goals, so every engine serves and every answer is checked as
// 'hone check' checks it: 'true' says that all targets of the query are dead, 'false' is a run to one of them.  Each
// run is repeated on the program itself, to its end, and every target that it reaches is live.
#include "answer/tests/why_dead.h"
#include "base/limits.h"
#include "report/suite_files.h"
#include "report/terminal.h"
#include "verify_cover.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOT_ASKED "not reached before the time limit"
#define PREDICATE "__hone_reached_with" // the function that an expression becomes

static const double TO_WRITE = 15; // seconds that the report may take after a limit or a signal

static bool given(const char *text) {
    return text && *text;
}

// ---- the suite ----
static uint32_t count_new(const TargetSet *set, const Test *test) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < test->covers.count; i++)
        n += !set->in[test->covers.at[i]];
    return n;
}

static bool is_smaller(const Test *a, const Test *b) {
    return a->trace.inputs.count < b->trace.inputs.count;
}

// As few tests as the greedy cover gives: the one that adds most comes next, the smaller of two that add as much.
static void choose_tests(Covering *v) {
    TargetSet covered = target_set_new(v->cover);
    VEC(Test) chosen = { 0 };
    for (;;) {
        uint32_t best = UINT32_MAX, most = 0;
        for (uint32_t i = 0; i < v->tests.count; i++) {
            uint32_t n = count_new(&covered, &v->tests.at[i]);
            if (n > most || (n && n == most && is_smaller(&v->tests.at[i], &v->tests.at[best])))
                best = i, most = n;
        }
        if (!most)
            break;
        for (uint32_t i = 0; i < v->tests.at[best].covers.count; i++)
            target_set_add(&covered, v->tests.at[best].covers.at[i]);
        vec_push(&chosen, v->tests.at[best]);
        v->tests.at[best].covers = (VecU32){ 0 };
        v->tests.at[best].trace = (Trace){ 0 };
    }
    for (uint32_t i = 0; i < v->tests.count; i++)
        if (v->tests.at[i].trace.names)
            trace_free(&v->tests.at[i].trace), vec_free(&v->tests.at[i].covers);
    v->tests.count = 0;
    for (uint32_t i = 0; i < chosen.count; i++)
        vec_push(&v->tests, chosen.at[i]);
    vec_free(&chosen);
    target_set_free(&covered);
}

// ---- the report ----
static const char *way_text(const Covering *v, const Target *t) {
    const Program *p = v->p;
    const Edge *edge = &p->edges.at[t->edge];
    if (v->cover->kind != COVER_BRANCHES)
        return v->cover->kind == COVER_ERRORS ? program_text(p, p->goals.at[edge->cmd.goal].text) : NULL;
    if (t->joined)
        return t->outcome ? "true" : "false";
    uint32_t ways = 0, way = 0;
    for_out_edges(p, edge->from, e) {
        ways++;
        if (e == t->edge)
            way = ways;
    }
    return ways == 2 ? way == 1 ? "true" : "false" : arena_printf(v->arena, "way %u of %u", way, ways);
}

// The compiler may name a file from another directory than the one that Hone runs in.
static const char *path_of(const Covering *v, FileId id) {
    const SourceFiles *files = &v->input.frontend.files;
    const char *name = id ? program_text(v->p, v->p->files.at[id]) : "?";
    size_t n = strlen(name);
    for (uint32_t i = 0; i < files->count && access(name, R_OK) != 0; i++) {
        const char *path = files->at[i].path;
        size_t length = strlen(path);
        if (length > n && path[length - n - 1] == '/' && !strcmp(path + length - n, name))
            return path;
    }
    return name;
}

static const char *why_of(const Covering *v, uint32_t target) {
    const Fate *f = &v->fate[target];
    bool cut_off = f->kind == PLACE_OPEN && limits_hit();
    return f->kind == PLACE_LIVE                   ? NULL
           : cut_off && !strcmp(f->why, NOT_ASKED) ? "not asked for before the end"
                                                   : f->why;
}

// For the first of them, while there is time.
static void explain_dead(Covering *v) {
    enum { MOST_EXPLAINED = 500 };
    double end = clock_cpu() + 3;
    WhyDead *w = why_dead_new(v->p);
    uint32_t n = 0;
    for (uint32_t t = 0; t < v->cover->targets.count && n < MOST_EXPLAINED && clock_cpu() < end && !limits_hit(); t++) {
        if (v->fate[t].kind != PLACE_DEAD)
            continue;
        const char *why = why_dead(w, v->cover->targets.at[t].edge, cover_condition(v->cover, t), v->arena);
        if (why)
            v->fate[t].why = why;
        n++;
    }
    why_dead_free(w);
}

static void describe(Covering *v) {
    const Program *p = v->p;
    uint32_t *test = base_alloc((v->cover->targets.count + 1) * sizeof *test);
    for (uint32_t i = v->tests.count; i-- > 0;)
        for (uint32_t k = 0; k < v->tests.at[i].covers.count; k++)
            test[v->tests.at[i].covers.at[k]] = i + 1;
    for (uint32_t t = 0; t < v->cover->targets.count; t++) {
        const Target *target = &v->cover->targets.at[t];
        const Edge *e = &p->edges.at[target->edge];
        assert((v->fate[t].kind == PLACE_LIVE) == (test[t] != 0));
        vec_push(&v->facts.places,
                 (CoverPlace){ .file = path_of(v, e->pos.file),
                               .function = program_text(p, p->funcs.at[p->locs.at[e->from].func].name),
                               .line = e->pos.line,
                               .column = e->pos.column,
                               .text = v->way[t],
                               .jumps = target->jumps,
                               .fate = v->fate[t].kind,
                               .test = test[t],
                               .why = why_of(v, t) });
    }
    uint32_t unsure = 0;
    for (uint32_t i = 0; i < v->tests.count; i++)
        unsure += v->tests.at[i].unsure;
    if (unsure)
        vec_push(&v->facts.notes,
                 arena_printf(v->arena, "%u tests call library functions whose results a test cannot set: taken as 0",
                              unsure));
    for (uint32_t i = 0; i < v->tests.count; i++)
        if (v->tests.at[i].fault)
            vec_push(&v->facts.notes,
                     arena_printf(v->arena, "test %u ends in undefined behaviour in %s", i + 1, v->tests.at[i].fault));
    if (limits_hit())
        vec_push(&v->facts.notes, "ended by a limit or a signal: what was found so far");
    v->facts.tests = v->tests.count;
    v->facts.queries = v->queries;
    free(test);
}

static SuiteTest suite_test(const Test *t) {
    return (SuiteTest){ &t->trace, t->cut, t->threads, t->fault };
}

static void write_suite(Covering *v, Verdict *verdict) {
    if (!given(v->options->output))
        return;
    VEC(SuiteTest) tests = { 0 };
    for (uint32_t i = 0; i < v->tests.count; i++)
        vec_push(&tests, suite_test(&v->tests.at[i]));
    Suite suite = { v->options->output, &v->input, &v->facts, v->driver, &v->build.plan.world, tests.count, tests.at };
    if (suite_write(&suite, v->arena, &v->why))
        v->facts.directory = v->options->output;
    else
        vec_push(&verdict->messages, arena_strdup(v->arena, v->why.text));
    vec_free(&tests);
}

// What the proofs of dead places take for granted: that of the program as engines get it.
static void add_assumptions(Covering *v) {
    bool dead = false;
    for (uint32_t t = 0; t < v->cover->targets.count; t++)
        dead |= v->fate[t].kind == PLACE_DEAD;
    if (!dead)
        return;
    Program *copy = program_copy(v->p);
    memset(v->open, 1, v->cover->targets.count);
    cover_goals(v->cover, copy, v->open);
    verify_prepare(copy, &v->input.property, STAGE_MEMORY, false);
    Assumptions all = assumptions_of(copy);
    for (uint32_t i = 0; i < all.count; i++)
        vec_push(&v->facts.assumes, arena_strdup(v->arena, all.at[i]));
    vec_free(&all);
    program_free(copy);
}

static int report(Covering *v) {
    Verdict verdict = { .outcome = OUTCOME_DONE, .property = v->task.property, .task = &v->task, .engine = "cover" };
    choose_tests(v);
    explain_dead(v);
    describe(v);
    add_assumptions(v);
    write_suite(v, &verdict);
    verdict.cover = v->facts;
    int code = verify_report(&verdict, v->options);
    verdict_free(&verdict);
    return code;
}

// ---- the targets ----
static bool counts(const void *context, FuncId func) {
    const Covering *v = context;
    const Function *f = &v->p->funcs.at[func];
    const char *file = f->pos.file ? program_text(v->p, v->p->files.at[f->pos.file]) : "";
    return f->defined && *file && strcmp(program_text(v->p, f->name), PREDICATE) != 0 && !file_is_model(file) &&
           strncmp(file, "/usr/", 5) != 0;
}

// 'EXPR@FUNCTION' and 'EXPR@FUNCTION:LINE': lines, with EXPR true; EXPR may be missing.
static bool choose_place(Covering *v, const char *text) {
    const char *at = strrchr(text, '@');
    if (!at || !at[1])
        return false;
    v->place = at + 1;
    v->with = at > text ? arena_strndup(v->arena, text, (size_t)(at - text)) : v->with;
    return true;
}

static bool choose_kind(Covering *v, CoverKind *kind) {
    static const struct {
        const char *word;
        CoverKind kind;
    } kinds[] = { { "branch", COVER_BRANCHES },
                  { "condition", COVER_BRANCHES },
                  { "location", COVER_LOCATIONS },
                  { "error", COVER_ERRORS } };
    const char *word = given(v->options->cover) ? v->options->cover : "branch";
    v->with = given(v->options->with) ? v->options->with : NULL;
    *kind = COVER_LOCATIONS;
    v->facts.what = "location";
    if (choose_place(v, word))
        return true;
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (!strcmp(kinds[i].word, word)) {
            *kind = kinds[i].kind;
            v->facts.what = kinds[i].word;
            return true;
        }
    reason_set(&v->why, "--cover takes location, branch, condition, error or EXPR@FUNCTION[:LINE], not '%.100s'", word);
    return false;
}

// ---- places and predicates ----
// The expression becomes a function behind the first file, so that it is about the variables of that file.
static void append_predicate(Covering *v) {
    const char *text =
        arena_printf(v->arena, "__attribute__((used)) int " PREDICATE "(void) {\n    return !!(%s);\n}\n", v->with);
    if (!v->with || !v->input.frontend.files.count)
        return;
    v->input.frontend.files.at[0].appended = text;
    v->input.frontend.also = PREDICATE;
}

static bool is_chosen(const Covering *v, uint32_t target) {
    const Edge *e = &v->p->edges.at[v->cover->targets.at[target].edge];
    const char *function = program_text(v->p, v->p->funcs.at[v->p->locs.at[e->from].func].name);
    size_t n = strcspn(v->place, ":");
    uint32_t line = v->place[n] ? (uint32_t)strtoul(v->place + n + 1, NULL, 10) : 0;
    return strlen(function) == n && !strncmp(function, v->place, n) && (!line || line == e->pos.line);
}

static bool choose_targets(Covering *v) {
    uint32_t n = v->cover->targets.count, chosen = 0;
    uint8_t *keep = base_alloc(n + 1);
    for (uint32_t t = 0; t < n; t++)
        chosen += keep[t] = !v->place || is_chosen(v, t);
    cover_select(v->cover, keep);
    free(keep);
    if (chosen || !v->place)
        return true;
    reason_set(&v->why, "--cover: there is no code at %.100s", v->place);
    return false;
}

static bool add_predicate(Covering *v) {
    FuncId f = program_find_func(v->p, PREDICATE);
    if (!v->with)
        return true;
    if (!f || v->p->funcs.at[f].results.count != 1) {
        reason_set(&v->why, "the expression '%.100s' is not found in the program", v->with);
        return false;
    }
    uint32_t n = v->cover->targets.count;
    cover_with(v->cover, v->p, &(Predicate){ f, v->options->two_sided });
    const char **way = arena_alloc(v->arena, (2 * n + 1) * sizeof *way);
    for (uint32_t t = 0; t < v->cover->targets.count; t++)
        way[t] = arena_printf(v->arena, "%s%swith %s", v->way[t % n] ? v->way[t % n] : "", v->way[t % n] ? ", " : "",
                              t < n ? v->with : arena_printf(v->arena, "!(%s)", v->with));
    v->way = way;
    v->facts.with = v->with;
    return true;
}

// Compiles the program once, to find out what it lacks: that is what tests can give it.
static void make_driver(Covering *v) {
    static const RunResult no_run;
    char *directory = build_directory(v->arena);
    Reason why;
    if (!directory)
        return;
    v->build = build_start(&v->input.frontend, "gcc", directory, "driver.c", v->arena);
    harness_init(&v->build.plan, v->arena, v->p, &v->input.frontend, &no_run);
    harness_feed(&v->build.plan);
    if (build_all(&v->build, &why))
        v->driver = build_harness(&v->build);
    else
        vec_push(&v->facts.notes, arena_printf(v->arena, "the program cannot be compiled for tests: %s", why.text));
    build_remove(directory);
}

static void settle(Covering *v) {
    uint32_t n = v->cover->targets.count;
    make_driver(v);
    v->it = interpreter_new(v->p);
    v->fate = base_alloc((n + 1) * sizeof *v->fate);
    v->open = base_alloc(n + 1);
    memset(v->open, 1, n);
    v->n_open = n;
    v->now = target_set_new(v->cover);
    v->random = 1;
    v->can_be_given = base_alloc(v->p->edges.count);
    for (EdgeId e = 1; e < v->p->edges.count; e++) {
        const Cmd *cmd = &v->p->edges.at[e].cmd;
        v->can_be_given[e] = v->p->edges.at[e].from && cmd->kind == CMD_INPUT &&
                             cover_may_feed(v, cmd->input, program_text(v->p, cmd->text));
    }
    cover_guess_init(v);
    for (uint32_t t = 0; t < n; t++)
        v->fate[t].why = NOT_ASKED;
}

static bool prepare(Covering *v, CoverKind kind) {
    verify_prepare(v->p, &v->input.property, STAGE_READ, false);
    v->cover = cover_new(v->p, NULL, kind, counts, v);
    if (!choose_targets(v))
        return false;
    v->way = arena_alloc(v->arena, (v->cover->targets.count + 1) * sizeof *v->way);
    for (uint32_t t = 0; t < v->cover->targets.count; t++)
        v->way[t] = way_text(v, &v->cover->targets.at[t]);
    if (!add_predicate(v))
        return false;
    settle(v);
    return true;
}

static int cover(Covering *v) {
    CoverKind kind;
    if (!choose_kind(v, &kind))
        return verify_fail(EXIT_USAGE, &v->why, NULL, v->options);
    v->input.frontend.replay = PROTECT_NOT_RUN; // tests are confirmed together, by 'hone test --run'
    if (kind != COVER_ERRORS) {
        v->input.property = property_of_coverage(v->input.property.entry);
        v->input.frontend.events = (EventSet){ 0 }; // a call of reach_error is one like others
    }
    v->task = task_facts(&v->input, "cover", v->arena);
    if (given(v->options->output) && !suite_check(v->options->output, &v->why))
        return verify_fail(EXIT_INPUT, &v->why, &v->task, v->options);
    terminal_task(&v->task);
    limits_grace(TO_WRITE);
    verify_note(&(Verdict){ .task = &v->task }, v->options);
    append_predicate(v);
    v->p = verify_read(&v->input.frontend, &v->why);
    if (!v->p || !prepare(v, kind))
        return verify_fail(EXIT_INPUT, &v->why, &v->task, v->options);
    cover_run_corpus(v);
    cover_search(v);
    return report(v);
}

static void covering_free(Covering *v) {
    for (uint32_t i = 0; i < v->tests.count; i++) {
        trace_free(&v->tests.at[i].trace);
        vec_free(&v->tests.at[i].covers);
    }
    vec_free(&v->tests);
    target_set_free(&v->now);
    free(v->fate);
    free(v->open);
    free(v->can_be_given);
    vec_free(&v->numbers);
    vec_free(&v->words);
    cover_free(v->cover);
    interpreter_free(v->it);
    task_facts_free(&v->task);
    build_free(&v->build);
    program_free(v->p);
    arena_free(v->arena);
}

int verify_cover(const Options *options) {
    Covering v = { .options = options, .arena = arena_new() };
    int code = input_read(options, "assert", v.arena, &v.input, &v.why);
    code = code ? verify_fail(code, &v.why, NULL, options) : cover(&v);
    covering_free(&v);
    return code;
}
