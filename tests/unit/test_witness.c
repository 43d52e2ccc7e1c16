// test_witness.c - source texts, and witness files: written, read again, damaged
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "answer/story/source.h"
#include "answer/witness/witness_apply.h"
#include "answer/witness/witness_run.h"

// ---- source texts ----
static Source source(const char *text, Arena *arena) {
    Source s;
    source_of_text(&s, "dir/t.c", text, (uint32_t)strlen(text), arena);
    return s;
}

static uint32_t offset_of(const Source *s, const char *what) {
    const char *at = strstr(s->text, what);
    assert_non_null(at);
    return (uint32_t)(at - s->text);
}

static void test_places(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Source s = source("int a;\n# 10 \"x.h\"\nint b;\nint c;\n# 2 \"dir/t.c\" 2\n\tint d;\n", arena);
    assert_int_equal(source_find(&s, "x.h", 11, 5, "c"), offset_of(&s, "c;"));
    assert_int_equal(source_find(&s, "dir/t.c", 2, 2, "int"), offset_of(&s, "int d"));
    assert_int_equal(source_find(&s, "t.c", 2, 6, "d"), offset_of(&s, "d;"));
    assert_int_equal(source_find(&s, "t.c", 2, 6, "e"), NOWHERE);
    assert_int_equal(source_find(&s, "y.h", 11, 5, NULL), NOWHERE);
    Place place = source_place(&s, offset_of(&s, "d;"));
    assert_int_equal(place.line, 6);
    assert_int_equal(place.column, 6);
    assert_int_equal(source_offset(&s, place), offset_of(&s, "d;"));
    assert_int_equal(source_offset(&s, (Place){ 99, 1 }), NOWHERE);
    assert_int_equal(source_offset(&s, (Place){ 1, 99 }), NOWHERE);
    source_free(&s);
    assert_true(same_file("a/b.c", "b.c") && same_file("b.c", "a/b.c") && !same_file("ab.c", "b.c"));
    arena_free(arena);
}

static void test_brackets(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Source s = source("x = f(a /* ) */, \")\", ')', g(1)) + 1;\n"
                      "if (a) { b; } else do { c; } while (d); e;\n"
                      "for (;;) while (x) if (y) z; else w; last;\n"
                      "lab: case 3: return 5; ( [ )\n",
                      arena);
    assert_int_equal(source_call_end(&s, offset_of(&s, "f(a")), offset_of(&s, ") + 1"));
    assert_int_equal(source_call_end(&s, offset_of(&s, "x = ")), NOWHERE);
    assert_int_equal(source_statement_end(&s, 0), offset_of(&s, "+ 1;") + 4);
    assert_int_equal(source_statement_end(&s, offset_of(&s, "if (a)")), offset_of(&s, " e;"));
    assert_int_equal(source_statement_end(&s, offset_of(&s, "do {")), offset_of(&s, " e;"));
    assert_int_equal(source_statement_end(&s, offset_of(&s, "for (")), offset_of(&s, " last"));
    assert_int_equal(source_statement_end(&s, offset_of(&s, "lab:")), offset_of(&s, "5;") + 2);
    assert_int_equal(source_closing(&s, offset_of(&s, "( [")), NOWHERE);
    source_free(&s);
    arena_free(arena);
}

static void test_expressions(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Source s = source("int main(void) {\n"
                      "  int x = a1 + b1;\n"
                      "  y = f(2, a2 * b2);\n"
                      "  if (u[a3 - b3] > 5) return a4 + 1;\n"
                      "  for (i = 0; a5 + 5 < n; i++) k = -a6;\n"
                      "L: a7 += a8 + 8;\n"
                      "}\n",
                      arena);
    const char *inside[] = { "+ b1", "* b2", "- b3", "+ 1", "+ 5 <", "-a6", "+ 8" };
    const char *starts[] = { "a1", "y = f", "u[a3", "a4", "a5", "k = -a6", "a7" };
    for (size_t i = 0; i < COUNT(inside); i++)
        assert_int_equal(source_expression_start(&s, offset_of(&s, inside[i])), offset_of(&s, starts[i]));
    source_free(&s);
    arena_free(arena);
}

// ---- files ----
static const char hash[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static Witness sample(bool violation) {
    Witness w = { .violation = violation, .version = "2.0", .data_model = "ILP32" };
    w.specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    vec_push(&w.files, (WitnessFile){ "a dir/\"q\".c", hash });
    if (!violation) {
        vec_push(&w.invariants, (WitnessInvariant){ true, { "a.c", "f", 3, 5 }, "x <= 5 && c != '\\n'" });
        vec_push(&w.invariants, (WitnessInvariant){ false, { "a.c", NULL, 4, 0 }, "1" });
        return w;
    }
    vec_push(&w.waypoints, (Waypoint){ WAYPOINT_BRANCHING, true, 0, { "a.c", "f", 1, 2 }, "true", NULL });
    vec_push(
        &w.waypoints,
        (Waypoint){ WAYPOINT_FUNCTION_RETURN, false, 0, { "a.c", "f", 3, 5 }, "\\result == -1", "acsl_expression" });
    vec_push(&w.waypoints, (Waypoint){ WAYPOINT_TARGET, false, 1, { "a.c", "g", 9, 7 }, NULL, NULL });
    return w;
}

static void print_and_read(bool violation) {
    Arena *arena = arena_new();
    Witness w = sample(violation), back;
    Text text = { 0 }, again = { 0 };
    Reason why;
    witness_print(&w, "2026-01-15T09:30:00Z", &text);
    if (!witness_parse("w.yml", text.at, text.count, arena, &back, &why))
        fail_msg("%s", why.text);
    witness_print(&back, "2026-01-15T09:30:00Z", &again);
    assert_string_equal(text.at, again.at); // the same name too: it depends on the content only
    assert_int_equal(back.waypoints.count, w.waypoints.count);
    assert_int_equal(back.invariants.count, w.invariants.count);
    witness_free(&w);
    witness_free(&back);
    vec_free(&text);
    vec_free(&again);
    arena_free(arena);
}

static void test_round_trip(void **state) {
    (void)state;
    print_and_read(false);
    print_and_read(true);
}

// Replaces 'old' in a good file: it must be refused, and the message must have 'message'.
static void refuse(bool violation, const char *old, const char *new, const char *message) {
    Arena *arena = arena_new();
    Witness w = sample(violation), back;
    Text text = { 0 }, bad = { 0 };
    Reason why = { "" };
    witness_print(&w, "2026-01-15T09:30:00Z", &text);
    const char *at = strstr(text.at, old);
    assert_non_null(at);
    text_add(&bad, "%.*s%s%s", (int)(at - text.at), text.at, new, at + strlen(old));
    assert_false(witness_parse("w.yml", bad.at, bad.count, arena, &back, &why));
    if (!strstr(why.text, message))
        fail_msg("'%s' for '%s' instead of '%s'", why.text, new, old);
    witness_free(&w);
    witness_free(&back);
    vec_free(&text);
    vec_free(&bad);
    arena_free(arena);
}

static void test_refused(void **state) {
    (void)state;
    refuse(false, "- entry_type", "entry_type", "YAML");
    refuse(false, "\"2.0\"", "\"1.0\"", "format_version");
    refuse(false, "uuid: \"", "uuid: \"x", "uuid");
    refuse(false, "ILP32", "LP32", "data_model");
    refuse(false, "invariant_set", "ghosts", "not supported");
    refuse(false, "line: 3", "line: 0", "'line'");
    refuse(false, "line: 3", "line: three", "'line'");
    refuse(false, "column: 5", "column: -5", "'column'");
    refuse(false, "loop_invariant", "loop_transition_invariant", "not supported");
    refuse(false, "c_expression", "acsl", "format");
    refuse(false, "content:", "contents:", "'content'");
    refuse(false, "0123456789abcdef", "", "SHA-256");
    refuse(false, "task:", "tusk:", "'task'");
    refuse(true, "\"target\"", "\"aim\"", "not known");
    refuse(true, "\"target\"", "\"function_enter\"", "target");
    refuse(true, "\"avoid\"", "\"follow\"", "behind the waypoint");
    refuse(true, "\"follow\"", "\"cycle\"", "follow or avoid");
    refuse(true, "constraint:", "constrain:", "constraint");
}

// Whatever is done to a file, reading it ends.
static void test_junk(void **state) {
    (void)state;
    enum { ROUNDS = 4000 };
    uint64_t seed = 7;
    Witness w = sample(true);
    Text text = { 0 };
    witness_print(&w, "2026-01-15T09:30:00Z", &text);
    char *copy = malloc(text.count);
    for (int i = 0; i < ROUNDS; i++) {
        Arena *arena = arena_new();
        Witness back;
        Reason why;
        memcpy(copy, text.at, text.count);
        uint32_t n = text.count, changes = 1 + (uint32_t)(random_next(&seed) % 6);
        for (uint32_t k = 0; k < changes; k++) {
            uint32_t at = (uint32_t)(random_next(&seed) % n);
            copy[at] =
                random_next(&seed) % 3 ? "-:[]{}&*!|>'\"%@`#, \n0a"[random_next(&seed) % 22] : (char)random_next(&seed);
        }
        if (random_next(&seed) % 8 == 0)
            n = (uint32_t)(random_next(&seed) % n);
        (void)witness_parse("w.yml", copy, n, arena, &back, &why);
        witness_free(&back);
        arena_free(arena);
    }
    free(copy);
    vec_free(&text);
    witness_free(&w);
}

// ---- expressions and constraints ----
static void test_allowed(void **state) {
    (void)state;
    Reason why;
    const char *good[] = { "1",
                           "x <= 5 && y >= x",
                           "(int)x == -1",
                           "(unsigned long)(x + 1) < 4",
                           "a[i] == p->q.r",
                           "x / 2 == y % 10",
                           "x == 'a'",
                           "!(x != y)",
                           "x << 3 >= 1 >> 2",
                           "*p == (signed char)c",
                           "sizeof(int) == 4",
                           "x ? y : z",
                           "- -x < +3" };
    // Only what cannot stay within its brackets and its line: what it does is seen in the code (tests/witness/run).
    const char *bad[] = { "",
                          " ",
                          "1); abort(); (1",
                          "({ 1; })",
                          "x;",
                          "\"s\"",
                          "(x",
                          "x)",
                          "(x]",
                          "[)",
                          "x // y",
                          "x /* y",
                          "x\n",
                          "# define",
                          "x \\",
                          "'a",
                          "'",
                          "x\r",
                          "@",
                          "`",
                          "?"
                          "?/",
                          "<% x %>",
                          "%:",
                          "\\old(x)",
                          "x {}" };
    for (size_t i = 0; i < COUNT(good); i++)
        if (!witness_expression(good[i], &why))
            fail_msg("%s: %s", good[i], why.text);
    for (size_t i = 0; i < COUNT(bad); i++)
        if (witness_expression(bad[i], &why))
            fail_msg("%s was taken", bad[i]);
}

static void want_value(const char *constraint, uint32_t width, const char *name, uint64_t bits) {
    Arena *arena = arena_new();
    const char *got;
    Value v;
    if (!waypoint_value(constraint, (ValueType){ SORT_BV, width, 0 }, arena, &got, &v))
        fail_msg("%s was not read", constraint);
    assert_string_equal(got, name);
    assert_int_equal(v.lo, bits);
    arena_free(arena);
}

static void test_constraints(void **state) {
    (void)state;
    want_value("\\result == -1", 8, "\\result", 255);
    want_value("\\result == 4294967295U", 32, "\\result", UINT32_MAX);
    want_value("(x == 0x10)", 32, "x", 16);
    want_value("x==(-2147483647 - 1)", 32, "x", 0x80000000);
    want_value("\\result == (-9223372036854775807LL - 1)", 64, "\\result", (uint64_t)1 << 63);
    want_value("c == 'a'", 8, "c", 'a');
    want_value("\\result < 5", 32, "\\result", 4);
    want_value("\\result >= 7ULL", 64, "\\result", 7);
    const char *bad[] = { "x", "x == y", "x == 5 && y == 3", "== 5", "x == 5 5", "\\result = 5", "x + 1 == 5" };
    Arena *arena = arena_new();
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char *name;
        Value v;
        assert_false(waypoint_value(bad[i], (ValueType){ SORT_BV, 32, 0 }, arena, &name, &v));
    }
    TraceInput in = { .type = { SORT_BV, 32, 0 }, .value = { .lo = 0xfffffff0 } }; // -16
    assert_true(waypoint_holds("\\result == -16", &in, false, arena));
    assert_true(waypoint_holds("\\result < 3", &in, false, arena));
    assert_false(waypoint_holds("\\result < 3", &in, true, arena));
    assert_true(waypoint_holds("\\result >= -16", &in, false, arena));
    assert_false(waypoint_holds("\\result != -16", &in, false, arena));
    assert_false(waypoint_holds("x == -16", &in, false, arena));
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),     cmocka_unit_test(test_brackets),    cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_refused),     cmocka_unit_test(test_junk),
        cmocka_unit_test(test_allowed),    cmocka_unit_test(test_constraints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
