// print_count.c - how many characters printf prints, as a term
//
// Exact for integers, characters and literal texts; else a least number.
#include "frontend/read/read.h"
#include <stdlib.h>
#include <string.h>

typedef struct Conversion {
    bool sign; // '+' or ' ': numbers that are not negative have a sign too
    bool odd;  // flags, lengths or a precision for which only the least number is given
    unsigned width, precision;
    char kind; // 0: none
} Conversion;

typedef struct Count {
    Reader *r;
    Term sum;
    bool exact;
} Count;

static Term number(Reader *r, uint64_t n) {
    return term_bv(r->t, n, 32);
}

static Term larger(Reader *r, Term a, unsigned least) {
    return term_ite(r->t, term_2(r->t, OP_BV_ULT, a, number(r, least)), number(r, least), a);
}

static void add(Count *c, Term n) {
    c->sum = term_2(c->r->t, OP_BV_ADD, c->sum, n);
}

static const char *read_conversion(const char *at, Conversion *c) {
    *c = (Conversion){ 0 };
    for (; *at && strchr("-+ #0'", *at); at++) {
        c->sign |= *at == '+' || *at == ' ';
        c->odd |= *at == '#' || *at == '\'';
    }
    c->width = (unsigned)strtoul(at, (char **)&at, 10);
    if (*at == '.') {
        c->precision = (unsigned)strtoul(at + 1, (char **)&at, 10);
        c->odd |= c->precision == 0;
    }
    for (; *at && strchr("hlLqjzt", *at); at++)
        c->odd |= *at == 'h' || *at == 'L';
    bool known = *at && strchr("diouxXeEfFgGaAcsp%", *at) && c->width < 100000 && c->precision < 100000;
    c->kind = known ? *at : 0;
    return at;
}

// How many digits the unsigned number a has.
static Term digits_of(Reader *r, Term a, unsigned base) {
    uint32_t width = sort_width(r->t, term_sort(r->t, a));
    uint64_t most = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    Term n = number(r, 1);
    for (uint64_t power = base;; power *= base) {
        Term more = term_2(r->t, OP_BV_ULE, term_bv(r->t, power, width), a);
        n = term_2(r->t, OP_BV_ADD, n, term_ite(r->t, more, number(r, 1), number(r, 0)));
        if (power > most / base)
            return n;
    }
}

static void count_integer(Count *c, const Conversion *k, Term a) {
    Reader *r = c->r;
    Term zero = term_bv(r->t, 0, sort_width(r->t, term_sort(r->t, a))), sign = number(r, k->sign);
    if (k->kind == 'd' || k->kind == 'i') {
        Term negative = term_2(r->t, OP_BV_SLT, a, zero);
        sign = term_ite(r->t, negative, number(r, 1), sign);
        a = term_ite(r->t, negative, term_1(r->t, OP_BV_NEG, a), a);
    } else {
        sign = number(r, 0);
    }
    unsigned base = k->kind == 'o' ? 8 : k->kind == 'x' || k->kind == 'X' ? 16 : 10;
    Term digits = larger(r, digits_of(r, a, base), k->precision);
    add(c, larger(r, term_2(r->t, OP_BV_ADD, sign, digits), k->width));
}

static void count_argument(Count *c, const Conversion *k, LLVMValueRef value) {
    const char *text = k->kind == 's' && !k->odd && !k->precision ? constant_text(value) : NULL;
    bool integer = strchr("diouxX", k->kind) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
    if (integer && !k->odd && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64) {
        count_integer(c, k, value_term(c->r, value));
        return;
    }
    unsigned least = k->kind == 'c' ? 1 : text ? (unsigned)strlen(text) : k->kind == 's' || k->odd ? 0 : 1;
    c->exact &= k->kind == 'c' || text;
    add(c, number(c->r, least > k->width ? least : k->width));
}

static bool count_format(Count *c, LLVMValueRef call, const char *format) {
    unsigned next = 1;
    Conversion k;
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            add(c, number(c->r, 1));
            continue;
        }
        at = read_conversion(at + 1, &k);
        if (!k.kind || (k.kind != '%' && next >= LLVMGetNumArgOperands(call)))
            return false;
        if (k.kind == '%')
            add(c, number(c->r, 1));
        else
            count_argument(c, &k, LLVMGetOperand(call, next++));
    }
    return true;
}

bool print_count(Reader *r, LLVMValueRef call, const char *name, Term *count, bool *exact) {
    Count c = { .r = r, .sum = number(r, 0), .exact = true };
    const char *text = strcmp(name, "putchar") ? constant_text(LLVMGetOperand(call, 0)) : NULL;
    bool good = true;
    if (!strcmp(name, "putchar")) {
        Term byte = convert_int(r, value_term(r, LLVMGetOperand(call, 0)), sort_bv(r->t, 8));
        c.sum = term_zext(r->t, byte, 32);
    } else if (!strcmp(name, "puts")) {
        c.sum = number(r, text ? strlen(text) + 1 : 1);
        c.exact = text != NULL;
    } else {
        good = text && count_format(&c, call, text);
    }
    *count = c.sum;
    *exact = c.exact;
    return good;
}
