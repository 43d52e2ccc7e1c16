// value_float.c - IEEE floats on concrete values, by the machine's own arithmetic
//
// The formats (8,24), (11,53), (15,64) and (15,113) are native types whose
// operations round once, to nearest even.  The half format (5,11) computes in
// (15,113), which is wide enough (at least 2 * 11 + 2 digits; sums of
// products are exact) that rounding the result to half equals rounding once.
// Conversions between formats go through (15,113), which holds them all.
//
// Floats out of the range of the integer they are converted to: SMT-LIB leaves
// the result open, C leaves it undefined.  Here they give what compilers for
// x86-64 make of the truncating instructions: signed targets convert to 32 bits
// (up to 32 wanted) or 64 and yield that size's least number; unsigned
// targets of up to 32 bits convert to signed 64 bits; of 64 bits, they
// convert x and x - 2^63 and join the two; wider ones yield 2^127.  The result
// is then cut to the width.
#include "logic/value_float.h"
#include <math.h>

typedef _Float128 Quad;

#define T float
#define N(x) x##_single
#define M(x) x##f
#include "logic/float_ops.inc"
#undef T
#undef N
#undef M
#define T double
#define N(x) x##_double
#define M(x) x
#include "logic/float_ops.inc"
#undef T
#undef N
#undef M
#define T long double
#define N(x) x##_extended
#define M(x) x##l
#include "logic/float_ops.inc"
#undef T
#undef N
#undef M
#define T Quad
#define N(x) x##_quad
#define M(x) x##f128
#include "logic/float_ops.inc"
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
    if (exponent == 15 && width == 79)
        return EXTENDED;
    if (exponent == 15 && width == 128)
        return QUAD;
    bug("floats with %u exponent bits of %u bits are not supported", exponent, width);
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

// The x87 format has an explicit leading digit, which is 0 for exponent 0 only.
static long double get_extended(Value v) {
    uint16_t head = (uint16_t)(v.hi << 1 | v.lo >> 63);
    uint64_t digits = (v.lo & ~((uint64_t)1 << 63)) | (uint64_t)((head & 0x7fff) != 0) << 63;
    long double x = 0;
    memcpy(&x, &digits, 8);
    memcpy((char *)&x + 8, &head, 2);
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
    return (Value){ x != x ? 0x7fc00000u : bits, 0 };
}

static Value put_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (Value){ x != x ? (uint64_t)0x7ff8 << 48 : bits, 0 };
}

static Value put_extended(long double x) {
    uint64_t digits;
    uint16_t head;
    if (x != x)
        return (Value){ (uint64_t)3 << 62, 0x3fff };
    memcpy(&digits, &x, 8);
    memcpy(&head, (char *)&x + 8, 2);
    return (Value){ (digits & ~((uint64_t)1 << 63)) | (uint64_t)head << 63, head >> 1 };
}

static Value put_quad(Quad x) {
    Value v;
    memcpy(&v, &x, sizeof v);
    return x != x ? (Value){ 0, (uint64_t)0x7fff8 << 44 } : v;
}

static Value put_half(Quad x) {
    _Float16 h = (_Float16)x;
    uint16_t bits;
    memcpy(&bits, &h, sizeof bits);
    return (Value){ x != x ? 0x7e00 : bits, 0 };
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

// ---- dispatch ----
static Value arith(const OpType *type, const Value arg[]) {
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

// Puts the one NaN for any NaN.
static Value canonical(uint32_t exponent, uint32_t width, Value v) {
    OpType is_nan = { .op = OP_FP_IS_NAN, .arity = 1, .arg_width = (uint16_t)width, .arg_exponent = (uint8_t)exponent };
    return compare(&is_nan, &v) ? put(format_of(exponent, width), __builtin_nanf128("")) : v;
}

Value float_same(const OpType *type, Value a, Value b) {
    a = canonical(type->arg_exponent, type->arg_width, a);
    b = canonical(type->arg_exponent, type->arg_width, b);
    return (Value){ value_equal(a, b), 0 };
}

Value float_apply(const OpType *type, const Value arg[]) {
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
        return put(format_of(type->exponent, type->width), get(format_of(type->arg_exponent, type->arg_width), arg[0]));
    case OP_FP_FROM_BITS:
        return canonical(type->exponent, type->width, arg[0]);
    case OP_FP_TO_BITS:
        return canonical(type->arg_exponent, type->arg_width, arg[0]);
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
    return (long double)get(format_of(sort_exponent(t, s), sort_width(t, s)), v);
}

Value value_from_float(long double x, Sort s, const Terms *t) {
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
