// Bit-vectors as integers: what is translated how, and what follows from it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "logic/reason/integer.h"
#include "logic/smt/smt.h"

static Terms *t;
static Smt *smt;
static Integers *n;

static int set_up(void **state) {
    (void)state;
    t = terms_new();
    smt = smt_new(t, (SmtLimits){ .seconds = 10 });
    n = integers_new(t);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    integers_free(n);
    smt_free(smt);
    terms_free(t);
    return 0;
}

static Term bv(const char *name, uint32_t width) {
    return term_var(t, name, sort_bv(t, width));
}

// Is the bit-vector formula proved valid over the integers?
static bool proved(Term formula) {
    smt_push(smt);
    smt_assert(smt, integers_translate(n, term_not(t, formula)));
    SmtAnswer answer = smt_check(smt);
    smt_pop(smt);
    return answer == SMT_UNSAT;
}

static bool holds_operation(Term a, Op op) {
    VecTerm stack = { 0 };
    bool found = false;
    vec_push(&stack, a);
    while (stack.count) {
        Term x = vec_pop(&stack);
        found |= term_op(t, x) == op;
        for (uint32_t i = 0; i < term_arity(t, x); i++)
            vec_push(&stack, term_arg(t, x, i));
    }
    vec_free(&stack);
    return found;
}

static void wrap_around_is_seen(void **state) {
    (void)state;
    Term x = bv("x", 32), next = term_2(t, OP_BV_ADD, x, term_bv(t, 1, 32)), top = term_bv(t, 0x7fffffff, 32);
    Term grows = term_2(t, OP_BV_SLT, x, next);
    assert_false(proved(grows));
    assert_true(proved(term_implies(t, term_2(t, OP_BV_SLT, x, top), grows)));
    assert_true(integers_is_exact(n, grows));
    assert_true(proved(term_eq(t, term_eq(t, x, top), term_2(t, OP_BV_SLE, next, x))));
}

// No choice, division or remainder where the range excludes wrapping.
static void ranges_spare_wraps(void **state) {
    (void)state;
    Term a = term_zext(t, bv("a", 8), 32), b = term_zext(t, bv("b", 8), 32), sum = term_2(t, OP_BV_ADD, a, b);
    Term f = integers_translate(n, term_2(t, OP_BV_SLT, term_bv(t, 300, 32), term_2(t, OP_BV_ADD, sum, sum)));
    assert_false(holds_operation(f, OP_MOD) || holds_operation(f, OP_DIV));
    assert_true(proved(term_2(t, OP_BV_ULE, sum, term_bv(t, 510, 32))));
    Term c = term_sext(t, bv("c", 16), 32),
         less = term_2(t, OP_BV_SLE, term_bv_sub(t, c, term_sext(t, bv("d", 16), 32)), term_bv(t, 65535, 32));
    assert_true(proved(less));
}

static void operations_with_constants(void **state) {
    (void)state;
    Term x = bv("x", 32), mask = term_bv(t, 0xff0, 32), masked = term_2(t, OP_BV_AND, x, mask);
    assert_true(proved(term_2(t, OP_BV_ULE, masked, mask)));
    assert_true(integers_is_exact(n, term_eq(t, masked, mask)));
    Term low = term_2(t, OP_BV_AND, masked, term_bv(t, 15, 32));
    assert_true(proved(term_eq(t, low, term_bv(t, 0, 32))));
    Term q = term_2(t, OP_BV_SDIV, x, term_bv(t, 3, 32)), r = term_2(t, OP_BV_SREM, x, term_bv(t, 3, 32));
    Term back = term_2(t, OP_BV_ADD, term_2(t, OP_BV_MUL, term_bv(t, 3, 32), q), r);
    assert_true(proved(term_eq(t, back, x)));
    assert_true(proved(term_2(t, OP_BV_ULE, term_2(t, OP_BV_LSHR, x, term_bv(t, 28, 32)), term_bv(t, 15, 32))));
}

static void other_operations_keep_facts(void **state) {
    (void)state;
    Term x = bv("x", 16), y = bv("y", 16), zero = term_bv(t, 0, 16);
    Term both = term_2(t, OP_BV_AND, x, y), rest = term_2(t, OP_BV_UREM, x, y), product = term_2(t, OP_BV_MUL, x, y);
    assert_false(integers_is_exact(n, term_eq(t, both, x)));
    assert_true(proved(term_2(t, OP_BV_ULE, both, x)));
    assert_true(proved(term_implies(t, term_2(t, OP_BV_ULT, zero, y), term_2(t, OP_BV_ULT, rest, y))));
    assert_true(proved(term_implies(t, term_eq(t, x, zero), term_eq(t, product, zero))));
    assert_false(proved(term_eq(t, both, zero)));
}

static void arrays_and_back(void **state) {
    (void)state;
    Sort s = sort_array(t, sort_bv(t, 32), sort_bv(t, 8));
    Term m = term_var(t, "m", s), i = bv("i", 32), j = bv("j", 32), v = bv("v", 8);
    Term stored = term_3(t, OP_STORE, m, i, v), read = term_2(t, OP_SELECT, stored, j);
    Term other = term_not(t, term_eq(t, i, j));
    assert_true(proved(term_implies(t, other, term_eq(t, read, term_2(t, OP_SELECT, m, j)))));
    assert_true(proved(term_2(t, OP_BV_ULE, term_zext(t, read, 32), term_bv(t, 255, 32))));
    Term x = integers_variable(n, i), y = integers_variable(n, j);
    Term f = term_2(t, OP_LE, term_2(t, OP_ADD, x, y), term_int(t, 10)), back = integers_back(n, f);
    assert_true(back.id != 0);
    assert_int_equal(
        smt_implies(smt, term_and(t, term_eq(t, i, term_bv(t, 3, 32)), term_eq(t, j, term_bv(t, 7, 32))), back),
        SMT_VALID);
    Term large = term_bv(t, 0x7fffffff, 32); // no wrapping on the way back
    assert_int_equal(smt_implies(smt, term_and(t, term_eq(t, i, large), term_eq(t, j, large)), term_not(t, back)),
                     SMT_VALID);
    assert_int_equal(integers_back(n, term_2(t, OP_LE, term_2(t, OP_MUL, x, y), term_int(t, 3))).id, 0);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(wrap_around_is_seen),         TEST(ranges_spare_wraps), TEST(operations_with_constants),
        TEST(other_operations_keep_facts), TEST(arrays_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
