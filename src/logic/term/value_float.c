// value_float.c - IEEE floats on concrete values, by the machine's own arithmetic
//
// The formats (8,24), (11,53), (15,64) and (15,113) are native types whose
// operations round once, to nearest even.  The half format (5,11) computes in
// (15,113), which is wide enough (at least 2 * 11 + 2 digits; sums of
// products are exact) that rounding the result to half equals rounding once.
// Conversions between formats go through (15,113), which holds them all.
// Which NaN a result is does not come from there but from nan_result.
//
// Floats out of the range of the integer they are converted to: SMT-LIB leaves
// the result open, C leaves it undefined.  Here they give what compilers for
// x86-64 make of the truncating instructions: signed targets convert to 32 bits
// (up to 32 wanted) or 64 and yield that size's least number; unsigned
// targets of up to 32 bits convert to signed 64 bits; of 64 bits, they
// convert x and x - 2^63 and join the two; wider ones yield 2^127.  The result
// is then cut to the width.
#include "logic/term/value_float.h"
#include <math.h>

typedef _Float128 Quad;

#define T float
#define N(x) x##_single
#define M(x) x##f
#include "logic/term/float_ops.inc"
#undef T
#undef N
#undef M
#define T double
#define N(x) x##_double
#define M(x) x
#include "logic/term/float_ops.inc"
#undef T
#undef N
#undef M
#define T long double
#define N(x) x##_extended
#define M(x) x##l
#include "logic/term/float_ops.inc"
#undef T
#undef N
#undef M
#define T Quad
#define N(x) x##_quad
#define M(x) x##f128
#include "logic/term/float_ops.inc"
#undef T
#undef N
#undef M

// ---- formats ----
typedef enum Format { HALF, SINGLE, DOUBLE, EXTENDED, QUAD } Format;

static Format format_of(uint32_t exponent, uint32_t width) {
    if (exponent == 5 && width == 16)
        return HALF;
    if (exponent == 8 && width == 32)
        return SINGLE;
    if (exponent == 11 && width == 64)
        return DOUBLE;
    if (exponent == 15 && width == 80)
        return EXTENDED;
    if (exponent == 15 && width == 128)
        return QUAD;
    bug("floats with %u exponent bits of %u bits are not supported", exponent, width);
}

// A number of the 80-bit format whose integer bit contradicts its exponent: every operation takes it for invalid.
static bool is_unsupported(Format f, Value v) {
    return f == EXTENDED && (v.hi & 0x7fff) != 0 && v.lo >> 63 == 0;
}

static float get_single(Value v) {
    uint32_t bits = (uint32_t)v.lo;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double get_double(Value v) {
    double x;
    memcpy(&x, &v.lo, sizeof x);
    return x;
}

// The compiler's conversions to other formats know canonical numbers only: a denormal with integer bit is the
// normal number it says.
static long double get_extended(Value v) {
    long double x = 0;
    if (is_unsupported(EXTENDED, v))
        return __builtin_nanl("");
    if ((v.hi & 0x7fff) == 0 && v.lo >> 63)
        v.hi |= 1;
    memcpy(&x, &v, 10);
    return x;
}

static Quad get_quad(Value v) {
    Quad x;
    memcpy(&x, &v, sizeof x);
    return x;
}

static Quad get_half(Value v) {
    uint16_t bits = (uint16_t)v.lo;
    _Float16 x;
    memcpy(&x, &bits, sizeof x);
    return (Quad)x;
}

static Value put_single(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (Value){ bits, 0 };
}

static Value put_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (Value){ bits, 0 };
}

static Value put_extended(long double x) {
    Value v = { 0, 0 };
    memcpy(&v, &x, 10);
    return v;
}

static Value put_quad(Quad x) {
    Value v;
    memcpy(&v, &x, sizeof v);
    return v;
}

static Value put_half(Quad x) {
    _Float16 h = (_Float16)x;
    uint16_t bits;
    memcpy(&bits, &h, sizeof bits);
    return (Value){ bits, 0 };
}

static Quad get(Format f, Value v) {
    switch (f) {
    case HALF:
        return get_half(v);
    case SINGLE:
        return (Quad)get_single(v);
    case DOUBLE:
        return (Quad)get_double(v);
    case EXTENDED:
        return (Quad)get_extended(v);
    case QUAD:
        return get_quad(v);
    }
    bug("no float format %d", f);
}

static Value put(Format f, Quad x) {
    switch (f) {
    case HALF:
        return put_half(x);
    case SINGLE:
        return put_single((float)x);
    case DOUBLE:
        return put_double((double)x);
    case EXTENDED:
        return put_extended((long double)x);
    case QUAD:
        return put_quad(x);
    }
    bug("no float format %d", f);
}

// ---- integers to floats: rounded once, by the compiler's conversions ----
static Value from_signed(Format f, Wide x) {
    switch (f) {
    case HALF: // beyond 2^113 the quad rounds, but half is infinite from 2^16 on
        return put_half((Quad)x);
    case SINGLE:
        return put_single((float)x);
    case DOUBLE:
        return put_double((double)x);
    case EXTENDED:
        return put_extended((long double)x);
    case QUAD:
        return put_quad((Quad)x);
    }
    bug("no float format %d", f);
}

static Value from_unsigned(Format f, UWide x) {
    switch (f) {
    case HALF:
        return put_half((Quad)x);
    case SINGLE:
        return put_single((float)x);
    case DOUBLE:
        return put_double((double)x);
    case EXTENDED:
        return put_extended((long double)x);
    case QUAD:
        return put_quad((Quad)x);
    }
    bug("no float format %d", f);
}

// ---- floats to integers ----
static Quad power(uint32_t k) {
    return scalbnf128(1, (int)k);
}

bool float_fits_integer(const OpType *type, Value a) {
    assert(type->op == OP_FP_TO_SBV || type->op == OP_FP_TO_UBV);
    Quad x = truncf128(get(format_of(type->arg_exponent, type->arg_width), a));
    if (type->op == OP_FP_TO_UBV)
        return x >= 0 && x < power(type->width);
    return x >= -power(type->width - 1) && x < power(type->width - 1);
}

// As the machine's truncating conversion to a signed number of 'size' bits.
static Wide truncate_to(Quad x, uint32_t size) {
    x = truncf128(x);
    if (x >= -power(size - 1) && x < power(size - 1))
        return (Wide)x;
    return (Wide)((UWide)-1 << (size - 1));
}

static UWide to_integer(const OpType *type, Quad x) {
    uint32_t width = type->width;
    if (type->op == OP_FP_TO_SBV)
        return (UWide)truncate_to(x, width <= 32 ? 32 : width <= 64 ? 64 : 128);
    if (width <= 32)
        return (UWide)truncate_to(x, 64);
    if (width <= 64) {
        int64_t low = (int64_t)truncate_to(x, 64), high = (int64_t)truncate_to(x - power(63), 64);
        return (uint64_t)(low | (high & low >> 63));
    }
    x = truncf128(x);
    if (x >= 0 && x < power(width))
        return (UWide)x;
    return (UWide)1 << 127;
}

// ---- NaNs ----
static UWide bits_of(Value v) {
    return (UWide)v.hi << 64 | v.lo;
}

static Value value_of_bits(UWide bits) {
    return (Value){ (uint64_t)bits, (uint64_t)(bits >> 64) };
}

static uint32_t width_of_format(Format f) {
    static const uint8_t widths[] = { [HALF] = 16, [SINGLE] = 32, [DOUBLE] = 64, [EXTENDED] = 80, [QUAD] = 128 };
    return widths[f];
}

// Bits of the fraction: what is behind the point.
static uint32_t fraction_of_format(Format f) {
    static const uint8_t fractions[] = { [HALF] = 10, [SINGLE] = 23, [DOUBLE] = 52, [EXTENDED] = 63, [QUAD] = 112 };
    return fractions[f];
}

static UWide sign_of_format(Format f) {
    return (UWide)1 << (width_of_format(f) - 1);
}

static bool is_nan(Format f, Value v) {
    uint32_t fraction = fraction_of_format(f);
    UWide bits = bits_of(v), exponent = sign_of_format(f) - ((UWide)1 << (f == EXTENDED ? fraction + 1 : fraction));
    return is_unsupported(f, v) || ((bits & exponent) == exponent && (bits & ones(fraction)) != 0);
}

// All that a quiet NaN with payload 0 has set but for the sign.
static UWide quiet_bits(Format f) {
    return (sign_of_format(f) - 1) & ~ones(fraction_of_format(f) - 1);
}

// Of two NaNs of the formats where the significands decide: a quiet one before one that signals, then the larger
// one, then the positive one.
static Value larger_nan(Format f, Value a, Value b) {
    uint32_t fraction = fraction_of_format(f);
    UWide x = bits_of(a), y = bits_of(b), quiet = (UWide)1 << (fraction - 1);
    if ((x & quiet) != (y & quiet) && f == EXTENDED)
        return x & quiet ? a : b;
    x &= ones(fraction), y &= ones(fraction);
    if (x == y)
        return bits_of(a) & sign_of_format(f) ? b : a;
    return x > y ? a : b;
}

// The NaN that an operation gives; see term.h.
static Value nan_result(Format f, uint32_t n, const Value arg[]) {
    assert(n >= 1 && n <= 3);
    UWide quiet = quiet_bits(f);
    Value from = { 0, 0 };
    bool found = false;
    for (uint32_t i = 0; i < n; i++) {
        if (is_unsupported(f, arg[i]))
            return value_of_bits(quiet | sign_of_format(f));
        if (!is_nan(f, arg[i]))
            continue;
        if (!found)
            from = arg[i];
        else if (f == EXTENDED || f == QUAD)
            from = larger_nan(f, from, arg[i]);
        found = true;
    }
    return value_of_bits(found ? bits_of(from) | quiet : quiet | sign_of_format(f));
}

// A NaN in another format: the payload's leading bits, quiet.
static Value convert_nan(Format from, Format to, Value v) {
    if (is_unsupported(from, v))
        return nan_result(to, 0, NULL);
    uint32_t have = fraction_of_format(from), want = fraction_of_format(to);
    UWide payload = bits_of(v) & ones(have);
    payload = have > want ? payload >> (have - want) : payload << (want - have);
    return value_of_bits(quiet_bits(to) | payload | (bits_of(v) & sign_of_format(from) ? sign_of_format(to) : 0));
}

// ---- dispatch ----
static Value arith_number(const OpType *type, const Value arg[]) {
    Value a = arg[0], b = type->arity > 1 ? arg[1] : a, c = type->arity > 2 ? arg[2] : a;
    switch (format_of(type->exponent, type->width)) {
    case HALF:
        return put_half(arith_quad(type, get_half(a), get_half(b), get_half(c)));
    case SINGLE:
        return put_single(arith_single(type, get_single(a), get_single(b), get_single(c)));
    case DOUBLE:
        return put_double(arith_double(type, get_double(a), get_double(b), get_double(c)));
    case EXTENDED:
        return put_extended(arith_extended(type, get_extended(a), get_extended(b), get_extended(c)));
    case QUAD:
        return put_quad(arith_quad(type, get_quad(a), get_quad(b), get_quad(c)));
    }
    bug("no such float format");
}

static Value arith(const OpType *type, const Value arg[]) {
    Format f = format_of(type->exponent, type->width);
    if (type->op == OP_FP_NEG)
        return value_of_bits(bits_of(arg[0]) ^ sign_of_format(f));
    if (type->op == OP_FP_ABS)
        return value_of_bits(bits_of(arg[0]) & ~sign_of_format(f));
    Value v = arith_number(type, arg);
    return is_nan(f, v) ? nan_result(f, type->arity, arg) : v;
}

static Value convert_format(Format from, Format to, Value v) {
    if (from == to)
        return v;
    return is_nan(from, v) ? convert_nan(from, to, v) : put(to, get(from, v));
}

static bool compare(const OpType *type, const Value arg[]) {
    Value a = arg[0], b = type->arity > 1 ? arg[1] : a;
    Op op = (Op)type->op;
    switch (format_of(type->arg_exponent, type->arg_width)) {
    case HALF:
        return compare_quad(op, get_half(a), get_half(b));
    case SINGLE:
        return compare_single(op, get_single(a), get_single(b));
    case DOUBLE:
        return compare_double(op, get_double(a), get_double(b));
    case EXTENDED:
        return compare_extended(op, get_extended(a), get_extended(b));
    case QUAD:
        return compare_quad(op, get_quad(a), get_quad(b));
    }
    bug("no such float format");
}

Value float_apply(const OpType *type, const Value arg[]) {
    assert(type->op >= OP_FP_ADD && type->op <= OP_FP_TO_BITS);
    UWide bits = (UWide)arg[0].hi << 64 | arg[0].lo;
    switch (type->op) {
    case OP_FP_EQ:
    case OP_FP_LT:
    case OP_FP_LE:
    case OP_FP_IS_NAN:
        return (Value){ compare(type, arg), 0 };
    case OP_FP_FROM_SBV:
        return from_signed(format_of(type->exponent, type->width), bv_signed(bits, type->arg_width));
    case OP_FP_FROM_UBV:
        return from_unsigned(format_of(type->exponent, type->width), bits);
    case OP_FP_FROM_FP:
        return convert_format(format_of(type->arg_exponent, type->arg_width), format_of(type->exponent, type->width),
                              arg[0]);
    case OP_FP_FROM_BITS:
    case OP_FP_TO_BITS:
        return arg[0];
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: {
        UWide v = to_integer(type, get(format_of(type->arg_exponent, type->arg_width), arg[0])) & ones(type->width);
        return (Value){ (uint64_t)v, (uint64_t)(v >> 64) };
    }
    default:
        return arith(type, arg);
    }
}

// ---- native numbers ----
long double value_to_float(Value v, Sort s, const Terms *t) {
    assert(sort_kind(t, s) == SORT_FLOAT);
    return (long double)get(format_of(sort_exponent(t, s), sort_width(t, s)), v);
}

Value value_from_float(long double x, Sort s, const Terms *t) {
    assert(sort_kind(t, s) == SORT_FLOAT);
    return put(format_of(sort_exponent(t, s), sort_width(t, s)), (Quad)x);
}

int value_digits(long double x, uint32_t width) {
    char text[64];
    int digits = 1, most = width <= 32 ? 9 : width <= 64 ? 17 : 21;
    for (; digits < most; digits++) {
        snprintf(text, sizeof text, "%.*Lg", digits, x);
        long double y = width <= 32   ? (long double)strtof(text, NULL)
                        : width <= 64 ? (long double)strtod(text, NULL)
                                      : strtold(text, NULL);
        if (x == y || x != x)
            break;
    }
    return digits;
}
