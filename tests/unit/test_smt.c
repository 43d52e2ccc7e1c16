// Solver sessions: answers, models, cores, optima, limits.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "logic/smt/smt.h"
#include "logic/smt/smt_process.h"
#include "logic/reason/integer.h"
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static Terms *t;
static Smt *smt;

static int set_up(void **state) {
    (void)state;
    t = terms_new();
    smt = smt_new(t, (SmtLimits){ 0 });
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    smt_free(smt);
    terms_free(t);
    return 0;
}

static Term var_int(const char *name) {
    return term_var(t, name, sort_int(t));
}

static Term bv(const char *name, uint32_t width) {
    return term_var(t, name, sort_bv(t, width));
}

static Term le(Term a, int64_t k) {
    return term_2(t, OP_LE, a, term_int(t, k));
}

static Term ge(Term a, int64_t k) {
    return term_2(t, OP_LE, term_int(t, k), a);
}

static void sessions_nest(void **state) {
    (void)state;
    Term x = var_int("x"), y = var_int("y");
    smt_assert(smt, term_2(t, OP_LT, x, y));
    assert_int_equal(smt_check(smt), SMT_SAT);
    smt_push(smt);
    smt_assert(smt, term_2(t, OP_LT, y, x));
    assert_int_equal(smt_depth(smt), 1);
    assert_int_equal(smt_check(smt), SMT_UNSAT);
    smt_pop(smt);
    assert_int_equal(smt_check(smt), SMT_SAT);
    Term vx = smt_value(smt, x), vy = smt_value(smt, y);
    assert_true(term_same(term_2(t, OP_LT, vx, vy), term_true(t)));
    assert_true(smt_model_is_exact(smt));
}

static void cores(void **state) {
    (void)state;
    Term x = var_int("x"), y = var_int("y");
    Term assumed[] = { ge(y, 5), ge(x, 1), le(y, 9), le(x, 0), term_eq(t, x, y), ge(x, 1) };
    assert_int_equal(smt_check_assuming(smt, 6, assumed), SMT_UNSAT);
    VecU32 core = { 0 };
    smt_core(smt, true, &core);
    assert_int_equal(core.count, 2);
    Term part[2] = { assumed[core.at[0]], assumed[core.at[1]] };
    assert_int_equal(smt_check_assuming(smt, 2, part), SMT_UNSAT);
    assert_int_equal(smt_check_assuming(smt, 3, assumed), SMT_SAT);
    assert_int_equal(smt_check(smt), SMT_SAT);
    vec_free(&core);
}

static void models_hold_values_of_all_sorts(void **state) {
    (void)state;
    Term r = term_var(t, "r", sort_real(t)), b = bv("b", 100), w = bv("w", 300), p = term_var(t, "p", sort_bool(t));
    Sort f32 = sort_float(t, 8, 24);
    Term f = term_var(t, "f", f32), g = term_var(t, "g", f32);
    Sort s = sort_array(t, sort_bv(t, 32), sort_bv(t, 8));
    Term a = term_var(t, "a", s), i = bv("i", 32), j = bv("j", 32);
    smt_assert(smt, term_eq(t, term_2(t, OP_MUL, term_real(t, "3", "1"), r), term_real(t, "-7", "1")));
    smt_assert(smt, term_eq(t, b, term_bv128(t, 0xdeadbeefcafebabe, 0x123456789, 100)));
    Term ones = term_1(t, OP_BV_NOT, term_bv(t, 0, 300));
    smt_assert(smt, term_eq(t, w, ones));
    smt_assert(smt, term_not(t, p));
    smt_assert(smt, term_eq(t, f, term_fp_bits(t, 0xc0490fdb, 0, f32)));
    smt_assert(smt, term_1(t, OP_FP_IS_NAN, g));
    smt_assert(smt, term_eq(t, term_2(t, OP_SELECT, a, i), term_bv(t, 7, 8)));
    smt_assert(smt, term_eq(t, term_2(t, OP_SELECT, a, j), term_bv(t, 9, 8)));
    assert_int_equal(smt_check(smt), SMT_SAT);
    assert_string_equal(term_number(t, smt_value(smt, r)), "-7/3");
    assert_true(term_same(smt_value(smt, b), term_bv128(t, 0xdeadbeefcafebabe, 0x123456789, 100)));
    Term top = term_extract(t, smt_value(smt, w), 299, 236);
    assert_true(term_same(top, term_bv(t, ~(uint64_t)0, 64)));
    assert_true(term_same(smt_value(smt, p), term_false(t)));
    assert_true(term_same(smt_value(smt, f), term_fp_bits(t, 0xc0490fdb, 0, f32)));
    assert_true(term_same(term_1(t, OP_FP_IS_NAN, smt_value(smt, g)), term_true(t)));
    Term array = smt_value(smt, a), vi = smt_value(smt, i), vj = smt_value(smt, j);
    assert_true(term_same(term_2(t, OP_SELECT, array, vi), term_bv(t, 7, 8)));
    assert_true(term_same(term_2(t, OP_SELECT, array, vj), term_bv(t, 9, 8)));
}

static void validity_is_cached(void **state) {
    (void)state;
    Term x = var_int("x"), p = term_var(t, "p", sort_bool(t));
    smt_assert(smt, le(x, 0)); // must not be seen by the queries
    assert_int_equal(smt_implies(smt, ge(x, 5), ge(x, 3)), SMT_VALID);
    assert_int_equal(smt_implies(smt, ge(x, 3), ge(x, 5)), SMT_INVALID);
    assert_int_equal(smt_valid(smt, le(x, 0)), SMT_INVALID);
    uint64_t before = smt_stats(smt).cache_hits;
    assert_int_equal(smt_implies(smt, ge(x, 5), ge(x, 3)), SMT_VALID);
    assert_int_equal(smt_stats(smt).cache_hits, before + 1);
    assert_int_equal(smt_equivalent(smt, term_and(t, p, ge(x, 1)), term_not(t, term_or(t, term_not(t, p), le(x, 0)))),
                     SMT_VALID);
}

static void optima(void **state) {
    (void)state;
    Term x = var_int("x"), r = term_var(t, "r", sort_real(t)), b = bv("b", 8), value;
    smt_assert(smt, term_2(t, OP_LE, term_2(t, OP_MUL, term_int(t, 3), x), term_int(t, 20)));
    smt_assert(smt, term_2(t, OP_LE, r, term_real(t, "1", "2")));
    smt_assert(smt, term_2(t, OP_BV_ULT, b, term_bv(t, 200, 8)));
    assert_int_equal(smt_maximum(smt, x, ORDER_SIGNED, &value), OPTIMUM_VALUE);
    assert_string_equal(term_number(t, value), "6");
    assert_int_equal(smt_minimum(smt, x, ORDER_SIGNED, &value), OPTIMUM_UNBOUNDED);
    assert_int_equal(smt_maximum(smt, r, ORDER_SIGNED, &value), OPTIMUM_VALUE);
    assert_string_equal(term_number(t, value), "1/2");
    assert_int_equal(smt_maximum(smt, b, ORDER_UNSIGNED, &value), OPTIMUM_VALUE);
    assert_true(term_same(value, term_bv(t, 199, 8)));
    assert_int_equal(smt_maximum(smt, b, ORDER_SIGNED, &value), OPTIMUM_VALUE);
    assert_true(term_same(value, term_bv(t, 127, 8)));
    assert_int_equal(smt_minimum(smt, b, ORDER_SIGNED, &value), OPTIMUM_VALUE);
    assert_true(term_same(value, term_bv(t, 128, 8)));
    smt_assert(smt, term_false(t));
    assert_int_equal(smt_maximum(smt, b, ORDER_SIGNED, &value), OPTIMUM_NONE);
    assert_int_equal(smt_maximum(smt, x, ORDER_SIGNED, &value), OPTIMUM_NONE);
}

// Factoring: too hard for the limits given.
static void assert_hard(void) {
    Term x = bv("hx", 64), y = bv("hy", 64), one = term_bv(t, 1, 64);
    smt_assert(smt, term_eq(t, term_2(t, OP_BV_MUL, x, y), term_bv(t, 0x7fffffffcc5ae7b5, 64)));
    smt_assert(smt, term_2(t, OP_BV_ULT, one, x));
    smt_assert(smt, term_2(t, OP_BV_ULT, one, y));
    smt_assert(smt, term_2(t, OP_BV_ULT, x, term_bv(t, (uint64_t)1 << 32, 64)));
    smt_assert(smt, term_2(t, OP_BV_ULT, y, term_bv(t, (uint64_t)1 << 32, 64)));
}

static void limits_give_unknown(void **state) {
    (void)state;
    smt_push(smt);
    assert_hard();
    smt_set_limits(smt, (SmtLimits){ .resources = 50000 });
    assert_int_equal(smt_check(smt), SMT_UNKNOWN);
    assert_true(*smt_reason(smt));
    smt_set_limits(smt, (SmtLimits){ .seconds = 0.2 });
    double start = clock_wall();
    assert_int_equal(smt_check(smt), SMT_UNKNOWN);
    assert_true(clock_wall() - start < 10);
    smt_pop(smt);
    smt_assert(smt, le(var_int("x"), 3));
    assert_int_equal(smt_check(smt), SMT_SAT);
}

static void unknown_operations_are_told(void **state) {
    (void)state;
    Sort f = sort_float(t, 8, 24);
    Term x = term_var(t, "x", f), y = term_var(t, "y", f);
    smt_assert(smt, term_2(t, OP_FP_LT, y, term_2(t, OP_FP_FMOD, x, y)));
    assert_int_equal(smt_check(smt), SMT_SAT);
    assert_false(smt_model_is_exact(smt));
}

// ---- deep terms, interrupts, memory ----
static void deep_terms_reach_the_solver(void **state) {
    (void)state;
    enum { DEPTH = 100000 }; // bench/logic goes to a million
    Term x = bv("x", 32), y = bv("y", 32), a = x;
    for (uint32_t i = 0; i < DEPTH / 2; i++) { // numbers differ: the solver's hashes of a uniform chain collide
        a = term_2(t, i % 2 ? OP_BV_XOR : OP_BV_MUL, a, i % 3 ? y : x);
        a = term_2(t, OP_BV_ADD, a, term_bv(t, i, 32));
    }
    Term f = term_eq(t, a, y);
    Integers *n = integers_new(t);
    assert_true(integers_translate(n, f).id);
    integers_free(n);
    smt_set_limits(smt, (SmtLimits){ .seconds = 0.5 });
    smt_push(smt);
    smt_assert(smt, f);
    smt_pop(smt);
    smt_assert(smt, le(var_int("i"), 3));
    assert_int_equal(smt_check(smt), SMT_SAT);
}

static void *interrupt_soon(void *session) {
    for (int i = 0; i < 40; i++) {
        usleep(50000);
        smt_interrupt(session);
    }
    return NULL;
}

static void interrupts(void **state) {
    (void)state;
    pthread_t thread;
    smt_push(smt);
    assert_hard();
    smt_set_limits(smt, (SmtLimits){ .seconds = 20 });
    assert_int_equal(pthread_create(&thread, NULL, interrupt_soon, smt), 0);
    double start = clock_wall();
    assert_int_equal(smt_check(smt), SMT_UNKNOWN);
    assert_true(clock_wall() - start < 10);
    pthread_join(thread, NULL);
    smt_pop(smt);
    smt_assert(smt, le(var_int("x"), 3));
    assert_int_equal(smt_check(smt), SMT_SAT);
}

// A process of its own with little memory: the check must answer "unknown", or the
// process end as base.h says it does when memory is out; it must not claim anything.
static void memory_out(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); // the sanitizer needs the addresses itself
#endif
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = { 300u << 20, 300u << 20 };
        freopen("/dev/null", "w", stderr);
        setrlimit(RLIMIT_AS, &limit);
        Terms *own = terms_new();
        Smt *s = smt_new(own, (SmtLimits){ .seconds = 20 });
        Term all = term_true(own), x = term_var(own, "x", sort_bv(own, 1024));
        for (int i = 0; i < 60; i++) { // 1024-bit products: gigabytes when made of gates
            char name[16];
            sprintf(name, "y%d", i);
            Term y = term_var(own, name, sort_bv(own, 1024)), p = term_2(own, OP_BV_MUL, x, y);
            all = term_and(own, all, term_2(own, OP_BV_ULT, p, y));
            x = p;
        }
        smt_push(s);
        smt_assert(s, all);
        SmtAnswer hard = smt_check(s);
        smt_pop(s);
        smt_assert(s, term_var(own, "b", sort_bool(own)));
        SmtAnswer easy = smt_check(s);
        _exit(hard == SMT_UNKNOWN ? (easy == SMT_SAT ? 0 : 1) : 2);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 6);
}

// ---- a second solver ----
static void another_solver_agrees(void **state) {
    (void)state;
    if (!smt_process_exists("cvc5"))
        skip();
    SmtProcess *p = smt_process_new(t, NULL, (SmtLimits){ .seconds = 10 });
    Term x = var_int("x"), and = var_int("and"), b = bv("b::1", 8), c = bv("c", 8);
    assert_int_equal(smt_process_implies(p, ge(x, 5), ge(x, 3)), SMT_VALID);
    assert_int_equal(smt_process_implies(p, ge(x, 3), ge(x, 5)), SMT_INVALID);
    assert_int_equal(smt_process_implies(p, ge(x, 3), ge(x, 5)), SMT_INVALID);
    assert_int_equal(smt_process_stats(p).cache_hits, 1);
    assert_int_equal(smt_process_implies(p, term_eq(t, x, and), term_2(t, OP_LE, x, and)), SMT_VALID);
    Term sum = term_2(t, OP_BV_ADD, b, c), carry = term_2(t, OP_BV_ULT, sum, b);
    assert_int_equal(smt_process_valid(p, term_eq(t, carry, term_2(t, OP_BV_ULT, sum, c))), SMT_VALID);
    assert_int_equal(smt_process_valid(p, term_not(t, carry)), SMT_INVALID);
    Sort s = sort_array(t, sort_bv(t, 8), sort_bv(t, 8));
    Term m = term_var(t, "m", s), stored = term_3(t, OP_STORE, m, b, c), read = term_2(t, OP_SELECT, stored, sum);
    Term expected = term_ite(t, term_eq(t, b, sum), c, term_2(t, OP_SELECT, m, sum));
    assert_int_equal(smt_process_valid(p, term_eq(t, read, expected)), SMT_VALID);
    Sort f = sort_float(t, 8, 24);
    Term g = term_var(t, "g", f), bits = term_1(t, OP_FP_TO_BITS, g), top = term_extract(t, bits, 31, 31);
    Term zero = term_fp_bits(t, 0, 0, f), negative = term_2(t, OP_FP_LT, g, zero);
    assert_int_equal(smt_process_implies(p, negative, term_eq(t, top, term_bv(t, 1, 1))), SMT_VALID);
    Term nan = term_1(t, OP_FP_IS_NAN, g), square = term_1(t, OP_FP_TO_BITS, term_2(t, OP_FP_MUL, g, g));
    Term quiet = term_2(t, OP_BV_OR, bits, term_bv(t, 0x7fc00000, 32));
    assert_int_equal(smt_process_implies(p, nan, term_eq(t, square, quiet)), SMT_VALID);
    assert_int_equal(smt_process_implies(p, nan, term_eq(t, square, bits)), SMT_INVALID); // it may signal
    Term arg[1] = { x }, fx = term_apply(t, "f", sort_int(t), 1, arg);
    arg[0] = and;
    Term fy = term_apply(t, "f", sort_int(t), 1, arg);
    assert_int_equal(smt_process_implies(p, term_eq(t, x, and), term_eq(t, fx, fy)), SMT_VALID);
    Term deep = x, other = x; // 3000 levels
    for (int i = 0; i < 3000; i++) {
        deep = term_ite(t, ge(deep, i), term_2(t, OP_ADD, deep, term_int(t, 1)), x);
        other = i % 2 ? deep : other;
    }
    assert_int_equal(smt_process_valid(p, term_or(t, term_eq(t, deep, other), term_true(t))), SMT_VALID);
    assert_int_not_equal(smt_process_implies(p, ge(x, 5000), term_eq(t, deep, term_2(t, OP_ADD, x, term_int(t, 3000)))),
                         SMT_INVALID);
    smt_process_free(p);
}

static void a_solver_that_fails(void **state) {
    (void)state;
    Term f = ge(var_int("x"), 5);
    const char *const commands[][4] = { { "no-such-solver", NULL },
                                        { "sh", "-c", "echo nonsense; sleep 100", NULL },
                                        { "false", NULL },
                                        { "sh", "-c", "sleep 100", NULL } };
    for (uint32_t i = 0; i < COUNT(commands); i++) {
        SmtProcess *p = smt_process_new(t, commands[i], (SmtLimits){ .seconds = 0.2 });
        assert_int_equal(smt_process_valid(p, f), SMT_UNDECIDED);
        assert_true(*smt_process_reason(p));
        assert_int_equal(smt_process_valid(p, f), SMT_UNDECIDED);
        smt_process_free(p);
    }
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(sessions_nest),
        TEST(cores),
        TEST(models_hold_values_of_all_sorts),
        TEST(validity_is_cached),
        TEST(optima),
        TEST(limits_give_unknown),
        TEST(unknown_operations_are_told),
        TEST(deep_terms_reach_the_solver),
        TEST(interrupts),
        TEST(memory_out),
        TEST(another_solver_agrees),
        TEST(a_solver_that_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
