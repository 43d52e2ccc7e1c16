// integer.c - bit-vectors as integers; see integer.h
//
// Why it is sound: for every node the Int term, with the node's facts, can take the value
// the node has (as a signed number, or shifted by a multiple of 2^w within its range) in
// every model of the bit-vector formula.  Exact nodes take no other.
#include "logic/reason/integer_inside.h"

Integers *integers_new(Terms *t) {
    Integers *n = base_alloc(sizeof *n);
    n->t = t;
    return n;
}

void integers_free(Integers *n) {
    if (!n)
        return;
    map_free(&n->done);
    map_free(&n->facts);
    map_free(&n->inexact);
    map_free(&n->origin);
    vec_free(&n->numbers);
    free(n);
}

// ---- small things ----
static Wide pow2(uint32_t k) {
    assert(k < 127);
    return (Wide)1 << k;
}

static Term num(Integers *n, Wide v) {
    return rat_make(n->t, rat_int(v), sort_int(n->t));
}

static Term add(Integers *n, Term a, Term b) {
    return term_2(n->t, OP_ADD, a, b);
}

static Term times(Integers *n, Wide c, Term a) {
    return term_2(n->t, OP_MUL, num(n, c), a);
}

static Term le(Integers *n, Term a, Term b) {
    return term_2(n->t, OP_LE, a, b);
}

static Term between(Integers *n, Wide lo, Term a, Wide hi) {
    return term_and(n->t, le(n, num(n, lo), a), le(n, a, num(n, hi)));
}

static const Number *number_of(const Integers *n, Term a) {
    assert(map_find(&n->done, a.id));
    return &n->numbers.at[map_find(&n->done, a.id) - 1];
}

static Term value_of(const Integers *n, Term a) { // of a term that is no bit-vector
    return number_of(n, a)->v;
}

static void add_fact(Integers *n, Term a, Term fact) {
    assert(kind_of(n->t, fact) == SORT_BOOL);
    uint32_t old = map_find(&n->facts, a.id);
    map_put(&n->facts, a.id, old ? term_and(n->t, (Term){ old }, fact).id : fact.id);
}

// ---- windows: the signed or the unsigned value ----
// floor(v / 2^k)
static Term floor_shift(Integers *n, Term v, uint32_t k) {
    return k ? term_2(n->t, OP_DIV, v, num(n, pow2(k))) : v;
}

// The value in [base, base + 2^width).
static Number into_window(Integers *n, Number x, Wide base, uint32_t width) {
    assert(width >= 1 && width <= WIDEST && x.lo <= x.hi);
    Wide size = pow2(width), end = base + size - 1;
    Number r = x;
    if (x.lo >= base && x.hi <= end)
        return x;
    if (x.lo >= base - size && x.hi <= end) {
        Term below = term_not(n->t, le(n, num(n, base), x.v));
        r.v = x.hi < base ? add(n, x.v, num(n, size)) : term_ite(n->t, below, add(n, x.v, num(n, size)), x.v);
    } else if (x.lo >= base && x.hi <= end + size) {
        Term above = term_not(n->t, le(n, x.v, num(n, end)));
        r.v = x.lo > end ? add(n, x.v, num(n, -size)) : term_ite(n->t, above, add(n, x.v, num(n, -size)), x.v);
    } else {
        Term shifted = add(n, x.v, num(n, -base));
        r.v = add(n, term_2(n->t, OP_MOD, shifted, num(n, size)), num(n, base));
    }
    r.lo = base;
    r.hi = end;
    return r;
}

static Number as_unsigned(Integers *n, Number x, uint32_t width) {
    return into_window(n, x, 0, width);
}

static Number as_signed(Integers *n, Number x, uint32_t width) {
    return into_window(n, x, -pow2(width - 1), width);
}

static Term unsigned_of(Integers *n, Term a) {
    assert(kind_of(n->t, a) == SORT_BV);
    return as_unsigned(n, *number_of(n, a), width_of(n->t, a)).v;
}

static Term signed_of(Integers *n, Term a) {
    assert(kind_of(n->t, a) == SORT_BV);
    return as_signed(n, *number_of(n, a), width_of(n->t, a)).v;
}

// ---- what cannot be translated ----
static Term fresh_for(Integers *n, Term a, const char *suffix, Sort s) {
    char name[40];
    snprintf(name, sizeof name, "%u#%s", a.id, suffix);
    return term_var(n->t, name, s);
}

static Number unknown_number(Integers *n, Term a, bool is_signed) {
    assert(kind_of(n->t, a) == SORT_BV);
    uint32_t width = width_of(n->t, a);
    Term v = fresh_for(n, a, "u", sort_int(n->t));
    map_put(&n->inexact, a.id, 1);
    if (width > WIDEST)
        return (Number){ v, 0, 0 };
    Wide lo = is_signed ? -pow2(width - 1) : 0;
    Number r = { v, lo, lo + pow2(width) - 1 };
    add_fact(n, a, between(n, r.lo, v, r.hi));
    return r;
}

// ---- operations ----
// Keeps ranges far from the limits of Wide.
static Number calm(Integers *n, Number x, uint32_t width) {
    Wide most = pow2(WIDEST + 8);
    return x.lo < -most || x.hi > most ? as_signed(n, x, width) : x;
}

static Number sum(Integers *n, Term a) {
    uint32_t width = width_of(n->t, a);
    Number r = { num(n, 0), 0, 0 };
    for (uint32_t i = 0; i < node_of(n->t, a)->n; i++) {
        const Number *x = number_of(n, arg_of(n->t, a, i));
        r = (Number){ add(n, r.v, x->v), r.lo + x->lo, r.hi + x->hi };
        r = calm(n, r, width);
    }
    return r;
}

static Number scaled(Integers *n, Number x, Wide c, uint32_t width) {
    Wide lo, hi;
    if (__builtin_mul_overflow(x.lo, c, &lo) || __builtin_mul_overflow(x.hi, c, &hi)) {
        x = as_signed(n, x, width);
        if (__builtin_mul_overflow(x.lo, c, &lo) || __builtin_mul_overflow(x.hi, c, &hi))
            return (Number){ { 0 }, 0, 0 };
    }
    return calm(n, (Number){ times(n, c, x.v), c < 0 ? hi : lo, c < 0 ? lo : hi }, width);
}

// x * y: exact for a constant factor.  Else a new number that is 0 if a factor is, and, if
// the product cannot wrap, has the sign and at least the size it must have.
static Number product(Integers *n, Term a) {
    Terms *t = n->t;
    uint32_t width = width_of(t, a);
    Term x = arg_of(t, a, 0), y = arg_of(t, a, 1);
    UWide c;
    if (bv_value(t, x, &c)) {
        Number r = scaled(n, *number_of(n, y), bv_signed(c, width), width);
        if (r.v.id)
            return r;
    }
    Number r = unknown_number(n, a, true), p = as_signed(n, *number_of(n, x), width),
           q = as_signed(n, *number_of(n, y), width);
    Term zero = num(n, 0), px = p.v, qx = q.v;
    Term some_zero = term_or(t, term_eq(t, px, zero), term_eq(t, qx, zero));
    add_fact(n, a, term_implies(t, some_zero, term_eq(t, r.v, zero)));
    add_fact(n, a, term_implies(t, term_eq(t, px, num(n, 1)), term_eq(t, r.v, qx)));
    add_fact(n, a, term_implies(t, term_eq(t, qx, num(n, 1)), term_eq(t, r.v, px)));
    Wide large = p.hi > -p.lo ? p.hi : -p.lo, other = q.hi > -q.lo ? q.hi : -q.lo, most;
    if (__builtin_mul_overflow(large, other, &most) || most >= pow2(width - 1))
        return r;
    Term p_pos = le(n, num(n, 1), px), p_neg = le(n, px, num(n, -1)), q_pos = le(n, num(n, 1), qx),
         q_neg = le(n, qx, num(n, -1));
    Term same = term_or(t, term_and(t, p_pos, q_pos), term_and(t, p_neg, q_neg));
    Term differ = term_or(t, term_and(t, p_pos, q_neg), term_and(t, p_neg, q_pos));
    add_fact(n, a, term_implies(t, same, le(n, num(n, 1), r.v)));
    add_fact(n, a, term_implies(t, differ, le(n, r.v, num(n, -1))));
    add_fact(n, a, term_implies(t, term_and(t, p_pos, q_pos), term_and(t, le(n, px, r.v), le(n, qx, r.v))));
    return r;
}

// Unsigned division by a constant other than 0, or by anything with its facts.
static Number divide_unsigned(Integers *n, Term a) {
    Terms *t = n->t;
    uint32_t width = width_of(t, a);
    bool quotient = op_of(t, a) == OP_BV_UDIV;
    Term x = unsigned_of(n, arg_of(t, a, 0)), y = unsigned_of(n, arg_of(t, a, 1));
    UWide c;
    if (bv_value(t, arg_of(t, a, 1), &c) && c) {
        Wide top = pow2(width) - 1;
        if (quotient)
            return (Number){ term_2(t, OP_DIV, x, num(n, (Wide)c)), 0, top / (Wide)c };
        return (Number){ term_2(t, OP_MOD, x, num(n, (Wide)c)), 0, (Wide)c - 1 };
    }
    Number r = unknown_number(n, a, false);
    Term by_zero = term_eq(t, y, num(n, 0)), at_zero = term_eq(t, r.v, quotient ? num(n, pow2(width) - 1) : x);
    Term small = quotient ? le(n, r.v, x) : term_and(t, le(n, r.v, x), le(n, add(n, r.v, num(n, 1)), y));
    add_fact(n, a, term_implies(t, by_zero, at_zero));
    add_fact(n, a, term_or(t, by_zero, small));
    if (quotient) {
        add_fact(n, a, term_implies(t, term_eq(t, y, num(n, 1)), term_eq(t, r.v, x)));
        add_fact(
            n, a,
            term_or(t, term_not(t, le(n, add(n, x, num(n, 1)), y)), term_or(t, by_zero, term_eq(t, r.v, num(n, 0)))));
    } else {
        add_fact(n, a, term_implies(t, le(n, add(n, x, num(n, 1)), y), term_eq(t, r.v, x)));
    }
    return r;
}

// Truncation towards zero, for a constant divisor c > 0: the quotient of the size.
static Term truncated_quotient(Integers *n, Term x, Wide c) {
    Term positive = le(n, num(n, 0), x), minus = times(n, -1, x);
    Term down = term_2(n->t, OP_DIV, x, num(n, c)), up = times(n, -1, term_2(n->t, OP_DIV, minus, num(n, c)));
    return term_ite(n->t, positive, down, up);
}

static Number divide_signed(Integers *n, Term a) {
    Terms *t = n->t;
    uint32_t width = width_of(t, a);
    bool quotient = op_of(t, a) == OP_BV_SDIV;
    Term x = signed_of(n, arg_of(t, a, 0)), y = signed_of(n, arg_of(t, a, 1)), zero = num(n, 0);
    Wide half = pow2(width - 1);
    UWide bits;
    if (bv_value(t, arg_of(t, a, 1), &bits) && bits) {
        Wide c = bv_signed(bits, width), size = c < 0 ? -c : c;
        Term q = truncated_quotient(n, x, size); // of the size of c
        if (!quotient)
            return (Number){ add(n, x, times(n, -size, q)), -size + 1, size - 1 };
        return (Number){ c < 0 ? times(n, -1, q) : q, -half / size, half / size };
    }
    Number r = unknown_number(n, a, true);
    Term x_pos = le(n, zero, x), y_pos = le(n, num(n, 1), y), both = term_and(t, x_pos, y_pos);
    if (quotient) {
        add_fact(n, a, term_implies(t, both, term_and(t, le(n, zero, r.v), le(n, r.v, x))));
        add_fact(n, a,
                 term_implies(t, term_and(t, term_not(t, x_pos), y_pos), term_and(t, le(n, x, r.v), le(n, r.v, zero))));
        return r;
    }
    Term by_zero = term_eq(t, y, zero);
    add_fact(n, a, term_implies(t, x_pos, term_and(t, le(n, zero, r.v), le(n, r.v, x))));
    add_fact(n, a, term_or(t, x_pos, term_and(t, le(n, x, r.v), le(n, r.v, zero))));
    add_fact(n, a, term_implies(t, by_zero, term_eq(t, r.v, x)));
    Term below = term_and(t, le(n, add(n, r.v, num(n, 1)), y), le(n, add(n, num(n, 1), times(n, -1, y)), r.v));
    add_fact(n, a, term_implies(t, y_pos, below));
    return r;
}

// ---- bits ----
// The bits of x where the mask has runs of ones; false where there are too many runs.
static bool masked(Integers *n, Term x, UWide mask, uint32_t width, Number *out) {
    assert(width <= WIDEST);
    enum { MOST_RUNS = 4 };
    Number source = *number_of(n, x);
    Term all = num(n, 0);
    uint32_t runs = 0;
    for (uint32_t low = 0; low < width; low++) {
        if (!(mask >> low & 1))
            continue;
        uint32_t high = low;
        while (high + 1 < width && mask >> (high + 1) & 1)
            high++;
        if (++runs > MOST_RUNS)
            return false;
        Number run = { floor_shift(n, source.v, low), source.lo >> low, source.hi >> low };
        run = as_unsigned(n, run, high - low + 1);
        all = add(n, all, times(n, pow2(low), run.v));
        low = high;
    }
    *out = (Number){ all, 0, (Wide)mask };
    return true;
}

// x op constant, by the bits of x under the constant.
static bool bits_with_constant(Integers *n, Op op, Term x, UWide c, uint32_t width, Number *out) {
    Number m, u;
    if (op == OP_BV_AND)
        return masked(n, x, c, width, out);
    if (!masked(n, x, c, width, &m))
        return false;
    u = as_unsigned(n, *number_of(n, x), width);
    Term constant = num(n, (Wide)c); // x | c = x + c - (x & c),  x ^ c = x + c - 2 (x & c)
    Term v = add(n, add(n, u.v, constant), times(n, op == OP_BV_OR ? -1 : -2, m.v));
    *out = (Number){ v, 0, pow2(width) - 1 };
    return true;
}

static Number bitwise(Integers *n, Term a) {
    Terms *t = n->t;
    Op op = op_of(t, a);
    uint32_t width = width_of(t, a);
    Term p = arg_of(t, a, 0), q = arg_of(t, a, 1);
    UWide c;
    Number r;
    if (bv_value(t, q, &c) && bits_with_constant(n, op, p, c, width, &r))
        return r;
    if (bv_value(t, p, &c) && bits_with_constant(n, op, q, c, width, &r))
        return r;
    Term x = unsigned_of(n, p), y = unsigned_of(n, q), zero = num(n, 0);
    r = unknown_number(n, a, false);
    if (op == OP_BV_AND) {
        add_fact(n, a, term_and(t, le(n, r.v, x), le(n, r.v, y)));
        return r;
    }
    add_fact(n, a, le(n, r.v, add(n, x, y)));
    if (op == OP_BV_OR) {
        add_fact(n, a, term_and(t, le(n, x, r.v), le(n, y, r.v)));
    } else {
        add_fact(n, a, term_implies(t, term_eq(t, y, zero), term_eq(t, r.v, x)));
        add_fact(n, a, term_implies(t, term_eq(t, x, zero), term_eq(t, r.v, y)));
        add_fact(n, a, term_eq(t, term_eq(t, x, y), term_eq(t, r.v, zero)));
    }
    return r;
}

static Number shifted(Integers *n, Term a) {
    Terms *t = n->t;
    Op op = op_of(t, a);
    bool arithmetic = op == OP_BV_ASHR;
    Number r = unknown_number(n, a, arithmetic);
    Term x = arithmetic ? signed_of(n, arg_of(t, a, 0)) : unsigned_of(n, arg_of(t, a, 0));
    Term by_zero = term_eq(t, unsigned_of(n, arg_of(t, a, 1)), num(n, 0)), zero = num(n, 0);
    add_fact(n, a, term_implies(t, by_zero, term_eq(t, r.v, x)));
    if (op == OP_BV_SHL) {
        add_fact(n, a, term_implies(t, term_eq(t, x, zero), term_eq(t, r.v, zero)));
        return r;
    }
    Term positive = le(n, zero, x);
    add_fact(n, a, term_implies(t, positive, term_and(t, le(n, zero, r.v), le(n, r.v, x))));
    if (arithmetic)
        add_fact(n, a, term_or(t, positive, term_and(t, le(n, x, r.v), le(n, r.v, num(n, -1)))));
    return r;
}

static Number extracted(Integers *n, Term a) {
    uint32_t low = extra_of(n->t, a)[1];
    Number x = *number_of(n, arg_of(n->t, a, 0));
    return (Number){ floor_shift(n, x.v, low), x.lo >> low, x.hi >> low };
}

static Number concatenated(Integers *n, Term a) {
    Terms *t = n->t;
    Term high = arg_of(t, a, 0), low = arg_of(t, a, 1);
    uint32_t wl = width_of(t, low), wh = width_of(t, high);
    Number h = *number_of(n, high), l = as_unsigned(n, *number_of(n, low), wl);
    if (h.lo < -pow2(wh) || h.hi > pow2(wh))
        h = as_signed(n, h, wh);
    Term v = add(n, times(n, pow2(wl), h.v), l.v);
    return (Number){ v, h.lo * pow2(wl), h.hi * pow2(wl) + pow2(wl) - 1 };
}

// ---- nodes ----
static Sort sort_for(Integers *n, Sort s) {
    Terms *t = n->t;
    switch (sort_kind(t, s)) {
    case SORT_BV:
    case SORT_FLOAT:
        return sort_int(t);
    case SORT_ARRAY:
        return sort_array(t, sort_for(n, sort_index(t, s)), sort_for(n, sort_element(t, s)));
    default:
        return s;
    }
}

static Number variable(Integers *n, Term a) {
    Terms *t = n->t;
    Sort s = sort_of(t, a), to = sort_for(n, s);
    if (to.id == s.id)
        return (Number){ a, 0, 0 };
    Text name = { 0 };
    text_add(&name, "%s#i", term_name(t, a));
    Term v = term_var(t, name.at, to);
    vec_free(&name);
    map_put(&n->origin, v.id, a.id);
    if (sort_kind(t, s) != SORT_BV)
        return (Number){ v, 0, 0 };
    uint32_t width = sort_width(t, s);
    if (width > WIDEST)
        return unknown_number(n, a, true);
    Number r = { v, -pow2(width - 1), pow2(width - 1) - 1 };
    add_fact(n, a, between(n, r.lo, v, r.hi));
    return r;
}

// The translation of an argument of an array operation or function, in its canonical form.
static Term canonical(Integers *n, Term a) {
    if (kind_of(n->t, a) != SORT_BV)
        return value_of(n, a);
    return width_of(n->t, a) > WIDEST ? number_of(n, a)->v : signed_of(n, a);
}

// Reads and applications give canonical numbers: in range by a fact.
static Number opaque_number(Integers *n, Term a, Term v) {
    if (kind_of(n->t, a) != SORT_BV)
        return (Number){ v, 0, 0 };
    uint32_t width = width_of(n->t, a);
    if (width > WIDEST)
        return (Number){ v, 0, 0 };
    Number r = { v, -pow2(width - 1), pow2(width - 1) - 1 };
    add_fact(n, a, between(n, r.lo, v, r.hi));
    return r;
}

static bool has_wide(const Terms *t, Term a) {
    if (kind_of(t, a) == SORT_BV && width_of(t, a) > WIDEST)
        return true;
    for (uint32_t i = 0; i < node_of(t, a)->n; i++)
        if (kind_of(t, arg_of(t, a, i)) == SORT_BV && width_of(t, arg_of(t, a, i)) > WIDEST)
            return true;
    return false;
}

static bool has_float(const Terms *t, Term a) {
    if (kind_of(t, a) == SORT_FLOAT)
        return true;
    for (uint32_t i = 0; i < node_of(t, a)->n; i++)
        if (kind_of(t, arg_of(t, a, i)) == SORT_FLOAT)
            return true;
    return false;
}

static Number bits_node(Integers *n, Term a) {
    Terms *t = n->t;
    uint32_t width = width_of(t, a);
    Number x;
    UWide c;
    switch (op_of(t, a)) {
    case OP_BV_CONST:
        bv_value(t, a, &c);
        return (Number){ num(n, bv_signed(c, width)), bv_signed(c, width), bv_signed(c, width) };
    case OP_BV_ADD:
        return sum(n, a);
    case OP_BV_NEG:
        return scaled(n, *number_of(n, arg_of(t, a, 0)), -1, width);
    case OP_BV_NOT: // -x - 1
        x = scaled(n, *number_of(n, arg_of(t, a, 0)), -1, width);
        return (Number){ add(n, x.v, num(n, -1)), x.lo - 1, x.hi - 1 };
    case OP_BV_MUL:
        return product(n, a);
    case OP_BV_UDIV:
    case OP_BV_UREM:
        return divide_unsigned(n, a);
    case OP_BV_SDIV:
    case OP_BV_SREM:
        return divide_signed(n, a);
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR:
        return bitwise(n, a);
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR:
        return shifted(n, a);
    case OP_BV_CONCAT:
        return concatenated(n, a);
    case OP_BV_EXTRACT:
        return extracted(n, a);
    case OP_BV_ZEXT:
        return as_unsigned(n, *number_of(n, arg_of(t, a, 0)), width_of(t, arg_of(t, a, 0)));
    case OP_BV_SEXT:
        return as_signed(n, *number_of(n, arg_of(t, a, 0)), width_of(t, arg_of(t, a, 0)));
    case OP_ITE: {
        const Number *p = number_of(n, arg_of(t, a, 1)), *q = number_of(n, arg_of(t, a, 2));
        Term v = term_ite(t, value_of(n, arg_of(t, a, 0)), p->v, q->v);
        return (Number){ v, p->lo < q->lo ? p->lo : q->lo, p->hi > q->hi ? p->hi : q->hi };
    }
    default:
        return unknown_number(n, a, true);
    }
}

// Equality of bit-vectors: in the window where less must be brought in.
static Term equal_bits(Integers *n, Term a, Term b) {
    assert(width_of(n->t, a) == width_of(n->t, b));
    uint32_t width = width_of(n->t, a);
    Number x = *number_of(n, a), y = *number_of(n, b);
    bool x_plain = x.lo >= 0 && x.hi < pow2(width), y_plain = y.lo >= 0 && y.hi < pow2(width);
    if (x_plain && y_plain)
        return term_eq(n->t, x.v, y.v);
    return term_eq(n->t, as_signed(n, x, width).v, as_signed(n, y, width).v);
}

static Term rebuilt(Integers *n, Term a) {
    Terms *t = n->t;
    uint32_t count = node_of(t, a)->n;
    Term few[8], *arg = count <= COUNT(few) ? few : base_alloc(count * sizeof *arg);
    for (uint32_t i = 0; i < count; i++)
        arg[i] = canonical(n, arg_of(t, a, i));
    Term r;
    if (op_of(t, a) == OP_APPLY) {
        Text name = { 0 };
        text_add(&name, "%s#i", term_name(t, a));
        r = term_apply(t, name.at, sort_for(n, sort_of(t, a)), count, arg);
        vec_free(&name);
    } else {
        Sort s = op_of(t, a) == OP_ARRAY_CONST ? sort_for(n, sort_of(t, a)) : (Sort){ 0 };
        r = term_build(t, op_of(t, a), s, count, arg, 0, 0);
    }
    if (arg != few)
        free(arg);
    return r;
}

// A Boolean, number or array node over translated arguments.
static Term other_node(Integers *n, Term a) {
    Terms *t = n->t;
    switch (op_of(t, a)) {
    case OP_EQ:
        if (kind_of(t, arg_of(t, a, 0)) == SORT_BV)
            return equal_bits(n, arg_of(t, a, 0), arg_of(t, a, 1));
        return rebuilt(n, a);
    case OP_BV_ULT:
    case OP_BV_ULE:
        return term_2(t, op_of(t, a) == OP_BV_ULT ? OP_LT : OP_LE, unsigned_of(n, arg_of(t, a, 0)),
                      unsigned_of(n, arg_of(t, a, 1)));
    case OP_BV_SLT:
    case OP_BV_SLE:
        return term_2(t, op_of(t, a) == OP_BV_SLT ? OP_LT : OP_LE, signed_of(n, arg_of(t, a, 0)),
                      signed_of(n, arg_of(t, a, 1)));
    case OP_BV_TO_NAT:
        return unsigned_of(n, arg_of(t, a, 0));
    default:
        return rebuilt(n, a);
    }
}

// Over a few indices, stores may overwrite a constant array everywhere: then it equals
// arrays that, with all integers as indices, it differs from.  Over 2^20 they cannot.
static bool narrow_index(const Terms *t, Term a) {
    Sort index = sort_index(t, sort_of(t, a));
    return sort_kind(t, index) == SORT_BV && sort_width(t, index) < 20;
}

static Number node(Integers *n, Term a) {
    Terms *t = n->t;
    Op op = op_of(t, a);
    SortKind kind = kind_of(t, a);
    if (op == OP_VAR && kind != SORT_FLOAT)
        return variable(n, a);
    if (has_float(t, a) || (has_wide(t, a) && op != OP_APPLY && op != OP_SELECT && op != OP_STORE)) {
        map_put(&n->inexact, a.id, 1);
        if (kind == SORT_BV)
            return unknown_number(n, a, true);
        return (Number){ fresh_for(n, a, kind == SORT_BOOL ? "b" : "u", sort_for(n, sort_of(t, a))), 0, 0 };
    }
    if (op == OP_ARRAY_CONST && narrow_index(t, a)) {
        map_put(&n->inexact, a.id, 1);
        return (Number){ fresh_for(n, a, "u", sort_for(n, sort_of(t, a))), 0, 0 };
    }
    if (op == OP_SELECT || op == OP_APPLY) {
        if (has_wide(t, a))
            map_put(&n->inexact, a.id, 1);
        return opaque_number(n, a, rebuilt(n, a));
    }
    if (kind == SORT_BV)
        return bits_node(n, a);
    return (Number){ node_of(t, a)->n ? other_node(n, a) : a, 0, 0 };
}

static void translate(Integers *n, Term root) {
    VecTerm stack = { 0 };
    vec_push(&stack, root);
    while (stack.count) {
        Term a = vec_last(&stack);
        uint32_t before = stack.count;
        if (map_find(&n->done, a.id)) {
            stack.count--;
            continue;
        }
        for (uint32_t i = 0; i < node_of(n->t, a)->n; i++)
            if (!map_find(&n->done, arg_of(n->t, a, i).id))
                vec_push(&stack, arg_of(n->t, a, i));
        if (stack.count > before)
            continue;
        Number r = node(n, a);
        vec_push(&n->numbers, r);
        map_put(&n->done, a.id, n->numbers.count);
        stack.count--;
    }
    vec_free(&stack);
}

// Calls for every node of 'root' once: collects facts, looks for inexact nodes.
static bool collect(Integers *n, Term root, VecTerm *facts) {
    VecTerm stack = { 0 };
    Map seen = { 0 };
    bool exact = true;
    vec_push(&stack, root);
    while (stack.count) {
        Term a = vec_pop(&stack);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        uint32_t fact = map_find(&n->facts, a.id);
        if (fact && facts)
            vec_push(facts, (Term){ fact });
        exact &= !map_find(&n->inexact, a.id);
        for (uint32_t i = 0; i < node_of(n->t, a)->n; i++)
            vec_push(&stack, arg_of(n->t, a, i));
    }
    vec_free(&stack);
    map_free(&seen);
    return exact;
}

Term integers_translate(Integers *n, Term formula) {
    assert(kind_of(n->t, formula) == SORT_BOOL);
    VecTerm parts = { 0 };
    assert(kind_of(n->t, formula) == SORT_BOOL);
    translate(n, formula);
    vec_push(&parts, value_of(n, formula));
    collect(n, formula, &parts);
    Term all = term_and_n(n->t, parts.count, parts.at);
    vec_free(&parts);
    return all;
}

bool integers_is_exact(Integers *n, Term formula) {
    assert(kind_of(n->t, formula) == SORT_BOOL);
    translate(n, formula);
    return collect(n, formula, NULL);
}

Term integers_variable(Integers *n, Term bit_vector) {
    assert(op_of(n->t, bit_vector) == OP_VAR);
    translate(n, bit_vector);
    return number_of(n, bit_vector)->v;
}

Term integers_range(Integers *n, Term bit_vector) {
    assert(op_of(n->t, bit_vector) == OP_VAR);
    translate(n, bit_vector);
    uint32_t fact = map_find(&n->facts, bit_vector.id);
    return fact ? (Term){ fact } : n->t->yes;
}
