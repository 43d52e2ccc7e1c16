// math.c - <math.h>
//
// Exact for rounding, remainders, the parts of a number, comparisons and sqrt.
// The result of other functions is an input, bound by what holds of every
// implementation (domain, range with room for its error) and exact where Annex F of
// the C standard says what it is.
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

#define FDIM(T, s)                                        \
    T fdim##s(T x, T y) {                                 \
        if (x != x || y != y)                             \
            return x + y;                                 \
        T size = x > y ? x - y : 0;                       \
        if (size - size != 0 && x - x == 0 && y - y == 0) \
            note_range();                                 \
        return size;                                      \
    }
EACH_TYPE(FDIM)

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

long double nanl(const char *text) {
    (void)text_length(text);
    return __builtin_nanl("");
}

// ---- functions whose values are inputs ----
static void any_errno(void) {
    note_domain();
    note_range();
}

// The input, or the nearest number from low to high.
#define BETWEEN(T, s)                                               \
    static T between##s(T input, T low, T high) {                   \
        return input >= low ? (input <= high ? input : high) : low; \
    }
EACH_TYPE(BETWEEN)

// EACH_INPUT(X, ...): X(type, suffix, input, ...) for each type
#define EACH_INPUT(X, ...)                        \
    X(double, , __hone_input_double, __VA_ARGS__) \
    X(float, f, __hone_input_float, __VA_ARGS__)  \
    X(long double, l, __hone_input_longdouble, __VA_ARGS__)

// FUNCTION(name, NaN where, exact cases, low, high): NaN of NaN; else by the first of the cases that holds; else any
// number from low to high.
#define FUNCTION(name, outside, cases, low, high) EACH_INPUT(ONE_FUNCTION, name, outside, cases, low, high)
#define ONE_FUNCTION(T, s, input, name, outside, cases, low, high) \
    T name##s(T x) {                                               \
        if (x != x)                                                \
            return x;                                              \
        any_errno();                                               \
        if (outside)                                               \
            return (T)INVALID;                                     \
        cases;                                                     \
        return between##s(input(#name #s), (T)(low), (T)(high));   \
    }
#define EXACT(condition, value) \
    if (condition)              \
    return (value)
#define INVALID __builtin_nan("")
#define HUGE __builtin_inf()
#define INFINITE (x - x != 0)
#define BEYOND_1 (x < -1 || x > 1)
#define NEVER 0
#define HALF_PI 1.5708
#define PI 3.1416
#define LOGARITHM 12000                  // more than the logarithm of the largest number, or of the least, is
#define ODD EXACT(x == 0 || INFINITE, x) // functions with f(-x) = -f(x), f(0) = 0 and f(infinity) = infinity

FUNCTION(sin, INFINITE, EXACT(x == 0, x), -1, 1)
FUNCTION(cos, INFINITE, EXACT(x == 0, 1), -1, 1)
FUNCTION(tan, INFINITE, EXACT(x == 0, x), -1e30, 1e30)
FUNCTION(asin, BEYOND_1, EXACT(x == 0, x), x > 0 ? 0 : -HALF_PI, x > 0 ? HALF_PI : 0)
FUNCTION(acos, BEYOND_1, EXACT(x == 1, 0), 0, x > 0 ? HALF_PI : PI)
FUNCTION(atan, NEVER, EXACT(x == 0, x), x > 0 ? 0 : -HALF_PI, x > 0 ? HALF_PI : 0)
FUNCTION(sinh, NEVER, ODD, x > 0 ? 0 : -HUGE, x > 0 ? HUGE : 0)
FUNCTION(cosh, NEVER, EXACT(x == 0, 1); EXACT(INFINITE, HUGE), 1, HUGE)
FUNCTION(tanh, NEVER, EXACT(x == 0, x); EXACT(INFINITE, x > 0 ? 1 : -1), x > 0 ? 0 : -1, x > 0 ? 1 : 0)
FUNCTION(asinh, NEVER, ODD, x > 0 ? 0 : -LOGARITHM, x > 0 ? LOGARITHM : 0)
FUNCTION(acosh, x < 1, EXACT(x == 1, 0); EXACT(INFINITE, x), 0, LOGARITHM)
FUNCTION(atanh, BEYOND_1, EXACT(x == 0, x); EXACT(x == 1, HUGE);
         EXACT(x == -1, -HUGE), x > 0 ? 0 : -100, x > 0 ? 100 : 0)
#define EXPONENTIAL   \
    EXACT(x == 0, 1); \
    EXACT(INFINITE, x > 0 ? HUGE : 0)
FUNCTION(exp, NEVER, EXPONENTIAL, x > 0 ? 1 : 0, x > 0 ? HUGE : 1)
FUNCTION(exp2, NEVER, EXPONENTIAL, x > 0 ? 1 : 0, x > 0 ? HUGE : 1)
FUNCTION(exp10, NEVER, EXPONENTIAL, x > 0 ? 1 : 0, x > 0 ? HUGE : 1)
FUNCTION(expm1, NEVER, EXACT(x == 0, x); EXACT(INFINITE, x > 0 ? HUGE : -1), x > 0 ? 0 : -1, x > 0 ? HUGE : 0)
#define LOGARITHMIC       \
    EXACT(x == 1, 0);     \
    EXACT(x == 0, -HUGE); \
    EXACT(INFINITE, x)
#define LESS_THAN(y) (x < (y)) // the formatter takes "x<y" for a template's argument
FUNCTION(log, LESS_THAN(0), LOGARITHMIC, x > 1 ? 0 : -LOGARITHM, x > 1 ? LOGARITHM : 0)
FUNCTION(log2, LESS_THAN(0), LOGARITHMIC, x > 1 ? 0 : -2 * LOGARITHM, x > 1 ? 2 * LOGARITHM : 0)
FUNCTION(log10, LESS_THAN(0), LOGARITHMIC, x > 1 ? 0 : -LOGARITHM, x > 1 ? LOGARITHM : 0)
FUNCTION(log1p, LESS_THAN(-1), EXACT(x == 0 || INFINITE, x);
         EXACT(x == -1, -HUGE), x > 0 ? 0 : -LOGARITHM, x > 0 ? LOGARITHM : 0)
FUNCTION(cbrt, NEVER, ODD, x > 0 ? 0 : -HUGE, x > 0 ? HUGE : 0)
FUNCTION(erf, NEVER, EXACT(x == 0, x); EXACT(INFINITE, x > 0 ? 1 : -1), x > 0 ? 0 : -1, x > 0 ? 1 : 0)
FUNCTION(erfc, NEVER, EXACT(x == 0, 1); EXACT(INFINITE, x > 0 ? 0 : 2), x > 0 ? 0 : 1, x > 0 ? 1 : 2)

// ---- the gamma function: not defined for 0, -1, -2, ...; 0.8856 is its least value for positive numbers ----
#define WHOLE(x) ((x) == __builtin_elementwise_trunc(x))
FUNCTION(tgamma, LESS_THAN(0) && WHOLE(x), EXACT(x == 0, __builtin_signbit(x) ? -HUGE : HUGE);
         EXACT(INFINITE, x), x > 0 ? 0.88 : -HUGE, HUGE)

int signgam;

static int sign_of_gamma(double x, _Bool negative) {
    return x < 0 || (x == 0 && __builtin_signbit(x)) ? (negative ? -1 : 1) : 1;
}

// The logarithm of its size.
#define LOG_GAMMA(T, s, input, name)                                                         \
    static T log_gamma##s(T x) {                                                             \
        if (x != x)                                                                          \
            return x;                                                                        \
        any_errno();                                                                         \
        if ((x <= 0 && WHOLE(x)) || INFINITE)                                                \
            return (T)HUGE;                                                                  \
        if (x == 1 || x == 2)                                                                \
            return 0;                                                                        \
        return between##s(input(#name #s), x > 0 ? (T)-0.13 : (T)-HUGE, (T)HUGE);            \
    }                                                                                        \
    T name##s(T x) {                                                                         \
        signgam = sign_of_gamma(x < 0 ? -1 : (double)x, __hone_input_bool("sign of gamma")); \
        return log_gamma##s(x);                                                              \
    }                                                                                        \
    T name##s##_r(T x, int *sign) {                                                          \
        *sign = sign_of_gamma(x < 0 ? -1 : (double)x, __hone_input_bool("sign of gamma"));   \
        return log_gamma##s(x);                                                              \
    }
EACH_INPUT(LOG_GAMMA, lgamma)

// ---- functions of two numbers ----
#define POWER(T, s, input, name)                                                       \
    T name##s(T x, T y) {                                                              \
        if (y == 0 || x == 1)                                                          \
            return 1;                                                                  \
        if (x != x || y != y)                                                          \
            return (T)INVALID;                                                         \
        any_errno();                                                                   \
        T size = __builtin_elementwise_abs(x);                                         \
        _Bool odd = y - y == 0 && WHOLE(y) && !WHOLE(y / 2);                           \
        _Bool negative = __builtin_signbit(x) && odd, grows = (size > 1) == (y > 0);   \
        if (x < 0 && size - size == 0 && y - y == 0 && !WHOLE(y))                      \
            return (T)INVALID;                                                         \
        if (size == 0 || size - size != 0 || (y - y != 0 && size != 1))                \
            size = grows ? (T)HUGE : 0;                                                \
        else if (size != 1 && y != 1)                                                  \
            size = between##s(input(#name #s), grows ? 1 : 0, grows ? (T)HUGE : (T)1); \
        return negative ? -size : size;                                                \
    }
EACH_INPUT(POWER, pow)

// The sign is that of y.
#define ANGLE(T, s, input, name)                                         \
    T name##s(T y, T x) {                                                \
        if (x != x || y != y)                                            \
            return (T)INVALID;                                           \
        any_errno();                                                     \
        T size = 0;                                                      \
        _Bool ahead = x > 0 || (x == 0 && !__builtin_signbit(x));        \
        if (y == 0 && !ahead)                                            \
            size = between##s(input(#name #s), (T)3.1415, (T)PI);        \
        else if (y != 0 && !(x - x != 0 && x > 0 && y - y == 0))         \
            size = between##s(input(#name #s), 0, ahead ? HALF_PI : PI); \
        return __builtin_signbit(y) ? -size : size;                      \
    }
EACH_INPUT(ANGLE, atan2)

// An infinite side makes it infinite, whatever the other one is.
#define HYPOTENUSE(T, s, input, name)                                         \
    T name##s(T x, T y) {                                                     \
        T a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y); \
        if (a == (T)HUGE || b == (T)HUGE)                                     \
            return (T)HUGE;                                                   \
        if (x != x || y != y)                                                 \
            return (T)INVALID;                                                \
        if (a == 0 || b == 0)                                                 \
            return a + b;                                                     \
        any_errno();                                                          \
        return between##s(input(#name #s), 0, (T)HUGE);                       \
    }
EACH_INPUT(HYPOTENUSE, hypot)
