// The readers of rules: what a file says, as C text.
#include "spec/rule/rule.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka wants these first
#include <cmocka.h>

typedef struct Fixture {
    Arena *arena;
    Rule rule;
    Reason why;
} Fixture;

static bool parse(Fixture *f, const char *path, const char *text) {
    f->arena = arena_new();
    return rule_parse(path, text, 3, f->arena, &f->rule, &f->why);
}

static void done(Fixture *f) {
    rule_free(&f->rule);
    arena_free(f->arena);
}

static void slic_state_is_renamed(void **state) {
    (void)state;
    Fixture f = { 0 };
    assert_true(parse(&f, "a/x.slic",
                      "// About x.\nstate { enum { FREE, HELD } s = FREE; int n, m = 2; struct t { int s; } u; }\n"
                      "f.call { if (s == HELD && $1->s) n = m; u.s = 1; }\n"));
    assert_string_equal(f.rule.name, "x");
    assert_string_equal(f.rule.about, "About x.\n");
    assert_string_equal(f.rule.state, "enum { __hone_r3_FREE , __hone_r3_HELD } __hone_r3_s = __hone_r3_FREE ; int "
                                      "__hone_r3_n , __hone_r3_m = 2 ; struct t { int s ; } __hone_r3_u ;\n");
    assert_non_null(strstr(f.rule.events.at[0].code, "if ( __hone_r3_s == __hone_r3_HELD && hone_1 -> s )"));
    assert_non_null(strstr(f.rule.events.at[0].code, "__hone_r3_u . s = 1"));
    assert_int_equal(f.rule.events.at[0].most, 1);
    done(&f);
}

static void slic_aborts_are_numbered(void **state) {
    (void)state;
    Fixture f = { 0 };
    assert_true(parse(&f, "x.slic",
                      "f.call, g.exit { abort \"one\"; }\nh.return { if ($return) abort; else halt; return; }\n"));
    assert_int_equal(f.rule.events.count, 3);
    assert_int_equal(f.rule.aborts.count, 2);
    assert_int_equal(f.rule.events.at[1].when, RULE_EXIT);
    assert_int_equal(f.rule.events.at[1].first_abort, 0);
    assert_int_equal(f.rule.events.at[1].n_aborts, 1);
    assert_int_equal(f.rule.events.at[2].first_abort, 1);
    assert_true(f.rule.events.at[2].uses_result);
    assert_non_null(strstr(f.rule.events.at[2].code, "return -1"));
    assert_non_null(strstr(f.rule.events.at[2].code, "return 0"));
    assert_string_equal(rule_abort_text(&f.rule, 0, f.arena), "rule x: one");
    done(&f);
}

static void slic_watch_and_guard(void **state) {
    (void)state;
    Fixture f = { 0 };
    assert_true(parse(&f, "x.slic", "watch open.return.$return;\nclose.call [guard $1] { abort \"x\"; }\n"));
    assert_int_equal(f.rule.events.count, 2); // the watch is an event of its own
    assert_int_equal(f.rule.events.at[0].guard, 1);
    assert_int_equal(f.rule.events.at[0].watch, 0);
    assert_int_equal(f.rule.events.at[1].watch, RULE_RESULT);
    assert_false(f.rule.events.at[1].first);
    done(&f);
    assert_true(parse(&f, "x.slic", "f.call, g.call [guard $2] { abort \"x\"; }\n"));
    assert_int_equal(f.rule.events.at[0].guard, 2); // that of the last is that of all
    assert_true(f.rule.events.at[0].watch == 2 && f.rule.events.at[0].first);
    done(&f);
}

static void spc_parts(void **state) {
    (void)state;
    Fixture f = { 0 };
    assert_true(parse(&f, "y.spc",
                      "global int open = 0;\nshadow struct dev { int busy; }\n"
                      "event { pattern { $1 = f($2, 7, ...); } guard { open == 0 } action { $2->busy = $1; } }\n"
                      "event { pattern { g($1); } guard { open } repair { open = 1; } }\nfinal { open == 0 }\n"));
    assert_int_equal(f.rule.events.count, 3);
    const RuleEvent *e = &f.rule.events.at[0];
    assert_int_equal(e->when, RULE_RETURN); // it uses the result
    assert_int_equal(e->exactly, UINT32_MAX);
    assert_int_equal(e->guard, 1); // the first parameter has the shadow field
    assert_non_null(strstr(e->code, "hone_2 == (7 )"));
    assert_non_null(strstr(e->code, "__hone_r3_busy = hone_return"));
    assert_string_equal(f.rule.aborts.at[0], "at f not: open == 0");
    assert_int_equal(f.rule.events.at[1].when, RULE_CALL);
    assert_int_equal(f.rule.events.at[1].n_aborts, 0); // repaired
    assert_string_equal(f.rule.events.at[2].function, RULE_PROGRAM);
    done(&f);
}

static void lines_are_kept(void **state) {
    (void)state;
    Fixture f = { 0 };
    assert_true(parse(&f, "x.slic", "f.call {\n  /* two\n lines */ a();\n\n  b(); }\n"));
    assert_int_equal(f.rule.events.at[0].code_line, 3);
    assert_string_equal(f.rule.events.at[0].code, "a ( ) ;\n\nb ( ) ;");
    done(&f);
}

static void mistakes(void **state) {
    (void)state;
    static const char *const wrong[] = { "f.go { }",      "f.call { ",       "state { int s",        "f.call { $x; }",
                                         "f.call [g] {}", "watch f.call.$1", "f.call { return 1; }", "" };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        Fixture f = { 0 };
        assert_false(parse(&f, "x.slic", wrong[i]));
        assert_int_equal(strncmp(f.why.text, "x.slic:1: ", 10), 0);
        arena_free(f.arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slic_state_is_renamed), cmocka_unit_test(slic_aborts_are_numbered),
        cmocka_unit_test(slic_watch_and_guard),  cmocka_unit_test(spc_parts),
        cmocka_unit_test(lines_are_kept),        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
