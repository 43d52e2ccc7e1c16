// strtol.c - integers from texts, as the C locale writes them
#include "libc.h"

typedef unsigned long long Magnitude;
typedef struct Scan {
    Magnitude magnitude;
    _Bool negative, too_big; // too_big: the magnitude does not fit
    const char *end;         // behind the number; the text itself where there is none
} Scan;

// Does the text start with 0, the letter, and a digit?
static _Bool has_prefix(const char *text, char letter, int base) {
    return text[0] == '0' && lower(text[1]) == letter && digit_value((unsigned char)text[2]) < base;
}

// C23 knows 0b too.
static int base_of(const char *text, int base, _Bool c23) {
    if (base != 0)
        return base;
    if (text[0] != '0')
        return 10;
    return has_prefix(text, 'x', 16) ? 16 : c23 && has_prefix(text, 'b', 2) ? 2 : 8;
}

static Scan scan(const char *text, int base, _Bool c23) {
    Scan s = { 0, 0, 0, text };
    if (base < 0 || base == 1 || base > 36) {
        *__hone_errno() = EINVAL;
        return s;
    }
    const char *p = text;
    while (is_space((unsigned char)*p))
        p++;
    s.negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    base = base_of(p, base, c23);
    if ((base == 16 && has_prefix(p, 'x', 16)) || (base == 2 && c23 && has_prefix(p, 'b', 2)))
        p += 2;
    for (; digit_value((unsigned char)*p) < base; p++) {
        Magnitude tens;
        if (__builtin_mul_overflow(s.magnitude, (Magnitude)base, &tens) ||
            __builtin_add_overflow(tens, (Magnitude)digit_value((unsigned char)*p), &s.magnitude))
            s.too_big = 1;
        s.end = p + 1;
    }
    return s;
}

// The number of 's' where it is from -most-1 to most; else the nearer bound.
static long long signed_value(Scan s, Magnitude most) {
    Magnitude bound = s.negative ? most + 1 : most;
    if (s.too_big || s.magnitude > bound) {
        *__hone_errno() = ERANGE;
        s.magnitude = bound;
    }
    return (long long)(s.negative ? -s.magnitude : s.magnitude);
}

// A sign negates modulo 2^n, as the standard has it.
static Magnitude unsigned_value(Scan s, Magnitude most) {
    if (s.too_big || s.magnitude > most) {
        *__hone_errno() = ERANGE;
        return most;
    }
    return s.negative ? -s.magnitude : s.magnitude;
}

static Scan scan_to(const char *text, char **end, int base, _Bool c23) {
    Scan s = scan(text, base, c23);
    if (end)
        *end = (char *)s.end;
    return s;
}

static long to_long(const char *text, char **end, int base, _Bool c23) {
    return (long)signed_value(scan_to(text, end, base, c23), LONG_MAX);
}

static long long to_long_long(const char *text, char **end, int base, _Bool c23) {
    return signed_value(scan_to(text, end, base, c23), __LONG_LONG_MAX__);
}

static unsigned long to_unsigned_long(const char *text, char **end, int base, _Bool c23) {
    return (unsigned long)unsigned_value(scan_to(text, end, base, c23), 2ul * LONG_MAX + 1);
}

static unsigned long long to_unsigned_long_long(const char *text, char **end, int base, _Bool c23) {
    return unsigned_value(scan_to(text, end, base, c23), 2ull * __LONG_LONG_MAX__ + 1);
}

// __isoc23_strtol and so on
#define IS_C23(name) (name[0] == '_')
#define SAME(T, name, function)                          \
    T name(const char *text, char **end, int base) {     \
        return function(text, end, base, IS_C23(#name)); \
    }

SAME(long, strtol, to_long)
SAME(long, __isoc23_strtol, to_long)
SAME(long long, strtoll, to_long_long)
SAME(long long, __isoc23_strtoll, to_long_long)
SAME(long long, strtoq, to_long_long)
SAME(unsigned long, strtoul, to_unsigned_long)
SAME(unsigned long, __isoc23_strtoul, to_unsigned_long)
SAME(unsigned long long, strtoull, to_unsigned_long_long)
SAME(unsigned long long, __isoc23_strtoull, to_unsigned_long_long)
SAME(unsigned long long, strtouq, to_unsigned_long_long)
SAME(__INTMAX_TYPE__, strtoimax, to_long_long)
SAME(__UINTMAX_TYPE__, strtoumax, to_unsigned_long_long)

// As glibc: what does not fit an int is cut off.
int atoi(const char *text) {
    return (int)to_long(text, NULL, 10, 0);
}

long atol(const char *text) {
    return to_long(text, NULL, 10, 0);
}

long long atoll(const char *text) {
    return to_long_long(text, NULL, 10, 0);
}
