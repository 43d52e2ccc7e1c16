// predicates.c - predicates up to equivalence
#include "engine/tree/predicates.h"
#include "logic/smt/smt.h"

enum { SAMPLES = 32, EQUIVALENCE_RESOURCES = 300000 };
static const uint32_t CONSTANT = UINT32_MAX, UNKNOWN = 0; // in 'number_of'; else 1 + PredicateId

typedef struct Entry {
    VecTerm vars;       // by rising number
    uint32_t signature; // its first bit is 0; 0 also where there is none
    uint32_t next;      // 1 + the next predicate with the same key, or 0
} Entry;
struct Predicates {
    Terms *t;
    Smt *smt;
    VecTerm terms;
    VEC(Entry) entries; // beside 'terms'
    Map number_of;      // formula, as offered or normal -> 1 + PredicateId, or CONSTANT
    Map simplest;       // formula -> the one it is written as
    Map first;          // key of variables and signature -> 1 + PredicateId
    PredicatesStats stats;
};

Predicates *predicates_new(Terms *t) {
    Predicates *p = base_alloc(sizeof *p);
    p->t = t;
    p->smt = smt_new(t, (SmtLimits){ .resources = EQUIVALENCE_RESOURCES });
    return p;
}

void predicates_free(Predicates *p) {
    if (!p)
        return;
    for (uint32_t i = 0; i < p->entries.count; i++)
        vec_free(&p->entries.at[i].vars);
    vec_free(&p->entries);
    vec_free(&p->terms);
    map_free(&p->number_of);
    map_free(&p->simplest);
    map_free(&p->first);
    smt_free(p->smt);
    free(p);
}

uint32_t predicates_count(const Predicates *p) {
    return p->terms.count;
}

const Term *predicates_terms(const Predicates *p) {
    return p->terms.at;
}

const PredicatesStats *predicates_stats(const Predicates *p) {
    return &p->stats;
}

// ---- one way to write a comparison ----
// The number before a constant, if there is one: x < c is x <= c - 1.
static bool number_before(Terms *t, Term c, bool is_signed, Term *out) {
    uint32_t width = sort_width(t, term_sort(t, c));
    if (term_op(t, c) != OP_BV_CONST || width > 64)
        return false;
    uint64_t bits, high, least = is_signed ? 1ull << (width - 1) : 0;
    term_bits(t, c, &bits, &high);
    if (bits == least)
        return false;
    *out = term_bv(t, bits - 1, width);
    return true;
}

// Constants go to the right of "<=": c < x is not (x <= c), c <= x is not (x <= c - 1), x < c is
// x <= c - 1; and a < b is not (b <= a).
Term predicate_normal(Terms *t, Term formula) {
    assert(sort_kind(t, term_sort(t, formula)) == SORT_BOOL);
    if (term_op(t, formula) == OP_NOT)
        return term_not(t, predicate_normal(t, term_arg(t, formula, 0)));
    Op op = term_op(t, formula);
    bool strict = op == OP_BV_SLT || op == OP_BV_ULT, is_signed = op == OP_BV_SLT || op == OP_BV_SLE;
    if (!strict && op != OP_BV_SLE && op != OP_BV_ULE)
        return formula;
    Op le = is_signed ? OP_BV_SLE : OP_BV_ULE;
    Term a = term_arg(t, formula, 0), b = term_arg(t, formula, 1), before;
    if (strict && number_before(t, b, is_signed, &before))
        return term_2(t, le, a, before);
    if (!strict && number_before(t, a, is_signed, &before))
        return term_not(t, term_2(t, le, b, before));
    if (strict)
        return term_not(t, term_2(t, le, b, a));
    return formula;
}

// ---- signatures ----
// The value of a variable in a state; small numbers are as frequent as large ones.
static Term sample(Terms *t, Term var, uint32_t state) {
    Sort s = term_sort(t, var);
    uint64_t random = hash_mix((uint64_t)var.id * SAMPLES + state);
    if (sort_kind(t, s) == SORT_BOOL)
        return term_bool(t, random & 1);
    if (sort_kind(t, s) != SORT_BV || sort_width(t, s) > 64)
        return (Term){ 0 };
    return term_bv(t, state % 2 ? random : random % 13 - 4, sort_width(t, s));
}

// 0 where the formula has other variables than numbers.
static uint32_t signature_of(Terms *t, Term formula, const VecTerm *vars) {
    uint32_t signature = 0;
    VecTerm values = { 0 };
    for (uint32_t state = 0; state < SAMPLES; state++) {
        values.count = 0;
        for (uint32_t i = 0; i < vars->count; i++) {
            vec_push(&values, sample(t, vars->at[i], state));
            if (!vec_last(&values).id) {
                vec_free(&values);
                return 0;
            }
        }
        Term value = term_substitute(t, formula, vars->count, vars->at, values.at);
        signature |= (uint32_t)(term_op(t, value) == OP_TRUE) << state;
    }
    vec_free(&values);
    return signature & 1 ? ~signature : signature;
}

static void sorted_vars(Terms *t, Term formula, VecTerm *out) {
    term_vars(t, formula, out);
    for (uint32_t i = 1; i < out->count; i++)
        for (uint32_t k = i; k && out->at[k - 1].id > out->at[k].id; k--) {
            Term swap = out->at[k];
            out->at[k] = out->at[k - 1];
            out->at[k - 1] = swap;
        }
}

static bool same_vars(const VecTerm *a, const VecTerm *b) {
    return a->count == b->count && (!a->count || !memcmp(a->at, b->at, a->count * sizeof *a->at));
}

// ---- equations ----
static bool equivalent(Predicates *p, Term a, Term b) {
    p->stats.asked++;
    return smt_equivalent(p->smt, a, b) == SMT_VALID;
}

static bool are_numbers(Terms *t, const VecTerm *vars) {
    Sort s = vars->count ? term_sort(t, vars->at[0]) : (Sort){ 0 };
    if (vars->count < 1 || vars->count > 2 || sort_kind(t, s) != SORT_BV || sort_width(t, s) > 64)
        return false;
    return vars->count == 1 || term_sort(t, vars->at[1]).id == s.id;
}

// From one model: which equation must it be, if it is one?
static Term equation_of(Predicates *p, Term formula, const VecTerm *vars) {
    Term value[2], equation = { 0 };
    smt_push(p->smt);
    smt_assert(p->smt, formula);
    p->stats.asked++;
    if (smt_check(p->smt) == SMT_SAT) {
        for (uint32_t i = 0; i < vars->count; i++)
            value[i] = smt_value(p->smt, vars->at[i]);
        if (vars->count == 1 && value[0].id)
            equation = term_eq(p->t, vars->at[0], value[0]);
        if (vars->count == 2 && value[0].id && value[1].id) {
            Term apart = term_bv_sub(p->t, value[0], value[1]);
            equation = term_eq(p->t, vars->at[0], term_2(p->t, OP_BV_ADD, vars->at[1], apart));
        }
    }
    smt_pop(p->smt);
    return equation.id && equivalent(p, formula, equation) ? equation : (Term){ 0 };
}

// ---- bounds ----
static Term least_number(Terms *t, uint32_t width, bool is_signed) {
    return term_bv(t, is_signed ? 1ull << (width - 1) : 0, width);
}

static Term most_number(Terms *t, uint32_t width, bool is_signed) {
    return term_bv(t, is_signed ? (1ull << (width - 1)) - 1 : UINT64_MAX, width);
}

// x <= c, or x > c: true at one end of the numbers, false at the other.
static Term bound_of(Predicates *p, Term formula, Term x, bool is_signed) {
    uint32_t width = sort_width(p->t, term_sort(p->t, x));
    Term low = least_number(p->t, width, is_signed), high = most_number(p->t, width, is_signed), most = { 0 };
    Op at_low = term_op(p->t, term_substitute(p->t, formula, 1, &x, &low));
    Op at_high = term_op(p->t, term_substitute(p->t, formula, 1, &x, &high));
    if (at_low == at_high || (at_low != OP_TRUE && at_low != OP_FALSE) || (at_high != OP_TRUE && at_high != OP_FALSE))
        return (Term){ 0 };
    Term below = at_low == OP_TRUE ? formula : term_not(p->t, formula);
    smt_push(p->smt);
    smt_assert(p->smt, below);
    SmtOptimum found = smt_maximum(p->smt, x, is_signed ? ORDER_SIGNED : ORDER_UNSIGNED, &most);
    smt_pop(p->smt);
    if (found != OPTIMUM_VALUE)
        return (Term){ 0 };
    Term bound = term_2(p->t, is_signed ? OP_BV_SLE : OP_BV_ULE, x, most);
    if (!equivalent(p, below, bound))
        return (Term){ 0 };
    return at_low == OP_TRUE ? bound : term_not(p->t, bound);
}

// Two variables compared.
static Term comparison_of(Predicates *p, Term formula, const VecTerm *vars, uint32_t signature) {
    static const Op ops[] = { OP_BV_SLE, OP_BV_ULE };
    for (uint32_t i = 0; i < 2 * COUNT(ops); i++) {
        Term c = term_2(p->t, ops[i / 2], vars->at[i % 2], vars->at[1 - i % 2]), not = term_not(p->t, c);
        if (signature_of(p->t, c, vars) != signature)
            continue;
        if (equivalent(p, formula, c))
            return c;
        if (equivalent(p, formula, not ))
            return not ;
    }
    return (Term){ 0 };
}

// An equation holds in few of the samples, or in almost all of them where it is negated.
static Term equation_or_not(Predicates *p, Term formula, const VecTerm *vars, uint32_t signature) {
    if (__builtin_popcount(signature) > SAMPLES / 4 && __builtin_popcount(signature) < SAMPLES - SAMPLES / 4)
        return (Term){ 0 };
    Term e = equation_of(p, formula, vars);
    if (e.id)
        return e;
    e = equation_of(p, term_not(p->t, formula), vars);
    return e.id ? term_not(p->t, e) : e;
}

static Term look_for_simpler(Predicates *p, Term formula) {
    enum { PLAIN_SIZE = 3 };
    VecTerm vars = { 0 };
    Term found = { 0 };
    if (term_size(p->t, formula) - (term_op(p->t, formula) == OP_NOT) <= PLAIN_SIZE)
        return formula;
    sorted_vars(p->t, formula, &vars);
    if (are_numbers(p->t, &vars)) {
        uint32_t signature = signature_of(p->t, formula, &vars);
        found = equation_or_not(p, formula, &vars, signature);
        if (!found.id && vars.count == 1)
            found = bound_of(p, formula, vars.at[0], true);
        if (!found.id && vars.count == 1)
            found = bound_of(p, formula, vars.at[0], false);
        if (!found.id && vars.count == 2)
            found = comparison_of(p, formula, &vars, signature);
    }
    vec_free(&vars);
    return found.id ? found : formula;
}

Term predicates_simplest(Predicates *p, Term formula) {
    assert(sort_kind(p->t, term_sort(p->t, formula)) == SORT_BOOL);
    Term known = { map_find(&p->simplest, formula.id) };
    if (!known.id) {
        known = look_for_simpler(p, formula);
        map_put(&p->simplest, formula.id, known.id);
    }
    return known;
}

// ---- finding ----

// 1 + the known predicate that the formula or its negation is; 0: none known.
static uint32_t twin_of(Predicates *p, Term formula, const Entry *e, uint64_t key) {
    for (uint32_t i = map_find(&p->first, key); i; i = p->entries.at[i - 1].next) {
        const Entry *old = &p->entries.at[i - 1];
        Term term = p->terms.at[i - 1];
        if (old->signature != e->signature || !same_vars(&old->vars, &e->vars))
            continue;
        if (equivalent(p, term, formula) || equivalent(p, term, term_not(p->t, formula)))
            return i;
    }
    return 0;
}

// Only a predicate with the same value in all samples can be constant.
static bool is_constant(Predicates *p, Term formula, uint32_t signature) {
    if (signature)
        return false;
    p->stats.asked++;
    return smt_valid(p->smt, formula) == SMT_VALID || smt_valid(p->smt, term_not(p->t, formula)) == SMT_VALID;
}

static uint32_t number_new(Predicates *p, Term formula) {
    Entry e = { 0 };
    sorted_vars(p->t, formula, &e.vars);
    e.signature = signature_of(p->t, formula, &e.vars);
    uint64_t key = hash_bytes(e.vars.at, e.vars.count * sizeof *e.vars.at, e.signature);
    uint32_t number = is_constant(p, formula, e.signature) ? CONSTANT : twin_of(p, formula, &e, key);
    if (number) {
        p->stats.equivalent += number != CONSTANT;
        vec_free(&e.vars);
        return number;
    }
    e.next = map_find(&p->first, key);
    vec_push(&p->terms, formula);
    vec_push(&p->entries, e);
    map_put(&p->first, key, p->terms.count);
    return p->terms.count;
}

static Term positive(Terms *t, Term formula) {
    return term_op(t, formula) == OP_NOT ? term_arg(t, formula, 0) : formula;
}

bool predicates_find(Predicates *p, Term formula, PredicateId *out) {
    assert(formula.id && p->terms.count == p->entries.count);
    Term offered = positive(p->t, formula);
    uint32_t number = map_find(&p->number_of, offered.id);
    p->stats.offered++;
    p->stats.known += number != UNKNOWN;
    if (!number) {
        Term normal = positive(p->t, predicate_normal(p->t, positive(p->t, predicates_simplest(p, offered))));
        number = term_is_const(p->t, normal) ? CONSTANT : map_find(&p->number_of, normal.id);
        if (!number)
            number = number_new(p, normal);
        map_put(&p->number_of, normal.id, number);
        map_put(&p->number_of, offered.id, number);
    }
    *out = number - 1;
    return number != CONSTANT;
}
