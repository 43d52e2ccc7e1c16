// What to check becomes goals of a program: which ones for each property, where they are, that the passes keep them,
// and that a run says which goal it reaches
#include "frontend/frontend.h"
#include "memory/memory.h"
#include "program/pass/simplify.h"
#include "program/pass/slice.h"
#include "program/pass/states.h"
#include "program/run/interpret.h"
#include "spec/monitor/monitor.h"
#include <stdlib.h>
#include <unistd.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#define HEAD                                                                           \
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"         \
    "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n" \
    "#define assert(x) ((x) ? (void)0 : __assert_fail(#x, __FILE__, __LINE__, __func__))\n"
enum { HEAD_LINES = 3 };

// Reads 'text', whose first line is line 1, for the property of that name.
static Program *read_c(const char *text, const char *name, const char *function) {
    char path[] = "/tmp/test_monitor_XXXXXX.c";
    int fd = mkstemps(path, 2);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    assert_non_null(out);
    fprintf(out, HEAD "%s", text);
    fclose(out);
    Property property;
    assert_true(property_by_name(name, &property));
    property.error_function = function;
    FrontendInput in = { .pointer_bits = 64, .entry = "main", .events = property_events(&property) };
    vec_push(&in.files, (SourceFile){ .path = path });
    Reason why = { "" };
    Program *p = frontend_read(&in, &why);
    if (!p)
        fail_msg("%s", why.text);
    remove(path);
    vec_free(&in.files);
    assert_int_equal(p->goals.count, 1);
    assert_false(p->monitored);
    monitor_property(p, &property);
    program_check(p);
    return p;
}

// Goals as "kind:function:line:text; ...", of those for which an edge is left.
static const char *goals_of(const Program *p, Text *out) {
    static const char *const kinds[] = {
#define KIND(kind, text, property, meaning) text,
        GOALS(KIND)
#undef KIND
    };
    out->count = 0;
    text_add(out, "%s", "");
    for (GoalId g = 1; g < p->goals.count; g++) {
        const Goal *goal = &p->goals.at[g];
        bool left = false;
        for (EdgeId e = 1; e < p->edges.count; e++)
            left |= p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ERROR && p->edges.at[e].cmd.goal == g;
        if (left)
            text_add(out, "%s:%s:%u:%s; ", kinds[goal->kind], program_text(p, p->funcs.at[goal->func].name),
                     goal->pos.line - HEAD_LINES, goal_text(p, g));
    }
    return out->at;
}

static void prepare(Program *p) {
    memory_call_back(p);
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    memory_resolve_calls(p);
    program_simplify(p, PASS_ALL);
    memory_split(p, memory_order_to_inputs(p));
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    program_check(p);
}

static void expect_of(const char *text, const char *property, const char *function, const char *wanted) {
    Text found = { 0 };
    Program *p = read_c(text, property, function);
    assert_string_equal(goals_of(p, &found), wanted);
    prepare(p);
    assert_string_equal(goals_of(p, &found), wanted);
    program_slice(p, MEMORY_MAY_FAIL);
    program_check(p);
    assert_string_equal(goals_of(p, &found), wanted);
    vec_free(&found);
    program_free(p);
}

// The goals with which the program is read are there after every pass.
static void expect(const char *text, const char *property, const char *wanted) {
    expect_of(text, property, NULL, wanted);
}

// ---- which goals ----
static void each_property(void **state) {
    (void)state;
    static const char text[] = "static int twice(int x) { return x * 2; }\n"
                               "int main(void) {\n"
                               "    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n"
                               "    assert(x != 7);\n"
                               "    if (x == 8) reach_error();\n"
                               "    return twice(x) + (x << y);\n"
                               "}\n";
    expect(text, "unreach-call", "call:main:5:reach_error is called; ");
    expect(text, "assert", "assertion:main:4:an assertion fails; call:main:5:reach_error is called; ");
    expect(text, "no-overflow",
           "shift:main:6:invalid shift; overflow:main:6:signed overflow in +; "
           "overflow:twice:1:signed overflow in *; ");
}

static void nothing_to_violate(void **state) {
    (void)state;
    static const char text[] = "int main(void) { unsigned x = (unsigned)__VERIFIER_nondet_int(); return x * 2 > 5; }\n";
    expect(text, "unreach-call", "");
    expect(text, "assert", "");
    expect(text, "no-overflow", "");
}

// A failing assertion that is no goal ends the run by abort().
static void assertion_is_no_goal(void **state) {
    (void)state;
    Program *p = read_c("int main(void) { assert(0); return 0; }\n", "unreach-call", NULL);
    RunOptions options = run_options();
    RunResult run;
    interpret(p, &options, &run);
    assert_int_equal(run.end, RUN_ABORTED);
    run_result_free(&run);
    program_free(p);
}

// The body of the function does not matter, and a call of it by a pointer or as a thread counts.
static void function_of_the_program(void **state) {
    (void)state;
    static const char text[] = "void reach_error(void) { assert(0); }\n"
                               "int main(void) {\n"
                               "    if (__VERIFIER_nondet_int()) reach_error();\n"
                               "    return 0;\n"
                               "}\n";
    expect(text, "unreach-call", "call:main:3:reach_error is called; ");
    expect(text, "assert", "call:main:3:reach_error is called; ");
    expect(text, "no-overflow", "");
    expect("void reach_error(void) { }\n"
           "void (*volatile f)(void) = reach_error;\n"
           "int main(void) { f(); return 0; }\n",
           "unreach-call", "call:reach_error:1:reach_error is called; ");
}

// Any function can be the one that must not be called; then the usual ones may be.
static void function_of_the_property(void **state) {
    (void)state;
    static const char text[] = "extern void bad(void);\n"
                               "int main(void) {\n"
                               "    if (__VERIFIER_nondet_int()) bad();\n"
                               "    if (__VERIFIER_nondet_int()) reach_error();\n"
                               "    return 0;\n"
                               "}\n";
    expect_of(text, "unreach-call", "bad", "call:main:3:bad is called; ");
    expect_of(text, "unreach-call", "reach_error", "call:main:4:reach_error is called; ");
    expect_of("extern void abort(void);\nint main(void) { abort(); }\n", "unreach-call", "abort",
              "call:main:2:abort is called; ");
    expect_of("void *memcpy(void *, const void *, unsigned long);\n"
              "int main(void) { int x = 1, y; memcpy(&y, &x, sizeof y); return y; }\n",
              "unreach-call", "memcpy", "call:main:2:memcpy is called; ");
}

// ---- what happens to them ----
// A goal that no run reaches has no edge any more; its number stays its own.
static void unreachable_goal(void **state) {
    (void)state;
    Text found = { 0 };
    Program *p = read_c("int main(void) {\n"
                        "    int x = 1;\n"
                        "    if (x == 2) reach_error();\n"
                        "    if (__VERIFIER_nondet_int()) reach_error();\n"
                        "    return 0;\n"
                        "}\n",
                        "unreach-call", NULL);
    assert_int_equal(p->goals.count, 3);
    prepare(p);
    assert_int_equal(p->goals.count, 3);
    assert_string_equal(goals_of(p, &found), "call:main:4:reach_error is called; ");
    vec_free(&found);
    program_free(p);
}

static uint32_t edges_of(const Program *p, GoalId goal) {
    uint32_t n = 0;
    for (EdgeId e = 1; e < p->edges.count; e++)
        n += p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ERROR && p->edges.at[e].cmd.goal == goal;
    return n;
}

// Copies of an edge - inlining, states - are of the same goal.
static void copied_goal(void **state) {
    (void)state;
    Program *p = read_c("static void check(int x) { if (x == 5) reach_error(); }\n"
                        "int main(void) { check(__VERIFIER_nondet_int()); check(__VERIFIER_nondet_int()); }\n",
                        "unreach-call", NULL);
    prepare(p);
    assert_int_equal(p->goals.count, 2);
    assert_int_equal(edges_of(p, 1), 2);
    program_free(p);
    p = read_c("int main(void) {\n"
               "    int s = 0;\n"
               "    while (1) {\n"
               "        int x = __VERIFIER_nondet_int();\n"
               "        if (s == 0 && x == 1) s = 1;\n"
               "        else if (s == 1 && x == 2) s = 2;\n"
               "        else if (s == 2 && x == 3) reach_error();\n"
               "        if (x == 9) reach_error();\n"
               "    }\n"
               "}\n",
               "unreach-call", NULL);
    prepare(p);
    States *states = states_split(p, STATES_USUAL);
    assert_non_null(states);
    program_check(p);
    assert_int_equal(p->goals.count, 3);
    assert_true(edges_of(p, 1) && edges_of(p, 2));
    states_free(states);
    program_free(p);
}

static GoalId goal_reached(const Program *p, const char *inputs) {
    RunOptions options = run_options();
    RunResult run;
    Trace trace;
    Reason why;
    trace_init(&trace);
    assert_true(trace_parse(&trace, inputs, strlen(inputs), "inputs", &why));
    options.inputs = &trace;
    interpret(p, &options, &run);
    GoalId goal = run.end == RUN_ERROR ? p->edges.at[run.edge].cmd.goal : 0;
    if (goal)
        assert_string_equal(run.message.text, goal_text(p, goal));
    run_result_free(&run);
    trace_free(&trace);
    return goal;
}

// One goal at a time: a run that reaches another one ends there.
static void one_goal(void **state) {
    (void)state;
    Program *p = read_c("int main(void) {\n"
                        "    int x = __VERIFIER_nondet_int();\n"
                        "    assert(x != 1);\n"
                        "    assert(x != 2);\n"
                        "    return 0;\n"
                        "}\n",
                        "assert", NULL);
    prepare(p);
    assert_int_equal(goal_reached(p, "0"), 0);
    assert_int_equal(goal_reached(p, "1"), 1);
    assert_int_equal(goal_reached(p, "2"), 2);
    Program *one = program_copy(p);
    program_keep_goal(one, 2);
    program_check(one);
    assert_int_equal(goal_reached(one, "1"), 0);
    assert_int_equal(goal_reached(one, "2"), 2);
    program_free(one);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_property),
        cmocka_unit_test(nothing_to_violate),
        cmocka_unit_test(assertion_is_no_goal),
        cmocka_unit_test(function_of_the_program),
        cmocka_unit_test(function_of_the_property),
        cmocka_unit_test(unreachable_goal),
        cmocka_unit_test(copied_goal),
        cmocka_unit_test(one_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
