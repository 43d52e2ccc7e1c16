// simplify.c - rules for connectives, equality, choice, floats and arrays
//
// Every rule is an equivalence of SMT-LIB 2.6; tests/fuzz checks them with the
// solver.  No rule recurses along the depth of a term: each looks a fixed
// number of levels down.
#include "logic/term/table.h"

// ---- not ----
// The comparison that is the negation of 'op' with its arguments swapped.
static Op swapped_negation(Op op) {
    switch (op) {
    case OP_LE:
        return OP_LT;
    case OP_LT:
        return OP_LE;
    case OP_BV_ULT:
        return OP_BV_ULE;
    case OP_BV_ULE:
        return OP_BV_ULT;
    case OP_BV_SLT:
        return OP_BV_SLE;
    case OP_BV_SLE:
        return OP_BV_SLT;
    default:
        return OP_NONE;
    }
}

Term simplify_not(Terms *t, Term a) {
    assert(kind_of(t, a) == SORT_BOOL);
    if (is_true(t, a) || is_false(t, a))
        return term_bool(t, is_false(t, a));
    Op op = op_of(t, a), other = swapped_negation(op);
    if (op == OP_NOT)
        return arg_of(t, a, 0);
    if (other)
        return term_2(t, other, arg_of(t, a, 1), arg_of(t, a, 0));
    return intern(t, OP_NOT, sort_of(t, a), 1, &a, 0, NULL);
}

// ---- and, or ----
static void sort_terms(uint32_t n, Term arg[]) {
    if (n > 16) {
        qsort(arg, n, sizeof *arg, term_by_id);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        Term x = arg[i];
        uint32_t j = i;
        for (; j && arg[j - 1].id > x.id; j--)
            arg[j] = arg[j - 1];
        arg[j] = x;
    }
}

static bool contains(uint32_t n, const Term sorted[], Term x) {
    return n && bsearch(&x, sorted, n, sizeof x, term_by_id);
}

// Is the negation of some argument an argument too?  Comparisons count as
// negations of each other only where their arguments are merely swapped.
static bool has_complement(const Terms *t, uint32_t n, const Term sorted[]) {
    for (uint32_t i = 0; i < n; i++) {
        Op op = op_of(t, sorted[i]), other = swapped_negation(op);
        if (op == OP_NOT && contains(n, sorted, arg_of(t, sorted[i], 0)))
            return true;
        if (!other)
            continue;
        Term pair[2] = { arg_of(t, sorted[i], 1), arg_of(t, sorted[i], 0) };
        Term negation = look_up(t, other, sort_of(t, t->yes), 2, pair, 0, NULL);
        if (negation.id && contains(n, sorted, negation))
            return true;
    }
    return false;
}

// Copies the arguments, those of nested operations of the same kind in place
// of the operation.  'out' has room for FLAT_LIMIT times as many.
static uint32_t flatten(const Terms *t, Op op, uint32_t n, const Term arg[], Term out[]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const TermNode *node = node_of(t, arg[i]);
        if (node->op == op && node->n <= FLAT_LIMIT) {
            memcpy(out + count, args_of(t, arg[i]), node->n * sizeof *out);
            count += node->n;
        } else {
            out[count++] = arg[i];
        }
    }
    return count;
}

static uint32_t flat_size(const Terms *t, Op op, uint32_t n, const Term arg[]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += op_of(t, arg[i]) == op ? FLAT_LIMIT : 1;
    return count;
}

static uint32_t without_repeats(uint32_t n, Term sorted[], Term unit) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (sorted[i].id != unit.id && (!kept || sorted[kept - 1].id != sorted[i].id))
            sorted[kept++] = sorted[i];
    return kept;
}

Term simplify_and_or(Terms *t, Op op, uint32_t n, const Term arg[]) {
    assert(op == OP_AND || op == OP_OR);
    Term unit = op == OP_AND ? t->yes : t->no, zero = op == OP_AND ? t->no : t->yes;
    Term few[96] = { { 0 } }, *all = few;
    uint32_t room = flat_size(t, op, n, arg);
    if (room > COUNT(few))
        all = base_alloc(room * sizeof *all);
    uint32_t count = flatten(t, op, n, arg, all);
    sort_terms(count, all);
    Term result = zero;
    if (!contains(count, all, zero)) {
        count = without_repeats(count, all, unit);
        if (count == 0)
            result = unit;
        else if (count == 1)
            result = all[0];
        else if (!has_complement(t, count, all))
            result = intern(t, op, sort_of(t, unit), count, all, 0, NULL);
    }
    if (all != few)
        free(all);
    return result;
}

// ---- equality ----
// Constants of one sort with different handles differ, but for Real constants
// too large to be reduced.
static bool distinct_constants(const Terms *t, Term a, Term b) {
    Rat x, y;
    if (a.id == b.id || !term_is_const(t, a) || !term_is_const(t, b))
        return false;
    return op_of(t, a) != OP_REAL_CONST || (rat_value(t, a, &x) && rat_value(t, b, &y));
}

static Term bool_eq(Terms *t, Term a, Term b) {
    if (is_true(t, a) || is_false(t, a))
        return is_true(t, a) ? b : term_not(t, b);
    if (is_true(t, b) || is_false(t, b))
        return is_true(t, b) ? a : term_not(t, a);
    bool negated = false;
    if (op_of(t, a) == OP_NOT)
        a = arg_of(t, a, 0), negated = !negated;
    if (op_of(t, b) == OP_NOT)
        b = arg_of(t, b, 0), negated = !negated;
    if (a.id == b.id)
        return term_bool(t, !negated);
    Term pair[2] = { a.id < b.id ? a : b, a.id < b.id ? b : a };
    Term same = has_complement(t, 2, pair) ? t->no : intern(t, OP_EQ, sort_of(t, a), 2, pair, 0, NULL);
    return negated ? term_not(t, same) : same;
}

// ite(c, k1, k2) = k with constants: c, not c, true or false.
static Term choice_eq(Terms *t, Term ite, Term k) {
    assert(op_of(t, ite) == OP_ITE);
    Term x = arg_of(t, ite, 1), y = arg_of(t, ite, 2), c = arg_of(t, ite, 0);
    bool x_differs = distinct_constants(t, x, k), y_differs = distinct_constants(t, y, k);
    if (x_differs && y_differs)
        return t->no;
    if (x_differs && y.id == k.id)
        return term_not(t, c);
    if (y_differs && x.id == k.id)
        return c;
    return (Term){ 0 };
}

// ---- floats and their bits ----
// Bits of floats, perhaps constant ones, are compared and chosen as floats; floats of bits as bits.
static bool is_bits(const Terms *t, Term a) {
    return op_of(t, a) == OP_FP_TO_BITS;
}

static bool is_of_bits(const Terms *t, Term a) {
    return op_of(t, a) == OP_FP_FROM_BITS;
}

static Term as_float(Terms *t, Term bits, Sort s) {
    return term_convert(t, OP_FP_FROM_BITS, s, bits);
}

static Term as_bits(Terms *t, Term a) {
    return term_1(t, OP_FP_TO_BITS, a);
}

// Two bit-vectors, of which one is the bits of a float and the other likewise or a constant?  Of which sort?
static bool both_bits(const Terms *t, Term a, Term b, Sort *s) {
    Term x = is_bits(t, a) ? a : b, y = x.id == a.id ? b : a;
    if (!is_bits(t, x))
        return false;
    *s = sort_of(t, arg_of(t, x, 0));
    return is_bits(t, y) ? sort_of(t, arg_of(t, y, 0)).id == s->id : term_is_const(t, y);
}

// Two floats, of which one is made of bits and the other likewise or a constant?
static bool both_of_bits(const Terms *t, Term a, Term b) {
    bool x = is_of_bits(t, a), y = is_of_bits(t, b);
    return (x || y) && (x || term_is_const(t, a)) && (y || term_is_const(t, b));
}

static Term float_eq(Terms *t, Term a, Term b) {
    Sort s;
    if (kind_of(t, a) == SORT_FLOAT && (is_of_bits(t, a) || is_of_bits(t, b)))
        return term_eq(t, as_bits(t, a), as_bits(t, b));
    if (kind_of(t, a) == SORT_BV && both_bits(t, a, b, &s))
        return term_eq(t, as_float(t, a, s), as_float(t, b, s));
    return (Term){ 0 };
}

static Term float_ite(Terms *t, Term c, Term a, Term b) {
    Sort s;
    if (kind_of(t, a) == SORT_FLOAT && both_of_bits(t, a, b))
        return as_float(t, term_ite(t, c, as_bits(t, a), as_bits(t, b)), sort_of(t, a));
    if (kind_of(t, a) == SORT_BV && both_bits(t, a, b, &s))
        return as_bits(t, term_ite(t, c, as_float(t, a, s), as_float(t, b, s)));
    return (Term){ 0 };
}

Term simplify_eq(Terms *t, Term a, Term b) {
    assert(sort_of(t, a).id == sort_of(t, b).id);
    if (a.id == b.id)
        return t->yes;
    if (distinct_constants(t, a, b))
        return t->no;
    if (op_of(t, a) == OP_ITE || op_of(t, b) == OP_ITE) {
        Term decided = op_of(t, a) == OP_ITE ? choice_eq(t, a, b) : choice_eq(t, b, a);
        if (decided.id)
            return decided;
    }
    Term floats = float_eq(t, a, b);
    if (floats.id)
        return floats;
    switch (kind_of(t, a)) {
    case SORT_BOOL:
        return bool_eq(t, a, b);
    case SORT_INT:
    case SORT_REAL:
        return simplify_arith_eq(t, a, b);
    case SORT_BV:
        return simplify_bv_eq(t, a, b);
    default:
        return intern_ordered(t, OP_EQ, sort_of(t, t->yes), a, b);
    }
}

// ---- choice ----
static Term bool_ite(Terms *t, Term c, Term a, Term b) {
    assert(kind_of(t, a) == SORT_BOOL && kind_of(t, b) == SORT_BOOL);
    if (is_true(t, a) || a.id == c.id)
        return term_or(t, c, b);
    if (is_false(t, a))
        return term_and(t, term_not(t, c), b);
    if (is_true(t, b))
        return term_or(t, term_not(t, c), a);
    if (is_false(t, b) || b.id == c.id)
        return term_and(t, c, a);
    if (op_of(t, a) == OP_NOT && arg_of(t, a, 0).id == b.id)
        return term_not(t, term_eq(t, c, b));
    if (op_of(t, b) == OP_NOT && arg_of(t, b, 0).id == a.id)
        return term_eq(t, c, a);
    return (Term){ 0 };
}

Term simplify_ite(Terms *t, Term c, Term a, Term b) {
    assert(kind_of(t, c) == SORT_BOOL && sort_of(t, a).id == sort_of(t, b).id);
    if (is_true(t, c) || is_false(t, c))
        return is_true(t, c) ? a : b;
    if (a.id == b.id)
        return a;
    if (op_of(t, c) == OP_NOT)
        return term_ite(t, arg_of(t, c, 0), b, a);
    if (op_of(t, a) == OP_ITE && arg_of(t, a, 0).id == c.id)
        return term_ite(t, c, arg_of(t, a, 1), b);
    if (op_of(t, b) == OP_ITE && arg_of(t, b, 0).id == c.id)
        return term_ite(t, c, a, arg_of(t, b, 2));
    if (op_of(t, c) == OP_EQ) { // ite(a = b, a, b) is b
        Term x = arg_of(t, c, 0), y = arg_of(t, c, 1);
        if ((x.id == a.id && y.id == b.id) || (x.id == b.id && y.id == a.id))
            return b;
    }
    if (kind_of(t, a) == SORT_BOOL) {
        Term simpler = bool_ite(t, c, a, b);
        if (simpler.id)
            return simpler;
    }
    Term floats = float_ite(t, c, a, b);
    return floats.id ? floats : intern(t, OP_ITE, sort_of(t, a), 3, (Term[]){ c, a, b }, 0, NULL);
}

// ---- floats ----
static Term float_compare(Terms *t, Op op, Term a, Term b) {
    if (a.id == b.id)
        return op == OP_FP_LT ? t->no : term_not(t, term_1(t, OP_FP_IS_NAN, a));
    if (op == OP_FP_EQ)
        return intern_ordered(t, op, sort_of(t, t->yes), a, b);
    return intern(t, op, sort_of(t, t->yes), 2, (Term[]){ a, b }, 0, NULL);
}

Term simplify_float(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm) {
    assert(n >= 1 && n <= 3);
    Op inner = op_of(t, arg[0]);
    Term a = arg[0];
    switch (op) {
    case OP_FP_EQ:
    case OP_FP_LT:
    case OP_FP_LE:
        return float_compare(t, op, a, arg[1]);
    case OP_FP_NEG:
        if (inner == OP_FP_NEG)
            return arg_of(t, a, 0);
        break;
    case OP_FP_ABS:
        if (inner == OP_FP_ABS)
            return a;
        if (inner == OP_FP_NEG)
            return term_1(t, op, arg_of(t, a, 0));
        break;
    case OP_FP_IS_NAN:
        if (inner == OP_FP_NEG || inner == OP_FP_ABS || inner == OP_FP_FROM_FP)
            return term_1(t, op, arg_of(t, a, 0));
        if (inner == OP_FP_FROM_SBV || inner == OP_FP_FROM_UBV)
            return t->no;
        break;
    case OP_FP_FROM_BITS:
        if (inner == OP_FP_TO_BITS && sort_of(t, arg_of(t, a, 0)).id == s.id)
            return arg_of(t, a, 0);
        break;
    case OP_FP_TO_BITS:
        if (inner == OP_FP_FROM_BITS)
            return arg_of(t, a, 0);
        break;
    case OP_FP_FROM_FP:
        if (sort_of(t, a).id == s.id)
            return a;
        break;
    case OP_FP_ROUND:
        return intern(t, op, s, n, arg, 1, &imm);
    default: // ADD and MUL: which of two NaNs the result is depends on the order
        break;
    }
    return intern(t, op, s, n, arg, 0, NULL);
}

// ---- arrays ----
// A term as a list of summands and a constant: t = sum + constant.
static const Term *summands(const Terms *t, const Term *a, uint32_t *n, Term *constant) {
    Op op = op_of(t, *a);
    *n = 1;
    *constant = (Term){ 0 };
    if (term_is_const(t, *a)) {
        *n = 0;
        *constant = *a;
    }
    if (op != OP_ADD && op != OP_BV_ADD)
        return a;
    *n = node_of(t, *a)->n;
    const Term *arg = args_of(t, *a);
    if (term_is_const(t, arg[*n - 1]))
        *constant = arg[--*n];
    return arg;
}

bool known_distinct(const Terms *t, Term a, Term b) {
    assert(sort_of(t, a).id == sort_of(t, b).id);
    uint32_t n, m;
    Term c, d;
    if (distinct_constants(t, a, b))
        return true;
    SortKind kind = kind_of(t, a);
    if (kind != SORT_BV && kind != SORT_INT && kind != SORT_REAL)
        return false;
    const Term *x = summands(t, &a, &n, &c), *y = summands(t, &b, &m, &d);
    if (n == 0 || n != m || memcmp(x, y, n * sizeof *x) != 0)
        return false;
    if (c.id && d.id)
        return distinct_constants(t, c, d);
    return c.id != d.id && !const_is_zero(t, c.id ? c : d); // an absent constant is 0
}
