// Values: integers at the edges, floats in five formats, compiled terms.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "logic/term/value.h"
#include <math.h>

static Terms *t;

static int set_up(void **state) {
    (void)state;
    t = terms_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    terms_free(t);
    return 0;
}

// ---- integers ----
static uint64_t bv2(Op op, uint64_t a, uint64_t b, uint16_t width, uint16_t result) {
    OpType type = { .op = (uint8_t)op, .arity = 2, .width = result, .arg_width = width };
    return value_apply(&type, (Value[]){ { a, 0 }, { b, 0 } }).lo;
}

static void division_by_zero(void **state) {
    (void)state;
    assert_int_equal(bv2(OP_BV_UDIV, 7, 0, 8, 8), 255);
    assert_int_equal(bv2(OP_BV_UREM, 7, 0, 8, 8), 7);
    assert_int_equal(bv2(OP_BV_SDIV, 7, 0, 8, 8), 255);
    assert_int_equal(bv2(OP_BV_SDIV, 249, 0, 8, 8), 1);
    assert_int_equal(bv2(OP_BV_SREM, 249, 0, 8, 8), 249);
    assert_int_equal(bv2(OP_BV_SDIV, 128, 255, 8, 8), 128); // the least number by -1 wraps
    assert_int_equal(bv2(OP_BV_SREM, 128, 255, 8, 8), 0);
    assert_int_equal(bv2(OP_BV_SREM, 249, 3, 8, 8), 255); // -7 rem 3 = -1
    assert_int_equal(bv2(OP_BV_SDIV, 249, 3, 8, 8), 254);
}

static void shifts(void **state) {
    (void)state;
    assert_int_equal(bv2(OP_BV_SHL, 3, 8, 8, 8), 0);
    assert_int_equal(bv2(OP_BV_SHL, 3, 7, 8, 8), 128);
    assert_int_equal(bv2(OP_BV_LSHR, 128, 200, 8, 8), 0);
    assert_int_equal(bv2(OP_BV_ASHR, 128, 200, 8, 8), 255);
    assert_int_equal(bv2(OP_BV_ASHR, 127, 200, 8, 8), 0);
    assert_int_equal(bv2(OP_BV_CONCAT, 0xab, 0xcd, 8, 16), 0xabcd);
}

static void wide_numbers(void **state) {
    (void)state;
    OpType mul = { .op = OP_BV_MUL, .arity = 2, .width = 128, .arg_width = 128 };
    Value a = { ~(uint64_t)0, 0 }, v = value_apply(&mul, (Value[]){ a, a });
    assert_true(v.lo == 1 && v.hi == ~(uint64_t)0 - 1);
    OpType sext = { .op = OP_BV_SEXT, .arity = 1, .width = 100, .arg_width = 64, .imm0 = 36 };
    v = value_apply(&sext, &a);
    assert_true(v.lo == ~(uint64_t)0 && v.hi == ((uint64_t)1 << 36) - 1);
    assert_int_equal(value_signed((Value){ 0x80, 0 }, 8), -128);
}

// ---- floats ----
static Sort formats[5];
static const char *const one_third[] = { "3555", "3eaaaaab", "3fd5555555555555", "", "" };

static void make_formats(void) {
    formats[0] = sort_float(t, 5, 11);
    formats[1] = sort_float(t, 8, 24);
    formats[2] = sort_float(t, 11, 53);
    formats[3] = sort_float(t, 15, 64);
    formats[4] = sort_float(t, 15, 113);
}

static Term fp(long double x, Sort s) {
    return term_of_value(t, value_from_float(x, s, t), s);
}

static void constants_round_trip(void **state) {
    (void)state;
    make_formats();
    static const long double numbers[] = { 0, 1, -1, 1.5L, 65504, 6e-8L, -0.125L, 1024.5L };
    for (int f = 0; f < 5; f++)
        for (uint32_t i = 0; i < COUNT(numbers); i++) {
            Value v = value_from_float(numbers[i], formats[f], t);
            long double back = value_to_float(v, formats[f], t);
            assert_true(fabsl(back - numbers[i]) <= 1e-3L * fabsl(numbers[i]) + 1e-7L);
            assert_true(value_equal(value_from_float(back, formats[f], t), v));
        }
    for (int f = 0; f < 3; f++) {
        char text[40];
        Value v = value_of_term(t, term_2(t, OP_FP_DIV, fp(1, formats[f]), fp(3, formats[f])));
        sprintf(text, "%llx", (unsigned long long)v.lo);
        assert_string_equal(text, one_third[f]);
    }
    Value one = value_from_float(1, formats[3], t);
    assert_true(one.hi == 0x3fff && one.lo == (uint64_t)1 << 63);
}

// Where rounding twice would go wrong.
static void rounded_once(void **state) {
    (void)state;
    make_formats();
    Term x = term_bv(t, ((uint64_t)1 << 53) + 1, 64); // a tie for double
    Term d = term_convert(t, OP_FP_FROM_UBV, formats[2], x);
    assert_true(value_of_term(t, d).lo == 0x4340000000000000);
    x = term_bv(t, ((uint64_t)1 << 54) + ((uint64_t)1 << 30) + 1, 64); // just above a tie for float
    assert_true(value_of_term(t, term_convert(t, OP_FP_FROM_SBV, formats[1], x)).lo == 0x5a800001);
    // As a double it is a tie and would go to even.
    Term via = term_convert(t, OP_FP_FROM_FP, formats[1], term_convert(t, OP_FP_FROM_SBV, formats[2], x));
    assert_true(value_of_term(t, via).lo == 0x5a800000);
    Term a = fp(0x1.002p0L, formats[0]), b = fp(0x1.ffcp-12L, formats[0]); // half: 1 + 2^-9 plus almost half a step
    assert_true(value_of_term(t, term_2(t, OP_FP_ADD, a, b)).lo == value_of_term(t, a).lo);
    Term f = fp(1 + 0x1p-12L, formats[1]); // fma keeps the low half of the square
    Term fused = term_3(t, OP_FP_FMA, f, f, fp(-1 - 0x1p-11L, formats[1]));
    assert_true(value_to_float(value_of_term(t, fused), formats[1], t) == 0x1p-24L);
}

static void special_numbers(void **state) {
    (void)state;
    make_formats();
    for (int f = 0; f < 5; f++) {
        Sort s = formats[f];
        Term zero = fp(0, s), minus = fp(-0.0L, s), inf = term_2(t, OP_FP_DIV, fp(1, s), zero);
        Term nan = term_2(t, OP_FP_SUB, inf, inf);
        assert_true(term_same(term_2(t, OP_FP_EQ, zero, minus), term_true(t)));
        assert_true(term_same(term_eq(t, zero, minus), term_false(t)));
        assert_true(term_same(term_2(t, OP_FP_EQ, nan, nan), term_false(t)));
        assert_true(term_same(term_eq(t, nan, term_1(t, OP_FP_NEG, nan)), term_false(t))); // the sign is kept
        assert_true(term_same(term_1(t, OP_FP_IS_NAN, nan), term_true(t)));
        assert_true(term_same(term_2(t, OP_FP_LT, fp(1, s), inf), term_true(t)));
        assert_true(term_same(term_1(t, OP_FP_SQRT, fp(-1, s)), nan));
        Term half = fp(2.5L, s);
        static const long double expected[] = { 2, 3, 3, 2, 2 };
        for (uint32_t mode = 0; mode < 5; mode++) {
            Term r = term_build(t, OP_FP_ROUND, (Sort){ 0 }, 1, &half, mode, 0);
            assert_true(term_same(r, fp(expected[mode], s)));
        }
    }
}

// What x86-64 compilers make of conversions out of range.
static void out_of_range(void **state) {
    (void)state;
    make_formats();
    Value large = value_from_float(1e20L, formats[2], t), negative = value_from_float(-1, formats[2], t);
    OpType type = { .op = OP_FP_TO_SBV, .arity = 1, .width = 32, .arg_width = 64, .arg_exponent = 11 };
    assert_true(value_apply(&type, &large).lo == 0x80000000);
    type.width = 64;
    assert_true(value_apply(&type, &large).lo == (uint64_t)1 << 63);
    type.width = 8;
    assert_true(value_apply(&type, &large).lo == 0);
    type.op = OP_FP_TO_UBV;
    type.width = 32;
    assert_true(value_apply(&type, &negative).lo == 0xffffffff);
    type.width = 64;
    assert_true(value_apply(&type, &negative).lo == ~(uint64_t)0);
    Value big = value_from_float(0x1p63L, formats[2], t);
    assert_true(value_apply(&type, &big).lo == (uint64_t)1 << 63);
}

// Double arithmetic is that of this machine.
static void as_the_machine(void **state) {
    (void)state;
    make_formats();
    uint64_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        volatile double x[2];
        double r[4];
        for (int k = 0; k < 2; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            uint64_t bits = seed >> 40 & 3 ? seed : seed | 0x7ff0000000000000; // often a NaN
            memcpy((void *)&x[k], &bits, sizeof bits);
        }
        r[0] = x[0] + x[1], r[1] = x[0] - x[1], r[2] = x[0] * x[1], r[3] = x[0] / x[1];
        static const Op ops[] = { OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV };
        for (int k = 0; k < 4; k++) {
            OpType type = {
                .op = (uint8_t)ops[k], .arity = 2, .width = 64, .arg_width = 64, .exponent = 11, .arg_exponent = 11
            };
            Value arg[2] = { { 0, 0 }, { 0, 0 } }, v;
            memcpy(&arg[0].lo, (void *)&x[0], 8);
            memcpy(&arg[1].lo, (void *)&x[1], 8);
            v = value_apply(&type, arg);
            assert_memory_equal(&v.lo, &r[k], 8);
        }
    }
}

// As few digits as read back the same.
static void digits(void **state) {
    (void)state;
    assert_int_equal(value_digits(1, 64), 1);
    assert_int_equal(value_digits(0.1, 64), 1);
    assert_int_equal(value_digits(0.1f, 32), 1);
    assert_int_equal(value_digits(0.1f, 64), 17);
    assert_int_equal(value_digits(0.1 + 0.2, 64), 17);
    assert_int_equal(value_digits(1 / 3.0L, 80), 20);
    uint64_t seed = 7;
    for (int i = 0; i < 3000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        char text[64];
        float x;
        double y;
        memcpy(&x, (char *)&seed + 4, sizeof x);
        memcpy(&y, &seed, sizeof y);
        snprintf(text, sizeof text, "%.*g", value_digits(x, 32), x);
        assert_true(strtof(text, NULL) == x || x != x);
        snprintf(text, sizeof text, "%.*g", value_digits(y, 64), y);
        assert_true(strtod(text, NULL) == y || y != y);
    }
}

// ---- compiled terms ----
static uint32_t slot_of(void *context, Term variable) {
    (void)context;
    const char *name = term_name(t, variable);
    return (name[0] == 'l' ? SLOT_BANK1 : 0) | (uint32_t)strtoul(name + 1, NULL, 10);
}

static void banks(void **state) {
    (void)state;
    Term g = term_var(t, "g3", sort_bv(t, 32)), l = term_var(t, "l1", sort_bv(t, 32)),
         wide = term_var(t, "l2", sort_bv(t, 128));
    Term r[4] = { term_2(t, OP_BV_ADD, g, l), g, term_bv(t, 9, 32), term_1(t, OP_BV_NEG, wide) };
    Code *code = code_new(t, 4, r, slot_of, NULL);
    Value globals[4] = { { 0, 0 } }, locals[3] = { { 0, 0 } }, out[4];
    globals[3].lo = 0xffffffff;
    locals[1].lo = 3;
    locals[2].lo = 1;
    code_run(code, (const Value *[]){ globals, locals }, out);
    assert_int_equal(out[0].lo, 2);
    assert_int_equal(out[1].lo, 0xffffffff);
    assert_int_equal(out[2].lo, 9);
    assert_true(out[3].lo == ~(uint64_t)0 && out[3].hi == ~(uint64_t)0);
    code_free(code);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(division_by_zero), TEST(shifts),          TEST(wide_numbers), TEST(constants_round_trip),
        TEST(rounded_once),     TEST(special_numbers), TEST(out_of_range), TEST(as_the_machine),
        TEST(digits),           TEST(banks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
