// interval.c - arithmetic on ranges of machine integers
//
// An operation is done on spans of whole numbers, for each pair of the arguments' intervals, and
// the results are brought back modulo 2^width.  Bit operations are on bounds of their own
// (H. Warren, "Hacker's Delight", ch. 4, has sharper ones; these are enough for flags and masks).
#include "domain/interval.h"
#include "logic/term/value.h"

static Wide power(uint32_t bits) {
    assert(bits <= 2 * RANGE_BITS - 2);
    return (Wide)1 << bits;
}

static uint64_t ones(uint32_t width) {
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

bool range_fits(const Terms *t, Sort s) {
    SortKind kind = sort_kind(t, s);
    return kind == SORT_BOOL || (kind == SORT_BV && sort_width(t, s) <= RANGE_BITS);
}

// ---- sets ----
Range range_none(void) {
    return (Range){ { { 1, 0 }, { 1, 0 } } };
}

static bool has_half(Range r, uint32_t i) {
    return r.half[i].lo <= r.half[i].hi;
}

Range range_top(uint32_t width) {
    assert(width && width <= RANGE_BITS);
    return range_of_span(width, (Span){ 0, power(width) - 1 });
}

Range range_const(uint32_t width, uint64_t value) {
    assert(width && width <= RANGE_BITS);
    return range_of_span(width, (Span){ value, value });
}

bool range_is_none(Range r) {
    return !has_half(r, 0) && !has_half(r, 1);
}

bool range_is_top(uint32_t width, Range r) {
    return range_same(r, range_top(width));
}

bool range_has(uint32_t width, Range r, uint64_t value) {
    assert(width && width <= RANGE_BITS);
    uint32_t i = value >> (width - 1) & 1;
    return r.half[i].lo <= value && value <= r.half[i].hi;
}

bool range_same(Range a, Range b) {
    for (uint32_t i = 0; i < 2; i++)
        if (has_half(a, i) != has_half(b, i) ||
            (has_half(a, i) && (a.half[i].lo != b.half[i].lo || a.half[i].hi != b.half[i].hi)))
            return false;
    return true;
}

bool range_is_const(Range r, uint64_t *value) {
    uint32_t i = has_half(r, 0) ? 0 : 1;
    *value = r.half[i].lo;
    return has_half(r, 0) != has_half(r, 1) && r.half[i].lo == r.half[i].hi;
}

Range range_join(Range a, Range b) {
    for (uint32_t i = 0; i < 2; i++) {
        if (!has_half(a, i))
            a.half[i] = b.half[i];
        if (!has_half(b, i))
            continue;
        if (b.half[i].lo < a.half[i].lo)
            a.half[i].lo = b.half[i].lo;
        if (b.half[i].hi > a.half[i].hi)
            a.half[i].hi = b.half[i].hi;
    }
    return a;
}

static Range tidy(Range r) {
    for (uint32_t i = 0; i < 2; i++)
        if (!has_half(r, i))
            r.half[i] = range_none().half[i];
    return r;
}

Range range_meet(Range a, Range b) {
    for (uint32_t i = 0; i < 2; i++) {
        if (!has_half(a, i) || !has_half(b, i)) {
            a.half[i] = range_none().half[i];
            continue;
        }
        if (b.half[i].lo > a.half[i].lo)
            a.half[i].lo = b.half[i].lo;
        if (b.half[i].hi < a.half[i].hi)
            a.half[i].hi = b.half[i].hi;
    }
    return tidy(a);
}

Range range_without(uint32_t width, Range r, uint64_t value) {
    assert(width && width <= RANGE_BITS);
    uint32_t i = value >> (width - 1) & 1;
    if (!range_has(width, r, value))
        return r;
    if (r.half[i].lo == r.half[i].hi)
        r.half[i] = range_none().half[i];
    else if (r.half[i].lo == value)
        r.half[i].lo++;
    else if (r.half[i].hi == value)
        r.half[i].hi--;
    return r;
}

// An interval changes at most three times before both of its ends are those of the half; an
// empty one becomes another once.  So chains end.
Range range_widen(uint32_t width, Range a, Range b) {
    assert(width && width <= RANGE_BITS);
    Range top = range_top(width), result = range_join(a, b);
    for (uint32_t i = 0; i < 2; i++) {
        if (!has_half(a, i) || !has_half(b, i))
            continue;
        uint64_t first = top.half[i].lo, last = top.half[i].hi;
        // next to 0 lie 1 and -1, which programs count to and from
        if (b.half[i].lo < a.half[i].lo)
            result.half[i].lo = i == 0 && b.half[i].lo == 1 ? 1 : first;
        if (b.half[i].hi > a.half[i].hi)
            result.half[i].hi = i == 1 && b.half[i].hi == last - 1 ? last - 1 : last;
    }
    assert(range_same(range_join(result, a), result) && range_same(range_join(result, b), result));
    return result;
}

// ---- spans ----
Range range_of_span(uint32_t width, Span s) {
    Wide all = power(width), half = power(width - 1);
    Range r = range_none();
    if (s.lo > s.hi)
        return r;
    if (s.hi - s.lo >= all)
        s = (Span){ 0, all - 1 };
    Wide base = s.lo % all;
    base = base < 0 ? base + all : base;
    s = (Span){ base, base + (s.hi - s.lo) };
    for (uint32_t k = 0; k < 4; k++) { // the span may wrap around once
        Wide first = k * half, last = first + half - 1;
        Wide lo = s.lo > first ? s.lo : first, hi = s.hi < last ? s.hi : last;
        if (lo > hi)
            continue;
        Range part = range_none();
        part.half[k % 2].lo = (uint64_t)(lo - (k / 2) * all);
        part.half[k % 2].hi = (uint64_t)(hi - (k / 2) * all);
        r = range_join(r, part);
    }
    return r;
}

// The intervals as spans; gives how many there are.
static uint32_t spans_of(uint32_t width, Range r, bool is_signed, Span out[2]) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < 2; i++) {
        Wide shift = is_signed && i == 1 ? power(width) : 0;
        if (has_half(r, i))
            out[n++] = (Span){ (Wide)r.half[i].lo - shift, (Wide)r.half[i].hi - shift };
    }
    return n;
}

Span range_span(uint32_t width, Range r, bool is_signed) {
    Span parts[2];
    uint32_t n = spans_of(width, r, is_signed, parts);
    assert(n);
    for (uint32_t i = 1; i < n; i++) {
        parts[0].lo = parts[i].lo < parts[0].lo ? parts[i].lo : parts[0].lo;
        parts[0].hi = parts[i].hi > parts[0].hi ? parts[i].hi : parts[0].hi;
    }
    return parts[0];
}

typedef Span (*SpanOp)(Span a, Span b);

static Range by_spans(uint32_t width, Range a, Range b, bool is_signed, SpanOp op) {
    Span as[2], bs[2];
    uint32_t n = spans_of(width, a, is_signed, as), m = spans_of(width, b, is_signed, bs);
    Range r = range_none();
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m; k++)
            r = range_join(r, range_of_span(width, op(as[i], bs[k])));
    return r;
}

// The least span with four numbers: enough for operations that are monotone in each argument.
static Span around(Wide a, Wide b, Wide c, Wide d) {
    Wide x[4] = { a, b, c, d };
    Span s = { a, a };
    for (uint32_t i = 1; i < 4; i++) {
        s.lo = x[i] < s.lo ? x[i] : s.lo;
        s.hi = x[i] > s.hi ? x[i] : s.hi;
    }
    return s;
}

// ---- arithmetic ----
static Span add_spans(Span a, Span b) {
    return (Span){ a.lo + b.lo, a.hi + b.hi };
}

Range range_add(uint32_t width, Range a, Range b) {
    return by_spans(width, a, b, true, add_spans);
}

Range range_negate(uint32_t width, Range a) {
    Span parts[2];
    Range r = range_none();
    uint32_t n = spans_of(width, a, true, parts);
    for (uint32_t i = 0; i < n; i++)
        r = range_join(r, range_of_span(width, (Span){ -parts[i].hi, -parts[i].lo }));
    return r;
}

static Span multiply_spans(Span a, Span b) { // of numbers with sign: below 2^127
    return around(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi);
}

static Range multiply(uint32_t width, Range a, Range b) {
    return by_spans(width, a, b, true, multiply_spans);
}

static Span divide_spans(Span a, Span b) { // b has one sign and no 0
    assert(b.lo <= b.hi && (b.lo > 0 || b.hi < 0));
    return around(a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi);
}

static Range without_zero(uint32_t width, Range r) {
    return range_without(width, r, 0);
}

static Range divide(uint32_t width, Range a, Range b, bool is_signed) {
    Range r = by_spans(width, a, without_zero(width, b), is_signed, divide_spans);
    if (!range_has(width, b, 0))
        return r;
    // by 0: all ones, but 1 for a negative number with sign
    if (!is_signed || has_half(a, 0))
        r = range_join(r, range_const(width, ones(width)));
    if (is_signed && has_half(a, 1))
        r = range_join(r, range_const(width, 1));
    return r;
}

static Span remainder_spans(Span a, Span b) { // b has one sign and no 0
    assert(b.lo <= b.hi && (b.lo > 0 || b.hi < 0));
    Wide most = b.hi > 0 ? b.hi - 1 : -b.lo - 1, least = b.hi > 0 ? b.lo : -b.hi;
    if (a.lo > -least && a.hi < least)
        return a;
    return (Span){ a.lo >= 0 ? 0 : a.lo < -most ? -most : a.lo, a.hi <= 0 ? 0 : a.hi > most ? most : a.hi };
}

static Range divide_rest(uint32_t width, Range a, Range b, bool is_signed) {
    Range r = by_spans(width, a, without_zero(width, b), is_signed, remainder_spans);
    return range_has(width, b, 0) ? range_join(r, a) : r;
}

// ---- bits ----
static uint64_t fill(uint64_t x) { // all bits below the highest one
    for (uint32_t k = 1; k < 64; k *= 2)
        x |= x >> k;
    return x;
}

static Range bit_and(uint32_t width, Range a, Range b) {
    Span x = range_span(width, a, false), y = range_span(width, b, false);
    Range r = range_of_span(width, (Span){ 0, x.hi < y.hi ? x.hi : y.hi });
    // a mask that keeps all bits that there are
    if (y.lo == y.hi && (uint64_t)y.lo == fill((uint64_t)y.lo) && x.hi <= y.lo)
        return a;
    if (x.lo == x.hi && (uint64_t)x.lo == fill((uint64_t)x.lo) && y.hi <= x.lo)
        return b;
    return r;
}

static Range bit_or(uint32_t width, Range a, Range b, bool exclusive) {
    Span x = range_span(width, a, false), y = range_span(width, b, false);
    Wide lo = exclusive ? 0 : x.lo > y.lo ? x.lo : y.lo;
    return range_of_span(width, (Span){ lo, fill((uint64_t)x.hi | (uint64_t)y.hi) });
}

static Range shift_left(uint32_t width, Range a, Range b) {
    Span by = range_span(width, b, false), x[2];
    if (by.lo >= width)
        return range_const(width, 0);
    if (by.hi >= width)
        return range_top(width);
    Range r = range_none();
    uint32_t n = spans_of(width, a, true, x);
    for (uint32_t i = 0; i < n; i++) {
        Wide less = (Wide)1 << by.lo, more = (Wide)1 << by.hi;
        r = range_join(r, range_of_span(width, around(x[i].lo * less, x[i].lo * more, x[i].hi * less, x[i].hi * more)));
    }
    return r;
}

// Bits from above are 0, or the sign.  A shift by the width or more is one by the width, or by one less.
static Range shift_right(uint32_t width, Range a, Range b, bool is_signed) {
    Span by = range_span(width, b, false), x[2];
    Wide most = is_signed ? width - 1 : width;
    uint32_t less = (uint32_t)(by.lo < most ? by.lo : most), more = (uint32_t)(by.hi < most ? by.hi : most);
    uint32_t n = spans_of(width, a, is_signed, x);
    Range r = range_none();
    for (uint32_t i = 0; i < n; i++)
        r = range_join(
            r, range_of_span(width, around(x[i].lo >> less, x[i].lo >> more, x[i].hi >> less, x[i].hi >> more)));
    return r;
}

// Some bits of a, from 'low' on.  Both ways to read a give the same bits.
static Range extract(uint32_t width, uint32_t from, Range a, uint32_t low) {
    Span s[2];
    Range r = range_none();
    uint32_t n = spans_of(from, a, true, s);
    for (uint32_t i = 0; i < n; i++)
        r = range_join(r, range_of_span(width, (Span){ s[i].lo >> low, s[i].hi >> low }));
    return r;
}

static Range extend(uint32_t width, uint32_t from, Range a, bool is_signed) {
    Span s[2];
    Range r = range_none();
    uint32_t n = spans_of(from, a, is_signed, s);
    for (uint32_t i = 0; i < n; i++)
        r = range_join(r, range_of_span(width, s[i]));
    return r;
}

static Range concat(uint32_t width, uint32_t low_width, uint32_t high_width, Range high, Range low) {
    Span l = range_span(low_width, low, false), h[2];
    Range r = range_none();
    uint32_t n = spans_of(high_width, high, false, h);
    for (uint32_t i = 0; i < n; i++)
        r = range_join(
            r, range_of_span(width, (Span){ h[i].lo * power(low_width) + l.lo, h[i].hi * power(low_width) + l.hi }));
    return r;
}

// ---- truth ----
static Range truth(bool may_hold, bool may_fail) {
    Range yes = range_const(1, 1), no = range_const(1, 0);
    return may_hold && may_fail ? range_join(yes, no) : may_hold ? yes : no;
}

static Range less(uint32_t width, Range a, Range b, bool is_signed, bool or_equal) {
    Span x = range_span(width, a, is_signed), y = range_span(width, b, is_signed);
    return or_equal ? truth(x.lo <= y.hi, x.hi > y.lo) : truth(x.lo < y.hi, x.hi >= y.lo);
}

static Range equal(Range a, Range b) {
    uint64_t x, y;
    bool same = range_is_const(a, &x) && range_is_const(b, &y) && x == y;
    return truth(!range_is_none(range_meet(a, b)), !same);
}

static Range connect(uint32_t n, const Range arg[], bool all) {
    bool may_hold = all, may_fail = !all;
    for (uint32_t i = 0; i < n; i++) {
        may_hold = all ? may_hold && range_has(1, arg[i], 1) : may_hold || range_has(1, arg[i], 1);
        may_fail = all ? may_fail || range_has(1, arg[i], 0) : may_fail && range_has(1, arg[i], 0);
    }
    return truth(may_hold, may_fail);
}

static Range choose(const Range arg[]) {
    Range r = range_none();
    if (range_has(1, arg[0], 1))
        r = range_join(r, arg[1]);
    return range_has(1, arg[0], 0) ? range_join(r, arg[2]) : r;
}

// ---- all operations ----
static bool arguments_fit(const Terms *t, Term a) {
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (!range_fits(t, term_sort(t, term_arg(t, a, i))))
            return false;
    return true;
}

static uint32_t width_of(const Terms *t, Term a) {
    return sort_width(t, term_sort(t, a));
}

// Of one value each: exactly what the operation gives.
static bool fold(const Terms *t, Term a, const Range arg[], Range *result) {
    enum { MOST = 8 };
    Value values[MOST];
    uint32_t n = term_arity(t, a);
    if (n == 0 || n > MOST || !value_can_apply(term_op(t, a)))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        values[i].hi = 0;
        if (!range_is_const(arg[i], &values[i].lo))
            return false;
    }
    OpType type = op_type(t, a);
    *result = range_const(width_of(t, a), value_apply(&type, values).lo);
    return true;
}

static Range gather(const Terms *t, Term a, const Range arg[], Range (*op)(uint32_t, Range, Range)) {
    Range r = arg[0];
    for (uint32_t i = 1; i < term_arity(t, a); i++)
        r = op(width_of(t, a), r, arg[i]);
    return r;
}

static Range apply_bits(const Terms *t, Term a, const Range arg[]) {
    uint32_t width = width_of(t, a), from = width_of(t, term_arg(t, a, 0));
    switch (term_op(t, a)) {
    case OP_BV_AND:
        return gather(t, a, arg, bit_and);
    case OP_BV_OR:
        return bit_or(width, arg[0], arg[1], false);
    case OP_BV_XOR:
        return bit_or(width, arg[0], arg[1], true);
    case OP_BV_NOT: // -x - 1
        return range_add(width, range_negate(width, arg[0]), range_const(width, ones(width)));
    case OP_BV_SHL:
        return shift_left(width, arg[0], arg[1]);
    case OP_BV_LSHR:
        return shift_right(width, arg[0], arg[1], false);
    case OP_BV_ASHR:
        return shift_right(width, arg[0], arg[1], true);
    case OP_BV_CONCAT:
        return concat(width, width - from, from, arg[0], arg[1]);
    case OP_BV_EXTRACT:
        return extract(width, from, arg[0], term_imm(t, a, 1));
    case OP_BV_ZEXT:
        return extend(width, from, arg[0], false);
    case OP_BV_SEXT:
        return extend(width, from, arg[0], true);
    default:
        return range_top(width);
    }
}

static Range apply_number(const Terms *t, Term a, const Range arg[]) {
    uint32_t width = width_of(t, a);
    switch (term_op(t, a)) {
    case OP_BV_ADD:
        return gather(t, a, arg, range_add);
    case OP_BV_MUL:
        return gather(t, a, arg, multiply);
    case OP_BV_NEG:
        return range_negate(width, arg[0]);
    case OP_BV_UDIV:
        return divide(width, arg[0], arg[1], false);
    case OP_BV_SDIV:
        return divide(width, arg[0], arg[1], true);
    case OP_BV_UREM:
        return divide_rest(width, arg[0], arg[1], false);
    case OP_BV_SREM:
        return divide_rest(width, arg[0], arg[1], true);
    default:
        return apply_bits(t, a, arg);
    }
}

Range range_apply(const Terms *t, Term a, const Range arg[]) {
    assert(range_fits(t, term_sort(t, a)));
    Range r;
    uint32_t n = term_arity(t, a);
    if (n == 0 || !arguments_fit(t, a))
        return range_top(width_of(t, a));
    for (uint32_t i = 0; i < n; i++)
        if (range_is_none(arg[i]))
            return range_none();
    if (fold(t, a, arg, &r))
        return r;
    uint32_t from = width_of(t, term_arg(t, a, 0));
    switch (term_op(t, a)) {
    case OP_NOT:
        return truth(range_has(1, arg[0], 0), range_has(1, arg[0], 1));
    case OP_AND:
        return connect(n, arg, true);
    case OP_OR:
        return connect(n, arg, false);
    case OP_ITE:
        return choose(arg);
    case OP_EQ:
        return equal(arg[0], arg[1]);
    case OP_BV_ULT:
        return less(from, arg[0], arg[1], false, false);
    case OP_BV_ULE:
        return less(from, arg[0], arg[1], false, true);
    case OP_BV_SLT:
        return less(from, arg[0], arg[1], true, false);
    case OP_BV_SLE:
        return less(from, arg[0], arg[1], true, true);
    default:
        return apply_number(t, a, arg);
    }
}

// ---- as formulas ----
// That x is within a span, in one order; true where the span is that of the type.
static Term within(Terms *t, Term x, Span s, bool is_signed) {
    uint32_t width = width_of(t, x);
    Span all = range_span(width, range_top(width), is_signed);
    Op op = is_signed ? OP_BV_SLE : OP_BV_ULE;
    Term lo = term_bv(t, (uint64_t)s.lo, width), hi = term_bv(t, (uint64_t)s.hi, width);
    if (s.lo == s.hi)
        return term_eq(t, x, lo);
    return term_and(t, s.lo > all.lo ? term_2(t, op, lo, x) : term_true(t),
                    s.hi < all.hi ? term_2(t, op, x, hi) : term_true(t));
}

Term range_formula(Terms *t, Term x, Range r) {
    assert(range_fits(t, term_sort(t, x)));
    if (range_is_none(r))
        return term_false(t);
    uint32_t width = width_of(t, x);
    if (range_is_top(width, r))
        return term_true(t);
    if (sort_kind(t, term_sort(t, x)) == SORT_BOOL)
        return range_has(1, r, 1) ? x : term_not(t, x);
    Term formula = within(t, x, range_span(width, r, true), true);
    if (has_half(r, 0) && has_half(r, 1)) // and the gap between the two intervals
        formula = term_and(t, formula, within(t, x, range_span(width, r, false), false));
    return formula;
}
