// read_intrinsic.c - calls of llvm.* functions, and what debug information says
#include "frontend/read/read.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

// Where lanes are read one by one it is that lane's, or what all lanes share.
static Term operand(Reader *r, LLVMValueRef call, unsigned i) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    if (call == r->by_lane && type_is_vector(LLVMTypeOf(v)))
        return leaf_term(r, value_of(r, v), r->lane, v);
    return value_term(r, v);
}

static uint32_t width_of(Reader *r, Term a) {
    return sort_width(r->t, term_sort(r->t, a));
}

static Term zero_of(Reader *r, Term like) {
    return term_bv(r->t, 0, width_of(r, like));
}

static Term negative(Reader *r, Term a) {
    return term_2(r->t, OP_BV_SLT, a, zero_of(r, a));
}

// ---- integers ----
static Term count_ones(Reader *r, Term a) {
    uint32_t w = width_of(r, a);
    Term sum = zero_of(r, a);
    for (uint32_t i = 0; i < w; i++)
        sum = term_2(r->t, OP_BV_ADD, sum, term_zext(r->t, term_extract(r->t, a, i, i), w));
    return sum;
}

// Zeros before the first one, from the top (leading) or from the bottom.
static Term count_zeros(Reader *r, Term a, bool leading) {
    uint32_t w = width_of(r, a);
    Term count = term_bv(r->t, w, w);
    for (uint32_t i = 0; i < w; i++) {
        uint32_t bit = leading ? i : w - 1 - i;
        Term set = term_eq(r->t, term_extract(r->t, a, bit, bit), term_bv(r->t, 1, 1));
        count = term_ite(r->t, set, term_bv(r->t, w - 1 - i, w), count);
    }
    return count;
}

static Term reverse(Reader *r, Term a, uint32_t unit) {
    assert(unit && width_of(r, a) % unit == 0);
    Term out = { 0 };
    for (uint32_t low = 0; low < width_of(r, a); low += unit) {
        Term part = term_extract(r->t, a, low + unit - 1, low);
        out = out.id ? term_2(r->t, OP_BV_CONCAT, out, part) : part;
    }
    return out;
}

static Term funnel_shift(Reader *r, Term a, Term b, Term amount, bool left) {
    assert(width_of(r, a) == width_of(r, b) && width_of(r, a) == width_of(r, amount));
    uint32_t w = width_of(r, a);
    if (w > 64) { // no value has twice the bits
        Term by = term_2(r->t, OP_BV_UREM, amount, term_bv(r->t, w, w)),
             rest = term_bv_sub(r->t, term_bv(r->t, w, w), by);
        Term high = term_2(r->t, OP_BV_SHL, a, left ? by : rest), low = term_2(r->t, OP_BV_LSHR, b, left ? rest : by);
        return term_2(r->t, OP_BV_OR, high, low); // a shift by the width gives 0
    }
    Term n = term_zext(r->t, term_2(r->t, OP_BV_UREM, amount, term_bv(r->t, w, w)), 2 * w);
    Term both = term_2(r->t, OP_BV_CONCAT, a, b);
    both = term_2(r->t, left ? OP_BV_SHL : OP_BV_LSHR, both, n);
    return left ? term_extract(r->t, both, 2 * w - 1, w) : term_extract(r->t, both, w - 1, 0);
}

// ---- does it fit? ----
// What a term of up to 64 bits can be as a signed number, whatever its variables are: (long)x * y of ints always
// fits, and a solver that has to find that out multiplies bits.
typedef __int128 Wide;
typedef struct Bounds {
    Wide low, high;
} Bounds;

static Bounds all_of_width(uint32_t width) {
    assert(width && width < 8 * sizeof(Wide));
    Wide half = (Wide)1 << (width - 1);
    return (Bounds){ -half, half - 1 };
}

static Bounds sum_of(Bounds a, Bounds b) {
    return (Bounds){ a.low + b.low, a.high + b.high };
}

static Bounds product_of(Bounds a, Bounds b) {
    Wide corner[] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
    Bounds out = { corner[0], corner[0] };
    for (int i = 1; i < 4; i++) {
        out.low = corner[i] < out.low ? corner[i] : out.low;
        out.high = corner[i] > out.high ? corner[i] : out.high;
    }
    return out;
}

static bool fits(Bounds b, uint32_t width) {
    assert(b.low <= b.high);
    Bounds all = all_of_width(width);
    return all.low <= b.low && b.high <= all.high;
}

enum { DEEPEST = 6, WIDEST = 64, MOST_PARTS = 16 };
static Bounds bounds_of(Reader *r, Term a, uint32_t depth);

static Bounds bounds_inside(Reader *r, Term a, uint32_t depth) {
    const Terms *t = r->t;
    uint32_t width = width_of(r, a), n = term_arity(t, a);
    Bounds all = all_of_width(width), out;
    uint64_t low, high;
    switch (term_op(t, a)) {
    case OP_BV_CONST:
        term_bits(t, a, &low, &high);
        out.low = out.high = (Wide)(int64_t)(low << (64 - width)) >> (64 - width);
        return out;
    case OP_BV_SEXT:
        return bounds_of(r, term_arg(t, a, 0), depth + 1);
    case OP_BV_ZEXT:
        return (Bounds){ 0, ((Wide)1 << width_of(r, term_arg(t, a, 0))) - 1 };
    case OP_BV_NEG:
        out = bounds_of(r, term_arg(t, a, 0), depth + 1);
        return (Bounds){ -out.high, -out.low };
    case OP_BV_MUL:
        return product_of(bounds_of(r, term_arg(t, a, 0), depth + 1), bounds_of(r, term_arg(t, a, 1), depth + 1));
    case OP_BV_ADD:
        out = (Bounds){ 0, 0 };
        for (uint32_t i = 0; i < n; i++)
            out = sum_of(out, bounds_of(r, term_arg(t, a, i), depth + 1));
        return n <= MOST_PARTS ? out : all;
    case OP_ITE: {
        Bounds x = bounds_of(r, term_arg(t, a, 1), depth + 1), y = bounds_of(r, term_arg(t, a, 2), depth + 1);
        return (Bounds){ x.low < y.low ? x.low : y.low, x.high > y.high ? x.high : y.high };
    }
    default:
        return all;
    }
}

static Bounds bounds_of(Reader *r, Term a, uint32_t depth) {
    Bounds all = all_of_width(width_of(r, a)), found = depth < DEEPEST ? bounds_inside(r, a, depth) : all;
    return fits(found, width_of(r, a)) ? found : all; // else it wraps
}

static bool always_fits(Reader *r, const char *op, Term a, Term b) {
    uint32_t width = width_of(r, a);
    if (width > WIDEST)
        return false;
    Bounds x = bounds_of(r, a, 0), y = bounds_of(r, b, 0);
    if (!strncmp(op, "smul", 4))
        return fits(product_of(x, y), width);
    return fits(sum_of(x, op[1] == 'a' ? y : (Bounds){ -y.high, -y.low }), width);
}

// Of up to 128 bits, twice of which no value has: by halves, without signs.
static Term magnitude(Reader *r, bool is_signed, Term a) {
    assert(width_of(r, a) <= 128);
    Term size = is_signed ? term_ite(r->t, negative(r, a), term_1(r->t, OP_BV_NEG, a), a) : a;
    return term_zext(r->t, size, 128);
}

static Term wide_product(Reader *r, bool is_signed, Term a, Term b, Term *overflow) {
    Terms *t = r->t;
    uint32_t w = width_of(r, a);
    Term x = magnitude(r, is_signed, a), y = magnitude(r, is_signed, b), none = term_bv(t, 0, 64);
    Term x_high = term_extract(t, x, 127, 64), x_low = term_zext(t, term_extract(t, x, 63, 0), 128);
    Term y_high = term_extract(t, y, 127, 64), y_low = term_zext(t, term_extract(t, y, 63, 0), 128);
    Term both = term_not(t, term_or(t, term_eq(t, x_high, none), term_eq(t, y_high, none)));
    Term cross = term_2(t, OP_BV_ADD, term_2(t, OP_BV_MUL, term_zext(t, x_high, 128), y_low),
                        term_2(t, OP_BV_MUL, term_zext(t, y_high, 128), x_low)); // one of them is 0, unless 'both'
    Term low = term_2(t, OP_BV_MUL, x_low, y_low);
    Term size = term_2(t, OP_BV_ADD, low, term_2(t, OP_BV_CONCAT, term_extract(t, cross, 63, 0), none));
    Term lost = term_or(t, both, term_not(t, term_eq(t, term_extract(t, cross, 127, 64), none)));
    lost = term_or(t, lost, term_2(t, OP_BV_ULT, size, low));
    uint32_t bits = is_signed ? w - 1 : w; // the most that a size may have
    Term limit = bits < 128 ? term_2(t, OP_BV_SHL, term_bv(t, 1, 128), term_bv(t, bits, 128)) : (Term){ 0 };
    if (is_signed) { // the least number has a size more
        Term minus = term_not(t, term_eq(t, negative(r, a), negative(r, b)));
        Term least = term_and(t, minus, term_eq(t, size, limit));
        lost = term_or(t, lost, term_not(t, term_or(t, least, term_2(t, OP_BV_ULT, size, limit))));
    } else if (limit.id) {
        lost = term_or(t, lost, term_not(t, term_2(t, OP_BV_ULT, size, limit)));
    }
    *overflow = lost;
    return term_2(t, OP_BV_MUL, a, b);
}

// The result of a +, -, * b and whether it does not fit.
static Term with_overflow(Reader *r, const char *op, Term a, Term b, Term *overflow) {
    assert(op[0] == 's' || op[0] == 'u');
    assert(width_of(r, a) == width_of(r, b));
    Terms *t = r->t;
    uint32_t w = width_of(r, a);
    bool is_signed = op[0] == 's';
    if (is_signed && always_fits(r, op, a, b)) {
        *overflow = term_false(t);
        return op[1] == 'm'   ? term_2(t, OP_BV_MUL, a, b)
               : op[1] == 'a' ? term_2(t, OP_BV_ADD, a, b)
                              : term_bv_sub(t, a, b);
    }
    if (!strncmp(op + 1, "mul", 3) && w > 64)
        return wide_product(r, is_signed, a, b, overflow);
    if (!strncmp(op + 1, "mul", 3)) {
        Term x = is_signed ? term_sext(t, a, 2 * w) : term_zext(t, a, 2 * w);
        Term y = is_signed ? term_sext(t, b, 2 * w) : term_zext(t, b, 2 * w);
        Term result = term_2(t, OP_BV_MUL, a, b), wide = term_2(t, OP_BV_MUL, x, y);
        Term back = is_signed ? term_sext(t, result, 2 * w) : term_zext(t, result, 2 * w);
        *overflow = term_not(t, term_eq(t, wide, back));
        return result;
    }
    bool add = !strncmp(op + 1, "add", 3);
    Term result = add ? term_2(t, OP_BV_ADD, a, b) : term_bv_sub(t, a, b);
    if (is_signed) { // a + b < a just when b < 0, else it does not fit; likewise a < a - b
        Term below = add ? term_2(t, OP_BV_SLT, result, a) : term_2(t, OP_BV_SLT, a, result);
        *overflow = term_not(t, term_eq(t, below, negative(r, b)));
    } else {
        *overflow = add ? term_2(t, OP_BV_ULT, result, a) : term_2(t, OP_BV_ULT, a, b);
    }
    return result;
}

static Term saturated(Reader *r, const char *op, Term a, Term b) {
    uint32_t w = width_of(r, a);
    Term overflow, result = with_overflow(r, op, a, b, &overflow), bound;
    Term ones = term_1(r->t, OP_BV_NOT, zero_of(r, a));
    if (op[0] == 'u') {
        bound = op[1] == 'a' ? ones : zero_of(r, a);
    } else {
        Term least = term_2(r->t, OP_BV_SHL, term_bv(r->t, 1, w), term_bv(r->t, w - 1, w));
        bound = term_ite(r->t, negative(r, a), least, term_1(r->t, OP_BV_NOT, least));
    }
    return term_ite(r->t, overflow, bound, result);
}

static Term extreme(Reader *r, Op less, Term a, Term b, bool least) {
    assert(less == OP_BV_SLT || less == OP_BV_ULT);
    Term below = term_2(r->t, less, a, b);
    return least ? term_ite(r->t, below, a, b) : term_ite(r->t, below, b, a);
}

static bool integer_intrinsic(Reader *r, LLVMValueRef call, const char *name) {
    static const char *const arithmetic[] = { "sadd", "uadd", "ssub", "usub", "smul", "umul" };
    for (size_t i = 0; i < COUNT(arithmetic); i++) {
        if (strncmp(name, arithmetic[i], 4))
            continue;
        Term a = operand(r, call, 0), b = operand(r, call, 1), overflow;
        if (!strncmp(name + 4, ".with.overflow", 14)) {
            Term result = with_overflow(r, name, a, b, &overflow);
            set_value(r, call, 2, (Term[]){ result, overflow });
            return true;
        }
        if (!strncmp(name + 4, ".sat", 4)) {
            set_term(r, call, saturated(r, name, a, b));
            return true;
        }
    }
    if (!strncmp(name, "ctpop.", 6))
        set_term(r, call, count_ones(r, operand(r, call, 0)));
    else if (!strncmp(name, "ctlz.", 5))
        set_term(r, call, count_zeros(r, operand(r, call, 0), true));
    else if (!strncmp(name, "cttz.", 5))
        set_term(r, call, count_zeros(r, operand(r, call, 0), false));
    else if (!strncmp(name, "bswap.", 6))
        set_term(r, call, reverse(r, operand(r, call, 0), 8));
    else if (!strncmp(name, "bitreverse.", 11))
        set_term(r, call, reverse(r, operand(r, call, 0), 1));
    else if (!strncmp(name, "fshl.", 5) || !strncmp(name, "fshr.", 5))
        set_term(r, call,
                 funnel_shift(r, operand(r, call, 0), operand(r, call, 1), operand(r, call, 2), name[3] == 'l'));
    else if (!strncmp(name, "abs.", 4)) {
        Term a = operand(r, call, 0);
        set_term(r, call, term_ite(r->t, negative(r, a), term_1(r->t, OP_BV_NEG, a), a));
    } else if (!strncmp(name, "smax.", 5) || !strncmp(name, "smin.", 5))
        set_term(r, call, extreme(r, OP_BV_SLT, operand(r, call, 0), operand(r, call, 1), name[2] == 'i'));
    else if (!strncmp(name, "umax.", 5) || !strncmp(name, "umin.", 5))
        set_term(r, call, extreme(r, OP_BV_ULT, operand(r, call, 0), operand(r, call, 1), name[2] == 'i'));
    else
        return false;
    return true;
}

// ---- floats ----
static Term float_bits(Reader *r, Term a) {
    return convert_int(r, a, sort_bv(r->t, width_of(r, a)));
}

static Term sign_bit(Reader *r, Term a) {
    assert(sort_kind(r->t, term_sort(r->t, a)) == SORT_FLOAT);
    uint32_t w = width_of(r, a);
    program_uses_floats(r->p, FLOATS_LOOKED_AT);
    return term_eq(r->t, term_extract(r->t, float_bits(r, a), w - 1, w - 1), term_bv(r->t, 1, 1));
}

static Term copy_sign(Reader *r, Term a, Term b) {
    assert(sort_kind(r->t, term_sort(r->t, a)) == SORT_FLOAT);
    Term size = term_1(r->t, OP_FP_ABS, a);
    return term_ite(r->t, sign_bit(r, b), term_1(r->t, OP_FP_NEG, size), size);
}

static Term float_extreme(Reader *r, Term a, Term b, bool least) {
    assert(term_sort(r->t, a).id == term_sort(r->t, b).id);
    Term below = term_2(r->t, OP_FP_LT, a, b);
    Term both = least ? term_ite(r->t, below, a, b) : term_ite(r->t, below, b, a);
    both = term_ite(r->t, term_1(r->t, OP_FP_IS_NAN, b), a, both);
    return term_ite(r->t, term_1(r->t, OP_FP_IS_NAN, a), b, both);
}

// llvm.is.fpclass: a mask of ten classes.
static Term float_class(Reader *r, Term a, uint32_t mask) {
    Terms *t = r->t;
    Sort s = term_sort(t, a);
    uint32_t e = sort_exponent(t, s), f = sort_significand(t, s) - 1, top = sort_width(t, s) - 2;
    Term bits = float_bits(r, a);
    Term exponent = term_extract(t, bits, top, top + 1 - e), fraction = term_extract(t, bits, f - 1, 0);
    Term nan = term_1(t, OP_FP_IS_NAN, a), quiet = term_eq(t, term_extract(t, bits, f - 1, f - 1), term_bv(t, 1, 1));
    Term none = term_eq(t, exponent, term_bv(t, 0, e)), all = term_eq(t, exponent, term_bv(t, ~0ull, e));
    Term no_fraction = term_eq(t, fraction, term_bv(t, 0, f)), minus = sign_bit(r, a);
    Term normal = term_not(t, term_or(t, none, all)), valid = term_not(t, nan);
    if (sort_is_extended(t, s)) // an exponent does not make a number of it where the integer bit is missing
        normal = term_and(t, normal, valid), all = term_and(t, all, valid);
    Term kinds[4] = { term_and(t, all, no_fraction), normal, term_and(t, none, term_not(t, no_fraction)),
                      term_and(t, none, no_fraction) }; // infinite, normal, subnormal, zero
    Term out = term_false(t);
    if (mask & 1)
        out = term_and(t, nan, term_not(t, quiet));
    if (mask & 2)
        out = mask & 1 ? nan : term_and(t, nan, quiet);
    for (uint32_t k = 0; k < 4; k++) {
        if (mask & 4u << k)
            out = term_or(t, out, term_and(t, minus, kinds[k]));
        if (mask & 0x200u >> k)
            out = term_or(t, out, term_and(t, term_not(t, minus), kinds[k]));
    }
    return out;
}

static bool float_intrinsic(Reader *r, LLVMValueRef call, const char *name) {
    static const struct {
        const char *name;
        Rounding rounding;
    } rounds[] = { { "floor.", ROUND_DOWN },     { "ceil.", ROUND_UP },    { "trunc.", ROUND_ZERO },
                   { "roundeven.", ROUND_EVEN }, { "round.", ROUND_AWAY }, { "rint.", ROUND_EVEN },
                   { "nearbyint.", ROUND_EVEN } };
    for (size_t i = 0; i < COUNT(rounds); i++) {
        if (strncmp(name, rounds[i].name, strlen(rounds[i].name)))
            continue;
        Term a = operand(r, call, 0);
        set_term(r, call, term_build(r->t, OP_FP_ROUND, term_sort(r->t, a), 1, &a, rounds[i].rounding, 0));
        return true;
    }
    if (!strncmp(name, "sqrt.", 5) || !strncmp(name, "fm", 2))
        program_uses_floats(r->p, FLOATS_COMPUTED);
    if (!strncmp(name, "fabs.", 5))
        set_term(r, call, term_1(r->t, OP_FP_ABS, operand(r, call, 0)));
    else if (!strncmp(name, "sqrt.", 5))
        set_term(r, call, term_1(r->t, OP_FP_SQRT, operand(r, call, 0)));
    else if (!strncmp(name, "copysign.", 9))
        set_term(r, call, copy_sign(r, operand(r, call, 0), operand(r, call, 1)));
    else if (!strncmp(name, "minnum.", 7) || !strncmp(name, "maxnum.", 7))
        set_term(r, call, float_extreme(r, operand(r, call, 0), operand(r, call, 1), name[1] == 'i'));
    else if (!strncmp(name, "fma.", 4))
        set_term(r, call, term_3(r->t, OP_FP_FMA, operand(r, call, 0), operand(r, call, 1), operand(r, call, 2)));
    else if (!strncmp(name, "fmuladd.", 8)) {
        Term product = term_2(r->t, OP_FP_MUL, operand(r, call, 0), operand(r, call, 1));
        set_term(r, call, term_2(r->t, OP_FP_ADD, product, operand(r, call, 2)));
    } else if (!strncmp(name, "is.fpclass.", 11)) {
        uint32_t mask = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
        set_term(r, call, float_class(r, operand(r, call, 0), mask));
    } else
        return false;
    return true;
}

// ---- memory ----
// va_start: as if all argument registers were used up, so that va_arg goes to memory.
static void read_va_start(Reader *r, LLVMValueRef call) {
    LLVMContextRef context = LLVMGetModuleContext(r->module);
    Leaf word = type_leaf(r, LLVMPointerTypeInContext(context, 0)),
         half = type_leaf(r, LLVMInt32TypeInContext(context));
    Term list = operand(r, call, 0), area = var_term(r->p, r->varargs);
    if (r->p->pointer_bits == 32) {
        store_leaf(r, list, &word, area, NULL);
        return;
    }
    store_leaf(r, list, &half, term_bv(r->t, 48, 32), NULL);
    half.offset = 4;
    store_leaf(r, list, &half, term_bv(r->t, 176, 32), NULL);
    word.offset = 8;
    store_leaf(r, list, &word, area, NULL);
    word.offset = 16;
    store_leaf(r, list, &word, address_const(r, 0), NULL);
}

static bool memory_intrinsic(Reader *r, LLVMValueRef call, const char *name) {
    Cmd cmd = { 0 };
    if (!strncmp(name, "memcpy.", 7) || !strncmp(name, "memmove.", 8)) {
        cmd = (Cmd){ .kind = CMD_COPY, .a = operand(r, call, 0), .b = operand(r, call, 1) };
        cmd.c = convert_int(r, operand(r, call, 2), pointer_sort(r));
        cmd.apart = name[3] == 'c';
        emit(r, cmd);
    } else if (!strncmp(name, "memset.", 7)) {
        cmd = (Cmd){ .kind = CMD_SET, .a = operand(r, call, 0), .b = operand(r, call, 1) };
        cmd.c = convert_int(r, operand(r, call, 2), pointer_sort(r));
        emit(r, cmd);
    } else if (!strncmp(name, "stacksave", 9)) {
        cmd = (Cmd){ .kind = CMD_STACK_SAVE, .var = new_var(r, "stack", pointer_sort(r), false) };
        emit(r, cmd);
        set_term(r, call, var_term(r->p, cmd.var));
    } else if (!strncmp(name, "stackrestore", 12)) {
        emit(r, (Cmd){ .kind = CMD_STACK_RESTORE, .a = operand(r, call, 0) });
    } else if (!strncmp(name, "va_start", 8)) {
        read_va_start(r, call);
    } else if (!strncmp(name, "va_copy", 7)) {
        Term size = address_const(r, r->p->pointer_bits == 32 ? 4 : 24);
        emit(r, (Cmd){ .kind = CMD_COPY, .a = operand(r, call, 0), .b = operand(r, call, 1), .c = size });
    } else if (!strncmp(name, "threadlocal.address", 19)) {
        set_term(r, call, operand(r, call, 0));
    } else if (!strncmp(name, "ptrmask", 7)) {
        set_term(r, call, term_2(r->t, OP_BV_AND, operand(r, call, 0), operand(r, call, 1)));
    } else
        return false;
    return true;
}

// ---- the rest ----
// Clang's own checks end here: those that clang.c asks for, and others where the user asks for them.  The number is
// clang's for the kind of check (SanitizerHandler); the run ends, as a program that is compiled with traps does.
static void read_ubsan_trap(Reader *r, LLVMValueRef call) {
    assert(LLVMIsAConstantInt(LLVMGetOperand(call, 0)));
    static const struct {
        unsigned number;
        EventKind kind;
        const char *text;
    } checks[] = { { 0, EVENT_OVERFLOW, "signed overflow in +" },
                   { 3, EVENT_OVERFLOW, "division overflow" },
                   { 12, EVENT_OVERFLOW, "signed overflow in *" },
                   { 13, EVENT_OVERFLOW, "signed overflow in unary -" },
                   { 20, EVENT_SHIFT, "invalid shift" },
                   { 21, EVENT_OVERFLOW, "signed overflow in -" },
                   { 8, EVENT_UNDEFINED, "__builtin_clz or __builtin_ctz of 0" },
                   { 24, EVENT_UNDEFINED, "the size of an array is not positive" } };
    unsigned number = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
    Name text = program_name(r->p, "undefined behaviour that the compiler was asked to look for");
    for (size_t i = 0; i < COUNT(checks); i++)
        if (checks[i].number == number) {
            text = program_name(r->p, checks[i].text);
            emit(r, cmd_event(checks[i].kind, text));
        }
    emit_end(r, (Cmd){ .kind = CMD_TRAP, .text = text }, r->p->stop);
}

static bool is_ignored(const char *name) {
    static const char *const ignored[] = { "lifetime.",      "assume",           "va_end",
                                           "prefetch",       "donothing",        "sideeffect",
                                           "invariant.",     "var.annotation",   "experimental.noalias",
                                           "dbg.label",      "dbg.assign",       "pseudoprobe",
                                           "x86.sse.sfence", "x86.sse2.lfence",  "x86.sse2.mfence",
                                           "x86.sse2.pause", "x86.sse2.clflush", "x86.mmx.emms" };
    for (size_t i = 0; i < COUNT(ignored); i++)
        if (!strncmp(name, ignored[i], strlen(ignored[i])))
            return true;
    return false;
}

static bool is_identity(const char *name) {
    static const char *const same[] = { "expect.",           "ssa.copy",        "ptr.annotation", "annotation",
                                        "launder.invariant", "strip.invariant", "canonicalize",   "arithmetic.fence" };
    for (size_t i = 0; i < COUNT(same); i++)
        if (!strncmp(name, same[i], strlen(same[i])))
            return true;
    return false;
}

// Functions of numbers without side effect that we know nothing more about.
static bool is_some_value(const char *name) {
    static const char *const any[] = { "pow",
                                       "exp",
                                       "log",
                                       "sin",
                                       "cos",
                                       "tan",
                                       "ldexp",
                                       "frexp",
                                       "frameaddress",
                                       "returnaddress",
                                       "readcyclecounter",
                                       "lround",
                                       "llround",
                                       "lrint",
                                       "llrint" };
    for (size_t i = 0; i < COUNT(any); i++)
        if (!strncmp(name, any[i], strlen(any[i])))
            return true;
    return false;
}

bool read_number_intrinsic(Reader *r, LLVMValueRef call, const char *name) {
    return integer_intrinsic(r, call, name) || float_intrinsic(r, call, name);
}

Term combine_lanes(Reader *r, const char *name, Term a, Term b) {
    assert(term_sort(r->t, a).id == term_sort(r->t, b).id);
    static const struct {
        const char *name;
        Op op;
    } plain[] = {
        { "add.", OP_BV_ADD }, { "mul.", OP_BV_MUL }, { "and.", OP_BV_AND }, { "or.", OP_BV_OR }, { "xor.", OP_BV_XOR }
    };
    bool boolean = sort_kind(r->t, term_sort(r->t, a)) == SORT_BOOL;
    if (name[0] == 'f')
        return strncmp(name, "fmax.", 5) && strncmp(name, "fmin.", 5) ? (Term){ 0 }
                                                                      : float_extreme(r, a, b, name[2] == 'i');
    a = as_bv(r, a);
    b = as_bv(r, b);
    Term both = { 0 };
    for (size_t i = 0; i < COUNT(plain); i++)
        if (!strncmp(name, plain[i].name, strlen(plain[i].name)))
            both = term_2(r->t, plain[i].op, a, b);
    if (!strncmp(name, "smax.", 5) || !strncmp(name, "smin.", 5))
        both = extreme(r, OP_BV_SLT, a, b, name[2] == 'i');
    else if (!strncmp(name, "umax.", 5) || !strncmp(name, "umin.", 5))
        both = extreme(r, OP_BV_ULT, a, b, name[2] == 'i');
    return both.id && boolean ? as_bool(r, both) : both;
}

bool read_intrinsic(Reader *r, LLVMValueRef call, const char *name) {
    if (!strncmp(name, "dbg.value", 9) || !strncmp(name, "dbg.declare", 11)) {
        read_binding(r, call, name[4] == 'd');
        return true;
    }
    if (!strncmp(name, "lifetime.", 9))
        read_scope(r, call, name[9] == 's');
    if (is_ignored(name))
        return true;
    if (is_identity(name)) {
        Slice same = value_of(r, LLVMGetOperand(call, 0));
        set_value(r, call, same.count, same.at);
        return true;
    }
    if (!strncmp(name, "ubsantrap", 9)) {
        read_ubsan_trap(r, call);
        return true;
    }
    if (!strcmp(name, "trap") || !strcmp(name, "debugtrap")) {
        emit_end(r, (Cmd){ .kind = CMD_ABORT, .text = program_name(r->p, "trap") }, r->p->stop);
        return true;
    }
    if (!strncmp(name, "get.rounding", 12)) {
        set_term(r, call, term_bv(r->t, 1, 32));
        return true;
    }
    if (!strncmp(name, "vector.", 7) || type_is_vector(LLVMTypeOf(call))) {
        if (read_vector_intrinsic(r, call, name))
            return true;
    } else if (read_number_intrinsic(r, call, name) || memory_intrinsic(r, call, name))
        return true;
    if (!is_some_value(name))
        return false;
    VecLeaf leaves = { 0 };
    VecTerm terms = { 0 };
    type_leaves(r, LLVMTypeOf(call), 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        vec_push(&terms, var_term(r->p, emit_input(r, leaves.at[i].sort, INPUT_LIBRARY, name, leaves.at[i].pointer)));
    set_value(r, call, terms.count, terms.at);
    vec_free(&leaves);
    vec_free(&terms);
    return true;
}

// ---- debug information: which C variable is this? ----
LLVMMetadataRef node_operand(Reader *r, LLVMMetadataRef node, unsigned i) {
    LLVMValueRef v = LLVMMetadataAsValue(LLVMGetModuleContext(r->module), node), operands[32];
    unsigned n = LLVMGetMDNodeNumOperands(v);
    if (i >= n || n > COUNT(operands))
        return NULL;
    LLVMGetMDNodeOperands(v, operands);
    return operands[i] ? LLVMValueAsMetadata(operands[i]) : NULL;
}

enum { // tags and operands of types
    DW_ARRAY = 1,
    DW_ENUM = 4,
    DW_POINTER = 15,
    DW_STRUCT = 19,
    DW_TYPEDEF = 22,
    DW_UNION = 23,
    DW_BASE = 36,
    DW_CONST = 38,
    DW_VOLATILE = 53,
    BASE_TYPE = 3
};

Name plain_type(Reader *r, LLVMMetadataRef type) {
    size_t length = 0;
    for (int depth = 0; type && depth < 20; depth++) {
        switch (LLVMGetDINodeTag(type)) {
        case DW_CONST:
        case DW_VOLATILE:
        case DW_TYPEDEF:
            type = node_operand(r, type, BASE_TYPE);
            continue;
        case DW_POINTER:
            return program_name(r->p, "*");
        case DW_ENUM:
            return program_name(r->p, "enum");
        case DW_BASE: {
            const char *name = LLVMDITypeGetName(type, &length);
            return name_ofn(r->p->names, name, length);
        }
        default:
            return (Name){ 0 };
        }
    }
    return (Name){ 0 };
}

static void type_text(Reader *r, LLVMMetadataRef type, Text *out, int depth) {
    size_t length = 0;
    if (!type || depth > 8) {
        text_add(out, "void");
        return;
    }
    uint16_t tag = LLVMGetDINodeTag(type);
    const char *name = LLVMDITypeGetName(type, &length);
    const char *prefix = tag == DW_STRUCT ? "struct " : tag == DW_UNION ? "union " : tag == DW_ENUM ? "enum " : "";
    if (tag == DW_CONST || tag == DW_VOLATILE) {
        text_add(out, tag == DW_CONST ? "const " : "volatile ");
        type_text(r, node_operand(r, type, BASE_TYPE), out, depth + 1);
    } else if (tag == DW_POINTER || tag == DW_ARRAY) {
        type_text(r, node_operand(r, type, BASE_TYPE), out, depth + 1);
        text_add(out, tag == DW_POINTER ? " *" : "[]");
    } else if (length) {
        text_add(out, "%s%.*s", prefix, (int)length, name);
    } else {
        text_add(out, "%s", *prefix ? prefix : "function");
    }
}

bool binding_parts(Reader *r, LLVMValueRef call, LLVMValueRef *value, Name *c_name) {
    enum { NAME = 1 };
    LLVMMetadataKind kind = LLVMGetMetadataKind(LLVMValueAsMetadata(LLVMGetOperand(call, 0)));
    if (kind != LLVMConstantAsMetadataMetadataKind && kind != LLVMLocalAsMetadataMetadataKind)
        return false;
    *value = NULL;
    LLVMGetMDNodeOperands(LLVMGetOperand(call, 0), value);
    LLVMMetadataRef node = node_operand(r, LLVMValueAsMetadata(LLVMGetOperand(call, 1)), NAME);
    if (!*value || !node)
        return false;
    unsigned length = 0;
    const char *name = LLVMGetMDString(LLVMMetadataAsValue(LLVMGetModuleContext(r->module), node), &length);
    *c_name = name_ofn(r->p->names, name, length);
    return true;
}

void read_binding(Reader *r, LLVMValueRef call, bool declare) {
    enum { TYPE = 3 };
    LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
    LLVMValueRef value;
    Binding b = { .loc = r->at };
    if (!r->at || !binding_parts(r, call, &value, &b.c_name) || LLVMIsUndef(value) ||
        !type_is_scalar(LLVMTypeOf(value)))
        return;
    if (!LLVMIsConstant(value) && !map_get(&r->values, (uintptr_t)value, NULL))
        return;
    Text type = { 0 };
    type_text(r, node_operand(r, variable, TYPE), &type, 0);
    b.c_type = program_name(r->p, type.at);
    vec_free(&type);
    b.decl = (SrcPos){ r->pos.file, LLVMDIVariableGetLine(variable), 0 };
    b.value = value_of(r, value).at[0];
    if (!b.value.id)
        return;
    VarId var = program_var_of(r->p, b.value);
    if (declare) { // the variable lives in memory: 'value' is its address
        uint32_t object = 0;
        if (map_get(&r->objects, (uintptr_t)value, &object) && r->p->objects.at[object].kind == OBJ_STACK) {
            r->p->objects.at[object].c_name = b.c_name;
            r->p->objects.at[object].c_type = b.c_type;
            r->p->objects.at[object].pos = b.decl;
        }
        return;
    }
    if (var && !r->p->vars.at[var].c_name.id && r->p->vars.at[var].kind != VAR_ADDRESS) {
        r->p->vars.at[var].c_name = b.c_name;
        r->p->vars.at[var].c_type = b.c_type;
        r->p->vars.at[var].pos = b.decl;
    }
    vec_push(&r->p->bindings, b);
}
