// Predicate abstraction of steps, and Boolean functions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "logic/reason/abstract.h"
#include "logic/reason/bdd.h"

static Terms *t;
static Smt *smt;
static Abstractor *ab;

static int set_up(void **state) {
    (void)state;
    t = terms_new();
    smt = smt_new(t, (SmtLimits){ 0 });
    ab = abstractor_new(t, (SmtLimits){ 0 });
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    abstractor_free(ab);
    smt_free(smt);
    terms_free(t);
    return 0;
}

static Term num(const char *name) {
    return term_var(t, name, sort_int(t));
}

static Term add(Term a, int64_t v) {
    return term_2(t, OP_ADD, a, term_int(t, v));
}

static Term ge(Term a, int64_t v) {
    return term_2(t, OP_LE, term_int(t, v), a);
}

// x = y and x >= 0, then x--; y--: of {x = y, x >= 0} only x = y holds after it.
static void decrement_both(void **state) {
    (void)state;
    Term x = num("x"), y = num("y"), x1 = num("x1"), y1 = num("y1");
    Term label = term_and(t, term_eq(t, x, y), ge(x, 0));
    Term edge = term_and(t, term_eq(t, x1, add(x, -1)), term_eq(t, y1, add(y, -1)));
    Term predicates[2] = { term_eq(t, x1, y1), ge(x1, 0) };
    Truth out[2];
    assert_int_equal(abstract_cartesian(ab, label, edge, 2, predicates, out), STEP_POSSIBLE);
    assert_int_equal(out[0], TRUTH_TRUE);
    assert_int_equal(out[1], TRUTH_OPEN);
    Cubes cubes = { 0 };
    assert_int_equal(abstract_boolean(ab, label, edge, 2, predicates, 0, &cubes), STEP_POSSIBLE);
    assert_int_equal(smt_equivalent(smt, cubes_term(t, 2, predicates, &cubes), predicates[0]), SMT_VALID);
    vec_free(&cubes);
}

static void boolean_keeps_disjunctions(void **state) {
    (void)state;
    Term x = num("x"), y = num("y"), zero = term_int(t, 0);
    Term predicates[2] = { term_eq(t, x, zero), term_eq(t, y, zero) };
    Term edge = term_or(t, predicates[0], predicates[1]), yes = term_true(t);
    Truth out[2];
    assert_int_equal(abstract_cartesian(ab, yes, edge, 2, predicates, out), STEP_POSSIBLE);
    assert_true(out[0] == TRUTH_OPEN && out[1] == TRUTH_OPEN);
    Cubes cubes = { 0 };
    assert_int_equal(abstract_boolean(ab, yes, edge, 2, predicates, 0, &cubes), STEP_POSSIBLE);
    assert_int_equal(smt_equivalent(smt, cubes_term(t, 2, predicates, &cubes), edge), SMT_VALID);
    assert_int_equal(cubes.count, 6);
    // With a limit it is weaker, never wrong.
    assert_int_equal(abstract_boolean(ab, yes, edge, 2, predicates, 1, &cubes), STEP_POSSIBLE);
    assert_int_equal(smt_implies(smt, edge, cubes_term(t, 2, predicates, &cubes)), SMT_VALID);
    vec_free(&cubes);
}

static void impossible_steps(void **state) {
    (void)state;
    Term x = num("x"), p = ge(x, 0);
    Truth out[1];
    Cubes cubes = { 0 };
    assert_int_equal(abstract_cartesian(ab, ge(x, 1), term_not(t, ge(x, 0)), 1, &p, out), STEP_IMPOSSIBLE);
    assert_int_equal(abstract_boolean(ab, ge(x, 1), term_not(t, ge(x, 0)), 1, &p, 0, &cubes), STEP_IMPOSSIBLE);
    assert_int_equal(abstract_boolean(ab, ge(x, 1), term_true(t), 0, NULL, 0, &cubes), STEP_POSSIBLE);
    assert_int_equal(abstract_cartesian(ab, ge(x, 1), term_true(t), 1, &p, out), STEP_POSSIBLE);
    assert_int_equal(out[0], TRUTH_TRUE);
    vec_free(&cubes);
}

// The abstraction of random steps over random predicates, against the definition:
// cartesian and boolean are implied by the step, boolean implies cartesian.
static void random_steps(void **state) {
    (void)state;
    uint64_t seed = 12345;
    Term v[4] = { num("a"), num("b"), num("c"), num("d") };
    for (int round = 0; round < 60; round++) {
        Term atoms[8];
        for (int i = 0; i < 8; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            uint32_t r = (uint32_t)(seed >> 33);
            Term sum = term_2(t, OP_ADD, v[r % 4], term_2(t, OP_MUL, term_int(t, (int)(r / 4 % 3) - 1), v[r / 12 % 4]));
            atoms[i] = r / 48 % 2 ? ge(sum, (int)(r / 96 % 5) - 2) : term_eq(t, sum, term_int(t, r / 96 % 3));
        }
        Term edge = term_or(t, term_and(t, atoms[0], atoms[1]), term_and(t, atoms[2], term_not(t, atoms[3])));
        Term *predicates = atoms + 4;
        Truth out[4];
        uint8_t cube[4];
        Cubes cubes = { 0 };
        StepAnswer one = abstract_cartesian(ab, term_true(t), edge, 4, predicates, out);
        assert_int_equal(one, abstract_boolean(ab, term_true(t), edge, 4, predicates, 0, &cubes));
        if (one == STEP_POSSIBLE) {
            for (int i = 0; i < 4; i++)
                cube[i] = (uint8_t)out[i];
            Term boolean = cubes_term(t, 4, predicates, &cubes);
            assert_int_equal(smt_implies(smt, edge, boolean), SMT_VALID);
            assert_int_equal(smt_implies(smt, boolean, cube_term(t, 4, predicates, cube)), SMT_VALID);
        }
        vec_free(&cubes);
    }
}

// ---- Boolean functions ----
static void functions(void **state) {
    (void)state;
    Bfs *b = bfs_new(4, 0);
    Bf x = bf_var(b, 0), y = bf_var(b, 1), z = bf_var(b, 2);
    assert_true(bf_same(bf_or(b, x, bf_not(b, x)), bf_true(b)));
    assert_true(bf_same(bf_and(b, x, y), bf_not(b, bf_or(b, bf_not(b, x), bf_not(b, y)))));
    Bf f = bf_ite(b, x, y, z), set = bf_set(b, 1, (uint32_t[]){ 0 });
    assert_true(bf_same(bf_exists(b, f, set), bf_or(b, y, z)));
    assert_true(bf_same(bf_forall(b, f, set), bf_and(b, y, z)));
    assert_true(bf_same(bf_and_exists(b, bf_iff(b, x, y), bf_iff(b, x, z), set), bf_iff(b, y, z)));
    assert_true(bf_same(bf_rename(b, f, 2, (uint32_t[]){ 1, 2 }, (uint32_t[]){ 2, 1 }), bf_ite(b, x, z, y)));
    assert_true(bf_leq(b, bf_and(b, x, y), x) && !bf_leq(b, x, bf_and(b, x, y)));
    int8_t cube[4];
    assert_true(bf_pick(b, bf_and(b, x, bf_not(b, z)), 4, cube));
    assert_true(cube[0] == 1 && cube[1] == -1 && cube[2] == 0);
    assert_false(bf_pick(b, bf_false(b), 4, cube));
    BfMark mark = bf_mark(b);
    Bf g = bf_iff(b, bf_iff(b, x, y), bf_iff(b, z, bf_var(b, 3)));
    g = bf_release(b, mark, g);
    assert_int_equal(bf_size(b, g), 7);
    assert_false(bf_same((Bf){ 0 }, bf_and(b, (Bf){ 0 }, x)));
    assert_int_equal(bf_and(b, (Bf){ 0 }, x).id, 0);
    bfs_free(b);
}

static bool count_cube(void *context, uint32_t variables, const int8_t cube[]) {
    double *sum = context, one = 1;
    for (uint32_t i = 0; i < variables; i++)
        one *= cube[i] < 0 ? 2 : 1;
    *sum += one;
    return true;
}

static void functions_and_terms(void **state) {
    (void)state;
    Bfs *b = bfs_new(3, 0);
    Term p = term_var(t, "p", sort_bool(t)), q = ge(num("x"), 3), r = term_eq(t, num("x"), num("y")),
         atoms[3] = { p, q, r };
    Term f = term_or(t, term_and(t, p, term_not(t, q)), term_eq(t, q, term_ite(t, p, r, q)));
    Bf g = bf_from_term(b, t, f, 3, atoms);
    assert_int_equal(smt_equivalent(smt, bf_to_term(b, t, g, atoms), f), SMT_VALID);
    assert_int_equal(bf_from_term(b, t, term_and(t, f, ge(num("z"), 0)), 3, atoms).id, 0);
    double sum = 0;
    assert_true(bf_cubes(b, g, 3, count_cube, &sum));
    assert_true(sum == 7); // all but p, q, not r
    bfs_free(b);
}

// A table that is full gives no functions, never wrong ones.
static void node_limit(void **state) {
    (void)state;
    enum { N = 24 };
    Bfs *b = bfs_new(2 * N, 12000);
    Bf f = bf_true(b);
    for (uint32_t i = 0; i < N; i++) // a bad order: exponential
        f = bf_and(b, f, bf_iff(b, bf_var(b, i), bf_var(b, N + i)));
    assert_int_equal(f.id, 0);
    bfs_free(b);
    b = bfs_new(2 * N, 0);
    f = bf_true(b);
    for (uint32_t i = 0; i < N; i++)
        f = bf_and(b, f, bf_iff(b, bf_var(b, 2 * i), bf_var(b, 2 * i + 1)));
    assert_int_equal(bf_size(b, f), 3 * N);
    bfs_free(b);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(decrement_both), TEST(boolean_keeps_disjunctions), TEST(impossible_steps), TEST(random_steps),
        TEST(functions),      TEST(functions_and_terms),        TEST(node_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
