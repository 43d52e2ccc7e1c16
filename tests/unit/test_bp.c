// Boolean programs: what is read, messages, writing and reading back, answers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "bp/threads.h"

static const char lock[] = "decl locked, eq;\n"
                           "void acquire() begin\n"
                           "  if (locked) then goto ERR; else skip; fi\n"
                           "  locked := 1; return;\n"
                           "  ERR: assert(0); return;\n"
                           "end\n"
                           "void main() begin\n"
                           "  decl more;\n"
                           "  locked := 0;\n"
                           "  L: acquire();\n"
                           "  eq, more := 1, *;\n"
                           "  if (more) then locked := 0; eq := 0; fi\n"
                           "  if (!eq) then goto L; fi\n"
                           "  assert(locked);\n"
                           "end\n";
static const char constrained[] = "decl x, y;\n"
                                  "bool<2> f(a) begin enforce a | x; abortif x & y & !a;\n"
                                  "  x, y := schoose[a, 0], * constrain 'x = !'y; dead x; x := !y; return x, y; end\n"
                                  "void main() begin decl u; u, _ := f(1); assert(u = !y); end\n";
static const char threads[] = "decl x, y; void worker() begin x := 1; if (y) then L: assert(0); fi; end\n"
                              "void main() begin x, y := 0, 0; start_thread worker(); y := 1; end\n";

static BpAnswer decide(const BpProgram *p, const char *label) {
    Reason why;
    Arena *arena = arena_new();
    BpTrace trace = { 0 };
    BebopStats stats;
    BpAnswer answer;
    if (bp_has_threads(p)) {
        answer = threads_run(p, label, 0, arena, &trace, &stats, &why);
    } else {
        Bebop *b = bebop_new(p, label, 0, true);
        answer = bebop_run(b, &why);
        if (answer == BP_UNSAFE)
            bebop_trace(b, arena, &trace);
        bebop_free(b);
    }
    assert_true((answer == BP_UNSAFE) == (trace.count > 0));
    vec_free(&trace);
    arena_free(arena);
    return answer;
}

// The answer for the program, which must be the same for the program as it is written.
static BpAnswer answer_of(const char *text, const char *label) {
    BpProgram p, again;
    Reason why;
    Text out = { 0 };
    bp_init(&p);
    bp_init(&again);
    if (!bp_parse("t.bp", text, &p, &why))
        fail_msg("%s", why.text);
    bp_print(&p, &out);
    if (!bp_parse("out.bp", out.at, &again, &why))
        fail_msg("%s in\n%s", why.text, out.at);
    BpAnswer answer = decide(&p, label);
    assert_int_equal(decide(&again, label), answer);
    vec_free(&out);
    bp_free(&p);
    bp_free(&again);
    return answer;
}

static void answers(void **state) {
    (void)state;
    assert_int_equal(answer_of(lock, NULL), BP_SAFE);
    assert_int_equal(answer_of(lock, "ERR"), BP_SAFE);
    assert_int_equal(answer_of(lock, "L"), BP_UNSAFE);
    assert_int_equal(answer_of(constrained, NULL), BP_SAFE);
    assert_int_equal(answer_of(threads, NULL), BP_UNSAFE);
    assert_int_equal(answer_of("decl g; void main() begin 12: g := schoose[F,F] constrain 'g; assert(g); end", NULL),
                     BP_SAFE);
    assert_int_equal(answer_of("void main() begin decl l; assert(l); end", NULL), BP_UNSAFE);
    assert_int_equal(answer_of("decl {x>0}; void main() begin {x>0} := T; assert({x>0} & 1 | 0 ^ 0); end", NULL),
                     BP_SAFE);
}

static void refuses(const char *text, const char *message) {
    BpProgram p;
    Reason why = { "" };
    bp_init(&p);
    assert_false(bp_parse("t.bp", text, &p, &why));
    assert_string_equal(why.text, message);
    bp_free(&p);
}

static void messages(void **state) {
    (void)state;
    refuses("decl g;\nvoid main() begin\n  x := 1;\nend", "t.bp:3: variable x is not declared");
    refuses("void main() begin\n goto L;\nend", "t.bp:2: there is no label L in main");
    refuses("void main() begin\n f(1);\nend", "t.bp:2: there is no procedure f");
    refuses("void f(a) begin end\nvoid main() begin\n f();\nend", "t.bp:3: f has 1 parameters, not 0");
    refuses("bool f() begin return; end", "t.bp:1: f returns 1 values, not 0");
    refuses("decl g, g;", "t.bp:1: g is declared twice");
    refuses("void main() begin\n skip\n skip;\nend", "t.bp:3: expected ';', not 'skip'");
    refuses("void main() begin", "t.bp:1: expected 'end', but the file ends");
    refuses("void f() begin end", "t.bp:1: there is no procedure main");
    refuses("decl g; void main() begin\n g, g := 1, 0; end", "t.bp:2: a variable is assigned twice");
    refuses("decl g; void main() begin\n assume('g); end", "t.bp:2: a next value ('x) outside constrain");
    refuses("/* ", "t.bp:1: a comment that does not end");
}

// Each binary operation: which tighter operation is taken first.
static void precedence(void **state) {
    (void)state;
    assert_int_equal(answer_of("void main() begin decl a, b, c; assert((a = b & c) = (a = (b & c))); "
                               "assert((a | b ^ c) = ((a | b) ^ c)); assert((a => b => c) = (a => (b => c))); end",
                               NULL),
                     BP_SAFE);
}

static void recursion_with_threads(void **state) {
    (void)state;
    BpProgram p;
    Reason why;
    bp_init(&p);
    assert_true(bp_parse("t.bp", "void f() begin f(); end void main() begin start_thread f(); end", &p, &why));
    assert_int_equal(decide(&p, NULL), BP_UNKNOWN);
    bp_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),
        cmocka_unit_test(messages),
        cmocka_unit_test(precedence),
        cmocka_unit_test(recursion_with_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
