#include "logic/term/facet.h"
#include "logic/term/table.h"

// ---- which NaN ----
static Term bits_const(Terms *t, UWide bits, Sort s) {
    return bv_make(t, bits, sort_width(t, s));
}

static UWide sign_bit(const Terms *t, Sort s) {
    return (UWide)1 << (sort_width(t, s) - 1);
}

// All that a quiet NaN with payload 0 has set but for the sign.
static UWide quiet_bits(const Terms *t, Sort s) {
    return (sign_bit(t, s) - 1) & ~ones(sort_significand(t, s) - 2);
}

static Term default_nan(Terms *t, Sort s) {
    return bits_const(t, quiet_bits(t, s) | sign_bit(t, s), s);
}

static Term made_quiet(Terms *t, Term bits, Sort s) {
    return term_2(t, OP_BV_OR, bits, bits_const(t, quiet_bits(t, s), s));
}

static Term bit(Terms *t, Term bits, uint32_t i) {
    return term_eq(t, term_extract(t, bits, i, i), term_bv(t, 1, 1));
}

// A number of the 80-bit format without the integer bit that its exponent demands: invalid for every operation.
static Term is_unsupported(Terms *t, Term bits) {
    assert(width_of(t, bits) == 80);
    Term zero = term_eq(t, term_extract(t, bits, 78, 64), term_bv(t, 0, 15));
    return term_and(t, term_not(t, zero), term_not(t, bit(t, bits, 63)));
}

// Of two NaNs where the significands decide; as larger_nan in value_float.c.
static Term larger_nan(Terms *t, Term x, Term y, Sort s) {
    uint32_t fraction = sort_significand(t, s) - 1;
    Term fx = term_extract(t, x, fraction - 1, 0), fy = term_extract(t, y, fraction - 1, 0);
    Term larger = term_ite(t, term_2(t, OP_BV_ULT, fy, fx), x, y);
    larger = term_ite(t, term_eq(t, fx, fy), term_ite(t, bit(t, x, sort_width(t, s) - 1), y, x), larger);
    if (!sort_is_extended(t, s))
        return larger;
    Term qx = bit(t, x, fraction - 1), qy = bit(t, y, fraction - 1);
    return term_ite(t, term_eq(t, qx, qy), larger, term_ite(t, qx, x, y));
}

static Term nan_of_operands(Terms *t, Term result) {
    Sort s = sort_of(t, result);
    bool extended = sort_is_extended(t, s), by_size = extended || sort_significand(t, s) == 113;
    Term from = default_nan(t, s), found = t->no; // found: some operand behind this one is a NaN
    uint32_t n = term_arity(t, result);
    for (uint32_t i = n; i-- > 0;) {
        Term x = arg_of(t, result, i), bits = term_1(t, OP_FP_TO_BITS, x), is_nan = term_1(t, OP_FP_IS_NAN, x);
        Term pick = by_size ? term_ite(t, found, larger_nan(t, bits, from, s), bits) : bits;
        from = term_ite(t, is_nan, pick, from);
        found = term_or(t, found, is_nan);
    }
    Term nan = made_quiet(t, from, s);
    for (uint32_t i = 0; extended && i < n; i++)
        nan = term_ite(t, is_unsupported(t, term_1(t, OP_FP_TO_BITS, arg_of(t, result, i))), default_nan(t, s), nan);
    return nan;
}

// In another format: the payload's leading bits, quiet.
static Term converted_nan(Terms *t, Term x, Sort to) {
    assert(kind_of(t, x) == SORT_FLOAT && sort_kind(t, to) == SORT_FLOAT);
    Sort from = sort_of(t, x);
    Term bits = term_1(t, OP_FP_TO_BITS, x);
    uint32_t have = sort_significand(t, from) - 1, want = sort_significand(t, to) - 1;
    uint32_t top = sort_width(t, from) - 1, kept = have < want ? have : want;
    Term payload = term_extract(t, bits, have - 1, have - kept);
    if (kept < want)
        payload = term_2(t, OP_BV_CONCAT, payload, term_bv(t, 0, want - kept));
    Term head = term_2(t, OP_BV_CONCAT, term_extract(t, bits, top, top), term_bv(t, 0, sort_width(t, to) - 1 - want));
    Term nan = made_quiet(t, term_2(t, OP_BV_CONCAT, head, payload), to);
    return sort_is_extended(t, from) ? term_ite(t, is_unsupported(t, bits), default_nan(t, to), nan) : nan;
}

Term float_nan(Terms *t, Term result) {
    assert(kind_of(t, result) == SORT_FLOAT && node_of(t, result)->n);
    Term first = arg_of(t, result, 0);
    return op_of(t, result) == OP_FP_FROM_FP ? converted_nan(t, first, sort_of(t, result)) : nan_of_operands(t, result);
}

// ---- facets ----
// An operation whose result or arguments are numbers.
static bool is_number_op(Op op) {
    return op >= OP_FP_ADD && op <= OP_FP_TO_UBV && op != OP_FP_FROM_BITS;
}

static void need(const Terms *t, Term a, FacetKind kind, VecFacet *needs) {
    vec_push(needs, (Facet){ a, kind_of(t, a) == SORT_FLOAT ? kind : BITS });
}

static FacetForm need_one(const Terms *t, Term a, FacetKind kind, FacetForm form, VecFacet *needs) {
    need(t, a, kind, needs);
    return form;
}

static FacetForm need_arguments(const Terms *t, Term a, FacetKind kind, VecFacet *needs) {
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        need(t, arg_of(t, a, i), kind, needs);
    return FORM_TERM;
}

static FacetForm number_needs(const Terms *t, Term a, VecFacet *needs) {
    Op op = op_of(t, a);
    if (is_number_op(op) || op == OP_ITE || op == OP_FP_CONST)
        return need_arguments(t, a, NUMBER, needs);
    return need_one(t, a, BITS, FORM_TO_NUMBER, needs);
}

static FacetForm result_needs(Terms *t, Term a, VecFacet *needs) {
    switch (op_of(t, a)) {
    case OP_FP_NEG:
    case OP_FP_ABS:
        return need_one(t, arg_of(t, a, 0), BITS, op_of(t, a) == OP_FP_NEG ? FORM_FLIP : FORM_CLEAR, needs);
    case OP_FP_FROM_SBV: // never a NaN
    case OP_FP_FROM_UBV:
        return need_one(t, a, PACKED, FORM_SAME, needs);
    default:
        need(t, term_1(t, OP_FP_IS_NAN, a), BITS, needs);
        need(t, float_nan(t, a), BITS, needs);
        return need_one(t, a, PACKED, FORM_RESULT, needs);
    }
}

FacetForm facet_needs(Terms *t, Facet f, VecFacet *needs) {
    assert(f.kind == BITS || kind_of(t, f.term) == SORT_FLOAT);
    Op op = op_of(t, f.term);
    needs->count = 0;
    if (f.kind == PACKED)
        return need_one(t, f.term, NUMBER, FORM_PACK, needs);
    if (f.kind == NUMBER)
        return number_needs(t, f.term, needs);
    if (op == OP_FP_TO_BITS || op == OP_FP_FROM_BITS)
        return need_one(t, arg_of(t, f.term, 0), BITS, FORM_SAME, needs);
    if (is_number_op(op) && kind_of(t, f.term) == SORT_FLOAT)
        return result_needs(t, f.term, needs);
    return need_arguments(t, f.term, is_number_op(op) ? NUMBER : BITS, needs);
}

Facet facet_resolve(Terms *t, Facet f) {
    assert(f.term.id);
    VecFacet needs = { 0 };
    while (facet_needs(t, f, &needs) == FORM_SAME)
        f = needs.at[0];
    vec_free(&needs);
    return f;
}
