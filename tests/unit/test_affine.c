// Linear equations modulo 2^w of sets of points.
#include "logic/reason/affine.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// cmocka.h needs those before it
#include <cmocka.h>

static uint64_t seed = 1;
static uint64_t any(void) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return seed >> 20;
}

static uint64_t mask(uint32_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static bool satisfies(const Affine *a, const VecU64 *equations, const uint64_t point[]) {
    for (uint32_t e = 0; e < equations->count; e += a->n + 1) {
        uint64_t sum = equations->at[e];
        for (uint32_t i = 0; i < a->n; i++)
            sum += equations->at[e + 1 + i] * point[i];
        if (sum & mask(a->width))
            return false;
    }
    return true;
}

// y = 2 x + 3 and z = x - y, from points where that holds.
static void finds_sums(void **state) {
    (void)state;
    Affine a;
    VecU64 equations = { 0 };
    affine_init(&a, 3, 32);
    for (uint64_t x = 5; x < 12; x++)
        affine_add(&a, (uint64_t[]){ x, 2 * x + 3, 0 - x - 3 });
    assert_int_equal(affine_equations(&a, &equations), 2);
    for (int i = 0; i < 100; i++) {
        uint64_t x = any();
        assert_true(satisfies(&a, &equations, (uint64_t[]){ x, 2 * x + 3, 0 - x - 3 }));
        assert_false(satisfies(&a, &equations, (uint64_t[]){ x, 2 * x + 4, 0 - x - 3 }));
        assert_false(satisfies(&a, &equations, (uint64_t[]){ x, 2 * x + 3, 0 - x }));
    }
    for (uint32_t i = 0; i < equations.count; i++) // small, as people write them
        assert_true((int32_t)equations.at[i] >= -3 && (int32_t)equations.at[i] <= 3);
    vec_free(&equations);
    affine_free(&a);
}

// x = 5 modulo 8
static void finds_congruences(void **state) {
    (void)state;
    Affine a;
    VecU64 equations = { 0 };
    affine_init(&a, 1, 32);
    assert_true(affine_add(&a, (uint64_t[]){ 5 }));
    assert_true(affine_add(&a, (uint64_t[]){ 13 }));
    assert_false(affine_add(&a, (uint64_t[]){ 805 }));
    affine_equations(&a, &equations);
    for (uint64_t x = 0; x < 64; x++)
        assert_int_equal(satisfies(&a, &equations, (uint64_t[]){ x }), x % 8 == 5);
    vec_free(&equations);
    affine_free(&a);
}

// The equations hold of exactly the points that add nothing.
static void equations_are_the_hull(void **state) {
    (void)state;
    for (int round = 0; round < 3000; round++) {
        uint32_t n = 1 + (uint32_t)(any() % 5), width = (uint32_t[]){ 1, 4, 8, 32, 64 }[any() % 5];
        uint64_t point[5], range = any() % 3 ? 7 : UINT64_MAX;
        Affine a;
        affine_init(&a, n, width);
        for (uint64_t k = 1 + any() % 5; k; k--) {
            for (uint32_t i = 0; i < n; i++)
                point[i] = (any() & range) * (any() % 2 ? 2 : 1);
            affine_add(&a, point);
        }
        VecU64 equations = { 0 };
        affine_equations(&a, &equations);
        assert_true(satisfies(&a, &equations, point));
        for (int k = 0; k < 20; k++) {
            for (uint32_t i = 0; i < n; i++)
                point[i] = any() & range;
            bool inside = satisfies(&a, &equations, point);
            Affine copy;
            affine_init(&copy, n, width);
            for (uint32_t c = 0; c < (n + 1) * (n + 1); c++)
                copy.row[c] = a.row[c];
            assert_int_equal(affine_add(&copy, point), !inside);
            affine_free(&copy);
        }
        vec_free(&equations);
        affine_free(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_sums),
        cmocka_unit_test(finds_congruences),
        cmocka_unit_test(equations_are_the_hull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
