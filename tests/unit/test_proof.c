// The proof checker and its files: right invariants are accepted, wrong or missing
// ones and changed certificates are not, and the failing condition is named.
#include "answer/check/check_unwound.h"
#include "answer/check/proof_file.h"
#include "spec/monitor/monitor.h"
#include "memory/memory.h"
#include "logic/text/read_smt.h"
#include "logic/smt/smt_process.h"
#include "program/step/block.h"
#include "program/step/cutpoint.h"
#include "program/pass/simplify.h"
#include "program/pass/slice.h"
#include "program/run/trace.h"
#include <glob.h>
#include <setjmp.h>
#include <unistd.h>
#include <cmocka.h>

#define HEAD                                                                   \
    "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n" \
    "extern unsigned __VERIFIER_nondet_uint(void);\n"

typedef struct Source {
    char path[40];
    FrontendInput in;
    Program *p;
} Source;

static void prepare(Program *p) {
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    memory_resolve_calls(p);
    program_simplify(p, PASS_ALL);
    memory_made_once(p);
    memory_split(p, memory_order_to_inputs(p));
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
}

static const Property asserts = { .kind = PROPERTY_UNREACH_CALL, .entry = "main", .asserts = true };

static Source read_c(const char *text) {
    Source s = { .path = "/tmp/test_proof_XXXXXX.c" };
    int fd = mkstemps(s.path, 2);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    s.in = (FrontendInput){ .pointer_bits = 64, .entry = "main", .events = property_events(&asserts) };
    s.in.externals = EXTERNALS_PURE;
    return s;
}

static void compile(Source *s) {
    Reason why = { "" };
    if (!s->in.files.count)
        vec_push(&s->in.files, (SourceFile){ .path = s->path });
    s->p = frontend_read(&s->in, &why);
    if (!s->p)
        fail_msg("%s", why.text);
    monitor_property(s->p, &asserts);
    prepare(s->p);
}

static void discard(Source *s) {
    remove(s->path);
    vec_free(&s->in.files);
    program_free(s->p);
}

static Term variable(void *context, const char *name) {
    const Program *p = context;
    for (VarId v = 1; v < p->vars.count; v++)
        if (!strcmp(term_name(p->terms, var_term(p, v)), name))
            return var_term(p, v);
    return (Term){ 0 };
}

static Term formula(Program *p, const char *text) {
    Term f = { 0 };
    Reason why = { "" };
    if (!smt_read_formula(p->terms, text, strlen(text), variable, p, &f, &why)) {
        program_print(p, stderr);
        fail_msg("%s: %s", text, why.text);
    }
    return f;
}

// The n-th loop head, as the cutpoint graph has them.
static LocId head(const Program *p, uint32_t n) {
    CutGraph *g = cut_graph_new(p, p->entry, NULL);
    LocId found = 0;
    for (uint32_t i = 0; i < g->points.count && !found; i++)
        if (i != g->entry && i != g->error && n-- == 0)
            found = g->points.at[i].loc;
    cut_graph_free(g);
    assert_true(found != 0);
    return found;
}

// ---- single proofs ----
typedef struct Example {
    const char *c;
    const char *invariant; // at the only loop
    bool stands;
    const char *detail; // part of it
} Example;

#define COUNTER                                                                               \
    HEAD "int main(void) { int x = 0, y = 0; while (__VERIFIER_nondet_int()) { x++; y++; }\n" \
         "  if (x != y) reach_error(); return 0; }\n"
#define BOUNDED \
    HEAD "int main(void) { unsigned n = 0; while (n < 1000) n += 2; if (n != 1000) reach_error(); return 0; }\n"
#define ARRAY                                                                            \
    HEAD "int a[4]; int main(void) { unsigned i = __VERIFIER_nondet_uint(); a[2] = 7;\n" \
         "  while (i < 100) { a[i & 1] = i; i++; } if (a[2 + (i & 0)] != 7) reach_error(); return 0; }\n"

static const Example examples[] = {
    { COUNTER, "(= x y)", true, "" },
    { COUNTER, "(bvule x y)", false, "step condition" },
    { COUNTER, "(or (= x y) (bvslt x x))", true, "" },
    { COUNTER, "(= x #x00000000)", false, "step condition" },
    { COUNTER, "true", false, "error condition" },
    { COUNTER, "false", false, "step condition" },
    { BOUNDED, "(and (bvule n #x000003e8) (= ((_ extract 0 0) n) #b0))", true, "" },
    { BOUNDED, "(bvule n #x000003e8)", false, "" },
    { BOUNDED, "(= ((_ extract 0 0) n) #b0)", false, "" },
};

static ProofCheck check_example(const Example *e) {
    Source s = read_c(e->c);
    compile(&s);
    Invariant inv = { head(s.p, 0), formula(s.p, e->invariant) };
    ProofCheck check = check_invariants(s.p, 1, &inv, NULL);
    discard(&s);
    return check;
}

static void test_examples(void **unused) {
    (void)unused;
    for (uint32_t i = 0; i < COUNT(examples); i++) {
        ProofCheck check = check_example(&examples[i]);
        if (check.stands != examples[i].stands)
            fail_msg("example %u: %s %s", i, check.reason.text, check.detail.text);
        if (!strstr(check.detail.text, examples[i].detail))
            fail_msg("example %u: %s", i, check.detail.text);
        proof_check_free(&check);
    }
}

static void test_no_invariant(void **unused) {
    (void)unused;
    Source s = read_c(COUNTER);
    compile(&s);
    ProofCheck check = check_invariants(s.p, 0, NULL, NULL);
    assert_false(check.stands);
    assert_non_null(strstr(check.detail.text, "has no invariant"));
    proof_check_free(&check);
    // A location that the program lacks says nothing of it.
    Invariant elsewhere = { s.p->locs.count + 5, term_true(s.p->terms) };
    check = check_invariants(s.p, 1, &elsewhere, NULL);
    assert_false(check.stands);
    proof_check_free(&check);
    discard(&s);
}

// Names of inputs are not variables of the program.
static void test_foreign_variables(void **unused) {
    (void)unused;
    Source s = read_c(COUNTER);
    compile(&s);
    Term foreign =
        term_eq(s.p->terms, term_var(s.p->terms, "edge!3!0!i32", sort_bv(s.p->terms, 32)), term_bv(s.p->terms, 0, 32));
    Invariant inv = { head(s.p, 0), term_and(s.p->terms, foreign, formula(s.p, "(= x y)")) };
    ProofCheck check = check_invariants(s.p, 1, &inv, NULL);
    assert_false(check.stands);
    assert_int_equal(check.conditions.count, 0);
    proof_check_free(&check);
    discard(&s);
}

static void test_memory(void **unused) {
    (void)unused;
    Source s = read_c(ARRAY);
    compile(&s);
    assert_true(s.p->regions.count > 1);
    Blocks *blocks = blocks_new(s.p);
    uint64_t base = 0, size = 0;
    for (ObjId o = 1; o < s.p->objects.count && !size; o++)
        if (s.p->objects.at[o].kind == OBJ_GLOBAL)
            assert_true(layout_place(blocks_layout(blocks), o, &base, &size));
    Terms *t = s.p->terms;
    Term cell = term_2(t, OP_SELECT, block_region(blocks, 1), term_bv(t, base + 8, 64));
    Invariant right = { head(s.p, 0), term_eq(t, cell, term_bv(t, 7, 32)) };
    Invariant wrong = { head(s.p, 0), term_eq(t, cell, term_bv(t, 8, 32)) };
    ProofCheck check = check_invariants(s.p, 1, &right, NULL);
    if (!check.stands)
        fail_msg("%s", check.detail.text);
    proof_check_free(&check);
    check = check_invariants(s.p, 1, &wrong, NULL);
    assert_false(check.stands);
    proof_check_free(&check);
    blocks_free(blocks);
    discard(&s);
}

// A program without loops needs no invariants; a loop that cannot lead to the error needs none.
static void test_without_loops(void **unused) {
    (void)unused;
    static const char *const programs[][2] = {
        { HEAD "struct { int a, b; } s = { 1, 2 }; int main(void) { if (s.b != 2) reach_error(); return 0; }", "safe" },
        { HEAD "struct { int a, b; } s = { 1, 2 }; int main(void) { if (s.b != 1) reach_error(); return 0; }", "" },
        { HEAD "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 3) reach_error();\n"
               " while (x) x++; return 0; }",
          "safe" },
        { HEAD "int f(int n) { return n > 0 ? 1 + f(n - 1) : 0; }\n"
               "int main(void) { if (f(__VERIFIER_nondet_int()) == -5) reach_error(); return 0; }",
          "" },
        { HEAD "extern int f(int); int main(void) { int x = __VERIFIER_nondet_int(); if (x > 7) f(x); return 0; }",
          "" },
        { HEAD "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { int x = __VERIFIER_nondet_int();\n"
               " if (x > 5 && x < 3) reach_error(); return f(x); }",
          "safe" },
        { HEAD "int f(int n) { if (n == 9) reach_error(); return n ? f(n - 1) : 0; }\n"
               "int main(void) { return f(__VERIFIER_nondet_int()); }",
          "" },
        { HEAD "extern int f(int); int main(void) { int x = __VERIFIER_nondet_int(); if (x > 7 && x < 5) f(x);\n"
               " if (x * 2 == 7) reach_error(); return 0; }",
          "safe" },
    };
    for (uint32_t i = 0; i < COUNT(programs); i++) {
        Source s = read_c(programs[i][0]);
        s.in.externals = EXTERNALS_STOP; // f is not modelled
        compile(&s);
        ProofCheck check = check_invariants(s.p, 0, NULL, NULL);
        if (check.stands != (*programs[i][1] != 0))
            fail_msg("program %u: %s", i, check.detail.text);
        if (i == 3)
            assert_string_equal(check.reason.text, "calls");
        proof_check_free(&check);
        discard(&s);
    }
}

static void test_cvc5(void **unused) {
    (void)unused;
    if (!smt_process_exists("cvc5"))
        skip();
    Source s = read_c(BOUNDED);
    compile(&s);
    Invariant inv = { head(s.p, 0), formula(s.p, examples[6].invariant) };
    ProofOptions options = { .check_with_cvc5 = true };
    ProofCheck check = check_invariants(s.p, 1, &inv, &options);
    if (!check.stands)
        fail_msg("%s", check.detail.text);
    assert_int_equal(check.by_second, check.conditions.count);
    proof_check_free(&check);
    discard(&s);
}

// ---- files ----
static const char *const assumed[] = { "the first", "the second" };

static char *slurp(const char *path, size_t *n) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *text = base_alloc(1 << 20);
    *n = fread(text, 1, (1 << 20) - 1, f);
    fclose(f);
    return text;
}

static char *certificate(Source *s, const char *invariant, size_t *n) {
    char path[] = "/tmp/test_proof_XXXXXX";
    close(mkstemp(path));
    Invariant inv = { head(s->p, 0), formula(s->p, invariant) };
    ProofCheck check = check_invariants(s->p, 1, &inv, NULL);
    Reason why = { "" };
    assert_true(check.stands);
    if (!proof_write(path, s->p, &(ProofTask){ &s->in, &asserts, COUNT(assumed), assumed }, 1, &inv, &check, &why))
        fail_msg("%s", why.text);
    proof_check_free(&check);
    char *text = slurp(path, n);
    remove(path);
    return text;
}

static void expect(const char *text, size_t n, const Source *s, bool stands, const char *detail) {
    ProofCheck check =
        proof_recheck_text(text, n, s->p, &(ProofTask){ &s->in, &asserts, COUNT(assumed), assumed }, NULL);
    if (check.stands != stands || !strstr(check.detail.text, detail))
        fail_msg("wanted '%s', got %s: %s", detail, check.reason.text, check.detail.text);
    proof_check_free(&check);
}

// The text with the first 'old' after 'after' replaced.
static void expect_changed(const char *text, const Source *s, const char *after, const char *old, const char *new,
                           const char *detail) {
    const char *from = strstr(text, after);
    const char *at = from ? strstr(from, old) : NULL;
    if (!at)
        fail_msg("no '%s' behind '%s' in %s", old, after, text);
    Text changed = { 0 };
    text_add(&changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    expect(changed.at, changed.count, s, false, detail);
    vec_free(&changed);
}

static void test_files(void **unused) {
    (void)unused;
    Source s = read_c(BOUNDED);
    compile(&s);
    size_t n;
    char *text = certificate(&s, examples[6].invariant, &n);
    program_free(s.p); // as another process would do it
    compile(&s);
    expect(text, n, &s, true, "");
    expect_changed(text, &s, "\nsmt", "3e8", "3ea", "condition");
    expect_changed(text, &s, "\nsmt", "3e8", "3e6", "condition");
    expect_changed(text, &s, "\ncondition", "#x", "#xf", "");
    expect_changed(text, &s, "\ncondition", "assert", "asert", "not known");
    expect_changed(text, &s, "\nprogram", "program ", "program 0", "another program");
    expect_changed(text, &s, "\nsource", "source ", "source 0", "");
    expect_changed(text, &s, "hone", "2", "3", "version");
    expect_changed(text, &s, "\nassumption", "the second", "the third", "other assumptions");
    expect_changed(text, &s, "\nassumption", "assumption the first\n", "", "other assumptions");
    expect_changed(text, &s, "\nassumption", "assumption the second\n", "", "other assumptions");
    expect_changed(text, &s, "\nassumption", "\nhead", "\nassumption no more\nhead", "other assumptions");
    expect_changed(text, &s, "\nhead", "head ", "head 0", "digest");
    expect_changed(text, &s, "\nproperty", "property ", "property no-", "another property");
    expect_changed(text, &s, "\nentry", "entry ", "entry x", "another entry");
    expect_changed(text, &s, "\nerrors", "errors ", "errors x", "other errors");
    expect_changed(text, &s, "\nexternals", "pure", "havoc", "--externals");
    expect_changed(text, &s, "\nmalloc-may-fail", "no", "yes", "--malloc-may-fail");
    expect_changed(text, &s, "", "LP64", "ILP32", "data model");
    expect_changed(text, &s, "\ninvariant", "L", "L9", "");
    expect(text, n / 2, &s, false, "");
    expect("", 0, &s, false, "");
    s.in.externals = EXTERNALS_HAVOC; // the options given when the certificate is checked
    expect(text, n, &s, false, "--externals");
    s.in.externals = EXTERNALS_PURE;
    s.in.malloc_may_fail = true;
    expect(text, n, &s, false, "--malloc-may-fail");
    s.in.malloc_may_fail = false;
    ProofCheck check = proof_recheck_text(text, n, s.p, &(ProofTask){ &s.in, &asserts, 1, assumed }, NULL);
    assert_false(check.stands);
    proof_check_free(&check);
    free(text);
    discard(&s);
}

// Whatever is done to a certificate, it is refused or proves the property; nothing breaks.
static void test_damaged(void **unused) {
    (void)unused;
    Source s = read_c(COUNTER);
    compile(&s);
    size_t n;
    char *text = certificate(&s, "(= x y)", &n);
    uint64_t random = 11;
    uint32_t accepted = 0;
    const char *smt = strstr(text, "\nsmt");
    assert_non_null(smt);
    size_t low = (size_t)(smt - text);
    for (uint32_t i = 0; i < 400; i++) {
        char *copy = base_alloc(n + 1);
        memcpy(copy, text, n);
        for (uint32_t k = 0; k <= random_next(&random) % 3; k++)
            copy[low + random_next(&random) % (n - low)] = "()#xb01 ?!=\n|_;ef"[random_next(&random) % 17];
        ProofCheck check =
            proof_recheck_text(copy, n, s.p, &(ProofTask){ &s.in, &asserts, COUNT(assumed), assumed }, NULL);
        accepted += check.stands;
        proof_check_free(&check);
        free(copy);
    }
    print_message("%u of 400 damaged certificates prove the same\n", accepted);
    assert_true(accepted < 100);
    free(text);
    discard(&s);
}

// ---- reading terms ----
// Terms of all kinds come back as they were printed.
static void test_round_trip(void **unused) {
    (void)unused;
    Source s = read_c(HEAD "int main(void) { return 0; }");
    compile(&s);
    Program *p = s.p;
    program_var(p, 0, "b8", sort_bv(p->terms, 8), VAR_GLOBAL);
    program_var(p, 0, "b200", sort_bv(p->terms, 200), VAR_GLOBAL);
    program_var(p, 0, "let", sort_bool(p->terms), VAR_GLOBAL);
    program_var(p, 0, "a|b %c", sort_bool(p->terms), VAR_GLOBAL);
    program_var(p, 0, "f", sort_float(p->terms, 8, 24), VAR_GLOBAL);
    program_var(p, 0, "d", sort_float(p->terms, 11, 53), VAR_GLOBAL);
    static const char *const good[] = {
        "(let ((x (bvadd b8 #x01)) (y b8)) (let ((x (bvmul x y))) (bvult x (bvnot y))))",
        "(= ((_ zero_extend 8) b8) ((_ sign_extend 8) b8))",
        "(= (concat b8 #b101) ((_ extract 10 0) b200))",
        "(fp.lt (fp.add RNE ((_ to_fp 8 24) f) (fp #b0 #b01111111 #b00000000000000000000000)) "
        "((_ to_fp 8 24) RNE ((_ to_fp 11 53) d)))",
        "(or |let%| |a%7Cb %25c| (fp.isNaN (fp.sqrt RNE ((_ to_fp 11 53) d))) (= ((_ to_fp 11 53) d) (_ NaN 11 53)))",
        "(= ((_ fp.to_sbv 8) RTZ ((_ to_fp 8 24) f)) "
        "(ite |let%| b8 ((_ extract 7 0) ((_ fp.to_ubv 32) RTZ ((_ to_fp 11 53) d)))))",
        "(= f ((_ extract 40 9) b200))",
        "(= f (ite |let%| (bvxor f #x80000000) #x7fc12345))",
        "(= f (fp.to_ieee_bv (fp.sub RNE ((_ to_fp 8 24) f) (fp.neg ((_ to_fp 8 24) f)))))",
        "(= d (fp.to_ieee_bv ((_ to_fp 11 53) RNE ((_ to_fp 8 24) f))))",
        "(fp.eq ((_ to_fp 8 24) RNE b8) (fp.roundToIntegral RTZ ((_ to_fp_unsigned 8 24) RNE b8)))",
        "(= b200 ((_ zero_extend 196) #b1010))",
        "(= (select ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x05) b8) (select (store ((as const (Array (_ BitVec "
        "8) "
        "(_ BitVec 8))) #x05) #x01 b8) b8))",
    };
    static const char *const bad[] = {
        "",
        "(",
        ")",
        "b8",
        "nothing",
        "(= b8 b200)",
        "(bvadd b8)",
        "(and)",
        "(not b8)",
        "((_ extract 9 0) b8)",
        "(let ((x)) true)",
        "(let x true)",
        "(fp #b0 #b1 #b1)",
        "(= b8 (_ bv256 8))",
        "(_ bv1 0)",
        "#x",
        "#b2",
        "true true",
        "(select b8 b8)",
        "(store b8 b8 b8)",
        "((as const (Array Bool)) b8)",
        "(fp.add RTZ f f)",
        "(ite b8 true false)",
        "((_ zero_extend 99999) b8)",
        "(|)",
        "(= f d)",
        "(=> true)",
        "(< 1 2)",
        "()",
        "(= (bv2nat b8) (bv2nat b8))",
        "((_ to_fp 8 24) b8)",
        "(let ((x true)) x) x",
        "(+ 1 2)",
    };
    for (uint32_t i = 0; i < COUNT(good); i++) {
        Term f = formula(p, good[i]);
        Text text = { 0 };
        term_print_smt(p->terms, f, &text);
        if (!term_same(f, formula(p, text.at)))
            fail_msg("%s comes back as another term than %s", text.at, good[i]);
        vec_free(&text);
    }
    for (uint32_t i = 0; i < COUNT(bad); i++) {
        Term f;
        Reason why = { "" };
        if (smt_read_formula(p->terms, bad[i], strlen(bad[i]), variable, p, &f, &why))
            fail_msg("'%s' is accepted", bad[i]);
        assert_true(*why.text != 0);
    }
    discard(&s);
}

// ---- unwinding ----
static void unwinding_is_checked(void **state) {
    (void)state;
    static const struct {
        const char *c;
        bool stands;
        const char *detail; // part of it
    } cases[] = {
        { BOUNDED, true, "" },
        { HEAD "int main(void) { unsigned n = 0; while (n < 1000) n += 3; if (n == 1002) reach_error(); return 0; }\n",
          false, "is reached" },
        { HEAD
          "int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n > 5) n = 5;\n"
          "  for (int i = 0; i < n; i++) s += __VERIFIER_nondet_int() & 3; if (s > 15) reach_error(); return 0; }\n",
          true, "" },
        { HEAD
          "int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n > 5) n = 5;\n"
          "  for (int i = 0; i < n; i++) s += __VERIFIER_nondet_int() & 3; if (s > 14) reach_error(); return 0; }\n",
          false, "is reached" },
        { COUNTER, false, "no time" },
        // recursion is unfolded as far as runs go
        { HEAD "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { if (f(3)) reach_error(); return 0; }\n",
          true, "" },
        { HEAD "int f(int n) { return n ? f(n - 1) + 1 : 0; } int main(void) { if (f(30) == 30) reach_error(); }\n",
          false, "is reached" },
        { HEAD "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
               "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 5 && f(n) > 3) reach_error(); return 0; }\n",
          true, "" },
        { HEAD "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
               "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 6 && f(n) > 4) reach_error(); return 0; }\n",
          false, "is reached" },
        { HEAD "int f(int n) { return n == 5 ? 1 : f(n - 1); }\n"
               "int main(void) { if (!f(__VERIFIER_nondet_int())) reach_error(); return 0; }\n",
          false, "" }, // 2^32 deep
        // without inputs there is one run, and it is not this one where something is not known
        { HEAD "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
               "int main(void) { if (f(15) != 610) reach_error(); return 0; }\n",
          true, "" },
        { HEAD "extern int x; int main(void) { if (x == 5) reach_error(); return 0; }\n", false, "is reached" },
        { HEAD "int main(void) { int x; if (x == 5) reach_error(); return 0; }\n", false, "is reached" },
        { HEAD "int main(int argc, char **argv) { if (argc == 5) reach_error(); return 0; }\n", false, "is reached" },
        { HEAD "#include <stdlib.h>\nint main(void) { int *x = malloc(4); if (*x == 5) reach_error(); return 0; }\n",
          false, "is reached" },
        { HEAD "#include <stdlib.h>\n"
               "int main(void) { int *x = malloc(8); x[0] = 1; if (*x != 1) reach_error(); return 0; }\n",
          true, "" },
        // a long array, of inputs; the solver need not see it
        { HEAD "int a[20000]; int main(void) { for (int i = 0; i < 20000; i++) a[i] = __VERIFIER_nondet_int() & 7;\n"
               "  for (int i = 0; i < 20000; i++) if (a[i] > 7) reach_error(); return 0; }\n",
          true, "" },
        { HEAD "int a[20000]; int main(void) { for (int i = 0; i < 20000; i++) a[i] = __VERIFIER_nondet_int() & 7;\n"
               "  if (a[15000] == 6) reach_error(); return 0; }\n",
          false, "is reached" },
        // a loop without end, in which nothing new comes
        { HEAD "int main(void) { int on = 0; for (;;) { if (on > 1) reach_error(); on = 1 - on; } }\n", true, "" },
        { HEAD "int main(void) { int on = 0; for (;;) { if (on > 4) reach_error(); on = on < 5 ? on + 1 : 0; } }\n",
          false, "is reached" },
        { HEAD "int main(void) { int n = __VERIFIER_nondet_int(); for (;;) { if (n == 7) reach_error(); n++; } }\n",
          false, "is reached" },
        // a loop without end behind which is nothing
        { HEAD "int main(void) { unsigned n = 0; while (n < 3) n++; if (n != 3) reach_error(); for (;;) n++; }\n", true,
          "" },
        // objects made in one place are different ones
        { HEAD "#include <stdlib.h>\n"
               "int main(void) { int *a[2], k = __VERIFIER_nondet_int(); for (int i = 0; i < 2; i++) { a[i] = "
               "malloc(4); *a[i] = i + k; }\n"
               "  if (*a[0] != k) reach_error(); return 0; }\n",
          true, "" },
        { HEAD "#include <stdlib.h>\n"
               "int main(void) { int *a[2], k = __VERIFIER_nondet_int(); for (int i = 0; i < 2; i++) { a[i] = "
               "malloc(4); *a[i] = i + k; }\n"
               "  if (*a[0] == k) reach_error(); return 0; }\n",
          false, "is reached" },
        { HEAD "#include <stdlib.h>\n"
               "int main(void) { unsigned n = __VERIFIER_nondet_int(); if (n > 9 || n < 4) return 0; int *a[2];\n"
               "  for (int i = 0; i < 2; i++) { a[i] = malloc(n); *a[i] = i; }\n"
               "  if (*a[0] != 0) reach_error(); return 0; }\n",
          true, "" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Source s = read_c(cases[i].c);
        compile(&s);
        bool endless = strstr(cases[i].detail, "no time") || (!cases[i].stands && !*cases[i].detail);
        UnwoundCheck check = check_unwound(s.p, endless ? 2 : 60);
        if (check.stands != cases[i].stands || !strstr(check.detail.text, cases[i].detail))
            fail_msg("%s: %d, %s", cases[i].c, check.stands, check.detail.text);
        discard(&s);
    }
}

// Of no program with an error does the check say that there is none, whatever an engine claimed.
static void no_error_is_overlooked(void **state) {
    (void)state;
    static const char *const patterns[] = { "tests/regress/bmc/*-false.c", "tests/regress/call/*-false.c",
                                            "tests/regress/memory/*-false.c" };
    glob_t found = { 0 };
    for (size_t i = 0; i < COUNT(patterns); i++)
        glob(patterns[i], i ? GLOB_APPEND : 0, NULL, &found);
    if (found.gl_pathc == 0)
        skip(); // not started in the project's directory
    assert_true(found.gl_pathc > 20);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Source s = read_c("");
        s.in.externals = EXTERNALS_HAVOC; // as these programs are checked
        vec_push(&s.in.files, (SourceFile){ .path = found.gl_pathv[i] });
        compile(&s);
        UnwoundCheck check = check_unwound(s.p, 5);
        if (check.stands)
            fail_msg("%s: stands", found.gl_pathv[i]);
        discard(&s);
    }
    globfree(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unwinding_is_checked),
        cmocka_unit_test(no_error_is_overlooked),
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_no_invariant),
        cmocka_unit_test(test_foreign_variables),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_without_loops),
        cmocka_unit_test(test_cvc5),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
