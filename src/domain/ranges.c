// ranges.c - evaluation over ranges, and back from a condition to the variables in it
//
// 'assume' goes down a formula with the truth it must have: a conjunction is taken part by part,
// of a disjunction the results are joined, and a comparison bounds both of its sides, which
// is carried on to the variables through operations that can be undone.
#include "domain/ranges.h"
#include "logic/term/value.h"

enum {
    MOST_DEPTH = 400, // of formulas: recursion
    MOST_CASES = 6,   // nested if-then-else of a value
};

Ranges ranges_new(Terms *t, uint32_t fuel) {
    return (Ranges){ .t = t, .fuel = fuel };
}

void ranges_free(Ranges *r) {
    vec_free(&r->vars);
    vec_free(&r->now);
    map_free(&r->place_of);
}

static uint32_t width_of(const Ranges *r, Term a) {
    return sort_width(r->t, term_sort(r->t, a));
}

static bool fits(const Ranges *r, Term a) {
    return range_fits(r->t, term_sort(r->t, a));
}

static Range *place(Ranges *r, Term variable) {
    assert(term_op(r->t, variable) == OP_VAR && fits(r, variable));
    uint32_t at = map_find(&r->place_of, variable.id);
    if (!at) {
        vec_push(&r->vars, variable);
        vec_push(&r->now, range_top(width_of(r, variable)));
        at = r->now.count;
        map_put(&r->place_of, variable.id, at);
    }
    return &r->now.at[at - 1];
}

void ranges_set(Ranges *r, Term variable, Range range) {
    *place(r, variable) = range;
    r->impossible |= range_is_none(range);
}

Range ranges_get(Ranges *r, Term variable) {
    return *place(r, variable);
}

static bool burn(Ranges *r) {
    return r->fuel && r->fuel--;
}

// ---- forward ----
typedef struct Results { // of the terms of one evaluation
    Map place_of;        // term -> 1 + place
    VEC(Range) at;
} Results;

static void keep(Results *done, Term a, Range range) {
    vec_push(&done->at, range);
    map_put(&done->place_of, a.id, done->at.count);
}

static Range leaf_range(Ranges *r, Term a) {
    if (!fits(r, a))
        return range_none(); // of no meaning
    if (term_op(r->t, a) == OP_VAR)
        return ranges_get(r, a);
    if (term_is_const(r->t, a))
        return range_const(width_of(r, a), value_of_term(r->t, a).lo);
    return range_top(width_of(r, a));
}

// False: some argument is not there yet; then it waits on the stack.
static bool arguments_done(Ranges *r, Term a, Results *done, VecTerm *todo, Range arg[]) {
    bool all = true;
    for (uint32_t i = 0; i < term_arity(r->t, a); i++) {
        Term b = term_arg(r->t, a, i);
        uint32_t at = map_find(&done->place_of, b.id);
        if (at)
            arg[i] = done->at.at[at - 1];
        else
            vec_push(todo, b);
        all &= at != 0;
    }
    return all;
}

static void evaluate_with(Ranges *r, Term a, Results *done) {
    VecTerm todo = { 0 };
    VEC(Range) arg = { 0 };
    vec_push(&todo, a);
    while (todo.count) {
        Term b = vec_last(&todo);
        bool opaque = !fits(r, b) || term_arity(r->t, b) == 0;
        if (map_find(&done->place_of, b.id)) {
            todo.count--;
        } else if (opaque || !burn(r)) {
            keep(done, b, opaque ? leaf_range(r, b) : range_top(width_of(r, b)));
            todo.count--;
        } else {
            vec_resize(&arg, term_arity(r->t, b));
            if (!arguments_done(r, b, done, &todo, arg.at))
                continue;
            keep(done, b, range_apply(r->t, b, arg.at));
            todo.count--;
        }
    }
    vec_free(&arg);
    vec_free(&todo);
}

Range ranges_evaluate(Ranges *r, Term a) {
    assert(fits(r, a));
    if (term_arity(r->t, a) == 0)
        return leaf_range(r, a);
    Results done = { 0 };
    evaluate_with(r, a, &done);
    Range result = done.at.at[map_find(&done.place_of, a.id) - 1];
    vec_free(&done.at);
    map_free(&done.place_of);
    return result;
}

// ---- taking back ----
typedef struct Saved {
    VEC(Range) now;
    bool impossible;
} Saved;

static Saved save(const Ranges *r) {
    Saved s = { .impossible = r->impossible };
    vec_resize(&s.now, r->now.count);
    if (r->now.count)
        memcpy(s.now.at, r->now.at, r->now.count * sizeof *r->now.at);
    return s;
}

static void restore(Ranges *r, const Saved *s) { // variables met since then may have any value
    for (uint32_t i = 0; i < r->now.count; i++)
        r->now.at[i] = i < s->now.count ? s->now.at[i] : range_top(width_of(r, r->vars.at[i]));
    r->impossible = s->impossible;
}

// Adds the states of 's'.
static void join_saved(Ranges *r, const Saved *s) {
    assert(s->now.count <= r->now.count);
    if (s->impossible)
        return;
    if (r->impossible) {
        restore(r, s);
        return;
    }
    for (uint32_t i = 0; i < r->now.count; i++)
        r->now.at[i] =
            i < s->now.count ? range_join(r->now.at[i], s->now.at[i]) : range_top(width_of(r, r->vars.at[i]));
}

// ---- backward ----
static void assume(Ranges *r, Term a, bool value, uint32_t depth);
static void bound(Ranges *r, Term a, Range range, uint32_t depth);

static void bound_sum(Ranges *r, Term a, Range range, uint32_t depth) {
    uint32_t width = width_of(r, a), n = term_arity(r->t, a);
    for (uint32_t i = 0; i < n && n <= 4; i++) {
        Range rest = range;
        if (term_is_const(r->t, term_arg(r->t, a, i)))
            continue;
        for (uint32_t k = 0; k < n; k++)
            if (k != i)
                rest = range_add(width, rest, range_negate(width, ranges_evaluate(r, term_arg(r->t, a, k))));
        bound(r, term_arg(r->t, a, i), rest, depth);
    }
}

static void bound_extended(Ranges *r, Term a, Range range, uint32_t depth) {
    Term inner = term_arg(r->t, a, 0);
    uint32_t width = width_of(r, inner);
    bool is_signed = term_op(r->t, a) == OP_BV_SEXT;
    Range possible = range_meet(range, range_apply(r->t, a, (Range[]){ range_top(width) }));
    if (range_is_none(possible))
        r->impossible = true;
    else
        bound(r, inner, range_of_span(width, range_span(width_of(r, a), possible, is_signed)), depth);
}

static void bound_choice(Ranges *r, Term a, Range range, uint32_t depth) {
    Term c = term_arg(r->t, a, 0), yes = term_arg(r->t, a, 1), no = term_arg(r->t, a, 2);
    if (range_is_none(range_meet(range, ranges_evaluate(r, yes)))) {
        assume(r, c, false, depth);
        bound(r, no, range, depth);
    } else if (range_is_none(range_meet(range, ranges_evaluate(r, no)))) {
        assume(r, c, true, depth);
        bound(r, yes, range, depth);
    }
}

// Keeps the states where the value of 'a' is in the range.
static void bound(Ranges *r, Term a, Range range, uint32_t depth) {
    if (r->impossible || !fits(r, a) || depth > MOST_DEPTH || !burn(r))
        return;
    Range known = ranges_evaluate(r, a);
    range = range_meet(known, range);
    if (range_is_none(range)) {
        r->impossible = true;
        return;
    }
    if (range_same(known, range))
        return;
    uint32_t width = width_of(r, a);
    switch (term_op(r->t, a)) {
    case OP_VAR:
        ranges_set(r, a, range);
        break;
    case OP_BV_ADD:
        bound_sum(r, a, range, depth + 1);
        break;
    case OP_BV_NEG:
        bound(r, term_arg(r->t, a, 0), range_negate(width, range), depth + 1);
        break;
    case OP_BV_NOT: // -x - 1 is its own inverse
        bound(r, term_arg(r->t, a, 0), range_apply(r->t, a, &range), depth + 1);
        break;
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        bound_extended(r, a, range, depth + 1);
        break;
    case OP_ITE:
        bound_choice(r, a, range, depth + 1);
        break;
    default:
        break;
    }
}

// ---- conditions ----
// What the numbers below (or at) 'b' leave for a, and the other way round.
static void assume_less(Ranges *r, Term a, Term b, bool is_signed, bool or_equal, uint32_t depth) {
    uint32_t width = width_of(r, a);
    Range x = ranges_evaluate(r, a), y = ranges_evaluate(r, b);
    if (range_is_none(x) || range_is_none(y)) {
        r->impossible = true;
        return;
    }
    Span all = range_span(width, range_top(width), is_signed);
    Wide gap = or_equal ? 0 : 1;
    Span below = { all.lo, range_span(width, y, is_signed).hi - gap };
    Span above = { range_span(width, x, is_signed).lo + gap, all.hi };
    bound(r, a, range_of_span(width, below), depth);
    bound(r, b, range_of_span(width, above), depth);
}

static void assume_order(Ranges *r, Term a, bool value, uint32_t depth) {
    Op op = term_op(r->t, a);
    bool is_signed = op == OP_BV_SLT || op == OP_BV_SLE, or_equal = op == OP_BV_ULE || op == OP_BV_SLE;
    Term x = term_arg(r->t, a, 0), y = term_arg(r->t, a, 1);
    if (!fits(r, x))
        return;
    if (value)
        assume_less(r, x, y, is_signed, or_equal, depth);
    else
        assume_less(r, y, x, is_signed, !or_equal, depth);
}

static void exclude(Ranges *r, Term a, Term b, uint32_t depth) {
    uint64_t value;
    if (range_is_const(ranges_evaluate(r, b), &value))
        bound(r, a, range_without(width_of(r, a), ranges_evaluate(r, a), value), depth);
}

// Either (a and b), or (not a and not b), the latter with 'second' for b.
static void assume_either(Ranges *r, Term a, Term b, bool first, Term c, bool second, uint32_t depth) {
    Saved start = save(r);
    assume(r, a, true, depth);
    assume(r, b, first, depth);
    Saved one = save(r);
    restore(r, &start);
    assume(r, a, false, depth);
    assume(r, c, second, depth);
    join_saved(r, &one);
    vec_free(&start.now);
    vec_free(&one.now);
}

static void assume_equal(Ranges *r, Term a, bool value, uint32_t depth) {
    Term x = term_arg(r->t, a, 0), y = term_arg(r->t, a, 1);
    if (!fits(r, x))
        return;
    if (sort_kind(r->t, term_sort(r->t, x)) == SORT_BOOL) {
        assume_either(r, x, y, value, y, !value, depth);
    } else if (value) {
        bound(r, x, ranges_evaluate(r, y), depth);
        bound(r, y, ranges_evaluate(r, x), depth);
    } else {
        exclude(r, x, y, depth);
        exclude(r, y, x, depth);
    }
}

static void assume_all(Ranges *r, Term a, bool value, uint32_t depth) {
    for (uint32_t i = 0; i < term_arity(r->t, a) && !r->impossible; i++)
        assume(r, term_arg(r->t, a, i), value, depth);
}

static void assume_some(Ranges *r, Term a, bool value, uint32_t depth) {
    Saved start = save(r), sum = { .impossible = true };
    for (uint32_t i = 0; i < term_arity(r->t, a); i++) {
        restore(r, &start);
        assume(r, term_arg(r->t, a, i), value, depth);
        join_saved(r, &sum);
        vec_free(&sum.now);
        sum = save(r);
    }
    vec_free(&start.now);
    vec_free(&sum.now);
}

static void assume(Ranges *r, Term a, bool value, uint32_t depth) {
    if (r->impossible || depth > MOST_DEPTH || !burn(r))
        return;
    depth++;
    switch (term_op(r->t, a)) {
    case OP_TRUE:
    case OP_FALSE:
        r->impossible |= (term_op(r->t, a) == OP_TRUE) != value;
        break;
    case OP_NOT:
        assume(r, term_arg(r->t, a, 0), !value, depth);
        break;
    case OP_AND:
    case OP_OR:
        if ((term_op(r->t, a) == OP_AND) == value)
            assume_all(r, a, value, depth);
        else
            assume_some(r, a, value, depth);
        break;
    case OP_ITE:
        assume_either(r, term_arg(r->t, a, 0), term_arg(r->t, a, 1), value, term_arg(r->t, a, 2), value, depth);
        break;
    case OP_EQ:
        assume_equal(r, a, value, depth);
        break;
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE:
        assume_order(r, a, value, depth);
        break;
    case OP_VAR:
        bound(r, a, range_const(1, value), depth);
        break;
    default:
        break;
    }
}

void ranges_assume(Ranges *r, Term formula, bool value) {
    assert(sort_kind(r->t, term_sort(r->t, formula)) == SORT_BOOL);
    assume(r, formula, value, 0);
}

// ---- values by cases ----
static Range evaluate_cases(Ranges *r, Term a, uint32_t cases) {
    if (r->impossible)
        return range_none();
    if (term_op(r->t, a) != OP_ITE || cases == 0 || !r->fuel)
        return ranges_evaluate(r, a);
    Saved start = save(r);
    assume(r, term_arg(r->t, a, 0), true, 0);
    Range yes = evaluate_cases(r, term_arg(r->t, a, 1), cases - 1);
    restore(r, &start);
    assume(r, term_arg(r->t, a, 0), false, 0);
    Range no = evaluate_cases(r, term_arg(r->t, a, 2), cases - 1);
    restore(r, &start);
    vec_free(&start.now);
    return range_join(yes, no);
}

Range ranges_evaluate_cases(Ranges *r, Term a) {
    return evaluate_cases(r, a, MOST_CASES);
}
