// read_wide.c - integers of more than 128 bits
//
// They are C's _BitInt, and clang makes them of long runs of bit-fields: it loads the whole run, shifts,
// masks and truncates.  Such an integer is a list of leaves, limbs of 64 bits, the lowest first, and computed
// with limb by limb, as on paper: no value in a run has more than 128 bits.  Division and conversions from
// and to floats are not known.
#include "frontend/read/read.h"
#include <stdlib.h>
#include <string.h>

enum { LIMB = 64 };

bool type_is_wide(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 128;
}

void wide_leaves(Reader *r, LLVMTypeRef type, uint64_t offset, VecLeaf *out) {
    LLVMContextRef context = LLVMGetModuleContext(r->module);
    uint32_t width = LLVMGetIntTypeWidth(type);
    for (uint32_t low = 0; low < width; low += LIMB) {
        uint32_t bits = width - low < LIMB ? width - low : LIMB;
        Leaf leaf = { LLVMIntTypeInContext(context, bits), sort_bv(r->t, bits), offset + low / 8, false };
        if (bits == 1)
            leaf.sort = sort_bool(r->t);
        vec_push(out, leaf);
    }
}

// From the decimal text: LLVM-C has no other way in.
void wide_const(Reader *r, LLVMValueRef v, VecTerm *out) {
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(v)), n = (width + LIMB - 1) / LIMB;
    uint64_t *limbs = base_alloc(n * sizeof *limbs);
    char *text = LLVMPrintValueToString(v);
    const char *digits = strchr(text, ' ') + 1;
    bool negative = *digits == '-';
    for (digits += negative; *digits >= '0' && *digits <= '9'; digits++) {
        unsigned __int128 carry = (unsigned)(*digits - '0');
        for (uint32_t i = 0; i < n; i++) {
            carry += (unsigned __int128)limbs[i] * 10;
            limbs[i] = (uint64_t)carry;
            carry >>= LIMB;
        }
    }
    for (uint32_t i = 0, carry = 1; negative && i < n; i++) {
        limbs[i] = ~limbs[i] + carry;
        carry = carry && !limbs[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t bits = width - i * LIMB < LIMB ? width - i * LIMB : LIMB;
        vec_push(out, bits == 1 ? term_bool(r->t, limbs[i] & 1) : term_bv(r->t, limbs[i], bits));
    }
    LLVMDisposeMessage(text);
    free(limbs);
}

typedef struct Wide { // an integer in pieces, the lowest first, each of LIMB bits but the last
    Term *limb;
    uint32_t count, width;
} Wide;

// A narrow integer is one of up to two limbs.
static Wide wide_of(Reader *r, LLVMValueRef v) {
    Slice s = value_of(r, v);
    Wide w = { arena_array(r->p->arena, Term, s.count + 1), 0, 0 };
    for (uint32_t i = 0; i < s.count; i++) {
        Term a = as_bv(r, leaf_term(r, s, i, v));
        uint32_t width = sort_width(r->t, term_sort(r->t, a));
        w.width += width;
        for (uint32_t low = 0; low < width; low += LIMB)
            w.limb[w.count++] = term_extract(r->t, a, (width - low > LIMB ? low + LIMB : width) - 1, low);
    }
    return w;
}

// Bits low .. low + n - 1 (n <= 64); zeros below the integer, 'fill' (one bit) above it.
static Term bits(Reader *r, const Wide *w, Term fill, int64_t low, uint32_t n) {
    int64_t end = low + n, at = low < 0 ? 0 : low, top = end < w->width ? end : w->width;
    Term out = { 0 };
    if (low < 0)
        out = term_bv(r->t, 0, (uint32_t)(end < 0 ? n : -low));
    while (at < top) {
        int64_t base = at / LIMB * LIMB, stop = base + LIMB < top ? base + LIMB : top;
        Term piece = term_extract(r->t, w->limb[at / LIMB], (uint32_t)(stop - base) - 1, (uint32_t)(at - base));
        out = out.id ? term_2(r->t, OP_BV_CONCAT, piece, out) : piece;
        at = stop;
    }
    uint32_t have = out.id ? sort_width(r->t, term_sort(r->t, out)) : 0;
    if (!have)
        return term_sext(r->t, fill, n);
    return have < n ? term_2(r->t, OP_BV_CONCAT, term_sext(r->t, fill, n - have), out) : out;
}

static uint32_t limb_bits(uint32_t width, uint32_t i) {
    return width - i * LIMB < LIMB ? width - i * LIMB : LIMB;
}

static Wide wide_new(Reader *r, uint32_t width) {
    uint32_t n = (width + LIMB - 1) / LIMB;
    return (Wide){ arena_array(r->p->arena, Term, n), n, width };
}

// The integer moved right by 'shift' (left where negative), of 'width' bits.
static Wide moved(Reader *r, const Wide *all, Term fill, int64_t shift, uint32_t width) {
    Wide out = wide_new(r, width);
    for (uint32_t i = 0; i < out.count; i++)
        out.limb[i] = bits(r, all, fill, shift + (int64_t)i * LIMB, limb_bits(width, i));
    return out;
}

// The value of 'v', an integer of any width.
static void set_wide(Reader *r, LLVMValueRef v, const Wide *w) {
    VecLeaf leaves = { 0 };
    VecTerm terms = { 0 };
    type_leaves(r, LLVMTypeOf(v), 0, &leaves);
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    assert(width == w->width);
    if (width <= 128) { // one leaf, of up to two limbs
        Term all = width > LIMB ? term_2(r->t, OP_BV_CONCAT, w->limb[1], w->limb[0]) : w->limb[0];
        vec_push(&terms, convert_int(r, all, leaves.at[0].sort));
    }
    for (uint32_t i = 0; width > 128 && i < leaves.count; i++)
        vec_push(&terms, convert_int(r, w->limb[i], leaves.at[i].sort));
    set_value(r, v, terms.count, terms.at);
    vec_free(&leaves);
    vec_free(&terms);
}

// ---- arithmetic ----
// Long computations get variables, so that terms stay small.
static Term named(Reader *r, Term a) {
    enum { LARGE = 40 };
    if (!r->at || term_size(r->t, a) <= LARGE)
        return a;
    VarId var = new_var(r, "limb", term_sort(r->t, a), false);
    emit(r, cmd_assign(r->p, var, a));
    return var_term(r->p, var);
}

// a + b, or a - b as a + ~b + 1.
static Wide sum(Reader *r, const Wide *a, const Wide *b, bool subtract) {
    Terms *t = r->t;
    Wide out = wide_new(r, a->width);
    Term carry = term_bv(t, subtract, 1);
    for (uint32_t i = 0; i < out.count; i++) {
        uint32_t w = limb_bits(a->width, i);
        Term y = subtract ? term_1(t, OP_BV_NOT, b->limb[i]) : b->limb[i];
        Term both = term_2(t, OP_BV_ADD, term_zext(t, a->limb[i], w + 1), term_zext(t, y, w + 1));
        both = named(r, term_2(t, OP_BV_ADD, both, term_zext(t, carry, w + 1)));
        out.limb[i] = term_extract(t, both, w - 1, 0);
        carry = term_extract(t, both, w, w);
    }
    return out;
}

// A product of two limbs, another limb and a carry fit in 128 bits.
static Wide product(Reader *r, const Wide *a, const Wide *b) {
    Terms *t = r->t;
    Wide out = wide_new(r, a->width);
    uint32_t n = out.count;
    for (uint32_t k = 0; k < n; k++)
        out.limb[k] = term_bv(t, 0, LIMB);
    for (uint32_t i = 0; i < n; i++) {
        Term x = term_zext(t, a->limb[i], 2 * LIMB), carry = term_bv(t, 0, LIMB);
        for (uint32_t j = 0; i + j < n; j++) {
            Term part = term_2(t, OP_BV_MUL, x, term_zext(t, b->limb[j], 2 * LIMB));
            part = term_2(t, OP_BV_ADD, part, term_zext(t, out.limb[i + j], 2 * LIMB));
            part = named(r, term_2(t, OP_BV_ADD, part, term_zext(t, carry, 2 * LIMB)));
            out.limb[i + j] = term_extract(t, part, LIMB - 1, 0);
            carry = term_extract(t, part, 2 * LIMB - 1, LIMB);
        }
    }
    out.limb[n - 1] = term_extract(t, out.limb[n - 1], limb_bits(a->width, n - 1) - 1, 0);
    return out;
}

static Term equal(Reader *r, const Wide *a, const Wide *b) {
    Term all = term_true(r->t);
    for (uint32_t i = 0; i < a->count; i++)
        all = term_and(r->t, all, term_eq(r->t, a->limb[i], b->limb[i]));
    return all;
}

// The highest limb in which they differ decides.
static Term less(Reader *r, const Wide *a, const Wide *b, bool is_signed) {
    Term below = term_false(r->t);
    for (uint32_t i = 0; i < a->count; i++) {
        Op op = is_signed && i + 1 == a->count ? OP_BV_SLT : OP_BV_ULT;
        Term same = term_eq(r->t, a->limb[i], b->limb[i]);
        below = term_ite(r->t, same, below, term_2(r->t, op, a->limb[i], b->limb[i]));
    }
    return below;
}

static void read_compare(Reader *r, LLVMValueRef v, const Wide *a, const Wide *b) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    bool is_signed = p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT || p == LLVMIntSGE;
    bool swaps = p == LLVMIntUGT || p == LLVMIntSGT || p == LLVMIntULE || p == LLVMIntSLE;
    bool negates = p == LLVMIntNE || p == LLVMIntULE || p == LLVMIntSLE || p == LLVMIntUGE || p == LLVMIntSGE;
    Term holds = p == LLVMIntEQ || p == LLVMIntNE ? equal(r, a, b) : less(r, swaps ? b : a, swaps ? a : b, is_signed);
    set_term(r, v, negates ? term_not(r->t, holds) : holds);
}

// Shifts by the powers of two that 'by' is made of.
static Wide shifted(Reader *r, const Wide *a, const Wide *by, Term fill, bool left) {
    Terms *t = r->t;
    Wide limit = wide_new(r, by->width), now = *a;
    for (uint32_t i = 0; i < limit.count; i++)
        limit.limb[i] = term_bv(t, i ? 0 : a->width, limb_bits(by->width, i));
    emit_unmodelled_if(r, term_not(t, less(r, by, &limit, false)), "a shift of a wide integer by its width or more");
    for (uint32_t k = 0; k < 32 && 1u << k < a->width; k++) {
        Term set = term_eq(t, term_extract(t, by->limb[0], k, k), term_bv(t, 1, 1));
        if (term_op(t, set) == OP_FALSE)
            continue;
        Wide next = moved(r, &now, fill, left ? -((int64_t)1 << k) : (int64_t)1 << k, a->width);
        for (uint32_t i = 0; i < next.count; i++)
            next.limb[i] = named(r, term_ite(t, set, next.limb[i], now.limb[i]));
        now = next;
    }
    return now;
}

static bool all_integers(LLVMValueRef v) {
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, (unsigned)i))) != LLVMIntegerTypeKind)
            return false;
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
}

// False: the operation on wide integers is not known.  Bitwise ones go leaf by leaf elsewhere.
bool read_wide(Reader *r, LLVMValueRef v) {
    enum { MOST_LIMBS = 16 }; // of factors
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (!all_integers(v))
        return false;
    Wide a = wide_of(r, LLVMGetOperand(v, 0)), b = { 0 }, out = { 0 };
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    uint32_t last = sort_width(r->t, term_sort(r->t, a.limb[a.count - 1])) - 1;
    Term zero = term_bv(r->t, 0, 1), sign = term_extract(r->t, a.limb[a.count - 1], last, last);
    if (LLVMGetNumOperands(v) == 2)
        b = wide_of(r, LLVMGetOperand(v, 1));
    switch (op) {
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
        out = moved(r, &a, op == LLVMSExt ? sign : zero, 0, width);
        break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        out = shifted(r, &a, &b, op == LLVMAShr ? sign : zero, op == LLVMShl);
        break;
    case LLVMAdd:
    case LLVMSub:
        out = sum(r, &a, &b, op == LLVMSub);
        break;
    case LLVMMul:
        if (a.count > MOST_LIMBS)
            return false;
        out = product(r, &a, &b);
        break;
    case LLVMICmp:
        read_compare(r, v, &a, &b);
        return true;
    default:
        return false;
    }
    set_wide(r, v, &out);
    return true;
}
