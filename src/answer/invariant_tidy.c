#include "answer/invariant_tidy.h"

enum { MOST_LITERALS = 60, MOST_CASES = 40, LARGEST = 4000, MOST_VARIABLES = 20 };

typedef struct Tidy {
    Smt *smt;
    uint32_t *queries; // that may still be asked
    Terms *t;
    Term formula;
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

Term invariant_tidy(Smt *smt, Term formula, uint32_t *queries) {
    Tidy d = { .smt = smt, .queries = queries, .t = smt_terms(smt), .formula = formula };
    Term result = formula;
    if (*queries && term_size(d.t, formula) <= LARGEST) {
        collect_literals(&d, formula);
        if (d.literals.count <= MOST_LITERALS && collect_equations(&d))
            result = rebuild(&d);
        // Whatever the steps above did: it must say the same.
        if (!term_same(result, formula) && smt_equivalent(smt, result, formula) != SMT_VALID)
            result = formula;
    }
    vec_free(&d.literals);
    vec_free(&d.facts);
    return result;
}

Term invariant_facts(Smt *smt, Term formula, uint32_t *queries) {
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
