// test_answer.c - claims of UNSAFE, right and wrong, against check_trace; harness and sandbox
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "answer/check/check_trace.h"
#include "report/story_print.h"
#include "answer/replay/harness.h"
#include "base/sandbox/sandbox.h"
#include "frontend/frontend.h"
#include "spec/monitor/monitor.h"
#include <ftw.h>
#include <unistd.h>

#define SELF "void reach_error(void) { __assert_fail(\"0\", \"t.c\", 1, \"reach_error\"); }\n"
#define EXTERN                                                                                                   \
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"                                   \
    "extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n" \
    "extern unsigned __VERIFIER_nondet_uint(void); extern char __VERIFIER_nondet_char(void);\n"                  \
    "extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void);\n"                \
    "extern void *__VERIFIER_nondet_pointer(void); extern _Bool __VERIFIER_nondet_bool(void);\n"                 \
    "extern long long __VERIFIER_nondet_longlong(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"   \
    "extern short __VERIFIER_nondet_short(void); extern unsigned long __VERIFIER_nondet_ulong(void);\n"          \
    "extern long double __VERIFIER_nondet_longdouble(void); extern void __VERIFIER_assume(int);\n"               \
    "extern void __VERIFIER_assert(int); extern void *malloc(unsigned long); extern void abort(void);\n"

typedef struct Case {
    const char *files[3];   // their texts
    const char *inputs;     // as in an --inputs file
    Standing standing;      // what is expected
    const char *says;       // a part of 'replay', or of 'detail' and 'reason' where it is refuted; or NULL
    PropertyKind property;  // UNREACH_CALL is 0
    bool asserts, narrow;   // 32 bits
    bool preprocessed;      // the files are .i
    const char *entry;      // NULL: main
    const char *defines;    // of the compiled program only
    const char *error;      // name of the error function
    const char *in_harness; // a text that the harness has
    const char *in_trace;   // a text that the story has
    const char *hint;       // "bytes of the first load": a number, or NULL
    int externals;
} Case;

// ---- a program in a directory ----
typedef struct Bench {
    char directory[64];
    Arena *arena;
    FrontendInput in;
    Program *p;
    Claim claim;
} Bench;

static void write_file(const char *path, const char *text) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void read_program(Bench *b, const Case *c) {
    Reason why;
    *b = (Bench){ .directory = "/tmp/hone-answer-XXXXXX", .arena = arena_new() };
    assert_non_null(mkdtemp(b->directory));
    b->in.pointer_bits = c->narrow ? 32 : 64;
    b->in.entry = c->entry ? c->entry : "main";
    Property property = { .kind = c->property, .asserts = c->asserts, .error_function = c->error };
    b->in.events = property_events(&property);
    b->in.externals = (Externals)c->externals;
    for (int i = 0; i < 3 && c->files[i]; i++) {
        char *path = arena_printf(b->arena, "%s/t%d.%s", b->directory, i, c->preprocessed ? "i" : "c");
        write_file(path, c->files[i]);
        SourceFile *file = vec_add(&b->in.files);
        file->path = path;
    }
    b->p = frontend_read(&b->in, &why);
    if (!b->p)
        fail_msg("%s: %s", c->files[0], why.text);
    monitor_property(b->p, &property);
    if (c->defines)
        for (uint32_t i = 0; i < b->in.files.count; i++)
            vec_push(&b->in.files.at[i].arguments, c->defines);
}

static void make_claim(Bench *b, const Case *c) {
    Reason why;
    b->claim.kind = CLAIM_UNSAFE;
    trace_init(&b->claim.run.trace);
    if (!trace_parse(&b->claim.run.trace, c->inputs, strlen(c->inputs), "inputs", &why))
        fail_msg("%s", why.text);
    for (EdgeId e = 1; c->hint && e < b->p->edges.count; e++)
        if (b->p->edges.at[e].from && b->p->edges.at[e].cmd.kind == CMD_LOAD) {
            vec_push(&b->claim.run.hints, (LoadHint){ e, 0, { strtoull(c->hint, NULL, 0), 0 } });
            break;
        }
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw) {
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

static void end_bench(Bench *b) {
    trace_free(&b->claim.run.trace);
    vec_free(&b->claim.run.hints);
    for (uint32_t i = 0; i < b->in.files.count; i++)
        vec_free(&b->in.files.at[i].arguments);
    vec_free(&b->in.files);
    program_free(b->p);
    arena_free(b->arena);
    nftw(b->directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static char *file_text(Arena *arena, const char *path) {
    FILE *in = fopen(path, "r");
    if (!in)
        return "";
    char *text = arena_alloc(arena, 1 << 16);
    size_t n = fread(text, 1, (1 << 16) - 1, in);
    fclose(in);
    text[n] = 0;
    return text;
}

static bool has(const char *text, const char *part) {
    return !part || (text && strstr(text, part));
}

static void check(const Case *c) {
    static const char *const standings[] = { "refuted", "confirmed by the interpreter", "confirmed" };
    Bench b;
    read_program(&b, c);
    make_claim(&b, c);
    char *harness = arena_printf(b.arena, "%s/harness.c", b.directory);
    Judgement j = check_trace(b.p, &b.in, &b.claim, harness, b.arena);
    const char *text = file_text(b.arena, harness);
    bool said = j.standing == REFUTED ? has(j.detail, c->says) || has(j.reason, c->says) : has(j.replay, c->says);
    Text story = { 0 };
    text_add(&story, "%s", "");
    if (j.standing != REFUTED)
        story_print(&j.story, &story);
    if (getenv("SHOW"))
        printf("%s\n%s%s\n", text, story.at, j.replay ? j.replay : j.detail);
    if (j.standing != c->standing || !said || !has(text, c->in_harness) || !has(story.at, c->in_trace))
        fail_msg("%s\n%s\nexpected: %s (%s)\nfound: %s; replay %s; reason %s; detail %s\n%s", c->files[0], c->inputs,
                 standings[c->standing], c->says, standings[j.standing], j.replay, j.reason, j.detail, text);
    assert_int_equal(j.standing == REFUTED, j.reason != NULL);
    assert_int_equal(j.standing != REFUTED && j.compiled, access(harness, F_OK) == 0);
    assert_true(j.standing == REFUTED || (j.story.what && j.story.trace && j.replay));
    vec_free(&story);
    judgement_free(&j);
    end_bench(&b);
}

#define CHECK(...) check(&(Case){ __VA_ARGS__ })

// ---- the error function ----
#define IF_FIVE "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) reach_error(); return 0; }\n"

static void error_function_undefined(void **state) {
    (void)state;
    CHECK({ EXTERN IF_FIVE }, "5", CONFIRMED, "agrees", .in_trace = "x = 5 (__VERIFIER_nondet_int)");
    CHECK({ EXTERN IF_FIVE }, "5", CONFIRMED, "agrees", .narrow = true, .in_harness = "-m32");
    CHECK({ EXTERN IF_FIVE }, "5", CONFIRMED, "agrees", .preprocessed = true);
    CHECK({ "extern void __VERIFIER_error(); extern int __VERIFIER_nondet_int();"
            "int main() { if (__VERIFIER_nondet_int() < -1000) __VERIFIER_error(); }" },
          "-2147483648", CONFIRMED, "agrees");
    CHECK({ "void bad(void); int __VERIFIER_nondet_int(); int main() { if (__VERIFIER_nondet_int()) bad(); }" }, "1",
          CONFIRMED, "agrees", .error = "bad");
}

static void error_function_defined(void **state) {
    (void)state;
    CHECK({ EXTERN SELF IF_FIVE }, "5", CONFIRMED, "agrees");
    CHECK({ EXTERN SELF IF_FIVE }, "5", CONFIRMED, "agrees", .narrow = true);
    CHECK({ "void reach_error(void) {} int __VERIFIER_nondet_int(void);" IF_FIVE }, "5", CONFIRMED, "agrees");
    CHECK({ "static void reach_error(void) {} int __VERIFIER_nondet_int(void);" IF_FIVE }, "5", CONFIRMED, "agrees",
          .in_harness = ".globl reach_error");
    CHECK({ "static void reach_error(void) {} int __VERIFIER_nondet_int(void);" IF_FIVE }, "5", CONFIRMED, "agrees",
          .preprocessed = true, .narrow = true);
    CHECK({ "inline void reach_error(void) {} int __VERIFIER_nondet_int(void);" IF_FIVE }, "5", CONFIRMED, "agrees");
}

static void several_files(void **state) {
    (void)state;
    static const char *const part = "extern void reach_error(void); int state; void step(int x)"
                                    " { state += x; if (state == 12) reach_error(); }\n";
    static const char *const whole = "extern int state; void step(int); int __VERIFIER_nondet_int(void);\n"
                                     "int main(void) { state = 2; for (int i = 0; i < 2; i++)\n"
                                     "  step(__VERIFIER_nondet_int()); return 0; }\n";
    static const char *const error = "void reach_error(void) { }\n";
    CHECK({ part, whole }, "4\n6", CONFIRMED, "agrees", .in_trace = "  step  error: reach_error is called");
    CHECK({ part, whole, error }, "4\n6", CONFIRMED, "agrees", .narrow = true);
    CHECK({ part, whole, error }, "4\n7", REFUTED, "the entry function returned");
    static const char *const own = "static void reach_error(void) { } int __VERIFIER_nondet_int(void);\n"
                                   "int unused(void); int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }\n";
    CHECK({ own, "int unused(void) { return 3; }\n" }, "1", CONFIRMED, "agrees");
}

static void assertions(void **state) {
    (void)state;
    static const char *const text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n"
                                    "int main(void) { assert(__VERIFIER_nondet_int() != 3); return 0; }\n";
    CHECK({ text }, "3", CONFIRMED, "agrees", .asserts = true);
    CHECK({ text }, "3", CONFIRMED, "agrees", .asserts = true, .narrow = true);
    CHECK({ text }, "3", REFUTED, "aborted");
    CHECK({ EXTERN "int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int() > 0); return 0; }" }, "0", CONFIRMED,
          "agrees", .asserts = true);
    CHECK({ EXTERN "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 7); reach_error(); }" },
          "8", CONFIRMED, "agrees");
    CHECK({ EXTERN "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 7); reach_error(); }" },
          "7", REFUTED, "assumption");
}

// ---- kinds of inputs ----
static void input_types(void **state) {
    (void)state;
    static const char *const all =
        EXTERN "int main(void) {\n"
               "  if (__VERIFIER_nondet_char() != -3 || __VERIFIER_nondet_uchar() != 253) return 1;\n"
               "  if (__VERIFIER_nondet_short() != -300 || !__VERIFIER_nondet_bool()) return 2;\n"
               "  if (__VERIFIER_nondet_uint() != 4000000000u || __VERIFIER_nondet_ulong() != 17) return 3;\n"
               "  if (__VERIFIER_nondet_longlong() != -0x7fffffffffffffffll - 1) return 4;\n"
               "  if (__VERIFIER_nondet_pointer()) return 5;\n"
               "  float f = __VERIFIER_nondet_float(); double d = __VERIFIER_nondet_double();\n"
               "  if (f != 0.1f || d != -1e300) return 6;\n"
               "  f = __VERIFIER_nondet_float(); d = __VERIFIER_nondet_double();\n"
               "  if (f == f || d != -1 / 0.0) return 7;\n"
               "  if (__VERIFIER_nondet_longdouble() != 0.1L) return 8;\n"
               "  reach_error(); }\n";
    static const char *const values = "-3\n253\n-300\ntrue\n4000000000\n17\n-9223372036854775808\n0\n0.1\n-1e300\n"
                                      "nan\n-inf\n0.1\n";
    CHECK({ all }, values, CONFIRMED, "agrees", .in_trace = "__VERIFIER_nondet_uint() = 4000000000");
    CHECK({ all }, values, CONFIRMED, "agrees", .narrow = true);
    CHECK({ "extern int __VERIFIER_nondet_bool(); void reach_error(); int main() {"
            " if (__VERIFIER_nondet_bool() == 1) reach_error(); }" },
          "1", CONFIRMED, "agrees");
    CHECK({ EXTERN "int main(void) { if (__VERIFIER_nondet_pointer() != 0) reach_error(); return 0; }" }, "4711",
          CONFIRMED, "agrees");
    CHECK({ EXTERN "int main(void) { if (__VERIFIER_nondet_uchar() / 3 == 70) reach_error(); return 0; }" }, "211",
          CONFIRMED, "agrees");
}

static void external_functions(void **state) {
    (void)state;
    CHECK({ "struct pair { long a, b; }; struct pair get(int); double scale(double); void note(const char *);\n"
            "void reach_error(void); int main(void) { struct pair p = get(1); double d = scale(2); note(\"x\");\n"
            "if (p.a == 7 && p.b == -8 && d == 0.5) reach_error(); return 0; }\n" },
          "external:get 7\nexternal:get -8\nexternal:scale 0.5", CONFIRMED, "agrees", .externals = EXTERNALS_PURE);
    CHECK({ "struct mixed { double x; long y; }; struct mixed get(void); void reach_error(void);\n"
            "int main(void) { struct mixed m = get(); if (m.x == 0.25 && m.y == 9) reach_error(); return 0; }\n" },
          "external:get 0.25\nexternal:get 9", CONFIRMED, "agrees");
    CHECK({ "int f(void); void reach_error(void); int main(void) { int a = f() + f(); if (a == 30 && f()) "
            "reach_error(); return 0; }\n" },
          "external:f 10\nexternal:f 20\nexternal:f 1", CONFIRMED, "agrees", .narrow = true);
    CHECK({ "extern int limit; int f(int *); void reach_error(void); int main(void) { int x = 1; f(&x);"
            " if (x == 2 && limit == 0) reach_error(); return 0; }\n" },
          "external:f 0", CONFIRMED_BY_INTERPRETER, "functions without body write", .externals = EXTERNALS_HAVOC,
          .hint = "2");
    CHECK({ "extern int a[4]; int main(void) { if (a[2] == 258) reach_error(); return 0; }\n" },
          "memory 1 8 2\n"
          "memory 1 9 1",
          CONFIRMED, "agrees", .in_harness = "[8] = 2, [9] = 1");
}

static void uninitialised(void **state) {
    (void)state;
    static const char *const text = EXTERN "int main(void) { int x; if (x == %s) reach_error(); return 0; }";
    char zero[1600], seven[1600];
    snprintf(zero, sizeof zero, text, "0");
    snprintf(seven, sizeof seven, text, "7777");
    CHECK({ zero }, "uninit:x 0", CONFIRMED, "agrees", .in_trace = "(uninitialised)");
    CHECK({ seven }, "uninit:x 7777", CONFIRMED_BY_INTERPRETER, "not confirmed: depends on the uninitialised variable");
    CHECK({ EXTERN "int main(void) { int *p = malloc(40); if (p[3] == 7777) reach_error(); return 0; }" }, "",
          CONFIRMED, "agrees", .hint = "7777", .in_trace = "4 bytes are read");
    CHECK({ EXTERN "int main(void) { int a[40]; if (a[3] == 7777) reach_error(); return a[0] != 5; }" }, "",
          CONFIRMED_BY_INTERPRETER, "uninitialised", .hint = "7777", .in_trace = "are read");
    CHECK({ EXTERN "int main(void) { int *p = malloc(40); if (p[3] == 7777) reach_error(); return 0; }" }, "", REFUTED,
          "returned", .hint = "7778");
}

static void library_inputs(void **state) {
    (void)state;
    CHECK({ "#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\nvoid reach_error(void);\n"
            "int main(void) { time_t t, now = time(&t); srand(now); if (rand() == 17 && t == 1000 && getpid() == 5)\n"
            "reach_error(); return 0; }\n" },
          "library:time 1000\nlibrary:rand 17\nlibrary:getpid 5", CONFIRMED, "agrees");
    CHECK({ "#include <stdio.h>\nvoid reach_error(void);\nint main(void) { if (getchar() == 'x') reach_error(); }\n" },
          "library:getchar 'x'", CONFIRMED, "agrees");
    CHECK({ "#include <time.h>\nvoid reach_error(void);\nint main(void) { if (clock() == 77) reach_error(); }\n" },
          "library:clock 77", CONFIRMED_BY_INTERPRETER, "library input (clock)");
    CHECK({ "#include <math.h>\nvoid reach_error(void);\nint main(void) { if (sin(0.5) == 0.75) reach_error(); }\n" },
          "library:errno 0\nlibrary:errno 0\nlibrary:sin 0.75", REFUTED, "unmodelled: result of sin");
    CHECK({ "#include <math.h>\nvoid reach_error(void);\nint main(void) { if (sin(0.5) < 0.75) reach_error(); }\n" },
          "library:errno 0\nlibrary:errno 0\nlibrary:sin 0.25", CONFIRMED, "agrees");
    CHECK({ "long double nextafterl(long double, long double); void reach_error(void);\n"
            "int main(void) { if (nextafterl(2, 2) == 5) reach_error(); return 0; }\n" },
          "external:nextafterl 5", REFUTED, "unmodelled: result of nextafterl");
}

static void arguments(void **state) {
    (void)state;
    static const char *const text = "void reach_error(void);\n"
                                    "int main(int argc, char **argv) { if (argc == 3) reach_error(); return 0; }\n";
    static const char *const read = "void reach_error(void); int main(int argc, char **argv) {\n"
                                    "if (argc == 3 && !argv[2][1]) reach_error(); return 0; }\n";
    CHECK({ text }, "2", CONFIRMED, "agrees", .in_harness = "./replay $'' $''");
    CHECK({ text }, "3", REFUTED, "returned");
    CHECK({ read }, "2\n1\n4\n1", CONFIRMED, "agrees");
    CHECK({ read }, "3\n1\n4\n7\n9", REFUTED, "returned");
}

static void other_entry(void **state) {
    (void)state;
    CHECK({ "void reach_error(void); void f(int a, double b) { if (a == 3 && b == 0.5) reach_error(); }\n" },
          "external:parameter 3\nexternal:parameter 0.5", CONFIRMED, "agrees", .entry = "f");
    CHECK({ "void reach_error(void); static void f(int a) { if (a == 3) reach_error(); }\n"
            "int main(void) { f(1); return 0; }" },
          "external:parameter 3", CONFIRMED, "agrees", .entry = "f");
}

static void overflow(void **state) {
    (void)state;
    static const char *const add = EXTERN "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1; }";
    CHECK({ add }, "2147483647", CONFIRMED, "agrees", PROPERTY_NO_OVERFLOW);
    CHECK({ add }, "2147483647", CONFIRMED, "agrees", PROPERTY_NO_OVERFLOW, .narrow = true);
    CHECK({ add }, "2147483646", REFUTED, "returned", PROPERTY_NO_OVERFLOW);
    CHECK({ EXTERN "int main(void) { int x = __VERIFIER_nondet_int(); return x / __VERIFIER_nondet_int(); }" },
          "-2147483648\n-1", CONFIRMED, "agrees", PROPERTY_NO_OVERFLOW);
    CHECK({ EXTERN "int main(void) { int x = __VERIFIER_nondet_int(); return 1 << x; }" }, "32", CONFIRMED, "agrees",
          PROPERTY_NO_OVERFLOW);
    CHECK({ EXTERN "int main(void) { short s = __VERIFIER_nondet_int(); int y = 1 << 30; s = y * s; return -y - s; }" },
          "3", CONFIRMED, "agrees", PROPERTY_NO_OVERFLOW);
}

// ---- claims that are wrong, programs that behave ----
static void wrong_claims(void **state) {
    (void)state;
    CHECK({ EXTERN IF_FIVE }, "6", REFUTED, "the entry function returned");
    CHECK({ EXTERN IF_FIVE }, "", REFUTED, "inputs ran out");
    CHECK({ EXTERN "int main(void) { for (;;) ; }" }, "", REFUTED, "step limit");
    CHECK({ EXTERN "int main(void) { int *p = 0; *p = 1; reach_error(); }" }, "", REFUTED, "memory error");
    CHECK({ EXTERN "int main(void) { int d = 1 / __VERIFIER_nondet_int(); reach_error(); return d; }" }, "0", REFUTED,
          "undefined behaviour");
    // the compiled program is another one: the interpreter alone does not count
    static const char *const twofold = EXTERN "int main(void) { int x = __VERIFIER_nondet_int();\n"
                                              "#ifdef QUIET\nreturn 7;\n#endif\n#ifdef LOOP\nfor (;;) ;\n#endif\n"
                                              "#ifdef MORE\nx = __VERIFIER_nondet_int();\n#endif\n"
                                              "#ifdef CRASH\n*(volatile int *)0 = 1;\n#endif\n"
                                              "if (x == 5) reach_error(); return 0; }\n";
    CHECK({ twofold }, "5", CONFIRMED, "agrees");
    CHECK({ twofold }, "5", REFUTED, "exits with code 7", .defines = "-DQUIET");
    CHECK({ twofold }, "5", REFUTED, "other inputs", .defines = "-DMORE");
    CHECK({ twofold }, "5", REFUTED, "signal 11", .defines = "-DCRASH");
    CHECK({ twofold }, "5", CONFIRMED_BY_INTERPRETER, "not run", .defines = "-Dmain=;");
}

static void endless_harness(void **state) {
    (void)state;
    CHECK({ EXTERN "int main(void) { int x = __VERIFIER_nondet_int();\n#ifdef LOOP\nfor (;;) ;\n#endif\n"
                   "if (x == 5) reach_error(); return 0; }\n" },
          "5", REFUTED, "does not end", .defines = "-DLOOP");
}

static void compilers_differ(void **state) {
    (void)state;
    // gcc evaluates arguments from the right, clang from the left
    CHECK({ EXTERN "void f(int a, int b) { if (a == 1 && b == 2) reach_error(); }\n"
                   "int main(void) { f(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()); return 0; }\n" },
          "1\n2", CONFIRMED, "agrees", .in_harness = "clang-19");
    // the body of an inline function counts, whether or not it is there at link time
    CHECK({ EXTERN "inline int twice(int x) { return 2 * x; }\n"
                   "int main(void) { if (twice(__VERIFIER_nondet_int()) == 14) reach_error(); return 0; }\n" },
          "7\nexternal:twice 14", CONFIRMED, "agrees", .in_harness = "-fgnu89-inline");
    CHECK({ EXTERN "inline int twice(int x) { return 2 * x; }\n"
                   "int main(void) { if (twice(__VERIFIER_nondet_int()) == 15) reach_error(); return 0; }\n" },
          "7\nexternal:twice 15", REFUTED, NULL);
}

static void deep_recursion(void **state) {
    (void)state;
    CHECK({ EXTERN "int f(int n) { int a[100]; a[n % 100] = n; return n ? f(n - 1) + a[n % 100] * 0 : 0; }\n"
                   "int main(void) { if (f(__VERIFIER_nondet_int()) == 0) reach_error(); return 0; }\n" },
          "90000", CONFIRMED, "agrees");
}

static void threads(void **state) {
    (void)state;
    CHECK({ "#include <pthread.h>\nvoid reach_error(void); int x;\nvoid *f(void *a) { x = 1; return a; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);"
            " if (x == 1) reach_error(); return 0; }\n" },
          "", CONFIRMED, "agrees");
}

// ---- the harness stands alone ----
static void plain_cc(void **state) {
    (void)state;
    Case c = { .files = { EXTERN IF_FIVE }, .inputs = "5" };
    Bench b;
    read_program(&b, &c);
    make_claim(&b, &c);
    char *harness = arena_printf(b.arena, "%s/h.c", b.directory), *exe = arena_printf(b.arena, "%s/h", b.directory);
    Judgement j = check_trace(b.p, &b.in, &b.claim, harness, b.arena);
    assert_string_equal(j.harness, harness);
    ProcessResult r;
    process_run((const char *const[]){ "cc", "-Wall", "-o", exe, harness, b.in.files.at[0].path, NULL }, 20, &r);
    assert_int_equal(r.code, 0);
    process_result_free(&r);
    process_run((const char *const[]){ exe, NULL }, 5, &r);
    assert_int_equal(r.code, HARNESS_REACHED);
    assert_string_equal(r.output.at, HARNESS_MARK "\n");
    process_result_free(&r);
    end_bench(&b);
}

// ---- the sandbox ----
typedef struct Cage {
    char directory[64], exe[100];
} Cage;

static void build(Cage *cage, const char *text) {
    char source[100];
    ProcessResult r;
    *cage = (Cage){ .directory = "/tmp/hone-cage-XXXXXX" };
    assert_non_null(mkdtemp(cage->directory));
    snprintf(cage->exe, sizeof cage->exe, "%s/it", cage->directory);
    snprintf(source, sizeof source, "%s/it.c", cage->directory);
    write_file(source, text);
    process_run((const char *const[]){ "cc", "-w", "-o", cage->exe, source, NULL }, 20, &r);
    assert_int_equal(r.end, PROCESS_EXITED);
    assert_int_equal(r.code, 0);
    process_result_free(&r);
}

static ProcessResult run_in(const Cage *cage, double cpu, double wall) {
    ProcessResult r;
    ProcessLimits limits = { cpu, wall, 1024 };
    sandbox_run(cage->exe, (const char *const[]){ "one", "", NULL }, cage->directory, PROTECT_SANDBOX, &limits, &r);
    nftw(cage->directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    return r;
}

static void sandbox_limits(void **state) {
    (void)state;
    Cage cage;
    build(&cage, "int main(void) { for (;;) ; }\n");
    double started = clock_wall();
    ProcessResult r = run_in(&cage, 1, 5);
    assert_int_equal(r.end, PROCESS_TIMED_OUT);
    assert_true(clock_wall() - started < 4);
    process_result_free(&r);
    build(&cage, "#include <unistd.h>\nint main(void) { if (fork()) for (;;) pause(); for (;;) sleep(1); }\n");
    r = run_in(&cage, 5, 0.5);
    assert_int_equal(r.end, PROCESS_TIMED_OUT);
    process_result_free(&r);
    build(&cage, "#include <stdlib.h>\nint main(void) { return malloc(2000000000) ? 1 : 9; }\n");
    r = run_in(&cage, 5, 5);
    assert_int_equal(r.end, PROCESS_EXITED);
    assert_int_equal(r.code, 9);
    process_result_free(&r);
}

// Runs in both sandboxes: with bubblewrap, if it works here, and without it.
static void in_both(const char *text, void wanted(const ProcessResult *r)) {
    const char *const paths[] = { strdup(getenv("PATH")), "/nonexistent" };
    for (int i = 0; i < 2; i++) {
        Cage cage;
        setenv("PATH", paths[0], 1);
        build(&cage, text);
        setenv("PATH", paths[i], 1);
        ProcessResult r = run_in(&cage, 1, 5);
        wanted(&r);
        process_result_free(&r);
    }
    setenv("PATH", paths[0], 1);
    free((char *)paths[0]);
}

static void is_kept_in(const ProcessResult *r) {
    assert_int_not_equal(access("/tmp/hone-cage-file", F_OK), 0);
    assert_int_equal(r->end, PROCESS_EXITED);
    assert_int_equal(r->code, 8);
    assert_string_equal(r->output.at, "seen");
}

static void sandbox_files(void **state) {
    (void)state;
    in_both("#include <stdio.h>\n#include <string.h>\nint put(const char *path) { FILE *f = fopen(path, \"w\");"
            " return f && fputs(\"x\", f) >= 0 && fclose(f) == 0; }\n"
            "int main(int n, char **a) { if (n != 3 || strcmp(a[1], \"one\") || *a[2]) return 2;\n"
            "  if (put(\"here\") || put(\"/tmp/hone-cage-file\")) return 3;\n"
            "  if (getchar() != EOF) return 4; puts(\"unseen\"); fputs(\"seen\", stderr); return 8; }\n",
            is_kept_in);
}

static void is_stopped(const ProcessResult *r) {
    assert_int_equal(r->end, PROCESS_TIMED_OUT);
    assert_string_equal(r->output.at, "seen");
}

// The error of a forbidden fork is seen, a signal for the end of CPU time cannot be caught for ever.
static void sandbox_processes(void **state) {
    (void)state;
    in_both("#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\n"
            "int main(void) { if (fork() >= 0) return 1; signal(SIGXCPU, SIG_IGN);\n"
            "  fputs(\"seen\", stderr); for (;;) ; }\n",
            is_stopped);
}

// What looks like a failure of the sandbox is the program's own doing, and no reason to run it otherwise.
static void is_taken_as_it_is(const ProcessResult *r) {
    assert_int_equal(r->end, PROCESS_EXITED);
    assert_int_equal(r->code, 127);
    assert_string_equal(r->output.at, "bwrap: no\n");
}

static void sandbox_imitated(void **state) {
    (void)state;
    in_both("#include <stdio.h>\n#include <unistd.h>\nint main(void) { for (int i = 3; i < 100; i++)"
            " if (write(i, \"{ \\\"exit-code\\\": 3 }\\n\", 19) >= 0) return 2;\n"
            "  fputs(\"bwrap: no\\n\", stderr); return 127; }\n",
            is_taken_as_it_is);
}

static void sandbox_not_run(void **state) {
    (void)state;
    ProcessResult r;
    ProcessLimits limits = { 1, 1, 1024 };
    sandbox_run("/bin/true", (const char *const[]){ NULL }, "/", PROTECT_NOT_RUN, &limits, &r);
    assert_int_equal(r.end, PROCESS_NOT_STARTED);
    assert_string_equal(r.output.at, "--replay none");
    process_result_free(&r);
    sandbox_run("/nonexistent", (const char *const[]){ NULL }, "/", PROTECT_SANDBOX, &limits, &r);
    assert_int_equal(r.end, PROCESS_NOT_STARTED);
    process_result_free(&r);
}

static void sandbox_output(void **state) {
    (void)state;
    Cage cage;
    build(&cage, "#include <stdio.h>\n#include <stdlib.h>\n"
                 "int main(void) { for (int i = 0; i < 300000; i++) fputs(\"0123456789\", stderr); abort(); }\n");
    ProcessResult r = run_in(&cage, 5, 5);
    assert_int_equal(r.end, PROCESS_KILLED);
    assert_int_equal(r.signal, 6);
    assert_true(r.output.count >= 1 << 16 && r.output.count <= 1 << 18);
    process_result_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_function_undefined),
        cmocka_unit_test(error_function_defined),
        cmocka_unit_test(several_files),
        cmocka_unit_test(assertions),
        cmocka_unit_test(input_types),
        cmocka_unit_test(external_functions),
        cmocka_unit_test(uninitialised),
        cmocka_unit_test(library_inputs),
        cmocka_unit_test(arguments),
        cmocka_unit_test(other_entry),
        cmocka_unit_test(overflow),
        cmocka_unit_test(wrong_claims),
        cmocka_unit_test(endless_harness),
        cmocka_unit_test(compilers_differ),
        cmocka_unit_test(deep_recursion),
        cmocka_unit_test(threads),
        cmocka_unit_test(plain_cc),
        cmocka_unit_test(sandbox_limits),
        cmocka_unit_test(sandbox_files),
        cmocka_unit_test(sandbox_processes),
        cmocka_unit_test(sandbox_imitated),
        cmocka_unit_test(sandbox_not_run),
        cmocka_unit_test(sandbox_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
