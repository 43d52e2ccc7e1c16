// simplify_sum.c - bit-vector sums and products in one form, modulo 2^width
//
// A sum is c1*x1 + ... + cn*xn + k with the xi in the order of their handles,
// no ci and no k equal to 0, k last.  The coefficient -1 is written bvneg, the
// others bvmul with the constant first.  Equalities cancel what both sides
// share.  Bit-vectors wider than 128 are only put in order.
// (simplify_arith.c has the same steps over rationals, whose operations can overflow.)
#include "logic/term/table.h"

typedef struct Monomial {
    Term base; // first, for term_by_id
    UWide c;
} Monomial;

typedef struct Linear {
    VEC(Monomial) monos; // after 'gather': sorted by base, no zero coefficient
    UWide k;
    uint32_t width;
} Linear;

static void add_monomial(Terms *t, Linear *l, Term a, UWide factor) {
    UWide c;
    Op op = op_of(t, a);
    if (bv_value(t, a, &c))
        l->k += c * factor;
    else if (op == OP_BV_NEG)
        vec_push(&l->monos, (Monomial){ arg_of(t, a, 0), -factor });
    else if (op == OP_BV_MUL && bv_value(t, arg_of(t, a, 0), &c))
        vec_push(&l->monos, (Monomial){ arg_of(t, a, 1), c * factor });
    else
        vec_push(&l->monos, (Monomial){ a, factor });
}

// Adds factor * a.
static void add_scaled(Terms *t, Linear *l, Term a, UWide factor) {
    assert(width_of(t, a) == l->width && l->width <= 128);
    const TermNode *node = node_of(t, a);
    if (node->op != OP_BV_ADD || node->n > FLAT_LIMIT) {
        add_monomial(t, l, a, factor);
        return;
    }
    for (uint32_t i = 0; i < node->n; i++)
        add_monomial(t, l, arg_of(t, a, i), factor);
}

static void gather(Linear *l) {
    UWide mask = ones(l->width);
    uint32_t kept = 0;
    if (l->monos.count > 1)
        qsort(l->monos.at, l->monos.count, sizeof *l->monos.at, term_by_id);
    for (uint32_t i = 0; i < l->monos.count; i++) {
        Monomial m = l->monos.at[i];
        for (; i + 1 < l->monos.count && l->monos.at[i + 1].base.id == m.base.id; i++)
            m.c += l->monos.at[i + 1].c;
        m.c &= mask;
        if (m.c)
            l->monos.at[kept++] = m;
    }
    l->monos.count = kept;
    l->k &= mask;
}

static Term monomial_term(Terms *t, Monomial m, uint32_t width) {
    Sort s = sort_of(t, m.base);
    if (m.c == 1)
        return m.base;
    if (m.c == ones(width))
        return intern(t, OP_BV_NEG, s, 1, &m.base, 0, NULL);
    return intern(t, OP_BV_MUL, s, 2, (Term[]){ bv_make(t, m.c, width), m.base }, 0, NULL);
}

static Term sum_term(Terms *t, const Linear *l) {
    Term few[FLAT_LIMIT], *arg = few;
    uint32_t n = 0;
    if (l->monos.count + 1 > COUNT(few))
        arg = base_alloc((l->monos.count + 1) * sizeof *arg);
    for (uint32_t i = 0; i < l->monos.count; i++)
        arg[n++] = monomial_term(t, l->monos.at[i], l->width);
    if (l->k || n == 0)
        arg[n++] = bv_make(t, l->k, l->width);
    Term sum = n == 1 ? arg[0] : intern(t, OP_BV_ADD, sort_bv(t, l->width), n, arg, 0, NULL);
    if (arg != few)
        free(arg);
    return sum;
}

static Term wide_sum(Terms *t, uint32_t n, const Term arg[]) {
    Term *sorted = base_alloc(n * sizeof *sorted);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (op_of(t, arg[i]) != OP_BV_CONST || !const_is_zero(t, arg[i]))
            sorted[kept++] = arg[i];
    qsort(sorted, kept, sizeof *sorted, term_by_id);
    Term sum = kept == 0   ? arg[0]
               : kept == 1 ? sorted[0]
                           : intern(t, OP_BV_ADD, sort_of(t, arg[0]), kept, sorted, 0, NULL);
    free(sorted);
    return sum;
}

// x + k, by far the most frequent sum, without gathering.
static Term small_sum(Terms *t, Term a, Term b, uint32_t width) {
    UWide k, l;
    if (!bv_value(t, b, &k)) {
        Term swap = a;
        a = b;
        b = swap;
    }
    if (!bv_value(t, b, &k))
        return (Term){ 0 };
    if (!k)
        return a;
    if (bv_value(t, a, &l))
        return bv_make(t, k + l, width);
    if (op_of(t, a) == OP_BV_ADD)
        return (Term){ 0 };
    return intern(t, OP_BV_ADD, sort_of(t, a), 2, (Term[]){ a, b }, 0, NULL);
}

Term simplify_bv_sum(Terms *t, uint32_t n, const Term arg[]) {
    assert(n >= 2);
    uint32_t width = width_of(t, arg[0]);
    if (width > 128)
        return wide_sum(t, n, arg);
    if (n == 2) {
        Term sum = small_sum(t, arg[0], arg[1], width);
        if (sum.id)
            return sum;
    }
    Linear l = { .width = width };
    for (uint32_t i = 0; i < n; i++)
        add_scaled(t, &l, arg[i], 1);
    gather(&l);
    Term sum = sum_term(t, &l);
    vec_free(&l.monos);
    return sum;
}

static Term scaled(Terms *t, Term a, UWide c, uint32_t width) {
    Linear l = { .width = width };
    add_scaled(t, &l, a, c);
    gather(&l);
    Term product = sum_term(t, &l);
    vec_free(&l.monos);
    return product;
}

// Also gives -a, as the product with -1.
Term simplify_bv_product(Terms *t, Term a, Term b) {
    assert(width_of(t, a) == width_of(t, b));
    uint32_t width = width_of(t, a);
    UWide c;
    if (width <= 128 && bv_value(t, a, &c))
        return scaled(t, b, c, width);
    if (width <= 128 && bv_value(t, b, &c))
        return scaled(t, a, c, width);
    if (width <= 128) { // pull signs and constant factors out
        UWide ca = 1, cb = 1;
        if (op_of(t, a) == OP_BV_NEG)
            ca = ones(width), a = arg_of(t, a, 0);
        else if (op_of(t, a) == OP_BV_MUL && bv_value(t, arg_of(t, a, 0), &ca))
            a = arg_of(t, a, 1);
        if (op_of(t, b) == OP_BV_NEG)
            cb = ones(width), b = arg_of(t, b, 0);
        else if (op_of(t, b) == OP_BV_MUL && bv_value(t, arg_of(t, b, 0), &cb))
            b = arg_of(t, b, 1);
        if (((ca * cb) & ones(width)) != 1)
            return scaled(t, simplify_bv_product(t, a, b), ca * cb, width);
    }
    return intern_ordered(t, OP_BV_MUL, sort_of(t, a), a, b);
}

static Term ordered_eq(Terms *t, Term a, Term b) {
    return intern_ordered(t, OP_EQ, sort_of(t, t->yes), a, b);
}

// a = b where one side is a sum, as: first summand with odd coefficient,
// scaled to 1, on the left; the rest on the right.  Odd factors are invertible,
// so the scaled equality has the same models.
Term simplify_bv_sum_eq(Terms *t, Term a, Term b) {
    assert(width_of(t, a) == width_of(t, b));
    uint32_t width = width_of(t, a);
    Linear l = { .width = width };
    if (width > 128)
        return (Term){ 0 };
    add_scaled(t, &l, a, 1);
    add_scaled(t, &l, b, (UWide)-1);
    gather(&l);
    Term result = { 0 };
    uint32_t odd = 0;
    while (odd < l.monos.count && !(l.monos.at[odd].c & 1))
        odd++;
    if (!l.monos.count) {
        result = term_bool(t, l.k == 0);
    } else if (odd < l.monos.count) {
        UWide factor = -bv_inverse(l.monos.at[odd].c); // the rest changes sides
        Term left = l.monos.at[odd].base;
        l.monos.at[odd].c = 0;
        for (uint32_t i = 0; i < l.monos.count; i++)
            l.monos.at[i].c *= factor;
        l.k *= factor;
        gather(&l);
        result = ordered_eq(t, left, sum_term(t, &l));
    } else if (l.k & 1) {
        result = t->no; // all coefficients even, the constant odd
    } else {
        UWide k = -l.k;
        l.k = 0;
        result = ordered_eq(t, sum_term(t, &l), bv_make(t, k, width));
    }
    vec_free(&l.monos);
    return result;
}
