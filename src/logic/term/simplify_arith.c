// simplify_arith.c - rules for Int and Real: linear sums in one form
//
// A sum is kept as c1*x1 + ... + cn*xn + k with the xi in the order of their
// handles, ci and k not 0, k last.  A comparison has the summands with positive
// coefficients on its left, the others negated on its right, and the constant
// where it reads best; over Int it is divided by the gcd of the coefficients,
// and x < y is x + 1 <= y.  Numbers beyond 127 bits stay as they are.
#include "logic/term/table.h"

typedef struct Monomial {
    Term base; // first, for term_by_id
    Rat c;
} Monomial;

typedef struct Linear {
    VEC(Monomial) monos; // after 'gather': sorted by base, no zero coefficient
    Rat k;
    bool fits; // all numbers fit; else the rest is meaningless
} Linear;

static void linear_free(Linear *l) {
    vec_free(&l->monos);
}

static void add_monomial(Terms *t, Linear *l, Term a, Rat factor) {
    Rat c;
    if (rat_value(t, a, &c)) {
        l->fits &= rat_mul(c, factor, &c) && rat_add(l->k, c, &l->k);
    } else if (op_of(t, a) == OP_MUL && node_of(t, a)->n == 2 && rat_value(t, arg_of(t, a, 0), &c)) {
        l->fits &= rat_mul(c, factor, &c);
        vec_push(&l->monos, (Monomial){ arg_of(t, a, 1), c });
    } else {
        vec_push(&l->monos, (Monomial){ a, factor });
    }
}

// Adds factor * a.
static void add_scaled(Terms *t, Linear *l, Term a, Rat factor) {
    assert(kind_of(t, a) == SORT_INT || kind_of(t, a) == SORT_REAL);
    const TermNode *node = node_of(t, a);
    if (node->op != OP_ADD || node->n > FLAT_LIMIT) {
        add_monomial(t, l, a, factor);
        return;
    }
    for (uint32_t i = 0; i < node->n; i++)
        add_monomial(t, l, arg_of(t, a, i), factor);
}

static void gather(Linear *l) {
    uint32_t kept = 0;
    if (l->monos.count > 1)
        qsort(l->monos.at, l->monos.count, sizeof *l->monos.at, term_by_id);
    for (uint32_t i = 0; i < l->monos.count; i++) {
        Monomial m = l->monos.at[i];
        for (; i + 1 < l->monos.count && l->monos.at[i + 1].base.id == m.base.id; i++)
            l->fits &= rat_add(m.c, l->monos.at[i + 1].c, &m.c);
        if (m.c.num)
            l->monos.at[kept++] = m;
    }
    l->monos.count = kept;
}

static Term monomial_term(Terms *t, Monomial m, Sort s) {
    if (m.c.num == 1 && m.c.den == 1)
        return m.base;
    return intern(t, OP_MUL, s, 2, (Term[]){ rat_make(t, m.c, s), m.base }, 0, NULL);
}

// The sum of the monomials whose coefficient has this sign (0: all; negative
// ones are negated then, but for 0) and of the constant.
static Term sum_term(Terms *t, const Linear *l, int sign, Rat k, Sort s) {
    Term few[FLAT_LIMIT], *arg = few;
    if (l->monos.count + 1 > COUNT(few))
        arg = base_alloc((l->monos.count + 1) * sizeof *arg);
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->monos.count; i++) {
        Monomial m = l->monos.at[i];
        if (sign && (m.c.num > 0) != (sign > 0))
            continue;
        if (sign < 0)
            m.c.num = -m.c.num;
        arg[n++] = monomial_term(t, m, s);
    }
    if (k.num || n == 0)
        arg[n++] = rat_make(t, k, s);
    Term sum = n == 1 ? arg[0] : intern(t, OP_ADD, s, n, arg, 0, NULL);
    if (arg != few)
        free(arg);
    return sum;
}

static Linear linear_zero(void) {
    return (Linear){ .k = rat_int(0), .fits = true };
}

static Term add(Terms *t, Sort s, uint32_t n, const Term arg[]) {
    Linear l = linear_zero();
    for (uint32_t i = 0; i < n; i++)
        add_scaled(t, &l, arg[i], rat_int(1));
    gather(&l);
    Term sum = l.fits ? sum_term(t, &l, 0, l.k, s) : intern(t, OP_ADD, s, n, arg, 0, NULL);
    linear_free(&l);
    return sum;
}

static Term multiply(Terms *t, Sort s, Term a, Term b) {
    Rat c, d;
    if (!rat_value(t, a, &c)) {
        Term swap = a;
        a = b;
        b = swap;
    }
    if (!rat_value(t, a, &c))
        return intern_ordered(t, OP_MUL, s, a, b);
    if (!c.num || (c.num == 1 && c.den == 1))
        return c.num ? b : a;
    if (rat_value(t, b, &d) && rat_mul(c, d, &d))
        return rat_make(t, d, s);
    Linear l = linear_zero();
    add_scaled(t, &l, b, c);
    gather(&l);
    Term product = l.fits ? sum_term(t, &l, 0, l.k, s) : intern(t, OP_MUL, s, 2, (Term[]){ a, b }, 0, NULL);
    linear_free(&l);
    return product;
}

// ---- comparisons ----
static Wide gcd(Wide a, Wide b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        Wide r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static Wide floor_div(Wide a, Wide b) {
    assert(b > 0);
    return a / b - (a % b < 0);
}

// Makes the coefficients integers without common divisor: the comparison of
// the sum with 0 keeps its meaning.  False: a number does not fit.
static bool scale(Linear *l) {
    Wide den = l->k.den, g = 0;
    for (uint32_t i = 0; i < l->monos.count; i++) {
        Wide d = l->monos.at[i].c.den;
        if (__builtin_mul_overflow(den / gcd(den, d), d, &den))
            return false;
    }
    Rat factor = rat_int(den);
    for (uint32_t i = 0; i < l->monos.count; i++) {
        if (!rat_mul(l->monos.at[i].c, factor, &l->monos.at[i].c))
            return false;
        g = gcd(g, l->monos.at[i].c.num);
    }
    if (!rat_mul(l->k, factor, &l->k))
        return false;
    for (uint32_t i = 0; i < l->monos.count; i++)
        l->monos.at[i].c.num /= g;
    Rat inverse = { 1, g };
    return rat_mul(l->k, inverse, &l->k);
}

static Term plain_comparison(Terms *t, Op op, Term a, Term b) {
    if (op == OP_EQ)
        return intern_ordered(t, op, sort_of(t, t->yes), a, b);
    return intern(t, op, sort_of(t, t->yes), 2, (Term[]){ a, b }, 0, NULL);
}

// sum + k op 0, as terms on both sides.
static Term comparison(Terms *t, Op op, const Linear *l, Sort s) {
    bool positive = false;
    for (uint32_t i = 0; i < l->monos.count; i++)
        positive |= l->monos.at[i].c.num > 0;
    Rat left = rat_int(0), right = rat_int(0);
    if (positive)
        right = (Rat){ -l->k.num, l->k.den };
    else
        left = l->k;
    Term a = sum_term(t, l, 1, left, s), b = sum_term(t, l, -1, right, s);
    return plain_comparison(t, op, a, b);
}

static Term constant_comparison(Terms *t, Op op, Rat k) {
    assert(op == OP_EQ || op == OP_LE || op == OP_LT);
    return term_bool(t, op == OP_EQ ? k.num == 0 : op == OP_LE ? k.num <= 0 : k.num < 0);
}

// a - b op 0, where op is LE, LT or EQ.
static Term compare_linear(Terms *t, Op op, Linear *l, Sort s) {
    bool integer = sort_kind(t, s) == SORT_INT;
    if (integer && op == OP_LT) {
        op = OP_LE;
        l->fits &= rat_add(l->k, rat_int(1), &l->k);
    }
    if (!l->fits)
        return (Term){ 0 };
    if (!l->monos.count)
        return constant_comparison(t, op, l->k);
    if (!scale(l))
        return (Term){ 0 };
    if (integer && l->k.den != 1) {
        if (op == OP_EQ)
            return t->no; // the gcd of the coefficients does not divide the constant
        l->k = rat_int(-floor_div(-l->k.num, l->k.den));
    }
    if (op == OP_EQ && l->monos.at[0].c.num < 0) {
        for (uint32_t i = 0; i < l->monos.count; i++)
            l->monos.at[i].c.num = -l->monos.at[i].c.num;
        l->k.num = -l->k.num;
    }
    return comparison(t, op, l, s);
}

static Term compare(Terms *t, Op op, Term a, Term b) {
    assert(sort_of(t, a).id == sort_of(t, b).id);
    Sort s = sort_of(t, a);
    Linear l = linear_zero();
    add_scaled(t, &l, a, rat_int(1));
    add_scaled(t, &l, b, rat_int(-1));
    gather(&l);
    Term result = compare_linear(t, op, &l, s);
    linear_free(&l);
    if (result.id)
        return result;
    return plain_comparison(t, op, a, b);
}

Term simplify_arith_eq(Terms *t, Term a, Term b) {
    return compare(t, OP_EQ, a, b);
}

// ---- division ----
static Term divide(Terms *t, Op op, Sort s, Term a, Term b) {
    assert(op == OP_DIV || op == OP_MOD);
    Rat x, y;
    if (rat_value(t, b, &y) && y.num) {
        if (y.num == 1)
            return op == OP_DIV ? a : rat_make(t, rat_int(0), s);
        if (rat_value(t, a, &x)) { // Euclidean: the remainder is never negative
            Wide q = x.num / y.num, r = x.num % y.num;
            if (r < 0) {
                q -= y.num > 0 ? 1 : -1;
                r += y.num > 0 ? y.num : -y.num;
            }
            return rat_make(t, rat_int(op == OP_DIV ? q : r), s);
        }
        if (op == OP_MOD && op_of(t, a) == OP_MOD && arg_of(t, a, 1).id == b.id)
            return a;
    }
    return intern(t, op, s, 2, (Term[]){ a, b }, 0, NULL);
}

static Term real_divide(Terms *t, Sort s, Term a, Term b) {
    Rat y, inverse;
    if (rat_value(t, b, &y) && rat_inverse(y, &inverse))
        return multiply(t, s, rat_make(t, inverse, s), a);
    return intern(t, OP_RDIV, s, 2, (Term[]){ a, b }, 0, NULL);
}

Term simplify_arith(Terms *t, Op op, Sort s, uint32_t n, const Term arg[]) {
    Rat r;
    Term product;
    switch (op) {
    case OP_ADD:
        return add(t, s, n, arg);
    case OP_MUL:
        product = multiply(t, s, arg[0], arg[1]);
        for (uint32_t i = 2; i < n; i++)
            product = multiply(t, s, product, arg[i]);
        return product;
    case OP_DIV:
    case OP_MOD:
        return divide(t, op, s, arg[0], arg[1]);
    case OP_RDIV:
        return real_divide(t, s, arg[0], arg[1]);
    case OP_LE:
    case OP_LT:
        return arg[0].id == arg[1].id ? term_bool(t, op == OP_LE) : compare(t, op, arg[0], arg[1]);
    case OP_TO_REAL:
        if (rat_value(t, arg[0], &r))
            return rat_make(t, r, s);
        break;
    case OP_TO_INT:
        if (rat_value(t, arg[0], &r))
            return rat_make(t, rat_int(floor_div(r.num, r.den)), s);
        if (op_of(t, arg[0]) == OP_TO_REAL)
            return arg_of(t, arg[0], 0);
        break;
    default:
        break;
    }
    return intern(t, op, s, n, arg, 0, NULL);
}
