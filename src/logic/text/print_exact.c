// print_exact.c - formulas as C expressions that mean the same to a compiler
//
// Each part is an Expr: a text whose C value, in a known C type, is the number that the
// bits of the term make when read as signed or as unsigned ("views"; for small
// non-negative numbers both).  Operations ask for the view they need, and a cast
// is written only where the text has the other one:
//
//   comparisons   signed: both in signed types, so that the usual conversions keep the
//                 values; unsigned: both values are non-negative, and all conversions keep them;
//   + - * <<      in unsigned arithmetic of 32 or 64 bits, which wraps as bit-vectors do;
//                 narrower results are cut by a cast;
//   / % >>        by constants other than 0 only (and -1): in C the rest is undefined.
#include "logic/term/table.h"
#include "logic/text/c_syntax.h"
#include <inttypes.h>

enum { DEEPEST = 100, LONGEST = 20000 };

typedef struct Expr {
    const char *text; // NULL: there is none
    uint8_t strength; // C's precedence; larger binds tighter
    uint8_t width;    // of the C type after promotion: 32 or 64
    bool is_signed;   // the C type
    bool as_s, as_u;  // the value is that of the bits read as signed, as unsigned
    bool constant;    // then 'bits' has them
    uint64_t bits;
} Expr;

typedef struct Printer {
    Terms *t;
    Arena *arena;
    TermCName name;
    void *context;
    int depth;
    size_t written;
} Printer;

static const Expr none = { 0 };

static Expr number(Printer *p, Term a);
static Expr truth(Printer *p, Term a);

// ---- parts of expressions ----
static const char *within(Printer *p, Expr e, uint8_t strength) {
    return e.strength < strength ? arena_printf(p->arena, "(%s)", e.text) : e.text;
}

static uint8_t promoted(uint32_t width) {
    return width <= 32 ? 32 : 64;
}

static uint64_t mask(uint32_t width) {
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

static Expr cast(Printer *p, Expr e, uint32_t width, bool is_signed) {
    assert(!e.text || width);
    const char *type = c_integer_type(width, is_signed);
    if (!e.text || !type)
        return none;
    return (Expr){ .text = arena_printf(p->arena, "(%s)%s", type, within(p, e, PREFIX)),
                   .strength = PREFIX,
                   .width = promoted(width),
                   .is_signed = is_signed || width < 32,
                   .as_s = is_signed,
                   .as_u = !is_signed };
}

static Expr constant(Printer *p, uint64_t bits, uint32_t width, bool is_signed) {
    assert(width >= 1 && width <= 64 && (bits & ~mask(width)) == 0);
    bool negative = bits >> (width - 1) & 1;
    Expr e = { .strength = POSTFIX, .constant = true, .bits = bits, .as_s = true, .as_u = true, .is_signed = true };
    if (!negative || !is_signed) {
        bool wide = bits > UINT32_MAX || (bits > INT32_MAX && width > 32);
        e.as_s = !negative;
        e.is_signed = bits <= INT32_MAX || !negative;
        const char *suffix = bits <= INT32_MAX ? "" : e.is_signed ? "LL" : wide ? "ULL" : "U";
        e.width = bits <= INT32_MAX || (!wide && !e.is_signed) ? 32 : 64;
        e.text = arena_printf(p->arena, "%" PRIu64 "%s", bits, suffix);
        return e;
    }
    int64_t value = (int64_t)(bits | ~mask(width));
    e.as_u = false;
    e.strength = PREFIX;
    e.width = value >= INT32_MIN ? 32 : 64;
    if (value == INT64_MIN)
        e.text = "(-9223372036854775807LL - 1)";
    else if (value == INT32_MIN)
        e.text = "(-2147483647 - 1)";
    else
        e.text = arena_printf(p->arena, "%" PRId64 "%s", value, value < INT32_MIN ? "LL" : "");
    return e;
}

// ---- views ----
static Expr as_signed(Printer *p, Expr e, uint32_t width) {
    if (!e.text || (e.as_s && e.is_signed))
        return e;
    if (e.constant)
        return constant(p, e.bits, width, true);
    if (e.as_s && e.width == 32) { // a small value in an unsigned type
        Expr wide = cast(p, e, 64, true);
        wide.as_u = e.as_u;
        return wide;
    }
    return cast(p, e, width, true);
}

static Expr masked(Printer *p, Expr e, uint32_t width) {
    if (!e.text)
        return none;
    Expr m = constant(p, mask(width), 64, false);
    return (Expr){ .text = arena_printf(p->arena, "%s & %s", within(p, e, BIT_AND), m.text),
                   .strength = BIT_AND,
                   .width = e.width > m.width ? e.width : m.width,
                   .is_signed = e.is_signed && m.is_signed,
                   .as_u = true };
}

static Expr as_unsigned(Printer *p, Expr e, uint32_t width) {
    if (!e.text || e.as_u)
        return e;
    if (e.constant)
        return constant(p, e.bits, width, false);
    if (c_integer_type(width, false))
        return cast(p, e, width, false);
    return masked(p, cast(p, e, promoted(width), false), width);
}

// In an unsigned type of 32 or 64 bits, where C's arithmetic wraps.
static Expr as_modular(Printer *p, Expr e, uint32_t width) {
    if (!e.text || (!e.is_signed && e.width == promoted(width)))
        return e;
    if (e.constant && promoted(width) == width)
        return (Expr){ .text = arena_printf(p->arena, "%" PRIu64 "%s", e.bits, width == 64 ? "ULL" : "U"),
                       .strength = POSTFIX,
                       .width = (uint8_t)width,
                       .as_u = true };
    return cast(p, e, promoted(width), false);
}

// The result of unsigned arithmetic, cut to 'width' bits.
static Expr cut(Printer *p, const char *text, uint8_t strength, uint32_t width) {
    Expr e = { .text = text, .strength = strength, .width = promoted(width), .as_u = width == promoted(width) };
    if (e.as_u)
        return e;
    return c_integer_type(width, false) ? cast(p, e, width, false) : masked(p, e, width);
}

// Gives both one view; false where that is not possible.
static bool agree(Printer *p, Expr *a, Expr *b, uint32_t width) {
    if (!a->text || !b->text)
        return false;
    bool both_s = (a->as_s || a->constant) && (b->as_s || b->constant);
    bool both_u = (a->as_u || a->constant) && (b->as_u || b->constant);
    bool plain = a->is_signed && b->is_signed;
    if (both_s && (plain || !both_u)) {
        *a = as_signed(p, *a, width);
        *b = as_signed(p, *b, width);
    } else {
        *a = as_unsigned(p, *a, width);
        *b = as_unsigned(p, *b, width);
    }
    return a->text && b->text;
}

// ---- numbers ----
static Expr variable(Printer *p, Term a) {
    uint32_t width = width_of(p->t, a);
    CName name = { 0 };
    if (width > 64 || !c_integer_type(width, true) || !p->name(p->context, a, &name) || name.pointer)
        return none;
    Expr e = { .text = name.text,
               .strength = POSTFIX,
               .width = promoted(width),
               .is_signed = name.is_signed || width < 32,
               .as_s = name.is_signed,
               .as_u = !name.is_signed };
    return name.cast ? cast(p, e, width, true) : e;
}

static Expr join(Printer *p, Expr a, const char *op, Expr b, uint8_t strength) {
    if (!a.text || !b.text)
        return none;
    Expr e = { .strength = strength };
    e.text = arena_printf(p->arena, "%s %s %s", within(p, a, strength), op, within(p, b, strength + 1));
    e.width = a.width > b.width ? a.width : b.width;
    e.is_signed = a.width == b.width ? a.is_signed && b.is_signed : a.width > b.width ? a.is_signed : b.is_signed;
    e.as_s = a.as_s && b.as_s;
    e.as_u = a.as_u && b.as_u;
    return e;
}

// x + y - 5, the first one unsigned: then all are.
static Expr modular_sum(Printer *p, Term a) {
    Terms *t = p->t;
    uint32_t n = node_of(t, a)->n, width = width_of(t, a), first = 0;
    bool product = op_of(t, a) == OP_BV_MUL;
    while (first + 1 < n &&
           (op_of(t, arg_of(t, a, first)) == OP_BV_CONST || op_of(t, arg_of(t, a, first)) == OP_BV_NEG))
        first++;
    Expr sum = as_modular(p, number(p, arg_of(t, a, first)), width);
    uint8_t strength = product ? PRODUCT : SUM;
    if (!sum.text)
        return none;
    const char *text = within(p, sum, strength);
    for (uint32_t i = 0; i < n; i++) {
        Term part = arg_of(t, a, i);
        if (i == first)
            continue;
        bool minus = !product && op_of(t, part) == OP_BV_NEG;
        Expr e = number(p, minus ? arg_of(t, part, 0) : part);
        if (!product && e.constant && !e.as_u) {
            e = constant(p, -e.bits & mask(width), width, false);
            minus = true;
        }
        if (!e.text)
            return none;
        if (e.width > promoted(width))
            e = as_modular(p, e, width);
        text = arena_printf(p->arena, "%s %s %s", text,
                            product ? "*"
                            : minus ? "-"
                                    : "+",
                            within(p, e, (uint8_t)(strength + 1)));
    }
    return cut(p, text, strength, width);
}

static Expr bitwise(Printer *p, Term a) {
    Op op = op_of(p->t, a);
    uint8_t strength = op == OP_BV_AND ? BIT_AND : op == OP_BV_OR ? BIT_OR : BIT_XOR;
    const char *sign = op == OP_BV_AND ? "&" : op == OP_BV_OR ? "|" : "^";
    Expr e = number(p, arg_of(p->t, a, 0));
    for (uint32_t i = 1; i < node_of(p->t, a)->n; i++) {
        Expr next = number(p, arg_of(p->t, a, i));
        if (!agree(p, &e, &next, width_of(p->t, a)))
            return none;
        e = join(p, e, sign, next, strength);
    }
    return e;
}

static Expr complement(Printer *p, Term a) {
    uint32_t width = width_of(p->t, a);
    Expr e = number(p, arg_of(p->t, a, 0));
    if (!e.text || (!e.is_signed && e.width != width))
        e = as_signed(p, e, width);
    else if (e.is_signed)
        e = as_signed(p, e, width);
    if (!e.text)
        return none;
    return (Expr){ .text = arena_printf(p->arena, "~%s", within(p, e, POSTFIX)),
                   .strength = PREFIX,
                   .width = e.width,
                   .is_signed = e.is_signed,
                   .as_s = e.is_signed,
                   .as_u = !e.is_signed };
}

static Expr divide(Printer *p, Term a) {
    assert(node_of(p->t, a)->n == 2);
    Op op = op_of(p->t, a);
    uint32_t width = width_of(p->t, a);
    bool is_signed = op == OP_BV_SDIV || op == OP_BV_SREM, rest = op == OP_BV_SREM || op == OP_BV_UREM;
    Expr x = number(p, arg_of(p->t, a, 0)), y = number(p, arg_of(p->t, a, 1));
    if (!x.text || !y.text || !y.constant || y.bits == 0 || (is_signed && y.bits == mask(width)))
        return none;
    x = is_signed ? as_signed(p, x, width) : as_unsigned(p, x, width);
    y = is_signed ? as_signed(p, y, width) : as_unsigned(p, y, width);
    Expr e = join(p, x, rest ? "%" : "/", y, PRODUCT);
    e.as_s = is_signed;
    e.as_u = !is_signed;
    return e;
}

static Expr shift(Printer *p, Term a) {
    assert(node_of(p->t, a)->n == 2);
    Op op = op_of(p->t, a);
    uint32_t width = width_of(p->t, a);
    Expr x = number(p, arg_of(p->t, a, 0)), y = number(p, arg_of(p->t, a, 1));
    if (!x.text || !y.text || !y.constant || y.bits >= width)
        return none;
    if (op == OP_BV_SHL) {
        x = as_modular(p, x, width);
        return x.text ? cut(p, arena_printf(p->arena, "%s << %u", within(p, x, SHIFT), (unsigned)y.bits), SHIFT, width)
                      : none;
    }
    x = op == OP_BV_ASHR ? as_signed(p, x, width) : as_unsigned(p, x, width);
    if (!x.text)
        return none;
    x.text = arena_printf(p->arena, "%s >> %u", within(p, x, SHIFT), (unsigned)y.bits);
    x.strength = SHIFT;
    x.constant = false;
    x.as_s = op == OP_BV_ASHR;
    x.as_u = !x.as_s;
    return x;
}

static Expr extract(Printer *p, Term a) {
    assert(op_of(p->t, a) == OP_BV_EXTRACT);
    Term from = arg_of(p->t, a, 0);
    uint32_t low = extra_of(p->t, a)[1], width = width_of(p->t, a);
    Expr e = number(p, from);
    if (low)
        e = as_unsigned(p, e, width_of(p->t, from));
    if (!e.text)
        return none;
    if (low) {
        e.text = arena_printf(p->arena, "%s >> %u", within(p, e, SHIFT), low);
        e.strength = SHIFT;
        e.constant = false;
    }
    return c_integer_type(width, false) ? cast(p, e, width, false) : masked(p, e, width);
}

static Expr concat(Printer *p, Term a) {
    assert(op_of(p->t, a) == OP_BV_CONCAT);
    Term high = arg_of(p->t, a, 0), low = arg_of(p->t, a, 1);
    uint32_t width = width_of(p->t, a);
    Expr h = as_modular(p, as_unsigned(p, number(p, high), width_of(p->t, high)), width);
    Expr l = as_unsigned(p, number(p, low), width_of(p->t, low));
    if (!h.text || !l.text || h.width != promoted(width))
        return none;
    Expr shifted = { .text = arena_printf(p->arena, "%s << %u", within(p, h, SHIFT), width_of(p->t, low)),
                     .strength = SHIFT,
                     .width = h.width,
                     .as_u = true };
    return join(p, shifted, "|", l, BIT_OR);
}

static Expr extend(Printer *p, Term a) {
    assert(op_of(p->t, a) == OP_BV_ZEXT || op_of(p->t, a) == OP_BV_SEXT);
    Term from = arg_of(p->t, a, 0);
    bool is_signed = op_of(p->t, a) == OP_BV_SEXT;
    Expr e = number(p, from);
    e = is_signed ? as_signed(p, e, width_of(p->t, from)) : as_unsigned(p, e, width_of(p->t, from));
    e.constant = false;
    e.as_u = !is_signed || e.as_u; // without sign the same number in more bits is both
    e.as_s = true;
    return e;
}

static Expr choose(Printer *p, Term a, bool numbers) {
    assert(op_of(p->t, a) == OP_ITE);
    Expr c = truth(p, arg_of(p->t, a, 0)), x, y;
    x = numbers ? number(p, arg_of(p->t, a, 1)) : truth(p, arg_of(p->t, a, 1));
    y = numbers ? number(p, arg_of(p->t, a, 2)) : truth(p, arg_of(p->t, a, 2));
    if (!c.text || !x.text || !y.text || (numbers && !agree(p, &x, &y, width_of(p->t, a))))
        return none;
    Expr e = join(p, x, ":", y, CHOICE);
    e.text = arena_printf(p->arena, "%s ? %s : %s", within(p, c, OR_ELSE), within(p, x, CHOICE + 1),
                          within(p, y, CHOICE + 1));
    return e;
}

static Expr negate(Printer *p, Term a) {
    Expr e = as_modular(p, number(p, arg_of(p->t, a, 0)), width_of(p->t, a));
    return e.text ? cut(p, arena_printf(p->arena, "-%s", within(p, e, POSTFIX)), PREFIX, width_of(p->t, a)) : none;
}

static Expr number_inside(Printer *p, Term a) {
    UWide v;
    switch (op_of(p->t, a)) {
    case OP_VAR:
        return variable(p, a);
    case OP_BV_CONST:
        return bv_value(p->t, a, &v) ? constant(p, (uint64_t)v, width_of(p->t, a), true) : none;
    case OP_BV_ADD:
    case OP_BV_MUL:
        return modular_sum(p, a);
    case OP_BV_NEG:
        return negate(p, a);
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR:
        return bitwise(p, a);
    case OP_BV_NOT:
        return complement(p, a);
    case OP_BV_UDIV:
    case OP_BV_UREM:
    case OP_BV_SDIV:
    case OP_BV_SREM:
        return divide(p, a);
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR:
        return shift(p, a);
    case OP_BV_EXTRACT:
        return extract(p, a);
    case OP_BV_CONCAT:
        return concat(p, a);
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        return extend(p, a);
    case OP_ITE:
        return choose(p, a, true);
    default:
        return none;
    }
}

// The text grows with shared parts written out: cut off in depth and length.
static Expr number(Printer *p, Term a) {
    assert(kind_of(p->t, a) == SORT_BV);
    if (kind_of(p->t, a) != SORT_BV || width_of(p->t, a) > 64 || p->depth > DEEPEST || p->written > LONGEST)
        return none;
    p->depth++;
    Expr e = number_inside(p, a);
    p->depth--;
    p->written += e.text ? strlen(e.text) : 0;
    return e;
}

// ---- formulas ----
static Expr formula(const char *text, uint8_t strength) {
    return (Expr){ .text = text, .strength = strength, .width = 32, .is_signed = true, .as_s = true, .as_u = true };
}

typedef struct Relation {
    const char *text, *turned, *negated; // a < b; b > a; !(a < b)
    const char *both;                    // turned and negated
} Relation;
static const Relation less = { "<", ">", ">=", "<=" }, at_most = { "<=", ">=", ">", "<" },
                      equal = { "==", "==", "!=", "!=" };

static Expr relate(Printer *p, Expr x, Expr y, const Relation *r, bool positive) {
    bool turned = x.constant && !y.constant;
    const char *sign = turned ? (positive ? r->turned : r->both) : positive ? r->text : r->negated;
    Expr e =
        turned ? join(p, y, sign, x, r == &equal ? EQUAL : ORDER) : join(p, x, sign, y, r == &equal ? EQUAL : ORDER);
    return e.text ? formula(e.text, e.strength) : none;
}

// ---- linear relations ----
// Sums of extended terms in bits enough that nothing wraps: then they are sums of integers,
// and can be sorted onto both sides and computed in long long.
enum { MOST_ATOMS = 8 };
typedef struct Linear {
    uint32_t n;
    Term atom[MOST_ATOMS];
    bool is_signed[MOST_ATOMS]; // how its bits are read
    Wide factor[MOST_ATOMS];
    Wide constant;
} Linear;

static const Wide LARGE = (Wide)1 << 62;

static bool add_atom(Linear *l, Term a, bool is_signed, Wide factor) {
    assert(a.id);
    uint32_t i = 0;
    while (i < l->n && !(term_same(l->atom[i], a) && l->is_signed[i] == is_signed))
        i++;
    if (i == MOST_ATOMS)
        return false;
    if (i == l->n) {
        l->n++;
        l->atom[i] = a;
        l->is_signed[i] = is_signed;
        l->factor[i] = 0;
    }
    l->factor[i] += factor;
    return l->factor[i] < LARGE && l->factor[i] > -LARGE;
}

static bool add_linear(Printer *p, Term a, Wide factor, Linear *l, int depth) {
    Terms *t = p->t;
    UWide v;
    Op op = op_of(t, a);
    uint32_t width = width_of(t, a), n = node_of(t, a)->n;
    if (depth > 20 || width > 120 || factor >= LARGE || factor <= -LARGE)
        return false;
    if (bv_value(t, a, &v)) {
        Wide value = bv_signed(v, width);
        l->constant += value < LARGE && value > -LARGE ? factor * value : 0;
        return value < LARGE && value > -LARGE && l->constant < LARGE && l->constant > -LARGE;
    }
    if (op == OP_BV_ADD) {
        bool good = true;
        for (uint32_t i = 0; i < n && good; i++)
            good = add_linear(p, arg_of(t, a, i), factor, l, depth + 1);
        return good;
    }
    if (op == OP_BV_NEG)
        return add_linear(p, arg_of(t, a, 0), -factor, l, depth + 1);
    if (op == OP_BV_MUL && n == 2)
        for (uint32_t i = 0; i < 2; i++)
            if (bv_value(t, arg_of(t, a, i), &v)) {
                Wide value = bv_signed(v, width);
                return value < 1 << 30 && value > -(1 << 30) && factor < 1 << 30 && factor > -(1 << 30) &&
                       add_linear(p, arg_of(t, a, 1 - i), factor * value, l, depth + 1);
            }
    if ((op == OP_BV_SEXT || op == OP_BV_ZEXT) && width_of(t, arg_of(t, a, 0)) <= 32)
        return add_atom(l, arg_of(t, a, 0), op == OP_BV_SEXT, factor);
    return width <= 32 && add_atom(l, a, true, factor);
}

// All values of the sum are within 'width' bits, read as signed.
static bool never_wraps(Printer *p, const Linear *l, uint32_t width) {
    Wide low = l->constant, high = l->constant;
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t bits = width_of(p->t, l->atom[i]);
        Wide least = l->is_signed[i] ? -((Wide)1 << (bits - 1)) : 0;
        Wide most = l->is_signed[i] ? ((Wide)1 << (bits - 1)) - 1 : ((Wide)1 << bits) - 1;
        low += l->factor[i] * (l->factor[i] > 0 ? least : most);
        high += l->factor[i] * (l->factor[i] > 0 ? most : least);
        if (low <= -LARGE || high >= LARGE)
            return false;
    }
    return low >= -((Wide)1 << (width - 1)) && high < (Wide)1 << (width - 1);
}

static Expr integer(Printer *p, Wide value) {
    return constant(p, (uint64_t)value, 64, true);
}

// The summands with that sign, and the constant where it is for this side.
static Expr one_side(Printer *p, const Linear *l, bool positive, Wide extra, bool *raw) {
    uint32_t n = extra != 0;
    for (uint32_t i = 0; i < l->n; i++)
        n += l->factor[i] && (l->factor[i] > 0) == positive;
    Expr sum = none;
    *raw = n == 1;
    for (uint32_t i = 0; i < l->n; i++) {
        Wide factor = positive ? l->factor[i] : -l->factor[i];
        if (factor <= 0)
            continue;
        uint32_t bits = width_of(p->t, l->atom[i]);
        Expr e = number(p, l->atom[i]);
        e = l->is_signed[i] ? as_signed(p, e, bits) : as_unsigned(p, e, bits);
        if (e.text && e.width == 64 && !e.is_signed)
            e = cast(p, e, 64, true); // else it would make the sum unsigned
        if (!e.text)
            return none;
        if (factor != 1) {
            e = join(p, (Expr){ .text = arena_printf(p->arena, "%lldLL", (long long)factor), .strength = POSTFIX }, "*",
                     e, PRODUCT);
            *raw = false;
        } else if (!sum.text && n > 1) {
            e = cast(p, e, 64, true);
        }
        sum = sum.text ? join(p, sum, "+", e, SUM) : e;
    }
    if (!extra && sum.text)
        return sum;
    Expr k = integer(p, extra < 0 ? -extra : extra);
    if (!sum.text)
        return integer(p, extra);
    return join(p, sum, extra < 0 ? "-" : "+", k, SUM);
}

static Expr relate_linear(Printer *p, Term a, const Relation *r, bool positive) {
    uint32_t width = width_of(p->t, arg_of(p->t, a, 0));
    Linear x = { 0 }, y = { 0 }, l = { 0 };
    if (!add_linear(p, arg_of(p->t, a, 0), 1, &x, 0) || !never_wraps(p, &x, width) ||
        !add_linear(p, arg_of(p->t, a, 1), 1, &y, 0) || !never_wraps(p, &y, width) ||
        !add_linear(p, arg_of(p->t, a, 0), 1, &l, 0) || !add_linear(p, arg_of(p->t, a, 1), -1, &l, 0) ||
        !never_wraps(p, &l, 127))
        return none;
    // sum of positive + constant  R  sum of negative; a lone side gets the constant, turned
    bool left_raw, right_raw, any_left = false, any_right = false;
    for (uint32_t i = 0; i < l.n; i++) {
        any_left |= l.factor[i] > 0;
        any_right |= l.factor[i] < 0;
    }
    bool to_left = any_right && !any_left;
    if (any_left && any_right)
        to_left = l.constant > 0;
    Expr left = one_side(p, &l, true, to_left ? l.constant : 0, &left_raw);
    Expr right = one_side(p, &l, false, to_left ? 0 : -l.constant, &right_raw);
    if (!left.text || !right.text)
        return none;
    left.constant = !any_left;
    right.constant = !any_right;
    if (left_raw && right_raw && any_left && any_right && !(left.is_signed && right.is_signed))
        left = cast(p, left, 64, true);
    if (!any_left && !right.is_signed && right_raw)
        right = l.constant < 0 ? cast(p, right, 64, true) : right;
    if (!any_right && !left.is_signed && left_raw)
        left = l.constant > 0 ? cast(p, left, 64, true) : left;
    return relate(p, left, right, r, positive);
}

static Expr compare(Printer *p, Term a, const Relation *r, bool is_signed, bool positive) {
    Expr linear = is_signed ? relate_linear(p, a, r, positive) : none;
    if (linear.text)
        return linear;
    uint32_t width = width_of(p->t, arg_of(p->t, a, 0));
    Expr x = number(p, arg_of(p->t, a, 0)), y = number(p, arg_of(p->t, a, 1));
    x = is_signed ? as_signed(p, x, width) : as_unsigned(p, x, width);
    y = is_signed ? as_signed(p, y, width) : as_unsigned(p, y, width);
    return relate(p, x, y, r, positive);
}

static bool is_null_test(Printer *p, Term x, Term y, CName *name) {
    UWide v;
    return op_of(p->t, x) == OP_VAR && bv_value(p->t, y, &v) && v == 0 && p->name(p->context, x, name) && name->pointer;
}

static Expr equality(Printer *p, Term a, bool positive) {
    assert(op_of(p->t, a) == OP_EQ);
    Term s = arg_of(p->t, a, 0), t = arg_of(p->t, a, 1);
    CName name;
    if (kind_of(p->t, s) == SORT_BOOL) {
        Expr x = truth(p, s), y = truth(p, t);
        return x.text && y.text ? relate(p, x, y, &equal, positive) : none;
    }
    if (kind_of(p->t, s) != SORT_BV)
        return none;
    if (is_null_test(p, s, t, &name) || is_null_test(p, t, s, &name))
        return formula(arena_printf(p->arena, "%s %s 0", name.text, positive ? "==" : "!="), EQUAL);
    Expr linear = relate_linear(p, a, &equal, positive);
    if (linear.text && width_of(p->t, s) > 32)
        return linear;
    Expr x = number(p, s), y = number(p, t);
    return agree(p, &x, &y, width_of(p->t, s)) ? relate(p, x, y, &equal, positive) : none;
}

static Expr chain(Printer *p, Term a, bool conjunction) {
    Expr e = none;
    for (uint32_t i = 0; i < node_of(p->t, a)->n; i++) {
        Expr next = truth(p, arg_of(p->t, a, i));
        if (!next.text)
            return none;
        // Of a || (b && c) the parentheses are for people.
        bool same = next.strength == (conjunction ? AND_THEN : OR_ELSE);
        const char *text = same ? next.text : within(p, next, EQUAL);
        e = formula(i ? arena_printf(p->arena, "%s %s %s", e.text, conjunction ? "&&" : "||", text) : text,
                    conjunction ? AND_THEN : OR_ELSE);
    }
    return e;
}

// IEEE comparison of variables and constants; arithmetic could be done in another precision.
static Expr float_side(Printer *p, Term a) {
    CName name = { 0 };
    Terms *t = p->t;
    uint32_t width = sort_width(t, sort_of(t, a));
    if (op_of(t, a) == OP_VAR && p->name(p->context, a, &name) && !name.pointer)
        return formula(name.text, POSTFIX);
    if (op_of(t, a) != OP_FP_CONST || (width != 32 && width != 64))
        return none;
    long double x = value_to_float(value_of_term(t, a), sort_of(t, a), t);
    if (x - x != 0)
        return none;
    Expr e = formula(arena_printf(p->arena, width == 32 ? "%.*Lgf" : "%.*Lg", value_digits(x, width), x), PREFIX);
    if (!strpbrk(e.text, ".e")) // 5f is no number, and 5 an integer
        e.text = arena_printf(p->arena, width == 32 ? "%.1Lff" : "%.1Lf", x);
    e.constant = true;
    return e;
}

static Expr float_relation(Printer *p, Term a, const Relation *r) {
    return relate(p, float_side(p, arg_of(p->t, a, 0)), float_side(p, arg_of(p->t, a, 1)), r, true);
}

static Expr literal(Printer *p, Term a, bool positive) {
    switch (op_of(p->t, a)) {
    case OP_BV_SLT:
        return compare(p, a, &less, true, positive);
    case OP_BV_SLE:
        return compare(p, a, &at_most, true, positive);
    case OP_BV_ULT:
        return compare(p, a, &less, false, positive);
    case OP_BV_ULE:
        return compare(p, a, &at_most, false, positive);
    case OP_EQ:
        return equality(p, a, positive);
    default:
        break;
    }
    Expr e = positive ? none : truth(p, a);
    return e.text ? formula(arena_printf(p->arena, "!%s", within(p, e, POSTFIX)), PREFIX) : none;
}

static Expr truth_inside(Printer *p, Term a) {
    switch (op_of(p->t, a)) {
    case OP_TRUE:
        return formula("1", POSTFIX);
    case OP_FALSE:
        return formula("0", POSTFIX);
    case OP_NOT:
        return literal(p, arg_of(p->t, a, 0), false);
    case OP_AND:
        return chain(p, a, true);
    case OP_OR:
        return chain(p, a, false);
    case OP_ITE:
        return choose(p, a, false);
    case OP_FP_LT:
        return float_relation(p, a, &less);
    case OP_FP_LE:
        return float_relation(p, a, &at_most);
    case OP_FP_EQ:
        return float_relation(p, a, &equal);
    default:
        return literal(p, a, true);
    }
}

static Expr truth(Printer *p, Term a) {
    assert(kind_of(p->t, a) == SORT_BOOL);
    if (kind_of(p->t, a) != SORT_BOOL || p->depth > DEEPEST || p->written > LONGEST)
        return none;
    p->depth++;
    Expr e = truth_inside(p, a);
    p->depth--;
    p->written += e.text ? strlen(e.text) : 0;
    return e;
}

bool term_print_exact(Terms *t, Term a, TermCName name, void *context, Text *out) {
    assert(kind_of(t, a) == SORT_BOOL && name && out);
    Printer p = { .t = t, .arena = arena_new(), .name = name, .context = context };
    Expr e = truth(&p, a);
    if (e.text)
        text_add(out, "%s", e.text);
    arena_free(p.arena);
    return e.text != NULL;
}
