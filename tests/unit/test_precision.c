// Predicates up to equivalence, precisions that share, C expressions, and files of predicates.
#include "build_program.h"
#include "engine/tree/precision.h"
#include "engine/tree/precision_file.h"
#include "engine/tree/user_predicates.h"
#include "logic/text/read_c.h"
#include <unistd.h>

// ---- predicates ----
static Term number(Terms *t, int64_t value) {
    return term_bv(t, (uint64_t)value, 32);
}

static PredicateId find(Predicates *p, Term formula) {
    PredicateId id;
    assert_true(predicates_find(p, formula, &id));
    return id;
}

static void one_predicate_in_many_ways(void **state) {
    (void)state;
    Terms *t = terms_new();
    Predicates *p = predicates_new(t);
    Term x = term_var(t, "x", sort_bv(t, 32)), y = term_var(t, "y", sort_bv(t, 32));
    PredicateId small = find(p, term_2(t, OP_BV_SLT, x, number(t, 5)));
    assert_int_equal(small, find(p, term_2(t, OP_BV_SLE, x, number(t, 4))));
    assert_int_equal(small, find(p, term_2(t, OP_BV_SLE, number(t, 5), x)));
    assert_int_equal(small, find(p, term_2(t, OP_BV_SLT, number(t, 4), x)));
    assert_int_equal(small, find(p, term_not(t, term_2(t, OP_BV_SLT, x, number(t, 5)))));
    assert_int_not_equal(small, find(p, term_2(t, OP_BV_ULT, x, number(t, 5))));
    assert_int_not_equal(small, find(p, term_2(t, OP_BV_SLT, y, number(t, 5))));
    PredicateId same = find(p, term_eq(t, x, y));
    assert_int_equal(same, find(p, term_eq(t, y, x)));
    assert_int_equal(same, find(p, term_eq(t, term_bv_sub(t, x, y), number(t, 0))));
    Term no_less = term_2(t, OP_BV_SLE, y, x), no_more = term_2(t, OP_BV_SLE, x, y);
    assert_int_equal(same, find(p, term_and(t, no_less, no_more)));
    assert_int_equal(same, find(p, term_or(t, term_not(t, no_less), term_not(t, no_more))));
    assert_int_equal(predicates_count(p), 4);
    predicates_free(p);
    terms_free(t);
}

static void constants_are_none(void **state) {
    (void)state;
    Terms *t = terms_new();
    Predicates *p = predicates_new(t);
    PredicateId id;
    Term x = term_var(t, "x", sort_bv(t, 32));
    Term odd = term_extract(t, term_2(t, OP_BV_MUL, x, term_2(t, OP_BV_ADD, x, number(t, 1))), 0, 0);
    assert_false(predicates_find(p, term_true(t), &id));
    assert_false(predicates_find(p, term_eq(t, odd, term_bv(t, 1, 1)), &id)); // x * (x + 1) is even
    assert_false(predicates_find(p, term_2(t, OP_BV_ULE, number(t, 0), x), &id));
    assert_int_equal(predicates_count(p), 0);
    predicates_free(p);
    terms_free(t);
}

// Random comparisons with constants: equal numbers just where they are equivalent, or opposites.
static void agrees_with_meaning(void **state) {
    (void)state;
    enum { WIDTH = 3, COUNT_OF = 120 };
    static const Op ops[] = { OP_BV_SLE, OP_BV_SLT, OP_BV_ULE, OP_BV_ULT, OP_EQ };
    Terms *t = terms_new();
    Predicates *p = predicates_new(t);
    Term x = term_var(t, "x", sort_bv(t, WIDTH));
    uint8_t values[COUNT_OF];
    PredicateId ids[COUNT_OF];
    for (uint32_t i = 0; i < COUNT_OF; i++) {
        uint64_t h = hash_mix(i + 1);
        Term c = term_bv(t, h >> 8, WIDTH);
        Term f = h & 1 ? term_2(t, ops[h % 5], x, c) : term_2(t, ops[h % 5], c, x);
        values[i] = 0;
        for (uint32_t v = 0; v < 8; v++)
            values[i] |=
                (uint8_t)((term_op(t, term_substitute(t, f, 1, &x, &(Term){ term_bv(t, v, WIDTH).id })) == OP_TRUE)
                          << v);
        bool is_constant = values[i] == 0 || values[i] == 255;
        assert_int_equal(predicates_find(p, f, &ids[i]), !is_constant);
        for (uint32_t k = 0; k < i && !is_constant; k++)
            if (values[k] != 0 && values[k] != 255)
                assert_int_equal(ids[k] == ids[i], values[k] == values[i] || (values[k] ^ values[i]) == 255);
    }
    predicates_free(p);
    terms_free(t);
}

static void equations_in_other_words(void **state) {
    (void)state;
    Terms *t = terms_new();
    Predicates *p = predicates_new(t);
    Term x = term_var(t, "x", sort_bv(t, 32)), y = term_var(t, "y", sort_bv(t, 32));
    Term not_zero = term_or(t, term_2(t, OP_BV_SLT, x, number(t, 0)), term_2(t, OP_BV_SLT, number(t, 0), x));
    assert_true(term_same(predicates_simplest(p, not_zero), term_not(t, term_eq(t, x, number(t, 0)))));
    Term wide = term_eq(t, term_sext(t, x, 40), term_2(t, OP_BV_ADD, term_sext(t, y, 40), term_bv(t, 0, 40)));
    assert_true(term_same(predicates_simplest(p, wide), term_eq(t, x, y)));
    Term low = term_2(t, OP_BV_SLE, term_2(t, OP_BV_ADD, term_sext(t, x, 37), term_bv(t, (uint64_t)-3, 37)),
                      term_bv(t, 0, 37));
    assert_true(term_same(predicates_simplest(p, low), term_2(t, OP_BV_SLE, x, number(t, 3))));
    Term below = term_2(t, OP_BV_SLT, term_zext(t, x, 40), term_bv(t, 7, 40));
    assert_true(term_same(predicates_simplest(p, below), term_2(t, OP_BV_ULE, x, number(t, 6))));
    Term apart = term_bv_sub(t, term_sext(t, x, 40), term_sext(t, y, 40));
    Term less = term_2(t, OP_BV_SLT, apart, term_bv(t, 0, 40));
    assert_true(term_same(predicates_simplest(p, less), term_not(t, term_2(t, OP_BV_SLE, y, x))));
    Term range = term_and(t, not_zero, term_2(t, OP_BV_SLT, x, number(t, 10)));
    assert_true(term_same(predicates_simplest(p, range), range));
    predicates_free(p);
    terms_free(t);
}

// ---- precisions ----
static void old_precisions_stay(void **state) {
    (void)state;
    enum { POINTS = 1000 };
    Precisions *ps = precisions_new(POINTS);
    Precision none = 0, one = precision_add(ps, none, 7, 3), two = precision_add(ps, one, 999, 5);
    Precision three = precision_add(ps, precision_add(ps, two, 7, 1), 7, 9);
    assert_int_equal(predicate_set_count(ps, precision_at(ps, none, 7)), 0);
    assert_int_equal(predicate_set_count(ps, precision_at(ps, one, 7)), 1);
    assert_int_equal(precision_at(ps, one, 999), 0);
    assert_true(predicate_set_has(ps, precision_at(ps, two, 999), 5));
    PredicateSet s = precision_at(ps, three, 7);
    assert_int_equal(predicate_set_count(ps, s), 3);
    assert_int_equal(predicate_set_members(ps, s)[0], 1);
    assert_int_equal(predicate_set_members(ps, s)[1], 3);
    assert_int_equal(predicate_set_members(ps, s)[2], 9);
    assert_false(predicate_set_has(ps, precision_at(ps, two, 7), 9));
    assert_int_equal(precision_add(ps, three, 7, 9), three);
    precisions_free(ps);
}

static void equal_sets_are_one(void **state) {
    (void)state;
    Precisions *ps = precisions_new(20);
    Precision a = precision_add(ps, precision_add(ps, 0, 2, 4), 2, 8);
    Precision b = precision_add(ps, precision_add(ps, 0, 3, 8), 3, 4);
    assert_int_equal(precision_at(ps, a, 2), precision_at(ps, b, 3));
    Precision c = precision_use_boolean(ps, a, 2);
    assert_int_not_equal(precision_at(ps, c, 2), precision_at(ps, a, 2));
    assert_true(predicate_set_is_boolean(ps, precision_at(ps, c, 2)));
    assert_int_equal(precision_use_boolean(ps, c, 2), c);
    assert_true(predicate_set_is_boolean(ps, precision_at(ps, precision_add(ps, c, 2, 1), 2)));
    precisions_free(ps);
}

// ---- C expressions ----
typedef struct Scope {
    Terms *t;
} Scope;

static CValue scope(void *self, const char *name) {
    Terms *t = ((Scope *)self)->t;
    if (!strcmp(name, "i"))
        return (CValue){ term_var(t, "i", sort_bv(t, 32)), false };
    if (!strcmp(name, "u"))
        return (CValue){ term_var(t, "u", sort_bv(t, 32)), true };
    if (!strcmp(name, "c"))
        return (CValue){ term_var(t, "c", sort_bv(t, 8)), false };
    if (!strcmp(name, "l"))
        return (CValue){ term_var(t, "l", sort_bv(t, 64)), false };
    return (CValue){ 0 };
}

// The value of an expression where i = -3, u = 4000000000, c = -1, l = 1 << 40.
static bool holds(const char *text) {
    Terms *t = terms_new();
    Scope s = { t };
    Term f;
    Reason why;
    if (!c_read_condition(t, text, 64, scope, &s, &f, &why))
        fail_msg("%s: %s", text, why.text);
    Term from[] = { scope(&s, "i").term, scope(&s, "u").term, scope(&s, "c").term, scope(&s, "l").term };
    Term to[] = { term_bv(t, (uint64_t)-3, 32), term_bv(t, 4000000000u, 32), term_bv(t, 255, 8),
                  term_bv(t, 1ull << 40, 64) };
    Op op = term_op(t, term_substitute(t, f, 4, from, to));
    terms_free(t);
    assert_true(op == OP_TRUE || op == OP_FALSE);
    return op == OP_TRUE;
}

static void c_means_what_c_means(void **state) {
    (void)state;
    int i = -3;
    unsigned u = 4000000000u;
    signed char c = -1;
    long l = 1L << 40;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"
#define SAME(e) assert_int_equal(holds(#e), !!(e))
    SAME(i < 0);
    SAME(i < u);
    SAME(i > u);
    SAME(u < 0);
    SAME(c < 0);
    SAME(c < u);
    SAME(c == -1 && !(i == 3));
    SAME(i * 2 + 1 == -5);
    SAME(i - 1 - 1 == -5);
    SAME(i / 2 == -1 && i % 2 == -1);
    SAME(u / 2 > 1999999999);
    SAME(u >> 31);
    SAME(i >> 1 == -2);
    SAME(1 << 3 == 8);
    SAME(l > 0xffffffff);
    SAME(l + i == 1099511627773);
    SAME((int)l == 0);
    SAME((unsigned char)c == 255);
    SAME((unsigned)i > 4000000000u);
    SAME(i & 1 | 2);
    SAME(i ^ i);
    SAME(~i == 2);
    SAME(-i >= 3 || l);
    SAME(!i != 1);
    SAME('a' == 97 && '\n' == 10);
    SAME(2 < 3 == 1);
    SAME((c < 0) + (i < 0) == 2);
    SAME(-1 < 1u);
    SAME(c + 256 > 254);
#undef SAME
#pragma GCC diagnostic pop
}

static void bad_expressions_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",     "i ==", "i = 1",     "nobody == 1", "(i",   "i)",   "1.5 < i", "f(i)",
        "i[0]", "i.x",  "i->x",      "i i",         "'ab'", "'",    "0x",      "99999999999999999999999",
        "* i",  "& i",  "i ? 1 : 2", "\"text\"",    "i + ", "&& i", "(int) ",  "12abc"
    };
    Terms *t = terms_new();
    Scope s = { t };
    for (uint32_t k = 0; k < COUNT(bad); k++) {
        Term f;
        Reason why = { "" };
        if (c_read_condition(t, bad[k], 64, scope, &s, &f, &why))
            fail_msg("'%s' was read", bad[k]);
        assert_true(*why.text);
    }
    char deep[10001];
    memset(deep, '!', 10000);
    deep[10000] = 0;
    Term f;
    Reason why;
    assert_false(c_read_condition(t, deep, 64, scope, &s, &f, &why));
    memset(deep, '(', 10000);
    assert_false(c_read_condition(t, deep, 64, scope, &s, &f, &why));
    terms_free(t);
}

// ---- files ----
static void predicates_come_back(void **state) {
    (void)state;
    Build b = begin();
    VarId x = local(&b, "x"), y = local(&b, "y");
    LocId first = b.at;
    set(&b, x, num(&b, 1));
    LocId second = b.at;
    ret(&b, num(&b, 0));
    VecFollowed followed = { 0 }, again = { 0 };
    vec_push(&followed, (Followed){ first, term_eq(b.t, val(&b, x), val(&b, y)) });
    vec_push(&followed, (Followed){ second, term_2(b.t, OP_BV_SLT, val(&b, x), num(&b, 9)) });
    vec_push(&followed, (Followed){ second, { 0 } });
    char path[] = "/tmp/hone-test-XXXXXX", digest[] = "0123";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    Reason why;
    assert_true(precision_write(path, b.p, digest, &followed, &why));
    assert_int_equal(precision_read(path, b.p, digest, &again, &why), PRECISION_READ);
    assert_int_equal(again.count, followed.count);
    for (uint32_t i = 0; i < again.count; i++) {
        assert_int_equal(again.at[i].loc, followed.at[i].loc);
        assert_true(term_same(again.at[i].predicate, followed.at[i].predicate));
    }
    assert_int_equal(precision_read(path, b.p, "4567", &again, &why), PRECISION_STALE);
    assert_int_equal(again.count, followed.count);
    unlink(path);
    assert_int_equal(precision_read(path, b.p, digest, &again, &why), PRECISION_BAD);
    vec_free(&followed);
    vec_free(&again);
    program_free(b.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_predicate_in_many_ways), cmocka_unit_test(constants_are_none),
        cmocka_unit_test(agrees_with_meaning),        cmocka_unit_test(equations_in_other_words),
        cmocka_unit_test(old_precisions_stay),        cmocka_unit_test(equal_sets_are_one),
        cmocka_unit_test(c_means_what_c_means),       cmocka_unit_test(bad_expressions_are_refused),
        cmocka_unit_test(predicates_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
