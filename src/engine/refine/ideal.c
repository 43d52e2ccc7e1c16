// ideal.c - to integers that never wrap, and back
#include "engine/refine/ideal.h"
#include "logic/term/value.h"

struct Ideal {
    Terms *t;
    TermLeaf origin;
    void *context;
    Map votes;    // variable -> 1: read as signed somewhere; 2: as unsigned; 3: both
    Map made;     // term -> its ideal
    Map back;     // ideal variable -> the term it stands for
    Map natural;  // ideal variable -> 1: it stands for an unsigned number
    Map returned; // formula of integers -> formula of bit-vectors, or 0
};

Ideal *ideal_new(Terms *t, TermLeaf origin, void *context) {
    assert(origin);
    Ideal *ideal = base_alloc(sizeof *ideal);
    *ideal = (Ideal){ .t = t, .origin = origin, .context = context };
    return ideal;
}

void ideal_free(Ideal *ideal) {
    if (!ideal)
        return;
    map_free(&ideal->votes);
    map_free(&ideal->made);
    map_free(&ideal->back);
    map_free(&ideal->natural);
    map_free(&ideal->returned);
    free(ideal);
}

static bool is_bv(const Ideal *ideal, Term a) {
    return sort_kind(ideal->t, term_sort(ideal->t, a)) == SORT_BV;
}

static uint32_t width_of(const Ideal *ideal, Term a) {
    assert(is_bv(ideal, a));
    return sort_width(ideal->t, term_sort(ideal->t, a));
}

// ---- signs ----
enum { VOTE_SIGNED = 1, VOTE_UNSIGNED = 2 };

static uint32_t vote_of(Op op) {
    switch (op) {
    case OP_BV_SLT:
    case OP_BV_SLE:
    case OP_BV_SDIV:
    case OP_BV_SREM:
    case OP_BV_SEXT:
    case OP_BV_ASHR:
        return VOTE_SIGNED;
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_UDIV:
    case OP_BV_UREM:
    case OP_BV_ZEXT:
    case OP_BV_LSHR:
        return VOTE_UNSIGNED;
    default:
        return 0;
    }
}

// The variables whose value an operand is, but for additions and choices, get its vote.
static void cast_votes(Ideal *ideal, Term a, uint32_t vote) {
    assert(vote == VOTE_SIGNED || vote == VOTE_UNSIGNED);
    VecTerm todo = { 0 };
    Map seen = { 0 };
    vec_push(&todo, a);
    while (todo.count) {
        Term x = vec_pop(&todo);
        Op op = term_op(ideal->t, x);
        if (map_find(&seen, x.id))
            continue;
        map_put(&seen, x.id, 1);
        if (op == OP_VAR) {
            Term first = ideal->origin(ideal->context, x);
            map_put(&ideal->votes, first.id, map_find(&ideal->votes, first.id) | vote);
        } else if (op == OP_BV_ADD || op == OP_ITE) {
            for (uint32_t i = op == OP_ITE; i < term_arity(ideal->t, x); i++)
                vec_push(&todo, term_arg(ideal->t, x, i));
        }
    }
    map_free(&seen);
    vec_free(&todo);
}

void ideal_learn(Ideal *ideal, Term formula) {
    VecTerm todo = { 0 };
    Map seen = { 0 };
    vec_push(&todo, formula);
    while (todo.count) {
        Term a = vec_pop(&todo);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        uint32_t vote = vote_of(term_op(ideal->t, a));
        for (uint32_t i = 0; i < term_arity(ideal->t, a); i++) {
            if (vote)
                cast_votes(ideal, term_arg(ideal->t, a, i), vote);
            vec_push(&todo, term_arg(ideal->t, a, i));
        }
    }
    map_free(&seen);
    vec_free(&todo);
}

static bool is_unsigned(Ideal *ideal, Term a) {
    if (term_op(ideal->t, a) != OP_VAR)
        return term_op(ideal->t, a) == OP_BV_ZEXT;
    return map_find(&ideal->votes, ideal->origin(ideal->context, a).id) == VOTE_UNSIGNED;
}

// ---- to integers ----
static bool constant(const Ideal *ideal, Term a, bool as_unsigned, Term *out) {
    uint64_t low, high;
    if (term_op(ideal->t, a) != OP_BV_CONST || width_of(ideal, a) > 64)
        return false;
    term_bits(ideal->t, a, &low, &high);
    uint32_t width = width_of(ideal, a);
    if (as_unsigned && low > INT64_MAX)
        return false;
    *out = term_int(ideal->t, as_unsigned ? (int64_t)low : value_signed((Value){ low, 0 }, width));
    return true;
}

// A variable for a term of which nothing is known.
static Term stand_in(Ideal *ideal, Term a) {
    char name[40];
    SortKind kind = sort_kind(ideal->t, term_sort(ideal->t, a));
    if (kind == SORT_BOOL && term_op(ideal->t, a) == OP_VAR)
        return a;
    snprintf(name, sizeof name, "ideal#%u", a.id);
    Term v = term_var(ideal->t, name, kind == SORT_BOOL ? sort_bool(ideal->t) : sort_int(ideal->t));
    map_put(&ideal->back, v.id, a.id);
    if (kind == SORT_BV && is_unsigned(ideal, a))
        map_put(&ideal->natural, v.id, 1);
    return v;
}

static Term made(const Ideal *ideal, Term a) {
    return (Term){ map_find(&ideal->made, a.id) };
}

// An operand of a comparison; constants are read as the other side is.
static Term operand(Ideal *ideal, Term a, Term other, bool as_unsigned) {
    Term c;
    if (constant(ideal, a, as_unsigned || is_unsigned(ideal, other), &c))
        return c;
    return made(ideal, a);
}

static Term compare(Ideal *ideal, Op op, Term a, bool as_unsigned) {
    Term x = term_arg(ideal->t, a, 0), y = term_arg(ideal->t, a, 1);
    return term_2(ideal->t, op, operand(ideal, x, y, as_unsigned), operand(ideal, y, x, as_unsigned));
}

static Term product(Ideal *ideal, Term a) {
    Term x = term_arg(ideal->t, a, 0), y = term_arg(ideal->t, a, 1), c;
    if (term_arity(ideal->t, a) == 2 && constant(ideal, x, false, &c))
        return term_2(ideal->t, OP_MUL, c, made(ideal, y));
    if (term_arity(ideal->t, a) == 2 && constant(ideal, y, false, &c))
        return term_2(ideal->t, OP_MUL, c, made(ideal, x));
    return stand_in(ideal, a);
}

static Term number(Ideal *ideal, Term a) {
    Terms *t = ideal->t;
    VecTerm args = { 0 };
    Term c, sum;
    switch (term_op(t, a)) {
    case OP_BV_CONST:
        return constant(ideal, a, false, &c) ? c : stand_in(ideal, a);
    case OP_BV_ADD:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            vec_push(&args, made(ideal, term_arg(t, a, i)));
        sum = term_build(t, OP_ADD, sort_int(t), args.count, args.at, 0, 0);
        vec_free(&args);
        return sum;
    case OP_BV_NEG:
        return term_2(t, OP_MUL, term_int(t, -1), made(ideal, term_arg(t, a, 0)));
    case OP_BV_MUL:
        return product(ideal, a);
    case OP_BV_SEXT:
    case OP_BV_ZEXT:
        return made(ideal, term_arg(t, a, 0));
    case OP_BV_EXTRACT:
        return term_imm(t, a, 1) == 0 ? made(ideal, term_arg(t, a, 0)) : stand_in(ideal, a);
    case OP_ITE:
        return term_ite(t, made(ideal, term_arg(t, a, 0)), made(ideal, term_arg(t, a, 1)),
                        made(ideal, term_arg(t, a, 2)));
    default:
        return stand_in(ideal, a);
    }
}

static Term formula_of(Ideal *ideal, Term a) {
    Terms *t = ideal->t;
    VecTerm args = { 0 };
    Term result;
    switch (term_op(t, a)) {
    case OP_TRUE:
    case OP_FALSE:
        return a;
    case OP_BV_SLT:
    case OP_BV_ULT:
        return compare(ideal, OP_LT, a, term_op(t, a) == OP_BV_ULT);
    case OP_BV_SLE:
    case OP_BV_ULE:
        return compare(ideal, OP_LE, a, term_op(t, a) == OP_BV_ULE);
    case OP_EQ:
        if (is_bv(ideal, term_arg(t, a, 0)))
            return compare(ideal, OP_EQ, a, false);
        if (sort_kind(t, term_sort(t, term_arg(t, a, 0))) != SORT_BOOL)
            return stand_in(ideal, a);
        // fall through
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_ITE:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            vec_push(&args, made(ideal, term_arg(t, a, i)));
        result = term_build(t, term_op(t, a), sort_bool(t), args.count, args.at, 0, 0);
        vec_free(&args);
        return result;
    default:
        return stand_in(ideal, a);
    }
}

// Arguments first, on an explicit stack.
Term ideal_formula(Ideal *ideal, Term formula) {
    Terms *t = ideal->t;
    VecTerm todo = { 0 };
    vec_push(&todo, formula);
    while (todo.count) {
        Term a = vec_last(&todo);
        uint32_t before = todo.count;
        SortKind kind = sort_kind(t, term_sort(t, a));
        if (map_find(&ideal->made, a.id)) {
            (void)vec_pop(&todo);
            continue;
        }
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            if ((kind == SORT_BV || kind == SORT_BOOL) && !map_find(&ideal->made, term_arg(t, a, i).id))
                vec_push(&todo, term_arg(t, a, i));
        if (todo.count > before)
            continue;
        (void)vec_pop(&todo);
        Term result = kind == SORT_BOOL ? formula_of(ideal, a) : kind == SORT_BV ? number(ideal, a) : a;
        map_put(&ideal->made, a.id, result.id);
    }
    vec_free(&todo);
    return made(ideal, formula);
}

Term ideal_range(Ideal *ideal, Term variable) {
    Term v = is_bv(ideal, variable) ? ideal_formula(ideal, variable) : variable;
    bool natural = is_bv(ideal, variable) && map_find(&ideal->natural, v.id);
    return natural ? term_2(ideal->t, OP_LE, term_int(ideal->t, 0), v) : term_true(ideal->t);
}

// ---- back ----
enum { MOST_SUMMANDS = 12, WIDEST = 120 };
typedef struct Linear { // sum of c * x, and k
    uint32_t n;
    Term x[MOST_SUMMANDS];
    int64_t c[MOST_SUMMANDS];
    int64_t k;
} Linear;

static bool add_summand(Linear *l, Term x, int64_t c) {
    for (uint32_t i = 0; i < l->n; i++)
        if (term_same(l->x[i], x))
            return !__builtin_add_overflow(l->c[i], c, &l->c[i]);
    if (l->n == MOST_SUMMANDS)
        return false;
    l->x[l->n] = x;
    l->c[l->n++] = c;
    return true;
}

static bool add_linear(const Ideal *ideal, Term a, int64_t factor, Linear *l) {
    Terms *t = ideal->t;
    int64_t c;
    if (term_int_value(t, a, &c))
        return !__builtin_mul_overflow(c, factor, &c) && !__builtin_add_overflow(l->k, c, &l->k);
    switch (term_op(t, a)) {
    case OP_VAR:
        return map_find(&ideal->back, a.id) && add_summand(l, a, factor);
    case OP_ADD:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            if (!add_linear(ideal, term_arg(t, a, i), factor, l))
                return false;
        return true;
    case OP_MUL:
        return term_arity(t, a) == 2 && term_int_value(t, term_arg(t, a, 0), &c) &&
               !__builtin_mul_overflow(c, factor, &c) && add_linear(ideal, term_arg(t, a, 1), c, l);
    default:
        return false;
    }
}

static Term origin_of(const Ideal *ideal, Term x) {
    return (Term){ map_find(&ideal->back, x.id) };
}

// The sum at a width; equal to the integer's modulo 2 to it.
static Term sum_at(Ideal *ideal, const Linear *l, uint32_t width) {
    Terms *t = ideal->t;
    Term sum = term_bv128(t, (uint64_t)l->k, l->k < 0 ? UINT64_MAX : 0, width);
    for (uint32_t i = 0; i < l->n; i++) {
        Term x = origin_of(ideal, l->x[i]);
        x = map_find(&ideal->natural, l->x[i].id) ? term_zext(t, x, width) : term_sext(t, x, width);
        Term c = term_bv128(t, (uint64_t)l->c[i], l->c[i] < 0 ? UINT64_MAX : 0, width);
        sum = term_2(t, OP_BV_ADD, sum, term_2(t, OP_BV_MUL, c, x));
    }
    return sum;
}

static uint32_t bits(int64_t c) {
    uint64_t size = c < 0 ? 0 - (uint64_t)c : (uint64_t)c;
    return size ? 64 - (uint32_t)__builtin_clzll(size) : 1;
}

// A width at which the sum does not wrap, with room for its sign.
static uint32_t wide_enough(const Ideal *ideal, const Linear *l) {
    uint32_t most = bits(l->k) + 1;
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t width = width_of(ideal, origin_of(ideal, l->x[i])) + bits(l->c[i]) + 1;
        most = width > most ? width : most;
    }
    return most + bits(l->n + 1) + 1;
}

static uint32_t one_width(const Ideal *ideal, const Linear *l) {
    uint32_t width = l->n ? width_of(ideal, origin_of(ideal, l->x[0])) : 0;
    for (uint32_t i = 1; i < l->n; i++)
        if (width_of(ideal, origin_of(ideal, l->x[i])) != width)
            return 0;
    return width;
}

// a = b, a <= b, a < b over integers.
static Term atom_back(Ideal *ideal, Term a) {
    Terms *t = ideal->t;
    Linear l = { 0 };
    if (!add_linear(ideal, term_arg(t, a, 0), 1, &l) || !add_linear(ideal, term_arg(t, a, 1), -1, &l))
        return (Term){ 0 };
    uint32_t width = one_width(ideal, &l);
    if (term_op(t, a) == OP_EQ && width)
        return term_eq(t, sum_at(ideal, &l, width), term_bv(t, 0, width));
    width = wide_enough(ideal, &l);
    if (width > WIDEST)
        return (Term){ 0 };
    Term sum = sum_at(ideal, &l, width), zero = term_bv(t, 0, width);
    switch (term_op(t, a)) {
    case OP_EQ:
        return term_eq(t, sum, zero);
    case OP_LE:
        return term_2(t, OP_BV_SLE, sum, zero);
    default:
        return term_2(t, OP_BV_SLT, sum, zero);
    }
}

static Term formula_back(Ideal *ideal, Term a) {
    Terms *t = ideal->t;
    VecTerm args = { 0 };
    Term result = { 0 };
    switch (term_op(t, a)) {
    case OP_TRUE:
    case OP_FALSE:
        return a;
    case OP_VAR:
        return map_find(&ideal->back, a.id) ? origin_of(ideal, a) : a;
    case OP_LE:
    case OP_LT:
        return atom_back(ideal, a);
    case OP_EQ:
        if (sort_kind(t, term_sort(t, term_arg(t, a, 0))) == SORT_INT)
            return atom_back(ideal, a);
        // fall through
    case OP_NOT:
    case OP_AND:
    case OP_OR:
        for (uint32_t i = 0; i < term_arity(t, a); i++) {
            Term arg = ideal_back(ideal, term_arg(t, a, i));
            if (!arg.id)
                break;
            vec_push(&args, arg);
        }
        if (args.count == term_arity(t, a))
            result = term_build(t, term_op(t, a), sort_bool(t), args.count, args.at, 0, 0);
        vec_free(&args);
        return result;
    default:
        return result;
    }
}

// Interpolants are shallow: their depth is that of their Boolean structure.
Term ideal_back(Ideal *ideal, Term formula) {
    uint32_t known;
    if (map_get(&ideal->returned, formula.id, &known))
        return (Term){ known };
    Term result = formula_back(ideal, formula);
    map_put(&ideal->returned, formula.id, result.id);
    return result;
}
