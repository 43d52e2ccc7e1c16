// Slices of programs with two threads: for the same inputs, the errors that some schedule reaches are the same.
//
// Random programs are run by all schedules with few switches of threads, before and after.  What a slice leaves out
// are steps of one thread, so the same errors need the same number of switches.
#include "random_threads.h"
#include "program/edit.h"
#include "program/pass/slice.h"

enum { PROGRAMS = 100, INPUTS = 2, SWITCHES = 3, MOST_ERRORS = 64 };

// ---- all schedules with few switches ----
typedef struct Errors {
    uint32_t line[MOST_ERRORS], count;
    bool memory_error;
} Errors;

static void note(Errors *errors, const RunResult *r) {
    errors->memory_error |= r->end == RUN_MEMORY_ERROR;
    for (uint32_t i = 0; i < errors->count; i++)
        if (errors->line[i] == r->pos.line)
            return;
    if (r->end == RUN_ERROR && errors->count < MOST_ERRORS)
        errors->line[errors->count++] = r->pos.line;
}

// Runs 'schedule' and all that have up to 'switches' turns more, as long as these are used up.  How many steps the
// first one took.
static uint64_t explore(Interpreter *it, uint64_t seed, Trace *schedule, uint32_t switches, Errors *errors) {
    RunOptions o = run_options();
    o.inputs = schedule;
    o.then = SOURCE_RANDOM;
    o.seed = seed;
    o.check_choices = true;
    RunResult r;
    interpreter_run(it, &o, &r);
    note(errors, &r);
    uint64_t fixed = 0, steps = r.steps;
    run_result_free(&r);
    uint32_t n = schedule->schedule.count;
    for (uint32_t i = 0; i < n; i++)
        fixed += schedule->schedule.at[i].edges;
    bool used = true;
    for (uint64_t length = 1; switches && used; length++) {
        vec_push(&schedule->schedule, (TraceTurn){ n & 1, length });
        used = explore(it, seed, schedule, switches - 1, errors) >= fixed + length;
        schedule->schedule.count = n;
    }
    return steps;
}

static Errors errors_of(const Program *p, uint64_t seed) {
    Errors errors = { 0 };
    Trace schedule;
    trace_init(&schedule);
    Interpreter *it = interpreter_new(p);
    explore(it, seed, &schedule, SWITCHES, &errors);
    interpreter_free(it);
    trace_free(&schedule);
    return errors;
}

static bool covers(const Errors *a, const Errors *b) {
    for (uint32_t i = 0; i < b->count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < a->count; k++)
            found |= a->line[k] == b->line[i];
        if (!found)
            return false;
    }
    return true;
}

static uint32_t edges_of(const Program *p) {
    return program_stats(p).edges;
}

static void compare(uint64_t seed, SliceMemory memory, uint32_t *saved, uint32_t *reached) {
    Program *p = random_threads(seed, false), *q = random_threads(seed, false);
    program_slice(q, memory);
    program_check(q);
    assert_true(program_has_threads(q) || !program_has_threads(p));
    *saved += edges_of(p) - edges_of(q);
    for (uint64_t i = 0; i < INPUTS; i++) {
        Errors before = errors_of(p, i), after = errors_of(q, i);
        *reached += before.count;
        if (!covers(&before, &after) || !covers(&after, &before)) {
            program_print(p, stderr);
            program_print(q, stderr);
            fail_msg("program %llu: %u errors, then %u", (unsigned long long)seed, before.count, after.count);
        }
    }
    program_free(p);
    program_free(q);
}

static void test_random(void **state) {
    (void)state;
    uint64_t n = getenv("PROGRAMS") ? strtoull(getenv("PROGRAMS"), NULL, 10) : PROGRAMS;
    uint32_t saved = 0, reached = 0;
    for (uint64_t seed = 1; seed <= n; seed++)
        compare(seed, seed % 2 ? MEMORY_MAY_FAIL : MEMORY_TAKEN_SAFE, &saved, &reached);
    assert_true(saved > n && reached > n / 2);
}

// What no thread reads goes; what the other thread tests stays, with what it is computed from.
static void test_interference(void **state) {
    (void)state;
    Build b = begin();
    FuncId entry = b.f;
    LocId at = b.at;
    VarId flag = program_var(b.p, 0, "flag", bv(&b, 32), VAR_GLOBAL);
    VarId from = program_var(b.p, 0, "from", bv(&b, 32), VAR_GLOBAL);
    VarId idle = program_var(b.p, 0, "idle", bv(&b, 32), VAR_GLOBAL);
    func(&b, "thread", 0);
    FuncId thread = b.f;
    EdgeId first = b.p->edges.count;
    set(&b, from, num(&b, 1));
    set(&b, idle, val(&b, from));
    set(&b, flag, val(&b, from));
    edge(&b, b.p->funcs.at[b.f].exit, (Cmd){ .kind = CMD_RETURN });
    b.f = entry;
    b.at = at;
    put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .callee = thread, .b = adr(&b, 0) });
    LocId otherwise = place(&b);
    branch(&b, term_2(b.t, OP_EQ, val(&b, flag), num(&b, 1)), otherwise);
    stop(&b, CMD_ERROR, (Term){ 0 }, "error");
    b.at = otherwise;
    ret(&b, num(&b, 0));
    program_check(b.p);
    assert_true(slice_cone(b.p, MEMORY_MAY_FAIL));
    assert_int_equal(b.p->edges.at[first].cmd.kind, CMD_ASSIGN);
    assert_int_equal(b.p->edges.at[first + 1].cmd.kind, CMD_SKIP);
    assert_int_equal(b.p->edges.at[first + 2].cmd.kind, CMD_ASSIGN);
    program_free(b.p);
}

// The first thread may be cut off while it is alone; later no thread is.
static void test_cut(void **state) {
    (void)state;
    Build b = begin();
    FuncId entry = b.f;
    LocId at = b.at;
    VarId g = program_var(b.p, 0, "g", bv(&b, 32), VAR_GLOBAL), x = local(&b, "x");
    func(&b, "thread", 0);
    FuncId thread = b.f;
    set(&b, g, num(&b, 1));
    EdgeId kept = b.p->edges.count - 1;
    stop(&b, CMD_ERROR, (Term){ 0 }, "error");
    b.f = entry;
    b.at = at;
    LocId useless = place(&b);
    input(&b, x, "nondet_int");
    branch(&b, term_2(b.t, OP_EQ, val(&b, x), num(&b, 1)), useless);
    put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .callee = thread, .b = adr(&b, 0) });
    set(&b, g, num(&b, 2)); // no error follows in this thread
    EdgeId after = b.p->edges.count - 1;
    ret(&b, num(&b, 0));
    b.at = useless;
    set(&b, g, num(&b, 3));
    EdgeId gone = b.p->edges.count - 1;
    ret(&b, num(&b, 0));
    program_check(b.p);
    assert_true(slice_cut(b.p));
    program_check(b.p);
    assert_true(b.p->edges.at[kept].from && b.p->edges.at[after].from);
    assert_false(b.p->edges.at[gone].from);
    program_free(b.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interference),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
