#include "answer/invariants/invariant_tidy.h"

enum { MOST_LITERALS = 60, MOST_CASES = 40, LARGEST = 4000, MOST_VARIABLES = 20 };

typedef struct Tidy {
    Smt *smt;
    uint32_t *queries; // that may still be asked
    Terms *t;
    Term formula;
    TermCName name; // of variables, with 'context'
    void *context;
    Map intervals;    // term id -> term id, of with_intervals
    VecTerm literals; // of the formula, each once
    VecTerm facts;    // that follow from it
} Tidy;

static bool follows(const Tidy *d, Term strong, Term weak) {
    if (!*d->queries)
        return false;
    --*d->queries;
    return smt_implies(d->smt, strong, weak) == SMT_VALID;
}

static void add_once(VecTerm *list, Term a) {
    for (uint32_t i = 0; i < list->count; i++)
        if (term_same(list->at[i], a))
            return;
    vec_push(list, a);
}

static void collect_literals(Tidy *d, Term a) {
    assert(sort_kind(d->t, term_sort(d->t, a)) == SORT_BOOL);
    Op op = term_op(d->t, a);
    if (op != OP_AND && op != OP_OR) {
        add_once(&d->literals, a);
        return;
    }
    for (uint32_t i = 0; i < term_arity(d->t, a) && d->literals.count <= MOST_LITERALS; i++)
        collect_literals(d, term_arg(d->t, a, i));
}

// A variable with one value only: in any model it has that.
static bool collect_equations(Tidy *d) {
    VecTerm vars = { 0 }, values = { 0 };
    term_vars(d->t, d->formula, &vars);
    bool small = vars.count <= MOST_VARIABLES;
    bool satisfiable = small && smt_check_assuming(d->smt, 1, &d->formula) == SMT_SAT;
    for (uint32_t i = 0; satisfiable && i < vars.count; i++)
        vec_push(&values, smt_value(d->smt, vars.at[i]));
    for (uint32_t i = 0; i < values.count; i++) {
        bool number = values.at[i].id && sort_kind(d->t, term_sort(d->t, vars.at[i])) == SORT_BV;
        Term equation = number ? term_eq(d->t, vars.at[i], values.at[i]) : (Term){ 0 };
        if (number && follows(d, d->formula, equation))
            vec_push(&d->facts, equation);
    }
    vec_free(&vars);
    vec_free(&values);
    return satisfiable;
}

static Term conjunction(const Tidy *d, const VecTerm *list, uint32_t without) {
    Term a = term_true(d->t);
    for (uint32_t i = 0; i < list->count; i++)
        if (i != without)
            a = term_and(d->t, a, list->at[i]);
    return a;
}

// Drops what follows from the rest and 'given', the last first.
static void minimise(const Tidy *d, Term given, VecTerm *list) {
    for (uint32_t i = list->count; i-- > 0;) {
        Term rest = term_and(d->t, given, conjunction(d, list, i));
        if (!follows(d, rest, list->at[i]))
            continue;
        memmove(&list->at[i], &list->at[i + 1], (list->count - i - 1) * sizeof *list->at);
        list->count--;
    }
}

// The parts of an AND (of an OR, for 'op'), or the term itself.
static void parts_of(const Tidy *d, Term a, Op op, VecTerm *out) {
    assert(op == OP_AND || op == OP_OR);
    if (term_op(d->t, a) != op)
        vec_push(out, a);
    for (uint32_t i = 0; term_op(d->t, a) == op && i < term_arity(d->t, a); i++)
        vec_push(out, term_arg(d->t, a, i));
}

// Drops what a case need not say for the whole to hold.
static Term widened(const Tidy *d, Term given, Term whole, Term one) {
    VecTerm parts = { 0 };
    parts_of(d, one, OP_AND, &parts);
    for (uint32_t i = parts.count; i-- > 0;) {
        if (!follows(d, term_and(d->t, given, conjunction(d, &parts, i)), whole))
            continue;
        memmove(&parts.at[i], &parts.at[i + 1], (parts.count - i - 1) * sizeof *parts.at);
        parts.count--;
    }
    Term result = conjunction(d, &parts, UINT32_MAX);
    vec_free(&parts);
    return result;
}

// ---- values that make up an interval ----
typedef struct Equation { // "variable == number"; of other formulas without variable
    Term variable;
    bool is_signed;
    uint64_t rank; // of its value in the order of the variable's type
} Equation;
typedef VEC(Equation) Equations;

// Of at most 64 bits, the number on either side.
static Equation equation_of(const Tidy *d, Term a) {
    if (term_op(d->t, a) != OP_EQ)
        return (Equation){ 0 };
    bool turned = term_op(d->t, term_arg(d->t, a, 0)) == OP_BV_CONST;
    Term variable = term_arg(d->t, a, turned), number = term_arg(d->t, a, !turned);
    CName name = { 0 };
    if (term_op(d->t, variable) != OP_VAR || term_op(d->t, number) != OP_BV_CONST ||
        sort_width(d->t, term_sort(d->t, number)) > 64 || !d->name(d->context, variable, &name) || name.pointer)
        return (Equation){ 0 };
    uint64_t sign = 1ull << (sort_width(d->t, term_sort(d->t, number)) - 1), low, high;
    term_bits(d->t, number, &low, &high);
    return (Equation){ variable, name.is_signed, low ^ (name.is_signed ? sign : 0) };
}

static bool has_equation(const Equations *all, Term variable, uint64_t rank) {
    assert(variable.id);
    for (uint32_t i = 0; i < all->count; i++)
        if (term_same(all->at[i].variable, variable) && all->at[i].rank == rank)
            return true;
    return false;
}

static Term between(const Tidy *d, const Equation *e, uint64_t low, uint64_t high) {
    assert(e->variable.id && low <= high);
    uint32_t width = sort_width(d->t, term_sort(d->t, e->variable));
    uint64_t sign = e->is_signed ? 1ull << (width - 1) : 0;
    Op at_most = e->is_signed ? OP_BV_SLE : OP_BV_ULE;
    return term_and(d->t, term_2(d->t, at_most, term_bv(d->t, low ^ sign, width), e->variable),
                    term_2(d->t, at_most, e->variable, term_bv(d->t, high ^ sign, width)));
}

// "v == 3 || v == 5 || v == 4" is "3 <= v && v <= 5".
static void join_values(const Tidy *d, VecTerm *cases) {
    Equations all = { 0 }; // of each case
    for (uint32_t i = 0; i < cases->count; i++)
        vec_push(&all, equation_of(d, cases->at[i]));
    for (uint32_t i = 0; i < cases->count; i++) {
        Equation e = all.at[i];
        uint64_t low = e.rank, high = e.rank;
        while (e.variable.id && low > 0 && has_equation(&all, e.variable, low - 1))
            low--;
        while (e.variable.id && high < UINT64_MAX && has_equation(&all, e.variable, high + 1))
            high++;
        if (high - low < 2)
            continue;
        uint32_t kept = i + 1;
        for (uint32_t k = i + 1; k < cases->count; k++) {
            Equation other = all.at[k];
            if (term_same(other.variable, e.variable) && other.rank >= low && other.rank <= high)
                continue;
            cases->at[kept] = cases->at[k];
            all.at[kept++] = other;
        }
        cases->count = all.count = kept;
        cases->at[i] = between(d, &e, low, high);
    }
    vec_free(&all);
}

// The same in all disjunctions of a formula, without any question.
static Term with_intervals(Tidy *d, Term a) {
    Op op = term_op(d->t, a);
    uint32_t known = map_find(&d->intervals, a.id);
    if (known || (op != OP_AND && op != OP_OR))
        return known ? (Term){ known } : a;
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < term_arity(d->t, a); i++)
        vec_push(&parts, with_intervals(d, term_arg(d->t, a, i)));
    if (op == OP_OR)
        join_values(d, &parts);
    Term result = op == OP_AND ? term_and_n(d->t, parts.count, parts.at) : term_or_n(d->t, parts.count, parts.at);
    vec_free(&parts);
    map_put(&d->intervals, a.id, result.id);
    return result;
}

// A disjunction, where 'given' holds: each case as wide as can be, and without those that others contain.
static Term tidy_cases(const Tidy *d, Term given, Term a) {
    VecTerm cases = { 0 };
    parts_of(d, a, OP_OR, &cases);
    if (cases.count > MOST_CASES) {
        vec_free(&cases);
        return a;
    }
    for (uint32_t i = 0; i < cases.count; i++)
        cases.at[i] = widened(d, given, a, cases.at[i]);
    for (uint32_t i = cases.count; i-- > 0;) {
        Term others = term_false(d->t);
        for (uint32_t k = 0; k < cases.count; k++)
            others = k == i ? others : term_or(d->t, others, cases.at[k]);
        if (!follows(d, term_and(d->t, given, cases.at[i]), others))
            continue;
        memmove(&cases.at[i], &cases.at[i + 1], (cases.count - i - 1) * sizeof *cases.at);
        cases.count--;
    }
    uint32_t before = cases.count;
    join_values(d, &cases);
    for (uint32_t i = 0; cases.count < before && i < cases.count; i++)
        cases.at[i] = widened(d, given, a, cases.at[i]);
    Term result = term_or_n(d->t, cases.count, cases.at);
    vec_free(&cases);
    return result;
}

static Term rebuild(Tidy *d) {
    VecTerm rest = { 0 };
    for (uint32_t i = 0; i < d->literals.count; i++)
        if (follows(d, d->formula, d->literals.at[i]))
            add_once(&d->facts, d->literals.at[i]);
    minimise(d, term_true(d->t), &d->facts);
    Term facts = conjunction(d, &d->facts, UINT32_MAX);
    if (follows(d, facts, d->formula))
        return facts;
    parts_of(d, d->formula, OP_AND, &rest);
    minimise(d, facts, &rest);
    Term result = facts;
    for (uint32_t i = 0; i < rest.count; i++)
        result = term_and(d->t, result, tidy_cases(d, facts, rest.at[i]));
    vec_free(&rest);
    return result;
}

Term invariant_tidy(Smt *smt, Term formula, TermCName name, void *context, uint32_t *queries) {
    assert(sort_kind(smt_terms(smt), term_sort(smt_terms(smt), formula)) == SORT_BOOL);
    Tidy d = {
        .smt = smt, .queries = queries, .t = smt_terms(smt), .formula = formula, .name = name, .context = context
    };
    Term result = formula;
    if (*queries && term_size(d.t, formula) <= LARGEST) {
        result = d.formula = with_intervals(&d, formula);
        collect_literals(&d, d.formula);
        if (d.literals.count <= MOST_LITERALS && collect_equations(&d))
            result = rebuild(&d);
        // Whatever the steps above did: it must say the same.
        if (!term_same(result, formula) && smt_equivalent(smt, result, formula) != SMT_VALID)
            result = formula;
    }
    map_free(&d.intervals);
    vec_free(&d.literals);
    vec_free(&d.facts);
    return result;
}

Term invariant_facts(Smt *smt, Term formula, uint32_t *queries) {
    assert(sort_kind(smt_terms(smt), term_sort(smt_terms(smt), formula)) == SORT_BOOL);
    Tidy d = { .smt = smt, .queries = queries, .t = smt_terms(smt), .formula = formula };
    collect_literals(&d, formula);
    for (uint32_t i = 0; i < d.literals.count; i++)
        if (follows(&d, formula, d.literals.at[i]))
            add_once(&d.facts, d.literals.at[i]);
    minimise(&d, term_true(d.t), &d.facts);
    Term result = conjunction(&d, &d.facts, UINT32_MAX);
    vec_free(&d.literals);
    vec_free(&d.facts);
    return result;
}
