// read_c.c - a reader of C expressions, by precedence
#include "logic/text/read_c.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { INT_BITS = 32, MOST_DEPTH = 200, LONGEST_NAME = 200 };

typedef struct Number { // an expression: a bit-vector, or a truth value that is 0 or 1
    Term bits;          // no term: 'truth' alone
    Term truth;         // no term: 'bits' alone
    bool is_unsigned;
} Number;
typedef struct CReader {
    Terms *t;
    const char *text, *at;
    uint32_t long_bits, depth;
    CVariable variable;
    void *context;
    Reason *why;
    bool failed;
} CReader;

static Number fail(CReader *r, const char *what) {
    if (!r->failed)
        reason_set(r->why, "%s at '%.40s'", what, *r->at ? r->at : "the end");
    r->failed = true;
    return (Number){ .bits = term_bv(r->t, 0, INT_BITS) };
}

static void skip_space(CReader *r) {
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool accept(CReader *r, const char *mark) {
    skip_space(r);
    if (strncmp(r->at, mark, strlen(mark)))
        return false;
    r->at += strlen(mark);
    return true;
}

// ---- types ----
static Number of_truth(Term truth) {
    return (Number){ .truth = truth };
}

static Term bits_of(CReader *r, Number a) {
    assert(a.bits.id || a.truth.id);
    if (a.bits.id)
        return a.bits;
    return term_ite(r->t, a.truth, term_bv(r->t, 1, INT_BITS), term_bv(r->t, 0, INT_BITS));
}

static Term truth_of(CReader *r, Number a) {
    assert(a.bits.id || a.truth.id);
    if (a.truth.id)
        return a.truth;
    uint32_t width = sort_width(r->t, term_sort(r->t, a.bits));
    return term_not(r->t, term_eq(r->t, a.bits, term_bv(r->t, 0, width)));
}

static uint32_t width_of(CReader *r, Number a) {
    return a.bits.id ? sort_width(r->t, term_sort(r->t, a.bits)) : INT_BITS;
}

static Term resize(CReader *r, Term bits, bool is_unsigned, uint32_t width) {
    assert(width >= 1);
    uint32_t old = sort_width(r->t, term_sort(r->t, bits));
    if (old > width)
        return term_extract(r->t, bits, width - 1, 0);
    return is_unsigned ? term_zext(r->t, bits, width) : term_sext(r->t, bits, width);
}

static Number promote(CReader *r, Number a) {
    if (width_of(r, a) >= INT_BITS)
        return (Number){ .bits = bits_of(r, a), .is_unsigned = a.is_unsigned };
    return (Number){ .bits = resize(r, a.bits, a.is_unsigned, INT_BITS) };
}

// Brings both to their common type.
static bool common(CReader *r, Number *a, Number *b) {
    *a = promote(r, *a);
    *b = promote(r, *b);
    uint32_t wa = width_of(r, *a), wb = width_of(r, *b), width = wa > wb ? wa : wb;
    bool is_unsigned = wa == wb ? a->is_unsigned || b->is_unsigned : wa > wb ? a->is_unsigned : b->is_unsigned;
    a->bits = resize(r, a->bits, a->is_unsigned, width);
    b->bits = resize(r, b->bits, b->is_unsigned, width);
    a->is_unsigned = b->is_unsigned = is_unsigned;
    return is_unsigned;
}

// ---- operands ----
static Number expression(CReader *r, int lowest);

static Number constant(CReader *r) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(r->at, &end, 0);
    if (end == r->at || errno)
        return fail(r, "a number that is none or too large");
    bool is_unsigned = false;
    bool decimal = *r->at != '0';
    uint32_t width = INT_BITS;
    r->at = end;
    for (; *r->at && strchr("uUlL", *r->at); r->at++) {
        bool u = *r->at == 'u' || *r->at == 'U';
        is_unsigned |= u;
        width = u || width == 64 ? width : r->at[1] == r->at[0] ? 64 : r->long_bits;
    }
    if (isalnum((unsigned char)*r->at) || *r->at == '.' || *r->at == '_')
        return fail(r, "only integer constants are understood");
    if (width < 64 && value > (is_unsigned || !decimal ? UINT32_MAX : (unsigned long long)INT32_MAX))
        width = 64;
    if (value > (width == 64 ? (unsigned long long)INT64_MAX : (unsigned long long)INT32_MAX))
        is_unsigned = true;
    return (Number){ .bits = term_bv(r->t, value, width), .is_unsigned = is_unsigned };
}

static Number character(CReader *r) {
    static const char names[] = "n\nt\tr\r0\0a\af\fv\vb\b\\\\''\"\"";
    const char *p = r->at + 1;
    int value = (unsigned char)*p;
    if (*p == '\\') {
        const char *known = NULL;
        for (size_t i = 0; i + 1 < sizeof names && !known; i += 2)
            known = names[i] == p[1] ? &names[i] : NULL;
        value = known ? known[1] : -1;
        p++;
    }
    if (value < 0 || !*p || p[1] != '\'')
        return fail(r, "a character constant that is not understood");
    r->at = p + 2;
    return (Number){ .bits = term_bv(r->t, (uint64_t)value, INT_BITS) };
}

static bool word(CReader *r, char *out) {
    skip_space(r);
    uint32_t n = 0;
    while ((isalpha((unsigned char)r->at[n]) || r->at[n] == '_' || (n && isdigit((unsigned char)r->at[n]))) &&
           n < LONGEST_NAME - 1)
        n++;
    memcpy(out, r->at, n);
    out[n] = 0;
    r->at += n;
    return n > 0;
}

// The words of an integer type; false, with nothing read, where there are none.
static bool type_name(CReader *r, uint32_t *width, bool *is_unsigned) {
    char name[LONGEST_NAME];
    uint32_t words = 0, longs = 0;
    *width = INT_BITS;
    *is_unsigned = false;
    for (const char *before = r->at; word(r, name); before = r->at, words++) {
        if (!strcmp(name, "unsigned"))
            *is_unsigned = true;
        else if (!strcmp(name, "long"))
            longs++;
        else if (!strcmp(name, "char"))
            *width = 8;
        else if (!strcmp(name, "short"))
            *width = 16;
        else if (strcmp(name, "signed") && strcmp(name, "int")) {
            r->at = before;
            break;
        }
    }
    if (longs)
        *width = longs > 1 ? 64 : r->long_bits;
    return words > 0;
}

static Number name(CReader *r) {
    char text[LONGEST_NAME];
    const char *start = r->at;
    word(r, text);
    CValue v = r->variable(r->context, text);
    skip_space(r);
    const char *bad = *r->at == '('                               ? "calls are not understood"
                      : *r->at == '['                             ? "elements of arrays are not understood"
                      : *r->at == '.' || !strncmp(r->at, "->", 2) ? "fields of structures are not understood"
                                                                  : NULL;
    if (bad)
        return fail(r, bad);
    if (v.term.id && sort_kind(r->t, term_sort(r->t, v.term)) == SORT_BOOL)
        return of_truth(v.term);
    if (v.term.id && sort_kind(r->t, term_sort(r->t, v.term)) == SORT_BV)
        return (Number){ .bits = v.term, .is_unsigned = v.is_unsigned };
    r->at = start;
    return fail(r, v.term.id ? "a variable that is no integer" : "no such variable");
}

static Number unary(CReader *r);

static Number operand(CReader *r) {
    uint32_t width;
    bool is_unsigned;
    if (accept(r, "!"))
        return of_truth(term_not(r->t, truth_of(r, unary(r))));
    if (accept(r, "(")) {
        bool cast = type_name(r, &width, &is_unsigned);
        Number a = cast ? (Number){ 0 } : expression(r, 0);
        if (!accept(r, ")"))
            return fail(r, "')' expected");
        if (!cast)
            return a;
        a = unary(r);
        return (Number){ .bits = resize(r, bits_of(r, a), a.is_unsigned, width), .is_unsigned = is_unsigned };
    }
    char op = *r->at;
    if (op && strchr("+-~", op)) {
        r->at++;
        Number a = promote(r, unary(r));
        if (op != '+')
            a.bits = term_1(r->t, op == '-' ? OP_BV_NEG : OP_BV_NOT, a.bits);
        return a;
    }
    if (isdigit((unsigned char)op))
        return constant(r);
    if (op == '\'')
        return character(r);
    if (isalpha((unsigned char)op) || op == '_')
        return name(r);
    return fail(r, "an expression expected");
}

static Number unary(CReader *r) {
    if (++r->depth > MOST_DEPTH)
        return fail(r, "too deeply nested");
    Number a = operand(r);
    r->depth--;
    return a;
}

// ---- operators ----
typedef struct Operator {
    const char *text; // longer ones first where one starts with the other
    int level;        // binds tighter the larger
    Op op, op_unsigned;
} Operator;
static const Operator operators[] = {
    { "||", 1, OP_OR, OP_OR },           { "&&", 2, OP_AND, OP_AND },       { "==", 6, OP_EQ, OP_EQ },
    { "!=", 6, OP_NOT, OP_NOT },         { "<<", 8, OP_BV_SHL, OP_BV_SHL }, { ">>", 8, OP_BV_ASHR, OP_BV_LSHR },
    { "<=", 7, OP_BV_SLE, OP_BV_ULE },   { ">=", 7, OP_LE, OP_LE }, // turned round
    { "<", 7, OP_BV_SLT, OP_BV_ULT },    { ">", 7, OP_LT, OP_LT },          { "|", 3, OP_BV_OR, OP_BV_OR },
    { "^", 4, OP_BV_XOR, OP_BV_XOR },    { "&", 5, OP_BV_AND, OP_BV_AND },  { "+", 9, OP_BV_ADD, OP_BV_ADD },
    { "-", 9, OP_BV_NEG, OP_BV_NEG },    { "*", 10, OP_BV_MUL, OP_BV_MUL }, { "/", 10, OP_BV_SDIV, OP_BV_UDIV },
    { "%", 10, OP_BV_SREM, OP_BV_UREM },
};

static const Operator *next_operator(CReader *r) {
    skip_space(r);
    for (size_t i = 0; i < COUNT(operators); i++)
        if (!strncmp(r->at, operators[i].text, strlen(operators[i].text)))
            return &operators[i];
    return NULL;
}

static Number compare(CReader *r, const Operator *o, Number a, Number b) {
    assert(o);
    bool u = common(r, &a, &b);
    switch (o->op) {
    case OP_EQ:
        return of_truth(term_eq(r->t, a.bits, b.bits));
    case OP_NOT:
        return of_truth(term_not(r->t, term_eq(r->t, a.bits, b.bits)));
    case OP_LE:
        return of_truth(term_2(r->t, u ? OP_BV_ULE : OP_BV_SLE, b.bits, a.bits));
    case OP_LT:
        return of_truth(term_2(r->t, u ? OP_BV_ULT : OP_BV_SLT, b.bits, a.bits));
    default:
        return of_truth(term_2(r->t, u ? o->op_unsigned : o->op, a.bits, b.bits));
    }
}

static Number shift(CReader *r, const Operator *o, Number a, Number b) {
    a = promote(r, a);
    b = promote(r, b);
    b.bits = resize(r, b.bits, b.is_unsigned, width_of(r, a));
    a.bits = term_2(r->t, a.is_unsigned ? o->op_unsigned : o->op, a.bits, b.bits);
    return a;
}

static Number apply(CReader *r, const Operator *o, Number a, Number b) {
    assert(o);
    if (o->op == OP_OR)
        return of_truth(term_or(r->t, truth_of(r, a), truth_of(r, b)));
    if (o->op == OP_AND)
        return of_truth(term_and(r->t, truth_of(r, a), truth_of(r, b)));
    if (o->level == 6 || o->level == 7)
        return compare(r, o, a, b);
    if (o->level == 8)
        return shift(r, o, a, b);
    bool u = common(r, &a, &b);
    if (o->op == OP_BV_NEG)
        a.bits = term_bv_sub(r->t, a.bits, b.bits);
    else
        a.bits = term_2(r->t, u ? o->op_unsigned : o->op, a.bits, b.bits);
    return a;
}

// Operators that bind tighter than 'lowest', from left to right.
static Number expression(CReader *r, int lowest) {
    assert(lowest >= 0);
    Number a = unary(r);
    const Operator *o;
    while (!r->failed && (o = next_operator(r)) && o->level > lowest) {
        r->at += strlen(o->text);
        Number b = expression(r, o->level);
        if (!r->failed)
            a = apply(r, o, a, b);
    }
    return a;
}

bool c_read_condition(Terms *t, const char *text, uint32_t long_bits, CVariable variable, void *context, Term *out,
                      Reason *why) {
    assert(text && variable && out && why && (long_bits == 32 || long_bits == 64));
    CReader r = { t, text, text, long_bits, 0, variable, context, why, false };
    Number a = expression(&r, 0);
    skip_space(&r);
    if (!r.failed && *r.at)
        fail(&r, "something after the expression");
    if (!r.failed)
        *out = truth_of(&r, a);
    return !r.failed;
}
