// read_wide.c - integers of more than 128 bits
//
// Clang makes them of long runs of bit-fields: it loads the whole run, shifts, masks and
// truncates.  Such an integer is a list of leaves, limbs of 64 bits, the lowest first.
#include "frontend/read.h"
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

// The integer moved right by 'shift' (left where negative), cut to the type of 'v'.
static void set_moved(Reader *r, LLVMValueRef v, const Wide *all, Term fill, int64_t shift) {
    VecLeaf leaves = { 0 };
    VecTerm terms = { 0 };
    type_leaves(r, LLVMTypeOf(v), 0, &leaves);
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (width <= 128) { // one leaf, of up to two limbs
        Term low = bits(r, all, fill, shift, width < LIMB ? width : LIMB);
        if (width > LIMB)
            low = term_2(r->t, OP_BV_CONCAT, bits(r, all, fill, shift + LIMB, width - LIMB), low);
        vec_push(&terms, convert_int(r, low, leaves.at[0].sort));
    }
    for (uint32_t i = 0; width > 128 && i < leaves.count; i++) {
        uint32_t n = sort_width(r->t, leaves.at[i].sort);
        vec_push(&terms, convert_int(r, bits(r, all, fill, shift + (int64_t)i * LIMB, n), leaves.at[i].sort));
    }
    set_value(r, v, terms.count, terms.at);
    vec_free(&leaves);
    vec_free(&terms);
}

// False: the operation on wide integers is not known.  Bitwise ones go leaf by leaf elsewhere.
bool read_wide(Reader *r, LLVMValueRef v) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    LLVMValueRef a = LLVMGetOperand(v, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMIntegerTypeKind)
        return false;
    Wide all = wide_of(r, a);
    uint32_t last = sort_width(r->t, term_sort(r->t, all.limb[all.count - 1])) - 1;
    Term zero = term_bv(r->t, 0, 1), sign = term_extract(r->t, all.limb[all.count - 1], last, last);
    if (op == LLVMTrunc || op == LLVMZExt || op == LLVMSExt) {
        set_moved(r, v, &all, op == LLVMSExt ? sign : zero, 0);
        return true;
    }
    bool shifts = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    if (!shifts || !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
        return false;
    Slice amount = value_of(r, LLVMGetOperand(v, 1));
    uint64_t by, high;
    term_bits(r->t, amount.at[0], &by, &high);
    set_moved(r, v, &all, op == LLVMAShr ? sign : zero, op == LLVMShl ? -(int64_t)by : (int64_t)by);
    return true;
}
