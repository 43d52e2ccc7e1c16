// strtod.c - floating-point numbers from texts
//
// The extent of the number is exact.  So is its value where the digits, read
// as an integer, and the power of ten are both exact in the type: then one
// correctly rounded operation gives the result (W. Clinger, "How to Read
// Floating Point Numbers Accurately", PLDI 1990).  Other values are inputs
// of the right sign.
#include "libc.h"

typedef enum Form { FORM_NONE, FORM_DECIMAL, FORM_INPUT, FORM_INFINITY, FORM_NAN } Form;
typedef struct Decimal {
    Form form;
    _Bool negative;
    unsigned long long digits; // DECIMAL: the value is digits * 10^exponent
    int exponent;
    const char *end; // behind the number; the text itself where there is none
} Decimal;

static _Bool is_digit(char c) {
    return '0' <= c && c <= '9';
}

// The length of 'word', in small letters, where the text starts with it; else 0.
static size_t word_length(const char *text, const char *word) {
    size_t n = 0;
    for (; word[n]; n++)
        if (lower((unsigned char)text[n]) != word[n])
            return 0;
    return n;
}

static void scan_word(Decimal *d, const char *p) {
    size_t n = word_length(p, "infinity");
    if (n == 0)
        n = word_length(p, "inf");
    if (n > 0) {
        d->form = FORM_INFINITY;
        d->end = p + n;
        return;
    }
    n = word_length(p, "nan");
    if (n == 0)
        return;
    d->form = FORM_NAN;
    d->end = p + n;
    if (p[n] != '(')
        return;
    size_t k = n + 1;
    while (digit_value((unsigned char)p[k]) < 36 || p[k] == '_')
        k++;
    if (p[k] == ')')
        d->end = p + k + 1;
}

// The exponent at p after its letter; leaves 'end' where there is none.
static void scan_exponent(Decimal *d, const char *p, char letter) {
    if (lower((unsigned char)*p) != letter)
        return;
    p++;
    _Bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!is_digit(*p))
        return;
    int value = 0;
    for (; is_digit(*p); p++)
        if (value < 100000)
            value = 10 * value + (*p - '0');
    d->exponent += negative ? -value : value;
    d->end = p;
}

static void scan_hexadecimal(Decimal *d, const char *p) {
    _Bool any = 0, point = 0;
    for (; digit_value((unsigned char)*p) < 16 || (*p == '.' && !point); p++) {
        if (*p == '.')
            point = 1;
        else
            any = 1;
        if (any)
            d->end = p + 1;
    }
    if (!any)
        return;
    d->form = FORM_INPUT;
    scan_exponent(d, p, 'p');
}

static void scan_decimal(Decimal *d, const char *p) {
    _Bool any = 0, point = 0, long_one = 0;
    for (; is_digit(*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = 1;
        } else {
            any = 1;
            if (d->digits >= 100000000000000000) // a digit more might not fit
                long_one = 1;
            else
                d->digits = 10 * d->digits + (unsigned long long)(*p - '0');
            if (point)
                d->exponent--;
        }
        if (any)
            d->end = p + 1;
    }
    if (!any)
        return;
    d->form = long_one ? FORM_INPUT : FORM_DECIMAL;
    scan_exponent(d, p, 'e');
}

static Decimal scan(const char *text, char **end) {
    Decimal d = { .form = FORM_NONE, .end = text };
    const char *p = text;
    while (is_space((unsigned char)*p))
        p++;
    d.negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (p[0] == '0' && lower((unsigned char)p[1]) == 'x')
        scan_hexadecimal(&d, p + 2);
    if (d.form == FORM_NONE) {
        if (is_digit(p[0]) || (p[0] == '.' && is_digit(p[1])))
            scan_decimal(&d, p);
        else
            scan_word(&d, p);
    }
    if (end)
        *end = (char *)d.end;
    return d;
}

// X(type, name, input, digits exact up to, 10^n exact for n up to)
#define READER(T, name, input, exact, tens)                                                                          \
    static T name(const char *text, char **end) {                                                                    \
        Decimal d = scan(text, end);                                                                                 \
        T value = 0;                                                                                                 \
        if (d.form == FORM_INFINITY) {                                                                               \
            value = (T)__builtin_inf();                                                                              \
        } else if (d.form == FORM_NAN) {                                                                             \
            value = (T)__builtin_nan("");                                                                            \
        } else if (d.form == FORM_DECIMAL && d.digits == 0) {                                                        \
            value = 0;                                                                                               \
        } else if (d.form == FORM_DECIMAL && d.digits <= (exact) && -(tens) <= d.exponent && d.exponent <= (tens)) { \
            T power = 1;                                                                                             \
            for (int i = 0; i < d.exponent || i < -d.exponent; i++)                                                  \
                power *= 10;                                                                                         \
            value = d.exponent < 0 ? (T)d.digits / power : (T)d.digits * power;                                      \
        } else if (d.form != FORM_NONE) {                                                                            \
            value = (T)input("strtod");                                                                              \
            __hone_assume(value >= 0);                                                                               \
            if (__hone_input_bool("strtod"))                                                                         \
                *__hone_errno() = ERANGE;                                                                            \
        }                                                                                                            \
        return d.negative ? -value : value;                                                                          \
    }

READER(double, to_double, __hone_input_double, 1ull << 53, 22)
READER(float, to_float, __hone_input_float, 1ull << 24, 10)

double strtod(const char *text, char **end) {
    return to_double(text, end);
}

float strtof(const char *text, char **end) {
    return to_float(text, end);
}

// A value that is not exact in double is not represented.
long double strtold(const char *text, char **end) {
    Decimal d = scan(text, NULL);
    if (d.form == FORM_INPUT || (d.form == FORM_DECIMAL && d.digits != 0 && (d.exponent != 0 || d.digits > 1ull << 53)))
        __hone_unmodelled("strtold of a number that is not a small integer");
    return to_double(text, end);
}

double atof(const char *text) {
    return to_double(text, NULL);
}
