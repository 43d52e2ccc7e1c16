// Ranges of machine integers: every result of every operation on members is a member of the result, at small
// widths for all members; and what 'assume' excludes cannot be.  Bounds by the solver and diagrams, against all states.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "domain/diagram.h"
#include "domain/extent.h"
#include "domain/ranges.h"
#include "logic/term/value.h"
#include "program/run/trace.h"

static Terms *t;
static uint64_t seed;

static int set_up(void **state) {
    (void)state;
    t = terms_new();
    seed = 7;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    terms_free(t);
    return 0;
}

static uint32_t pick(uint32_t n) {
    return (uint32_t)(random_next(&seed) >> 33) % n;
}

static uint64_t random_bits(uint32_t width) {
    return random_value(&seed, (ValueType){ SORT_BV, width, 0 }).lo;
}

static Range random_range(uint32_t width) {
    Range r = range_const(width, random_bits(width));
    for (uint32_t i = pick(3); i-- > 0;)
        r = range_join(r, range_const(width, random_bits(width)));
    return pick(8) ? r : range_top(width);
}

// A member, often at an end.
static uint64_t member(uint32_t width, Range r) {
    uint32_t i = r.half[0].lo > r.half[0].hi ? 1 : r.half[1].lo > r.half[1].hi ? 0 : pick(2);
    uint64_t lo = r.half[i].lo, hi = r.half[i].hi;
    uint64_t x = pick(3) == 0 ? lo
                 : pick(2)    ? hi
                              : lo + (hi - lo == UINT64_MAX ? random_next(&seed) : random_next(&seed) % (hi - lo + 1));
    assert_true(range_has(width, r, x));
    return x;
}

static Term var(const char *stem, uint32_t width) {
    char name[32];
    snprintf(name, sizeof name, "%s%u", stem, width);
    return term_var(t, name, sort_bv(t, width));
}

static uint32_t width_of(Term a) {
    return sort_width(t, term_sort(t, a));
}

static const Op binary[] = {
    OP_BV_ADD, OP_BV_MUL,  OP_BV_UDIV, OP_BV_UREM, OP_BV_SDIV, OP_BV_SREM, OP_BV_AND, OP_BV_OR, OP_BV_XOR,
    OP_BV_SHL, OP_BV_LSHR, OP_BV_ASHR, OP_BV_ULT,  OP_BV_ULE,  OP_BV_SLT,  OP_BV_SLE, OP_EQ,    OP_BV_CONCAT,
};

static Term operation(uint32_t i, uint32_t width) {
    Term x = var("x", width), y = var("y", width);
    if (i < COUNT(binary))
        return term_2(t, binary[i], x, y);
    switch (i - COUNT(binary)) {
    case 0:
        return term_1(t, OP_BV_NEG, x);
    case 1:
        return term_1(t, OP_BV_NOT, x);
    case 2:
        return term_zext(t, x, width + 1 + pick(6));
    case 3:
        return term_sext(t, x, width + 1 + pick(6));
    case 4: {
        uint32_t low = pick(width);
        return term_extract(t, x, low + pick(width - low), low);
    }
    default:
        return term_ite(t, term_var(t, "b", sort_bool(t)), x, y);
    }
}
enum { OPERATIONS = COUNT(binary) + 6 };

static void check_member(Term a, const Range arg[], const Value values[], Range result) {
    OpType type = op_type(t, a);
    Value v = value_apply(&type, values);
    if (range_has(width_of(a), result, v.lo))
        return;
    Text text = { 0 };
    term_print_smt(t, a, &text);
    fail_msg("%s: %llx %llx give %llx; ranges [%llx %llx, %llx %llx]", text.at, (unsigned long long)values[0].lo,
             (unsigned long long)values[1].lo, (unsigned long long)v.lo, (unsigned long long)arg[0].half[0].lo,
             (unsigned long long)arg[0].half[0].hi, (unsigned long long)arg[0].half[1].lo,
             (unsigned long long)arg[0].half[1].hi);
}

// All members of small ranges.
static void operations_on_all_members(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 4000; round++) {
        uint32_t width = 1 + pick(5), n;
        Term a = operation(round % OPERATIONS, width);
        Range arg[3];
        n = term_arity(t, a);
        if (term_is_const(t, a) || term_op(t, a) == OP_VAR)
            continue;
        for (uint32_t i = 0; i < n; i++)
            arg[i] = random_range(width_of(term_arg(t, a, i)));
        Range result = range_apply(t, a, arg);
        uint32_t bits[3] = { 0 };
        for (uint32_t i = 0; i < n; i++)
            bits[i] = width_of(term_arg(t, a, i));
        for (uint32_t x = 0; x < 1u << (bits[0] + bits[1] + bits[2]); x++) {
            Value v[3] = { { x & ((1u << bits[0]) - 1), 0 },
                           { x >> bits[0] & ((1u << bits[1]) - 1), 0 },
                           { x >> (bits[0] + bits[1]), 0 } };
            bool in = true;
            for (uint32_t i = 0; i < n; i++)
                in &= range_has(bits[i], arg[i], v[i].lo);
            if (in)
                check_member(a, arg, v, result);
        }
    }
}

static void operations_on_wide_numbers(void **state) {
    (void)state;
    static const uint32_t widths[] = { 8, 16, 31, 32, 33, 63, 64 };
    for (uint32_t round = 0; round < 20000; round++) {
        Term a = operation(round % OPERATIONS, widths[pick(COUNT(widths))]);
        Range arg[3];
        Value v[3] = { 0 };
        if (!range_fits(t, term_sort(t, a)) || term_arity(t, a) == 0)
            continue;
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            arg[i] = random_range(width_of(term_arg(t, a, i)));
        Range result = range_apply(t, a, arg);
        for (uint32_t k = 0; k < 8; k++) {
            for (uint32_t i = 0; i < term_arity(t, a); i++)
                v[i].lo = member(width_of(term_arg(t, a, i)), arg[i]);
            check_member(a, arg, v, result);
        }
    }
}

// Join, meet, without, widen, span and formula, at width 4.
static void sets(void **state) {
    (void)state;
    Term x = var("x", 4);
    for (uint32_t round = 0; round < 3000; round++) {
        Range a = random_range(4), b = random_range(4), both = range_join(a, b);
        uint64_t one = random_bits(4);
        Range less = range_without(4, a, one), wide = range_widen(4, a, both), met = range_meet(a, b);
        Term formula = range_formula(t, x, a);
        for (uint64_t v = 0; v < 16; v++) {
            bool in_a = range_has(4, a, v), in_b = range_has(4, b, v);
            Term value = term_bv(t, v, 4);
            assert_true(range_has(4, met, v) == (in_a && in_b));
            assert_true(!(in_a || in_b) || (range_has(4, both, v) && range_has(4, wide, v)));
            assert_true(!in_a || v == one || range_has(4, less, v));
            assert_true((term_op(t, term_substitute(t, formula, 1, &x, &value)) == OP_TRUE) == in_a);
            for (int is_signed = 0; is_signed < 2; is_signed++) {
                Span s = range_span(4, a, is_signed);
                Wide number = is_signed && v > 7 ? (Wide)v - 16 : (Wide)v;
                assert_true(!in_a || (s.lo <= number && number <= s.hi));
            }
        }
    }
}

static void widenings_end(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 300; round++) {
        Range a = random_range(64);
        uint32_t changes = 0;
        for (uint32_t i = 0; i < 200; i++) {
            Range next = range_widen(64, a, range_join(a, range_const(64, random_next(&seed) >> pick(64))));
            changes += !range_same(a, next);
            a = next;
        }
        assert_true(changes <= 8);
    }
}

// ---- formulas ----
static Term random_term(uint32_t depth, uint32_t width) {
    static const Op ops[] = { OP_BV_ADD, OP_BV_MUL, OP_BV_AND, OP_BV_UREM, OP_BV_SDIV, OP_BV_ASHR };
    if (depth == 0 || pick(4) == 0)
        return pick(3) ? var(pick(2) ? "x" : "y", width) : term_bv(t, random_bits(width), width);
    switch (pick(6)) {
    case 0:
        return term_ite(t, term_2(t, OP_BV_SLT, random_term(depth - 1, width), random_term(depth - 1, width)),
                        random_term(depth - 1, width), random_term(depth - 1, width));
    case 1:
        return term_extract(t, term_sext(t, random_term(depth - 1, width), width + 2), width, 1);
    case 2:
        return term_1(t, pick(2) ? OP_BV_NOT : OP_BV_NEG, random_term(depth - 1, width));
    default:
        return term_2(t, ops[pick(pick(2) ? 1 : COUNT(ops))], random_term(depth - 1, width),
                      random_term(depth - 1, width));
    }
}

static Term random_formula(uint32_t depth, uint32_t width) {
    static const Op ops[] = { OP_BV_SLT, OP_BV_SLE, OP_BV_ULT, OP_BV_ULE, OP_EQ };
    if (depth == 0)
        return term_2(t, ops[pick(COUNT(ops))], random_term(2, width), random_term(2, width));
    Term a = random_formula(depth - 1, width), b = random_formula(depth - 1, width);
    switch (pick(5)) {
    case 0:
        return term_or(t, a, b);
    case 1:
        return term_not(t, a);
    case 2:
        return term_ite(t, a, b, random_formula(0, width));
    case 3:
        return term_eq(t, a, b);
    default:
        return term_and(t, a, b);
    }
}

// Of all states at width 3: none that satisfies the formula is lost, and values are where 'evaluate' says.
static void assumptions(void **state) {
    (void)state;
    Term vars[2] = { var("x", 3), var("y", 3) };
    uint32_t excluded = 0, all = 0;
    for (uint32_t round = 0; round < 1500; round++) {
        Term formula = random_formula(pick(3), 3), value = random_term(3, 3);
        Ranges r = ranges_new(t, round % 7 ? 100000 : pick(60));
        Range start[2] = { random_range(3), random_range(3) };
        for (uint32_t i = 0; i < 2; i++)
            ranges_set(&r, vars[i], start[i]);
        ranges_assume(&r, formula, true);
        Range result = r.impossible ? range_none() : ranges_evaluate_cases(&r, value);
        for (uint64_t v = 0; v < 64; v++) {
            Term to[2] = { term_bv(t, v & 7, 3), term_bv(t, v >> 3, 3) };
            if (!range_has(3, start[0], v & 7) || !range_has(3, start[1], v >> 3))
                continue;
            bool possible = !r.impossible && range_has(3, ranges_get(&r, vars[0]), v & 7) &&
                            range_has(3, ranges_get(&r, vars[1]), v >> 3);
            bool holds = term_op(t, term_substitute(t, formula, 2, vars, to)) == OP_TRUE;
            all += !holds;
            excluded += !possible;
            assert_true(!holds || possible);
            if (holds)
                assert_true(range_has(3, result, value_of_term(t, term_substitute(t, value, 2, vars, to)).lo));
        }
        ranges_free(&r);
    }
    print_message("%u of %u states that a formula rules out are found by the walk\n", excluded, all);
    assert_true(excluded > all / 4);
}

// ---- extents ----
// The right span of a value where the formula holds, by all states.  False: there is none.
static bool span_by_hand(Term formula, Term value, bool is_signed, Span *out) {
    Term vars[2] = { var("x", 4), var("y", 4) };
    *out = (Span){ 100, -100 };
    for (uint64_t v = 0; v < 256; v++) {
        Term to[2] = { term_bv(t, v & 15, 4), term_bv(t, v >> 4, 4) };
        if (term_op(t, term_substitute(t, formula, 2, vars, to)) != OP_TRUE)
            continue;
        Value x = value_of_term(t, term_substitute(t, value, 2, vars, to));
        Wide number = is_signed ? value_signed(x, 4) : (Wide)x.lo;
        out->lo = number < out->lo ? number : out->lo;
        out->hi = number > out->hi ? number : out->hi;
    }
    return out->lo <= out->hi;
}

static void bounds_by_the_solver(void **state) {
    (void)state;
    enum { EXTENTS = 4 };
    Smt *smt = smt_new(t, (SmtLimits){ 0 });
    for (uint32_t round = 0; round < 60; round++) {
        Term formula = random_formula(1, 4);
        Extent extents[EXTENTS];
        Span right[EXTENTS];
        bool possible = false, limited = round % 5 == 0;
        uint32_t questions = limited ? 3 : 1000;
        for (uint32_t i = 0; i < EXTENTS; i++) {
            bool is_signed = pick(2);
            extents[i] = extent_new(random_term(2, 4), is_signed, range_span(4, range_top(4), is_signed));
            possible = span_by_hand(formula, extents[i].value, is_signed, &right[i]);
        }
        smt_push(smt);
        smt_assert(smt, formula);
        assert_true(extents_shrink(smt, EXTENTS, extents, &questions) == possible);
        smt_pop(smt);
        for (uint32_t i = 0; i < EXTENTS && possible; i++) {
            assert_true(extents[i].span.lo <= right[i].lo && extents[i].span.hi >= right[i].hi);
            assert_true(limited || (extents[i].span.lo == right[i].lo && extents[i].span.hi == right[i].hi));
        }
    }
    smt_free(smt);
}

// ---- diagrams ----
static Diagram unite(void *d, Diagram f, Diagram g) {
    return diagram_or(d, f, g);
}

// A random set of pairs of keys 0 .. 7, and the same as a bit of 64 for each pair.
static Diagram random_set(Diagrams *d, uint64_t *bits) {
    Diagram f = DIAGRAM_NONE;
    *bits = 0;
    for (uint32_t n = pick(4); n-- > 0;) {
        uint32_t lo[2], hi[2];
        Diagram box = DIAGRAM_ALL;
        for (uint32_t i = 2; i-- > 0;) {
            lo[i] = pick(8);
            hi[i] = lo[i] + pick(8 - lo[i]);
            Piece pieces[3] = { { lo[i] - 1, DIAGRAM_NONE }, { hi[i], box }, { UINT64_MAX, DIAGRAM_NONE } };
            box = lo[i] ? diagram_of_pieces(d, i, 3, pieces) : diagram_of_pieces(d, i, 2, pieces + 1);
        }
        for (uint32_t x = 0; x < 64; x++)
            if (lo[0] <= x / 8 && x / 8 <= hi[0] && lo[1] <= x % 8 && x % 8 <= hi[1])
                *bits |= (uint64_t)1 << x;
        f = diagram_or(d, f, box);
    }
    return f;
}

static bool is_in(const Diagrams *d, Diagram f, uint32_t x) {
    const uint32_t keys[2] = { x / 8, x % 8 };
    while (f > DIAGRAM_ALL)
        f = keys[diagram_variable(d, f)] <= diagram_key(d, f) ? diagram_low(d, f) : diagram_high(d, f);
    return f == DIAGRAM_ALL;
}

static void sets_as_diagrams(void **state) {
    (void)state;
    Diagrams *d = diagrams_new();
    for (uint32_t round = 0; round < 2000; round++) {
        uint64_t a, b;
        Diagram f = random_set(d, &a), g = random_set(d, &b), both = diagram_or(d, f, g);
        Diagram wide = diagram_widen(d, f, both, unite, d);
        for (uint32_t x = 0; x < 64; x++) {
            bool in_a = a >> x & 1, in_b = b >> x & 1;
            assert_true(is_in(d, both, x) == (in_a || in_b));
            assert_true(is_in(d, diagram_and(d, f, g), x) == (in_a && in_b));
            assert_true(is_in(d, diagram_minus(d, f, g), x) == (in_a && !in_b));
            assert_true(is_in(d, wide, x) || !(in_a || in_b));
        }
        // Equal sets, equal handles.
        assert_true((f == g) == (a == b));
        assert_true(diagram_or(d, diagram_and(d, f, g), diagram_minus(d, f, g)) == f);
        assert_true(diagram_boxes(d, f, 1000) >= (f != DIAGRAM_NONE) && diagram_boxes(d, f, 2) <= 2);
    }
    diagrams_free(d);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(operations_on_all_members),
        TEST(operations_on_wide_numbers),
        TEST(sets),
        TEST(widenings_end),
        TEST(assumptions),
        TEST(bounds_by_the_solver),
        TEST(sets_as_diagrams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
