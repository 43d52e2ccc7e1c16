// simplify_bv.c - rules for bit-vectors: parts, masks, shifts, comparisons
//
// The forms chosen: shifts by constants become products (left) or extended
// extracts (right), masks of low bits become extended extracts, comparisons with a
// constant use <= only.  Sums and products are in simplify_sum.c.
#include "logic/term/table.h"

static Term plain_2(Terms *t, Op op, Term a, Term b) {
    return intern(t, op, sort_of(t, a), 2, (Term[]){ a, b }, 0, NULL);
}

static bool is_const(const Terms *t, Term a) {
    return op_of(t, a) == OP_BV_CONST;
}

// ---- constants of any width ----
static bool bit_at(const uint32_t *words, uint32_t i) {
    return words[i / 32] >> i % 32 & 1;
}

// The bits low .. low + width - 1 of a constant; those beyond its end are 'above'.
static Term constant_part(Terms *t, Term a, uint32_t low, uint32_t width, bool above) {
    assert(is_const(t, a) && width >= 1);
    uint32_t have = width_of(t, a), *out = base_alloc(((width + 31) / 32) * sizeof *out);
    const uint32_t *words = extra_of(t, a);
    for (uint32_t i = 0; i < width; i++) {
        bool bit = low + i < have ? bit_at(words, low + i) : above;
        out[i / 32] |= (uint32_t)bit << i % 32;
    }
    Term part = bv_make_words(t, out, width);
    free(out);
    return part;
}

static Term constant_concat(Terms *t, Term high, Term low) {
    assert(is_const(t, high) && is_const(t, low));
    uint32_t wl = width_of(t, low), width = wl + width_of(t, high);
    uint32_t *out = base_alloc(((width + 31) / 32) * sizeof *out);
    const uint32_t *l = extra_of(t, low), *h = extra_of(t, high);
    for (uint32_t i = 0; i < width; i++)
        out[i / 32] |= (uint32_t)(i < wl ? bit_at(l, i) : bit_at(h, i - wl)) << i % 32;
    Term both = bv_make_words(t, out, width);
    free(out);
    return both;
}

static bool sign_of_constant(const Terms *t, Term a) {
    assert(is_const(t, a));
    return bit_at(extra_of(t, a), width_of(t, a) - 1);
}

// ---- extension ----
Term simplify_zext(Terms *t, Term a, uint32_t added) {
    assert(kind_of(t, a) == SORT_BV);
    if (!added)
        return a;
    if (is_const(t, a))
        return constant_part(t, a, 0, width_of(t, a) + added, false);
    if (op_of(t, a) == OP_BV_ZEXT) {
        added += extra_of(t, a)[0];
        a = arg_of(t, a, 0);
    }
    return intern(t, OP_BV_ZEXT, sort_bv(t, width_of(t, a) + added), 1, &a, 1, &added);
}

Term simplify_sext(Terms *t, Term a, uint32_t added) {
    assert(kind_of(t, a) == SORT_BV);
    if (!added)
        return a;
    if (is_const(t, a))
        return constant_part(t, a, 0, width_of(t, a) + added, sign_of_constant(t, a));
    if (op_of(t, a) == OP_BV_ZEXT) // the sign is 0
        return simplify_zext(t, a, added);
    if (op_of(t, a) == OP_BV_SEXT) {
        added += extra_of(t, a)[0];
        a = arg_of(t, a, 0);
    }
    return intern(t, OP_BV_SEXT, sort_bv(t, width_of(t, a) + added), 1, &a, 1, &added);
}

// ---- extract ----
static Term extract_of_extension(Terms *t, Op op, Term x, uint32_t high, uint32_t low) {
    assert(op == OP_BV_ZEXT || op == OP_BV_SEXT);
    uint32_t w = width_of(t, x), width = high - low + 1;
    if (high < w)
        return simplify_extract(t, x, high, low);
    if (op == OP_BV_ZEXT && low >= w)
        return term_bv(t, 0, width);
    if (low >= w)
        low = w - 1; // only copies of the sign
    Term part = simplify_extract(t, x, w - 1, low);
    uint32_t added = width - width_of(t, part);
    return op == OP_BV_ZEXT ? simplify_zext(t, part, added) : simplify_sext(t, part, added);
}

// Is the low part of 'a' known without a new extract?
static bool narrows(const Terms *t, Term a, uint32_t width) {
    Op op = op_of(t, a);
    if (is_const(t, a))
        return true;
    if (op == OP_BV_ZEXT || op == OP_BV_SEXT)
        return width_of(t, arg_of(t, a, 0)) <= width;
    if (op == OP_BV_NEG)
        return narrows(t, arg_of(t, a, 0), width);
    if (op == OP_BV_MUL && is_const(t, arg_of(t, a, 0)))
        return narrows(t, arg_of(t, a, 1), width);
    return false;
}

// The low bits of a sum of narrow things are the narrow sum.
static Term narrow_sum(Terms *t, Term a, uint32_t width) {
    uint32_t n = node_of(t, a)->n;
    if (n > FLAT_LIMIT)
        return (Term){ 0 };
    for (uint32_t i = 0; i < n; i++)
        if (!narrows(t, arg_of(t, a, i), width))
            return (Term){ 0 };
    Term part[FLAT_LIMIT];
    for (uint32_t i = 0; i < n; i++)
        part[i] = term_extract(t, arg_of(t, a, i), width - 1, 0);
    return term_build(t, OP_BV_ADD, (Sort){ 0 }, n, part, 0, 0);
}

static Term narrow_product(Terms *t, Term a, uint32_t width) {
    if (!narrows(t, a, width))
        return (Term){ 0 };
    if (op_of(t, a) == OP_BV_NEG)
        return term_1(t, OP_BV_NEG, term_extract(t, arg_of(t, a, 0), width - 1, 0));
    Term c = term_extract(t, arg_of(t, a, 0), width - 1, 0);
    return term_2(t, OP_BV_MUL, c, term_extract(t, arg_of(t, a, 1), width - 1, 0));
}

static Term extract_of(Terms *t, Term a, uint32_t high, uint32_t low) {
    Op op = op_of(t, a);
    Term none = { 0 };
    switch (op) {
    case OP_BV_CONST:
        return constant_part(t, a, low, high - low + 1, false);
    case OP_BV_EXTRACT:
        return simplify_extract(t, arg_of(t, a, 0), high + extra_of(t, a)[1], low + extra_of(t, a)[1]);
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        return extract_of_extension(t, op, arg_of(t, a, 0), high, low);
    case OP_BV_ADD:
        return low == 0 ? narrow_sum(t, a, high + 1) : none;
    case OP_BV_NEG:
    case OP_BV_MUL:
        return low == 0 ? narrow_product(t, a, high + 1) : none;
    default:
        return none;
    }
}

// Goes down a chain of concats until the part no longer lies within one side.
Term simplify_extract(Terms *t, Term a, uint32_t high, uint32_t low) {
    assert(low <= high && high < width_of(t, a));
    while (op_of(t, a) == OP_BV_CONCAT) {
        uint32_t w = width_of(t, arg_of(t, a, 1));
        if (low >= w) {
            a = arg_of(t, a, 0);
            high -= w;
            low -= w;
        } else if (high < w) {
            a = arg_of(t, a, 1);
        } else {
            break;
        }
    }
    if (low == 0 && high + 1 == width_of(t, a))
        return a;
    Term known = extract_of(t, a, high, low);
    if (known.id)
        return known;
    uint32_t imm[2] = { high, low };
    return intern(t, OP_BV_EXTRACT, sort_bv(t, high - low + 1), 1, &a, 2, imm);
}

// ---- concat: nested to the right, the left argument is no concat ----
// Two neighbours as one term, or no term.
static Term join(Terms *t, Term high, Term low) {
    if (is_const(t, high) && is_const(t, low))
        return constant_concat(t, high, low);
    if (op_of(t, high) != OP_BV_EXTRACT || op_of(t, low) != OP_BV_EXTRACT)
        return (Term){ 0 };
    const uint32_t *h = extra_of(t, high), *l = extra_of(t, low);
    if (arg_of(t, high, 0).id != arg_of(t, low, 0).id || h[1] != l[0] + 1)
        return (Term){ 0 };
    return simplify_extract(t, arg_of(t, high, 0), h[0], l[1]);
}

static Term concat_2(Terms *t, Term high, Term low) {
    Term joined = join(t, high, low);
    if (joined.id)
        return joined;
    if (op_of(t, low) == OP_BV_CONCAT) {
        Term rest = arg_of(t, low, 1);
        joined = join(t, high, arg_of(t, low, 0));
        if (joined.id) { // joins no further: the first part of 'rest' did not join its neighbour
            high = joined;
            low = rest;
        }
    }
    if (is_const(t, high) && const_is_zero(t, high))
        return simplify_zext(t, low, width_of(t, high));
    uint32_t width = width_of(t, high) + width_of(t, low);
    return intern(t, OP_BV_CONCAT, sort_bv(t, width), 2, (Term[]){ high, low }, 0, NULL);
}

Term simplify_concat(Terms *t, Term high, Term low) {
    assert(kind_of(t, high) == SORT_BV && kind_of(t, low) == SORT_BV);
    VecTerm parts = { 0 }; // of 'high', from the left
    while (op_of(t, high) == OP_BV_CONCAT) {
        vec_push(&parts, arg_of(t, high, 0));
        high = arg_of(t, high, 1);
    }
    Term whole = concat_2(t, high, low);
    while (parts.count)
        whole = concat_2(t, vec_pop(&parts), whole);
    vec_free(&parts);
    return whole;
}

// ---- bitwise and, or, xor ----
// x & (2^k - 1) is the low k bits of x, extended.
static Term low_mask(Terms *t, Term x, UWide mask, uint32_t width) {
    uint32_t k = 0;
    while (k < width && mask >> k & 1)
        k++;
    if (!k || k >= width || mask >> k)
        return (Term){ 0 };
    return simplify_zext(t, simplify_extract(t, x, k - 1, 0), width - k);
}

static Term bits_with_constant(Terms *t, Op op, Term x, Term constant, UWide c, uint32_t width) {
    UWide d, all = ones(width);
    if (c == 0)
        return op == OP_BV_AND ? constant : x;
    if (c == all)
        return op == OP_BV_AND ? x : op == OP_BV_OR ? constant : term_1(t, OP_BV_NOT, x);
    if (op_of(t, x) == op && bv_value(t, arg_of(t, x, 1), &d)) {
        UWide both = op == OP_BV_AND ? c & d : op == OP_BV_OR ? c | d : c ^ d;
        return term_2(t, op, arg_of(t, x, 0), bv_make(t, both, width));
    }
    if (op == OP_BV_AND) {
        Term low = low_mask(t, x, c, width);
        if (low.id)
            return low;
    }
    return plain_2(t, op, x, constant); // the constant is the second argument
}

// The sign bit of a float turned, cleared or set is its negation, its absolute value or the negation of that.
static Term float_with_constant(Terms *t, Op op, Term a, Term constant, UWide c, uint32_t width) {
    UWide sign = (UWide)1 << (width - 1);
    if (op_of(t, a) != OP_FP_TO_BITS || c != (op == OP_BV_AND ? sign - 1 : sign))
        return bits_with_constant(t, op, a, constant, c, width);
    Term x = arg_of(t, a, 0);
    if (op != OP_BV_XOR)
        x = term_1(t, OP_FP_ABS, x);
    return term_1(t, OP_FP_TO_BITS, op == OP_BV_AND ? x : term_1(t, OP_FP_NEG, x));
}

Term simplify_bv_bits(Terms *t, Op op, Term a, Term b) {
    assert(op == OP_BV_AND || op == OP_BV_OR || op == OP_BV_XOR);
    assert(width_of(t, a) == width_of(t, b));
    uint32_t width = width_of(t, a);
    UWide c;
    Sort s = sort_of(t, a);
    if (a.id == b.id)
        return op == OP_BV_XOR ? term_bv(t, 0, width) : a;
    if (width > 128)
        return intern_ordered(t, op, s, a, b);
    if (bv_value(t, a, &c))
        return float_with_constant(t, op, b, a, c, width);
    if (bv_value(t, b, &c))
        return float_with_constant(t, op, a, b, c, width);
    bool not_a = op_of(t, a) == OP_BV_NOT, not_b = op_of(t, b) == OP_BV_NOT;
    if ((not_a && arg_of(t, a, 0).id == b.id) || (not_b && arg_of(t, b, 0).id == a.id))
        return bv_make(t, op == OP_BV_AND ? 0 : ones(width), width);
    return intern_ordered(t, op, s, a, b);
}

// ---- shifts and division ----
static Term shift(Terms *t, Op op, Term a, Term b) {
    uint32_t width = width_of(t, a);
    UWide c;
    if (is_const(t, a) && const_is_zero(t, a))
        return a;
    if (!bv_value(t, b, &c))
        return plain_2(t, op, a, b);
    if (c == 0)
        return a;
    if (op == OP_BV_ASHR) {
        uint32_t low = c >= width ? width - 1 : (uint32_t)c;
        return simplify_sext(t, simplify_extract(t, a, width - 1, low), low);
    }
    if (c >= width)
        return term_bv(t, 0, width);
    if (op == OP_BV_LSHR)
        return simplify_zext(t, simplify_extract(t, a, width - 1, (uint32_t)c), (uint32_t)c);
    if (width > 128)
        return plain_2(t, op, a, b);
    return simplify_bv_product(t, bv_make(t, (UWide)1 << (uint32_t)c, width), a);
}

static Term divide(Terms *t, Op op, Term a, Term b) {
    uint32_t width = width_of(t, a), k = 0;
    UWide c;
    if (!bv_value(t, b, &c))
        return plain_2(t, op, a, b);
    if (c == 1)
        return op == OP_BV_UDIV || op == OP_BV_SDIV ? a : term_bv(t, 0, width);
    if (c == 0 && op == OP_BV_UDIV)
        return bv_make(t, ones(width), width);
    if (c == 0 && (op == OP_BV_UREM || op == OP_BV_SREM))
        return a;
    if (op == OP_BV_SDIV || op == OP_BV_SREM || c == 0 || (c & (c - 1)))
        return plain_2(t, op, a, b);
    while (!(c >> k & 1)) // unsigned, by a power of two
        k++;
    if (op == OP_BV_UREM)
        return simplify_zext(t, simplify_extract(t, a, k - 1, 0), width - k);
    return simplify_zext(t, simplify_extract(t, a, width - 1, k), k);
}

// ---- comparisons ----
typedef struct Range { // of the values of an order on 'width' bits
    UWide least, greatest;
} Range;

static Range range_of(bool is_signed, uint32_t width) {
    UWide half = (UWide)1 << (width - 1);
    return is_signed ? (Range){ half, half - 1 } : (Range){ 0, ones(width) };
}

static Term plain_compare(Terms *t, Op op, Term a, Term b) {
    return intern(t, op, sort_of(t, t->yes), 2, (Term[]){ a, b }, 0, NULL);
}

// x <= c or, if 'below', c <= x; the width is at most 128.
static Term compare_constant(Terms *t, bool is_signed, Term x, UWide c, bool below) {
    uint32_t width = width_of(t, x), inner;
    Range r = range_of(is_signed, width);
    if (c == (below ? r.least : r.greatest))
        return t->yes;
    if (c == (below ? r.greatest : r.least))
        return term_eq(t, x, bv_make(t, c, width));
    Op op = op_of(t, x);
    if (op == OP_BV_ZEXT) {
        inner = width_of(t, arg_of(t, x, 0));
        bool negative = is_signed && c >> (width - 1);
        if (negative)
            return term_bool(t, below);
        if (c > ones(inner))
            return term_bool(t, !below);
        return compare_constant(t, false, arg_of(t, x, 0), c, below);
    }
    if (op == OP_BV_SEXT && is_signed) {
        inner = width_of(t, arg_of(t, x, 0));
        Wide v = bv_signed(c, width), top = (Wide)(ones(inner) >> 1);
        if (v > top || v < -top - 1)
            return term_bool(t, (v > top) != below);
        return compare_constant(t, true, arg_of(t, x, 0), c & ones(inner), below);
    }
    Term k = bv_make(t, c, width);
    Op le = is_signed ? OP_BV_SLE : OP_BV_ULE;
    return below ? plain_compare(t, le, k, x) : plain_compare(t, le, x, k);
}

// Both sides extended in the same way from one width: compare what was extended.
static bool strip_extensions(const Terms *t, bool *is_signed, Term *a, Term *b) {
    Op op = op_of(t, *a);
    if ((op != OP_BV_ZEXT && op != OP_BV_SEXT) || op_of(t, *b) != op)
        return false;
    Term x = arg_of(t, *a, 0), y = arg_of(t, *b, 0);
    if (sort_of(t, x).id != sort_of(t, y).id)
        return false;
    *is_signed &= op == OP_BV_SEXT; // sign extension keeps both orders
    *a = x;
    *b = y;
    return true;
}

Term simplify_bv_compare(Terms *t, Op op, Term a, Term b) {
    assert(op >= OP_BV_ULT && op <= OP_BV_SLE && width_of(t, a) == width_of(t, b));
    bool strict = op == OP_BV_ULT || op == OP_BV_SLT, is_signed = op == OP_BV_SLT || op == OP_BV_SLE;
    UWide c;
    if (a.id == b.id)
        return term_bool(t, !strict);
    uint32_t width = width_of(t, a);
    if (width <= 128 && bv_value(t, b, &c)) {
        if (strict && c == range_of(is_signed, width).least)
            return t->no;
        return compare_constant(t, is_signed, a, (c - strict) & ones(width), false);
    }
    if (width <= 128 && bv_value(t, a, &c)) {
        if (strict && c == range_of(is_signed, width).greatest)
            return t->no;
        return compare_constant(t, is_signed, b, (c + strict) & ones(width), true);
    }
    while (strip_extensions(t, &is_signed, &a, &b)) {
    }
    Op form = is_signed ? (strict ? OP_BV_SLT : OP_BV_SLE) : (strict ? OP_BV_ULT : OP_BV_ULE);
    return plain_compare(t, form, a, b);
}

// ---- equality ----
// x = constant, by what x is made of; no term where nothing is gained.
static Term eq_constant(Terms *t, Term x, Term k) {
    assert(is_const(t, k));
    Op op = op_of(t, x);
    uint32_t width = width_of(t, x), inner;
    Term y = node_of(t, x)->n ? arg_of(t, x, 0) : x, part;
    UWide c, d;
    switch (op) {
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        inner = width_of(t, y);
        part = simplify_extract(t, k, inner - 1, 0);
        if ((op == OP_BV_ZEXT ? simplify_zext(t, part, width - inner) : simplify_sext(t, part, width - inner)).id !=
            k.id)
            return t->no;
        return term_eq(t, y, part);
    case OP_BV_CONCAT:
        inner = width_of(t, arg_of(t, x, 1));
        part = term_eq(t, y, simplify_extract(t, k, width - 1, inner));
        return term_and(t, part, term_eq(t, arg_of(t, x, 1), simplify_extract(t, k, inner - 1, 0)));
    case OP_BV_NOT:
        return bv_value(t, k, &c) ? term_eq(t, y, bv_make(t, ~c, width)) : (Term){ 0 };
    case OP_BV_XOR:
        if (bv_value(t, k, &c) && bv_value(t, arg_of(t, x, 1), &d))
            return term_eq(t, y, bv_make(t, c ^ d, width));
        return (Term){ 0 };
    default:
        return (Term){ 0 };
    }
}

static bool is_sum(const Terms *t, Term a) {
    Op op = op_of(t, a);
    return op == OP_BV_ADD || op == OP_BV_NEG || (op == OP_BV_MUL && is_const(t, arg_of(t, a, 0)));
}

// An equality with a constant is split along nested concats up to this width.
enum { SPLIT_WIDTH = 512 };

Term simplify_bv_eq(Terms *t, Term a, Term b) {
    assert(width_of(t, a) == width_of(t, b));
    Term simpler = { 0 };
    bool is_signed = true;
    while (strip_extensions(t, &is_signed, &a, &b)) {
    }
    if (a.id == b.id)
        return t->yes;
    bool small = width_of(t, a) <= SPLIT_WIDTH;
    if (is_const(t, b) && small)
        simpler = eq_constant(t, a, b);
    else if (is_const(t, a) && small)
        simpler = eq_constant(t, b, a);
    if (!simpler.id && (is_sum(t, a) || is_sum(t, b)))
        simpler = simplify_bv_sum_eq(t, a, b);
    return simpler.id ? simpler : intern_ordered(t, OP_EQ, sort_of(t, t->yes), a, b);
}

// ---- all of them ----
static Term simplify_not_neg(Terms *t, Op op, Term a) {
    uint32_t width = width_of(t, a);
    if (op_of(t, a) == op)
        return arg_of(t, a, 0);
    if (op == OP_BV_NEG && width <= 128)
        return simplify_bv_product(t, bv_make(t, ones(width), width), a);
    return intern(t, op, sort_of(t, a), 1, &a, 0, NULL);
}

// The operations that take two or more arguments, from the left.
static Term left_fold(Terms *t, Op op, uint32_t n, const Term arg[]) {
    Term a = arg[0];
    for (uint32_t i = 1; i < n; i++) {
        if (op == OP_BV_MUL)
            a = simplify_bv_product(t, a, arg[i]);
        else if (op == OP_BV_CONCAT)
            a = simplify_concat(t, a, arg[i]);
        else
            a = simplify_bv_bits(t, op, a, arg[i]);
    }
    return a;
}

Term simplify_bv(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    switch (op) {
    case OP_BV_ADD:
        return simplify_bv_sum(t, n, arg);
    case OP_BV_NEG:
    case OP_BV_NOT:
        return simplify_not_neg(t, op, arg[0]);
    case OP_BV_UDIV:
    case OP_BV_UREM:
    case OP_BV_SDIV:
    case OP_BV_SREM:
        return divide(t, op, arg[0], arg[1]);
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR:
        return shift(t, op, arg[0], arg[1]);
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE:
        return simplify_bv_compare(t, op, arg[0], arg[1]);
    case OP_BV_EXTRACT:
        return simplify_extract(t, arg[0], imm0, imm1);
    case OP_BV_ZEXT:
        return simplify_zext(t, arg[0], imm0);
    case OP_BV_SEXT:
        return simplify_sext(t, arg[0], imm0);
    case OP_BV_TO_NAT: {
        UWide c;
        if (bv_value(t, arg[0], &c) && c >> 126 == 0)
            return rat_make(t, rat_int((Wide)c), s);
        return intern(t, op, s, 1, arg, 0, NULL);
    }
    default:
        return left_fold(t, op, n, arg);
    }
}
