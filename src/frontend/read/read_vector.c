// read_vector.c - vectors: lanes, shuffles, intrinsics on all lanes; types that are not modelled
//
// A vector is a list of leaves, one for each lane.  What is done lane by lane is done by the
// reader of numbers, once for each lane, so there is one meaning of each operation.  What joins all
// lanes (llvm.vector.reduce.*) takes them from the first to the last.  Instructions of
// one processor (llvm.x86.*) have models in C (libc/x86.c).
#include "frontend/read/read.h"
#include "program/step/encode.h"
#include <string.h>

// ---- types that are not modelled ----
static bool is_modelled(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
        return true;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!is_modelled(LLVMStructGetTypeAtIndex(type, i)))
                return false;
        return true;
    case LLVMArrayTypeKind:
        return is_modelled(LLVMGetElementType(type));
    case LLVMVectorTypeKind:
        return is_modelled(LLVMGetElementType(type)) && !type_is_wide(LLVMGetElementType(type));
    default:
        return type_is_known(type);
    }
}

static const char *type_name(Reader *r, const char *what, LLVMTypeRef type) {
    char *text = LLVMPrintTypeToString(type);
    const char *name = arena_printf(r->p->arena, "%s %s", what, text);
    LLVMDisposeMessage(text);
    return name;
}

// Packed vectors that are accessed as parts of something else, or are too long.
static bool has_packed(Reader *r, LLVMTypeRef type, bool inside) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMVectorTypeKind:
        return type_is_packed(r, type) && (inside || !packed_leaf(r, type).type);
    case LLVMArrayTypeKind:
        return has_packed(r, LLVMGetElementType(type), true);
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (has_packed(r, LLVMStructGetTypeAtIndex(type, i), true))
                return true;
        return false;
    default:
        return false;
    }
}

// Of __bf16 only what moves values, and conversions from and to float.
bool type_is_bfloat(LLVMTypeRef type) {
    return LLVMGetTypeKind(type_of_lane(type)) == LLVMBFloatTypeKind;
}

static bool computes_bfloat(LLVMValueRef v) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    LLVMTypeRef type = LLVMTypeOf(v), from = LLVMGetNumOperands(v) ? LLVMTypeOf(LLVMGetOperand(v, 0)) : type;
    if (!type_is_bfloat(type) && !type_is_bfloat(from))
        return false;
    if (op == LLVMFPTrunc)
        return LLVMGetTypeKind(type_of_lane(from)) != LLVMFloatTypeKind;
    if (op == LLVMCall)
        return LLVMIsAFunction(LLVMGetCalledValue(v)) && LLVMGetIntrinsicID(LLVMGetCalledValue(v));
    return (LLVMIsABinaryOperator(v) || LLVMIsACastInst(v) || op == LLVMFNeg || op == LLVMFCmp) && op != LLVMFPExt &&
           op != LLVMBitCast;
}

// The upper half of a float.
Term float_of_bfloat(Reader *r, Term a) {
    assert(sort_width(r->t, term_sort(r->t, a)) == 16);
    return term_2(r->t, OP_BV_CONCAT, a, term_bv(r->t, 0, 16));
}

// A NaN keeps what fits of its payload, and becomes quiet.
Term bfloat_of_float(Reader *r, Term bits) {
    assert(sort_width(r->t, term_sort(r->t, bits)) == 32);
    Terms *t = r->t;
    Term high = term_extract(t, bits, 31, 16), low = term_extract(t, bits, 15, 0), one = term_bv(t, 1, 16);
    Term odd = term_eq(t, term_extract(t, bits, 16, 16), term_bv(t, 1, 1)), half = term_bv(t, 0x8000, 16);
    Term up = term_or(t, term_2(t, OP_BV_ULT, half, low), term_and(t, odd, term_eq(t, low, half)));
    Term nan = term_2(t, OP_BV_ULT, term_bv(t, 0x7f800000, 31), term_extract(t, bits, 30, 0));
    Term rounded = term_ite(t, up, term_2(t, OP_BV_ADD, high, one), high);
    return term_ite(t, nan, term_2(t, OP_BV_OR, high, term_bv(t, 0x40, 16)), rounded);
}

const char *odd_types(Reader *r, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (LLVMIsADbgInfoIntrinsic(v))
        return NULL;
    if (!is_modelled(type))
        return type_name(r, "a value of type", type);
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMTypeRef operand = LLVMTypeOf(LLVMGetOperand(v, (unsigned)i));
        LLVMTypeKind kind = LLVMGetTypeKind(operand);
        if (kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind && !is_modelled(operand))
            return type_name(r, "a value of type", operand);
    }
    LLVMTypeRef accessed = op == LLVMStore ? LLVMTypeOf(LLVMGetOperand(v, 0)) : type;
    if ((op == LLVMLoad || op == LLVMStore) && has_packed(r, accessed, false))
        return type_name(r, "memory of type", accessed);
    if (op == LLVMGetElementPtr && type_is_vector(type))
        return type_name(r, "a value of type", type);
    return computes_bfloat(v) ? "a computation on __bf16" : NULL;
}

// ---- lanes ----
// Is the index, a number of its own width, one of 'n' lanes?
static Term in_range(Reader *r, Term index, uint32_t n) {
    assert(n);
    uint32_t width = sort_width(r->t, term_sort(r->t, index));
    if (width < 32 && n >> width)
        return term_true(r->t);
    return term_2(r->t, OP_BV_ULT, index, term_bv(r->t, n, width));
}

static Term lane_index(Reader *r, LLVMValueRef index, uint32_t n) {
    Term i = as_bv(r, value_term(r, index));
    emit_unmodelled_if(r, term_not(r->t, in_range(r, i, n)), "a vector's lane that there is not");
    return i;
}

void read_extract_element(Reader *r, LLVMValueRef v) {
    LLVMValueRef vector = LLVMGetOperand(v, 0);
    Slice s = value_of(r, vector);
    Term i = lane_index(r, LLVMGetOperand(v, 1), s.count), found = { 0 };
    uint32_t width = sort_width(r->t, term_sort(r->t, i));
    for (uint32_t k = 0; k < s.count; k++) {
        Term here = term_eq(r->t, i, term_bv(r->t, k, width));
        if (term_op(r->t, here) == OP_FALSE)
            continue;
        Term lane = leaf_term(r, s, k, vector);
        found = found.id ? term_ite(r->t, here, lane, found) : lane;
    }
    set_term(r, v, found.id ? found : leaf_term(r, s, 0, vector));
}

void read_insert_element(Reader *r, LLVMValueRef v) {
    LLVMValueRef vector = LLVMGetOperand(v, 0), part = LLVMGetOperand(v, 1);
    Slice s = value_of(r, vector);
    Term i = lane_index(r, LLVMGetOperand(v, 2), s.count);
    Slice inserted = value_of(r, part);
    uint32_t width = sort_width(r->t, term_sort(r->t, i));
    Term *new = arena_array(r->p->arena, Term, s.count);
    for (uint32_t k = 0; k < s.count; k++) {
        Term here = term_eq(r->t, i, term_bv(r->t, k, width));
        if (term_is_const(r->t, here)) // an undefined lane stays undefined
            new[k] = term_op(r->t, here) == OP_TRUE ? inserted.at[0] : s.at[k];
        else
            new[k] = term_ite(r->t, here, leaf_term(r, inserted, 0, part), leaf_term(r, s, k, vector));
    }
    set_value(r, v, s.count, new);
}

void read_shuffle(Reader *r, LLVMValueRef v) {
    Slice a = value_of(r, LLVMGetOperand(v, 0)), b = value_of(r, LLVMGetOperand(v, 1));
    unsigned n = LLVMGetNumMaskElements(v);
    Term *new = arena_array(r->p->arena, Term, n);
    for (unsigned i = 0; i < n; i++) {
        int from = LLVMGetMaskValue(v, i);
        if (from >= 0 && (uint32_t)from < a.count + b.count)
            new[i] = (uint32_t)from < a.count ? a.at[from] : b.at[(uint32_t)from - a.count];
    }
    set_value(r, v, n, new);
}

// ---- packed vectors in memory ----
// The integer that has the lanes' bits, the first lane lowest; without type where no value has as many.
Leaf packed_leaf(Reader *r, LLVMTypeRef type) {
    assert(type_is_vector(type));
    uint64_t width = LLVMSizeOfTypeInBits(r->layout, LLVMGetElementType(type)) * LLVMGetVectorSize(type);
    bool integers = LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind;
    if (!integers || width > 128)
        return (Leaf){ 0 };
    return type_leaf(r, LLVMIntTypeInContext(LLVMGetModuleContext(r->module), (unsigned)width));
}

void load_packed(Reader *r, LLVMValueRef v, Term address) {
    assert(type_is_packed(r, LLVMTypeOf(v)));
    VecLeaf lanes = { 0 };
    VecTerm terms = { 0 };
    Leaf leaf = packed_leaf(r, LLVMTypeOf(v));
    Term bits = as_bv(r, load_leaf(r, address, &leaf, v));
    type_leaves(r, LLVMTypeOf(v), 0, &lanes);
    for (uint32_t i = 0; i < lanes.count; i++) {
        uint32_t width = sort_width(r->t, lanes.at[i].sort);
        vec_push(&terms, convert_int(r, term_extract(r->t, bits, (i + 1) * width - 1, i * width), lanes.at[i].sort));
    }
    set_value(r, v, terms.count, terms.at);
    vec_free(&lanes);
    vec_free(&terms);
}

void store_packed(Reader *r, LLVMValueRef v, Term address) {
    assert(type_is_packed(r, LLVMTypeOf(LLVMGetOperand(v, 0))));
    LLVMValueRef what = LLVMGetOperand(v, 0);
    Slice s = value_of(r, what);
    Leaf leaf = packed_leaf(r, LLVMTypeOf(what));
    Term bits = as_bv(r, leaf_term(r, s, 0, what));
    for (uint32_t i = 1; i < s.count; i++)
        bits = term_2(r->t, OP_BV_CONCAT, as_bv(r, leaf_term(r, s, i, what)), bits);
    store_leaf(r, address, &leaf, convert_int(r, bits, leaf.sort), v);
}

// ---- bits ----
// A scalar as its bits in memory, and back: the 80-bit float has one that its sort has not.
static Term to_bits(Reader *r, Term a) {
    Sort s = term_sort(r->t, a);
    if (sort_kind(r->t, s) == SORT_FLOAT)
        program_uses_floats(r->p, FLOATS_LOOKED_AT);
    return sort_kind(r->t, s) == SORT_FLOAT ? encode_to_bits(r->t, a, encode_bytes(r->t, s)) : as_bv(r, a);
}

static Term from_bits(Reader *r, Term bits, Sort to) {
    return sort_kind(r->t, to) == SORT_FLOAT ? encode_from_bits(r->t, bits, to) : convert_int(r, bits, to);
}

static uint32_t leaf_bits(Reader *r, Sort s) {
    return sort_kind(r->t, s) == SORT_FLOAT ? 8 * encode_bytes(r->t, s) : sort_width(r->t, s);
}

// Of more than 128 bits, which no value has: each leaf from those that its bits are in.
void read_bits(Reader *r, LLVMValueRef from, LLVMTypeRef type, VecTerm *out) {
    Slice s = value_of(r, from);
    VecLeaf to = { 0 };
    type_leaves(r, type, 0, &to);
    VecTerm have = { 0 }; // the leaves' bits
    for (uint32_t i = 0; i < s.count; i++)
        vec_push(&have, s.at[i].id || to.count != s.count ? to_bits(r, leaf_term(r, s, i, from)) : (Term){ 0 });
    uint32_t at = 0, base = 0; // the leaf that has the next bit, and its lowest bit
    for (uint32_t i = 0, low = 0; i < to.count; i++) {
        uint32_t end = low + leaf_bits(r, to.at[i].sort);
        Term bits = { 0 };
        for (uint32_t bit = low; bit < end && at < have.count;) {
            if (!have.at[at].id) { // as many leaves: an undefined one stays undefined
                at++;
                break;
            }
            uint32_t width = sort_width(r->t, term_sort(r->t, have.at[at]));
            uint32_t stop = base + width < end ? base + width : end;
            Term piece = term_extract(r->t, have.at[at], stop - base - 1, bit - base);
            bits = bits.id ? term_2(r->t, OP_BV_CONCAT, piece, bits) : piece;
            bit = stop;
            if (stop == base + width) {
                base = stop;
                at++;
            }
        }
        if (!bits.id)
            base = end;
        vec_push(out, bits.id ? from_bits(r, bits, to.at[i].sort) : bits);
        low = end;
    }
    vec_free(&have);
    vec_free(&to);
}

// ---- intrinsics ----
static bool by_lanes(Reader *r, LLVMValueRef call, const char *name) {
    uint32_t n = LLVMGetVectorSize(LLVMTypeOf(call));
    Term *lanes = arena_array(r->p->arena, Term, n);
    bool known = true;
    for (uint32_t k = 0; k < n && known; k++) {
        r->by_lane = call;
        r->lane = k;
        r->lane_result = (Term){ 0 };
        known = read_number_intrinsic(r, call, name) && r->lane_result.id;
        lanes[k] = r->lane_result;
    }
    r->by_lane = NULL;
    if (known)
        set_value(r, call, n, lanes);
    return known;
}

// "vector.reduce.add.v4i32": the lanes in order; those of floats have a value to start with.
static bool reduce(Reader *r, LLVMValueRef call, const char *what) {
    bool starts = LLVMGetNumArgOperands(call) == 2;
    LLVMValueRef vector = LLVMGetOperand(call, starts ? 1 : 0);
    Slice s = value_of(r, vector);
    Term all = starts ? value_term(r, LLVMGetOperand(call, 0)) : leaf_term(r, s, 0, vector);
    for (uint32_t k = starts ? 0 : 1; k < s.count && all.id; k++)
        all = combine_lanes(r, what, all, leaf_term(r, s, k, vector));
    if (all.id)
        set_term(r, call, all);
    return all.id != 0;
}

bool read_vector_intrinsic(Reader *r, LLVMValueRef call, const char *name) {
    static const char reduction[] = "vector.reduce.";
    if (!strncmp(name, reduction, sizeof reduction - 1))
        return reduce(r, call, name + sizeof reduction - 1);
    return type_is_vector(LLVMTypeOf(call)) && by_lanes(r, call, name);
}
