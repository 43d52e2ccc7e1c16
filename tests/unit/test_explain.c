// Explanations of paths: each is tested against its definition.
#include "engine/refine/explain.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka.h needs those before it
#include <cmocka.h>

enum { VARIABLES = 3, MOST_STEPS = 5, WIDTH = 8 };
static Terms *t;
static uint64_t seed = 7;

static uint32_t any(uint32_t n) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

static Term copy(uint32_t variable, uint32_t step) {
    char name[20];
    snprintf(name, sizeof name, "x%u@%u", variable, step);
    return term_var(t, name, sort_bv(t, WIDTH));
}

static Term constant(void) {
    return term_bv(t, any(4), WIDTH);
}

static Term condition(uint32_t step) {
    static const Op ops[] = { OP_EQ, OP_BV_ULT, OP_BV_SLE };
    Term x = copy(any(VARIABLES), step), y = any(2) ? constant() : copy(any(VARIABLES), step);
    Term a = term_2(t, ops[any(COUNT(ops))], x, y);
    return any(2) ? a : term_not(t, a);
}

static Term value(uint32_t step) {
    Term x = copy(any(VARIABLES), step);
    switch (any(4)) {
    case 0:
        return constant();
    case 1:
        return term_2(t, OP_BV_ADD, x, constant());
    case 2:
        return term_ite(t, condition(step), constant(), copy(any(VARIABLES), step));
    default:
        return x;
    }
}

// Everything gets a new copy in each step.
static Term random_step(uint32_t step) {
    Term all = term_or(t, condition(step), condition(step));
    for (uint32_t v = 0; v < VARIABLES; v++) {
        Term after = any(2) ? value(step) : copy(v, step);
        all = term_and(t, all, term_eq(t, copy(v, step + 1), after));
    }
    return all;
}

static bool counts(void *unused, Term variable) {
    (void)unused;
    return term_name(t, variable)[1] == '0';
}

static void is_over_place(Term a, uint32_t place) {
    VecTerm vars = { 0 };
    term_vars(t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        assert_int_equal(atoi(term_name(t, vars.at[i]) + 3), place);
    vec_free(&vars);
}

static void holds(Smt *smt, uint32_t n, const Term a[], const Term known[], const Term out[]) {
    assert_int_equal(term_op(t, out[0]), OP_TRUE);
    assert_int_equal(term_op(t, out[n]), OP_FALSE);
    for (uint32_t i = 0; i < n; i++) {
        Term premise = term_and(t, term_and(t, out[i], a[i]), known ? known[i] : term_true(t));
        assert_int_equal(smt_implies(smt, premise, out[i + 1]), SMT_VALID);
        is_over_place(out[i], i);
    }
}

static void explanations_are_right(void **state) {
    (void)state;
    t = terms_new();
    Smt *smt = smt_new(t, (SmtLimits){ .seconds = 10 });
    Explainer *e = explainer_new(t, counts, NULL);
    uint32_t unsatisfiable = 0, found[2] = { 0 };
    for (uint32_t round = 0; round < 400; round++) {
        Term a[MOST_STEPS], known[MOST_STEPS], out[MOST_STEPS + 1];
        uint32_t n = 1 + any(MOST_STEPS);
        bool with_known = any(2);
        for (uint32_t i = 0; i < n; i++) {
            a[i] = random_step(i);
            known[i] = with_known ? condition(i) : term_true(t);
        }
        a[n - 1] = term_and(t, a[n - 1], condition(n));
        if (smt_solve(smt, term_and_n(t, n, a)) != SMT_UNSAT)
            continue;
        unsatisfiable++;
        for (uint32_t values = 0; values < 2; values++)
            if (explain_path(e, n, a, with_known ? known : NULL, values, out)) {
                holds(smt, n, a, known, out);
                found[values]++;
            }
    }
    assert_true(unsatisfiable > 50);
    assert_true(found[1] > unsatisfiable / 2);
    assert_true(found[0] > 0 && found[0] <= found[1]);
    explainer_free(e);
    smt_free(smt);
    terms_free(t);
}

// A flag decides: the explanation is about nothing else.
static void explanations_are_short(void **state) {
    (void)state;
    t = terms_new();
    Explainer *e = explainer_new(t, counts, NULL);
    Term one = term_bv(t, 1, WIDTH), flag = copy(1, 1);
    Term a[] = { term_and(t, term_eq(t, flag, one), term_eq(t, copy(2, 1), copy(2, 0))),
                 term_and(t, term_not(t, term_eq(t, flag, one)), term_2(t, OP_BV_ULT, copy(2, 1), one)) };
    Term out[3];
    assert_true(explain_path(e, 2, a, NULL, false, out));
    assert_int_equal(out[1].id, term_eq(t, flag, one).id);
    explainer_free(e);
    terms_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explanations_are_right),
        cmocka_unit_test(explanations_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
