// math.c - <math.h>
//
// Exact for rounding, remainders, the parts of a number, comparisons and sqrt.
// The result of other functions is an input, bound by what holds of every
// implementation (domain, range with room for its error, some exact points).
// errno after a domain or range error is any of "unchanged", EDOM, ERANGE.
#include "libc.h"
#ifndef __NO_MATH_ERRNO__
#error "compile with -fno-math-errno: __builtin_fmod must not call fmod"
#endif

#define EACH_TYPE(X) \
    X(double, )      \
    X(float, f)      \
    X(long double, l)

// ---- kinds of numbers, as glibc's macros count them ----
enum { KIND_NAN, KIND_INFINITE, KIND_ZERO, KIND_SUBNORMAL, KIND_NORMAL };
#define KINDS(T, s)                                                                                      \
    int __isnan##s(T x) {                                                                                \
        return x != x;                                                                                   \
    }                                                                                                    \
    int isnan##s(T x) {                                                                                  \
        return x != x;                                                                                   \
    }                                                                                                    \
    int __isinf##s(T x) {                                                                                \
        return x == (T)__builtin_inf() ? 1 : x == -(T)__builtin_inf() ? -1 : 0;                          \
    }                                                                                                    \
    int isinf##s(T x) {                                                                                  \
        return x == (T)__builtin_inf() ? 1 : x == -(T)__builtin_inf() ? -1 : 0;                          \
    }                                                                                                    \
    int __finite##s(T x) {                                                                               \
        return -(T)__builtin_inf() < x && x < (T)__builtin_inf();                                        \
    }                                                                                                    \
    int finite##s(T x) {                                                                                 \
        return -(T)__builtin_inf() < x && x < (T)__builtin_inf();                                        \
    }                                                                                                    \
    int __isfinite##s(T x) {                                                                             \
        return -(T)__builtin_inf() < x && x < (T)__builtin_inf();                                        \
    }                                                                                                    \
    int __signbit##s(T x) {                                                                              \
        return __builtin_signbit(x) != 0;                                                                \
    }                                                                                                    \
    int __fpclassify##s(T x) {                                                                           \
        return __builtin_fpclassify(KIND_NAN, KIND_INFINITE, KIND_NORMAL, KIND_SUBNORMAL, KIND_ZERO, x); \
    }
EACH_TYPE(KINDS)

int isfinite(double x) {
    return -__builtin_inf() < x && x < __builtin_inf();
}

int signbit(double x) {
    return __builtin_signbit(x) != 0;
}

int isnormal(double x) {
    return __builtin_isnormal(x);
}

// ---- one operation of the machine ----
// Which of two zeros is the greater one is not promised.
static double zero(double x, double y) {
    return __hone_input_bool("sign of zero") ? x : y;
}

#define UNARY(T, s, name, operation) \
    T name##s(T x) {                 \
        return operation;            \
    }
#define OPERATIONS(T, s)                                       \
    UNARY(T, s, fabs, __builtin_elementwise_abs(x))            \
    UNARY(T, s, floor, __builtin_elementwise_floor(x))         \
    UNARY(T, s, ceil, __builtin_elementwise_ceil(x))           \
    UNARY(T, s, trunc, __builtin_elementwise_trunc(x))         \
    UNARY(T, s, round, __builtin_elementwise_round(x))         \
    UNARY(T, s, rint, __builtin_elementwise_roundeven(x))      \
    UNARY(T, s, nearbyint, __builtin_elementwise_roundeven(x)) \
    UNARY(T, s, roundeven, __builtin_elementwise_roundeven(x)) \
    T copysign##s(T x, T y) {                                  \
        T size = __builtin_elementwise_abs(x);                 \
        return __builtin_signbit(y) ? -size : size;            \
    }                                                          \
    T fmax##s(T x, T y) {                                      \
        if (x == 0 && y == 0)                                  \
            return zero(x, y);                                 \
        return x != x || x < y ? y : x;                        \
    }                                                          \
    T fmin##s(T x, T y) {                                      \
        if (x == 0 && y == 0)                                  \
            return zero(x, y);                                 \
        return x != x || y < x ? y : x;                        \
    }                                                          \
    T fdim##s(T x, T y) {                                      \
        return x != x || y != y ? x + y : x > y ? x - y : 0;   \
    }                                                          \
    T fma##s(T x, T y, T z) {                                  \
        return __builtin_elementwise_fma(x, y, z);             \
    }
EACH_TYPE(OPERATIONS)

// errno after a result that the function cannot give.
static void note_domain(void) {
    if (__hone_input_bool("errno"))
        *__hone_errno() = EDOM;
}

static void note_range(void) {
    if (__hone_input_bool("errno"))
        *__hone_errno() = ERANGE;
}

#define SQRT(T, s)                            \
    T sqrt##s(T x) {                          \
        if (x < 0)                            \
            note_domain();                    \
        return __builtin_elementwise_sqrt(x); \
    }
EACH_TYPE(SQRT)

// ---- to integers; what does not fit is any number ----
#define TO_INTEGER(T, s, I, name, rounded, input, least) \
    I name##s(T x) {                                     \
        T y = rounded(x);                                \
        if (y >= (T)(least) && y < -(T)(least))          \
            return (I)y;                                 \
        note_domain();                                   \
        return input(#name);                             \
    }
#define LLONG_LEAST (-__LONG_LONG_MAX__ - 1)
#define INTEGERS(T, s)                                                                                    \
    TO_INTEGER(T, s, long, lround, __builtin_elementwise_round, __hone_input_long, LONG_MIN)              \
    TO_INTEGER(T, s, long, lrint, __builtin_elementwise_roundeven, __hone_input_long, LONG_MIN)           \
    TO_INTEGER(T, s, long long, llround, __builtin_elementwise_round, __hone_input_longlong, LLONG_LEAST) \
    TO_INTEGER(T, s, long long, llrint, __builtin_elementwise_roundeven, __hone_input_longlong, LLONG_LEAST)
EACH_TYPE(INTEGERS)

// ---- remainders ----
// __builtin_fmod is one instruction; the other cases are exact steps from it.
#define REMAINDERS(T, s, most, least)                                          \
    T fmod##s(T x, T y) {                                                      \
        if (x == x && y == y && (y == 0 || x - x != 0))                        \
            note_domain();                                                     \
        return __builtin_fmod##s(x, y);                                        \
    }                                                                          \
    T remainder##s(T x, T y) {                                                 \
        if (x != x || y != y)                                                  \
            return x + y;                                                      \
        if (y == 0 || x - x != 0) {                                            \
            note_domain();                                                     \
            return (T)__builtin_nan("");                                       \
        }                                                                      \
        T a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);  \
        if (b <= (most) / 2)                                                   \
            a = __builtin_fmod##s(a, b + b);                                   \
        _Bool tiny = b < 2 * (least);                                          \
        if (tiny ? a + a > b : a > b / 2) {                                    \
            a -= b;                                                            \
            if (tiny ? a + a >= b : a >= b / 2)                                \
                a -= b;                                                        \
        }                                                                      \
        return __builtin_signbit(x) ? -a : a;                                  \
    }                                                                          \
    T drem##s(T x, T y) {                                                      \
        return remainder##s(x, y);                                             \
    }                                                                          \
    T modf##s(T x, T *whole) {                                                 \
        T integer = __builtin_elementwise_trunc(x);                            \
        *whole = integer;                                                      \
        T part = x == integer ? (T)0 : x - integer;                            \
        return __builtin_signbit(x) ? -__builtin_elementwise_abs(part) : part; \
    }
REMAINDERS(double, , __DBL_MAX__, __DBL_MIN__)
REMAINDERS(float, f, __FLT_MAX__, __FLT_MIN__)
REMAINDERS(long double, l, __LDBL_MAX__, __LDBL_MIN__)

// ---- exponent and significand ----
static double power_of_two(int n) { // -1022 to 1023
    union {
        unsigned long long bits;
        double value;
    } u = { (unsigned long long)(n + 1023) << 52 };
    return u.value;
}

static float power_of_twof(int n) { // -126 to 127
    union {
        unsigned bits;
        float value;
    } u = { (unsigned)(n + 127) << 23 };
    return u.value;
}

static long double power_of_twol(int n) { // -16382 to 16383
    long double power = 1, factor = n < 0 ? 0.5L : 2;
    for (unsigned k = n < 0 ? -(unsigned)n : (unsigned)n; k > 0; k /= 2) {
        if (k % 2)
            power *= factor;
        factor *= factor;
    }
    return power;
}

// x * 2^n rounded once: a step down that may reach the subnormal numbers is
// the last inexact one, because each leaves 'digits' bits below it free.
#define SCALE(T, s, most, digits)                                  \
    static T scale##s(T x, long n) {                               \
        int low = 1 - (most) + (digits);                           \
        for (int i = 0; i < 2 && n > (most); i++, n -= (most))     \
            x *= power_of_two##s(most);                            \
        for (int i = 0; i < 2 && n < 1 - (most); i++, n -= low)    \
            x *= power_of_two##s(low);                             \
        n = n > (most) ? (most) : n < 1 - (most) ? 1 - (most) : n; \
        return x * power_of_two##s((int)n);                        \
    }                                                              \
    static T scaled##s(T x, long n) {                              \
        T y = scale##s(x, n);                                      \
        if (x - x == 0 && x != 0 && (y == 0 || y - y != 0))        \
            note_range();                                          \
        return y;                                                  \
    }                                                              \
    T ldexp##s(T x, int n) {                                       \
        return scaled##s(x, n);                                    \
    }                                                              \
    T scalbn##s(T x, int n) {                                      \
        return scaled##s(x, n);                                    \
    }                                                              \
    T scalbln##s(T x, long n) {                                    \
        return scaled##s(x, n);                                    \
    }
SCALE(double, , 1023, 53)
SCALE(float, f, 127, 24)
SCALE(long double, l, 16383, 64)

// x = fraction * 2^exponent with 1/2 <= |fraction| < 1; x is finite and not 0.
#define SPLIT(T, s, top)                                          \
    static T split##s(T x, int *exponent) {                       \
        T size = __builtin_elementwise_abs(x);                    \
        int e = 0;                                                \
        for (int step = (top); step > 0; step /= 2) {             \
            if (size >= power_of_two##s(step)) {                  \
                size *= power_of_two##s(-step);                   \
                e += step;                                        \
            }                                                     \
            if (size < power_of_two##s(-step)) {                  \
                size *= power_of_two##s(step);                    \
                e -= step;                                        \
            }                                                     \
        }                                                         \
        for (; size < (T)0.5; e--)                                \
            size *= 2;                                            \
        for (; size >= 1; e++)                                    \
            size /= 2;                                            \
        *exponent = e;                                            \
        return __builtin_signbit(x) ? -size : size;               \
    }                                                             \
    T frexp##s(T x, int *exponent) {                              \
        *exponent = 0;                                            \
        return x == 0 || x - x != 0 ? x : split##s(x, exponent);  \
    }                                                             \
    T logb##s(T x) {                                              \
        int e;                                                    \
        if (x == 0) {                                             \
            note_range();                                         \
            return -(T)__builtin_inf();                           \
        }                                                         \
        if (x - x != 0)                                           \
            return x * x;                                         \
        split##s(x, &e);                                          \
        return (T)(e - 1);                                        \
    }                                                             \
    int ilogb##s(T x) {                                           \
        int e;                                                    \
        if (x == 0 || x - x != 0) {                               \
            note_domain();                                        \
            return x - x != 0 && x == x ? INT_MAX : -INT_MAX - 1; \
        }                                                         \
        split##s(x, &e);                                          \
        return e - 1;                                             \
    }
SPLIT(double, , 512)
SPLIT(float, f, 64)
SPLIT(long double, l, 8192)

// ---- neighbours: the bits of numbers of one sign are in their order ----
#define NEIGHBOUR(T, s, U, sign)                                                    \
    T nextafter##s(T x, T y) {                                                      \
        if (x != x || y != y)                                                       \
            return x + y;                                                           \
        if (x == y)                                                                 \
            return y;                                                               \
        union {                                                                     \
            T value;                                                                \
            U bits;                                                                 \
        } u = { x };                                                                \
        if (x == 0)                                                                 \
            u.bits = y > 0 ? 1 : ((U)1 << (sign)) + 1;                              \
        else if ((x < y) == (x > 0))                                                \
            u.bits++;                                                               \
        else                                                                        \
            u.bits--;                                                               \
        if (u.value - u.value != 0 || (u.bits << 1 >> (sign == 63 ? 53 : 24)) == 0) \
            note_range();                                                           \
        return u.value;                                                             \
    }
NEIGHBOUR(double, , unsigned long long, 63)
NEIGHBOUR(float, f, unsigned, 31)

double nan(const char *text) {
    (void)text_length(text);
    return __builtin_nan("");
}

float nanf(const char *text) {
    (void)text_length(text);
    return __builtin_nanf("");
}

// ---- functions whose values are inputs ----
static void any_errno(void) {
    note_domain();
    note_range();
}

// The input, or the nearest number from low to high.
static double between(double input, double low, double high) {
    return input >= low ? (input <= high ? input : high) : low;
}

// FUNCTION(name, NaN where, point, value there, low, high): after NaN gives
// NaN, after 'where' NaN, and the one exact point, any number from low to high.
#define FUNCTION(name, outside, point, value, low, high)             \
    double name(double x) {                                          \
        if (x != x)                                                  \
            return x;                                                \
        any_errno();                                                 \
        if (outside)                                                 \
            return INVALID;                                          \
        if (x == (point))                                            \
            return value;                                            \
        return between(__hone_input_double(#name), low, high);       \
    }                                                                \
    float name##f(float x) {                                         \
        if (x != x)                                                  \
            return x;                                                \
        any_errno();                                                 \
        if (outside)                                                 \
            return (float)INVALID;                                   \
        if (x == (point))                                            \
            return (float)(value);                                   \
        return (float)between(__hone_input_float(#name), low, high); \
    }                                                                \
    long double name##l(long double x) {                             \
        (void)x;                                                     \
        __hone_unmodelled("a function of a long double");            \
    }
#define INVALID __builtin_nan("")
#define HUGE __builtin_inf()
#define INFINITE (x - x != 0)
#define BEYOND_1 (x < -1 || x > 1)
#define NEVER 0
#define HALF_PI 1.571
#define PI 3.142

FUNCTION(sin, INFINITE, 0, x, -1, 1)
FUNCTION(cos, INFINITE, 0, 1, -1, 1)
FUNCTION(tan, INFINITE, 0, x, -HUGE, HUGE)
FUNCTION(asin, BEYOND_1, 0, x, -HALF_PI, HALF_PI)
FUNCTION(acos, BEYOND_1, 1, 0, 0, PI)
FUNCTION(atan, NEVER, 0, x, -HALF_PI, HALF_PI)
FUNCTION(sinh, NEVER, 0, x, x > 0 ? 0 : -HUGE, x > 0 ? HUGE : 0)
FUNCTION(cosh, NEVER, 0, 1, 1, HUGE)
FUNCTION(tanh, NEVER, 0, x, x > 0 ? 0 : -1, x > 0 ? 1 : 0)
FUNCTION(asinh, NEVER, 0, x, x > 0 ? 0 : -HUGE, x > 0 ? HUGE : 0)
FUNCTION(acosh, x < 1, 1, 0, 0, HUGE)
FUNCTION(atanh, BEYOND_1, 0, x, x > 0 ? 0 : -HUGE, x > 0 ? HUGE : 0)
FUNCTION(exp, NEVER, 0, 1, x > 0 ? 1 : 0, x > 0 ? HUGE : 1)
FUNCTION(exp2, NEVER, 0, 1, x > 0 ? 1 : 0, x > 0 ? HUGE : 1)
FUNCTION(exp10, NEVER, 0, 1, x > 0 ? 1 : 0, x > 0 ? HUGE : 1)
FUNCTION(expm1, NEVER, 0, x, x > 0 ? 0 : -1, x > 0 ? HUGE : 0)
FUNCTION(log, x<0, 1, 0, x> 1 ? 0 : -HUGE, x > 1 ? HUGE : 0)
FUNCTION(log2, x<0, 1, 0, x> 1 ? 0 : -HUGE, x > 1 ? HUGE : 0)
FUNCTION(log10, x<0, 1, 0, x> 1 ? 0 : -HUGE, x > 1 ? HUGE : 0)
FUNCTION(log1p, x<-1, 0, x, x> 0 ? 0 : -HUGE, x > 0 ? HUGE : 0)
FUNCTION(cbrt, NEVER, 0, x, x > 0 ? 0 : -HUGE, x > 0 ? HUGE : 0)
FUNCTION(erf, NEVER, 0, x, x > 0 ? 0 : -1, x > 0 ? 1 : 0)
FUNCTION(erfc, NEVER, 0, 1, x > 0 ? 0 : 1, x > 0 ? 1 : 2)

// Any number, a NaN too.
double tgamma(double x) {
    (void)x;
    any_errno();
    return __hone_input_double("tgamma");
}

double pow(double x, double y) {
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return INVALID;
    any_errno();
    double result = __hone_input_double("pow");
    return x >= 0 ? between(result, 0, HUGE) : result;
}

float powf(float x, float y) {
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return (float)INVALID;
    any_errno();
    float result = __hone_input_float("powf");
    return x >= 0 ? (float)between(result, 0, HUGE) : result;
}

double atan2(double y, double x) {
    if (x != x || y != y)
        return INVALID;
    any_errno();
    return between(__hone_input_double("atan2"), -PI, PI);
}

float atan2f(float y, float x) {
    if (x != x || y != y)
        return (float)INVALID;
    any_errno();
    return (float)between(__hone_input_float("atan2f"), -PI, PI);
}

// An infinite side makes it infinite, whatever the other one is.
double hypot(double x, double y) {
    if (x == HUGE || x == -HUGE || y == HUGE || y == -HUGE)
        return HUGE;
    if (x != x || y != y)
        return INVALID;
    any_errno();
    return between(__hone_input_double("hypot"), 0, HUGE);
}

float hypotf(float x, float y) {
    if (x - x != 0 && x == x)
        return (float)HUGE;
    if (y - y != 0 && y == y)
        return (float)HUGE;
    if (x != x || y != y)
        return (float)INVALID;
    any_errno();
    return (float)between(__hone_input_float("hypotf"), 0, HUGE);
}
