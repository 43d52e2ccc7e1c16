// integer_back.c - formulas over integers back to bit-vectors
//
// Every Int node gets a range from the ranges of its variables and becomes a
// bit-vector of one width for the whole formula, wide enough for all ranges: so
// nothing wraps, and sums, products with constants, comparisons, Euclidean
// division by constants and choices mean the same.
#include "logic/reason/integer_inside.h"

typedef struct Back {
    Integers *n;
    Terms *t;
    Map at; // term -> index into 'ranges' + 1
    VEC(Number) ranges;
    Map made; // term -> bit-vector or formula
    uint32_t width;
} Back;

static const Number *range_of(const Back *b, Term a) {
    assert(map_find(&b->at, a.id));
    return &b->ranges.at[map_find(&b->at, a.id) - 1];
}

static bool is_number(const Terms *t, Term a) {
    return kind_of(t, a) == SORT_INT;
}

static const Wide most = (Wide)1 << 120;

static bool fits(Number r) {
    return r.lo >= -most && r.hi <= most;
}

static bool product_range(const Back *b, Term a, Number *r) {
    Rat c;
    const Number *x = range_of(b, arg_of(b->t, a, 1));
    if (node_of(b->t, a)->n != 2 || !rat_value(b->t, arg_of(b->t, a, 0), &c))
        return false;
    Wide p, q;
    if (__builtin_mul_overflow(x->lo, c.num, &p) || __builtin_mul_overflow(x->hi, c.num, &q))
        return false;
    *r = (Number){ .lo = p < q ? p : q, .hi = p < q ? q : p };
    return true;
}

static bool division_range(const Back *b, Term a, Number *r) {
    Rat c;
    const Number *x = range_of(b, arg_of(b->t, a, 0));
    if (!rat_value(b->t, arg_of(b->t, a, 1), &c) || c.num <= 0)
        return false;
    Wide size = x->hi > -x->lo ? x->hi : -x->lo;
    *r = op_of(b->t, a) == OP_MOD ? (Number){ .lo = 0, .hi = c.num - 1 } : (Number){ .lo = -size - 1, .hi = size };
    return true;
}

// The range of an Int node from those of its arguments.
static bool number_range(const Back *b, Term a, Number *r) {
    Terms *t = b->t;
    Rat c;
    *r = (Number){ 0 };
    switch (op_of(t, a)) {
    case OP_INT_CONST:
        if (!rat_value(t, a, &c))
            return false;
        r->lo = r->hi = c.num;
        return true;
    case OP_VAR: {
        uint32_t origin = map_find(&b->n->origin, a.id);
        if (!origin || kind_of(t, (Term){ origin }) != SORT_BV || width_of(t, (Term){ origin }) > WIDEST)
            return false;
        r->hi = ((Wide)1 << (width_of(t, (Term){ origin }) - 1)) - 1;
        r->lo = -r->hi - 1;
        return true;
    }
    case OP_ADD:
        for (uint32_t i = 0; i < node_of(t, a)->n; i++) {
            const Number *x = range_of(b, arg_of(t, a, i));
            *r = (Number){ .lo = r->lo + x->lo, .hi = r->hi + x->hi };
            if (!fits(*r))
                return false;
        }
        return true;
    case OP_MUL:
        return product_range(b, a, r);
    case OP_DIV:
    case OP_MOD:
        return division_range(b, a, r);
    case OP_ITE: {
        const Number *x = range_of(b, arg_of(t, a, 1)), *y = range_of(b, arg_of(t, a, 2));
        *r = (Number){ .lo = x->lo < y->lo ? x->lo : y->lo, .hi = x->hi > y->hi ? x->hi : y->hi };
        return true;
    }
    default:
        return false;
    }
}

static uint32_t bits_for(Number r) {
    uint32_t width = 2;
    while (r.lo < -((Wide)1 << (width - 1)) || r.hi >= (Wide)1 << (width - 1))
        width++;
    return width;
}

// Euclidean division by c > 0, from the machine's that truncates.
static Term divided(Back *b, Term a, Term x) {
    Terms *t = b->t;
    Rat c;
    rat_value(t, arg_of(t, a, 1), &c);
    Term divisor = bv_make(t, (UWide)c.num, b->width), zero = bv_make(t, 0, b->width);
    Term rest = term_2(t, OP_BV_SREM, x, divisor);
    Term mod = term_ite(t, term_2(t, OP_BV_SLT, rest, zero), term_2(t, OP_BV_ADD, rest, divisor), rest);
    return op_of(t, a) == OP_MOD ? mod : term_2(t, OP_BV_SDIV, term_bv_sub(t, x, mod), divisor);
}

static Term made(const Back *b, Term a) {
    assert(map_find(&b->made, a.id));
    return (Term){ map_find(&b->made, a.id) };
}

static Term leaf_back(Back *b, Term a) {
    Rat c;
    if (rat_value(b->t, a, &c))
        return bv_make(b->t, (UWide)c.num, b->width);
    return term_sext(b->t, (Term){ map_find(&b->n->origin, a.id) }, b->width);
}

static Term number_back(Back *b, Term a) {
    assert(is_number(b->t, a) && b->width);
    Terms *t = b->t;
    uint32_t n = node_of(t, a)->n;
    Term all;
    switch (op_of(t, a)) {
    case OP_ADD:
        all = made(b, arg_of(t, a, 0));
        for (uint32_t i = 1; i < n; i++)
            all = term_2(t, OP_BV_ADD, all, made(b, arg_of(t, a, i)));
        return all;
    case OP_MUL:
        return term_2(t, OP_BV_MUL, made(b, arg_of(t, a, 0)), made(b, arg_of(t, a, 1)));
    case OP_DIV:
    case OP_MOD:
        return divided(b, a, made(b, arg_of(t, a, 0)));
    case OP_ITE:
        return term_ite(t, made(b, arg_of(t, a, 0)), made(b, arg_of(t, a, 1)), made(b, arg_of(t, a, 2)));
    default:
        return leaf_back(b, a);
    }
}

static Term formula_back(Back *b, Term a) {
    assert(!is_number(b->t, a));
    Terms *t = b->t;
    uint32_t n = node_of(t, a)->n;
    Op op = op_of(t, a);
    if (!n)
        return a;
    if (op == OP_LE || op == OP_LT)
        return term_2(t, op == OP_LE ? OP_BV_SLE : OP_BV_SLT, made(b, arg_of(t, a, 0)), made(b, arg_of(t, a, 1)));
    Term *arg = base_alloc(n * sizeof *arg);
    for (uint32_t i = 0; i < n; i++)
        arg[i] = made(b, arg_of(t, a, i));
    Term r = term_build(t, op, (Sort){ 0 }, n, arg, 0, 0);
    free(arg);
    return r;
}

static bool understood(const Back *b, Term a) {
    switch (op_of(b->t, a)) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_EQ:
    case OP_ITE:
    case OP_TRUE:
    case OP_FALSE:
    case OP_VAR:
        return kind_of(b->t, a) == SORT_BOOL;
    case OP_LE:
    case OP_LT:
        return is_number(b->t, arg_of(b->t, a, 0));
    default:
        return false;
    }
}

// Two walks in the same order, arguments first: the ranges, then the terms.
static bool walk(Back *b, Term root, bool ranges) {
    VecTerm stack = { 0 };
    Map *done = ranges ? &b->at : &b->made;
    bool good = true;
    vec_push(&stack, root);
    while (good && stack.count) {
        Term a = vec_last(&stack);
        uint32_t before = stack.count;
        if (map_find(done, a.id)) {
            stack.count--;
            continue;
        }
        for (uint32_t i = 0; i < node_of(b->t, a)->n; i++)
            if (!map_find(done, arg_of(b->t, a, i).id))
                vec_push(&stack, arg_of(b->t, a, i));
        if (stack.count > before)
            continue;
        if (ranges) {
            Number r = { 0 };
            good = is_number(b->t, a) ? number_range(b, a, &r) && fits(r) : understood(b, a);
            uint32_t need = good ? bits_for(r) + 1 : 0; // one more: a remainder plus its divisor
            b->width = need > b->width ? need : b->width;
            vec_push(&b->ranges, r);
            map_put(done, a.id, b->ranges.count);
        } else {
            map_put(done, a.id, (is_number(b->t, a) ? number_back(b, a) : formula_back(b, a)).id);
        }
        stack.count--;
    }
    vec_free(&stack);
    return good;
}

Term integers_back(Integers *n, Term formula) {
    assert(kind_of(n->t, formula) == SORT_BOOL);
    Back b = { .n = n, .t = n->t };
    Term result = { 0 };
    if (walk(&b, formula, true) && b.width <= 128 && walk(&b, formula, false))
        result = made(&b, formula);
    map_free(&b.at);
    map_free(&b.made);
    vec_free(&b.ranges);
    return result;
}
