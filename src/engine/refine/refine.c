// refine.c - interpolants along a path, over integers and over bit-vectors
#include "engine/refine/refine.h"
#include "base/stats.h"
#include "engine/refine/ideal.h"

enum { SECONDS_INTEGERS = 4, SECONDS_BITS = 60, SECONDS_TRY = 1, SECONDS_IMPLIES = 5 };
enum { QUICK_RESOURCES = 3000000 };

struct Refiner {
    Terms *t;
    Smt *bits, *numbers; // the two exact encodings
    Interpolator *of_bits, *of_numbers;
    Interpolator *soon; // bit-vectors, for refine_try
    Explainer *explainer;
    Ideal *ideal;
    Integers *integers;
    Map translated;     // formula -> the same over integers
    Map exact;          // formula -> 1: translation equivalent; 2: weaker
    Map known;          // pair of formulas -> 1: excludes each other; 2: not known to
    uint64_t fruitless; // how often the integers failed where the bit-vectors did not, of late
    Reason reason;
    RefineStats stats;
};

Refiner *refiner_new(Terms *t, TermLeaf origin, Varies varies, void *context) {
    assert(origin && varies);
    Refiner *r = base_alloc(sizeof *r);
    r->t = t;
    r->bits = smt_new(t, (SmtLimits){ .seconds = SECONDS_BITS });
    r->numbers = smt_new(t, (SmtLimits){ .seconds = SECONDS_INTEGERS });
    r->of_bits = interpolator_new(t, (SmtLimits){ .seconds = SECONDS_BITS });
    r->soon = interpolator_new(t, (SmtLimits){ .seconds = SECONDS_TRY });
    r->of_numbers = interpolator_new(t, (SmtLimits){ .seconds = SECONDS_INTEGERS });
    r->explainer = explainer_new(t, varies, context);
    r->ideal = ideal_new(t, origin, context);
    r->integers = integers_new(t);
    return r;
}

void refiner_free(Refiner *r) {
    if (!r)
        return;
    explainer_free(r->explainer);
    ideal_free(r->ideal);
    integers_free(r->integers);
    interpolator_free(r->of_bits);
    interpolator_free(r->of_numbers);
    interpolator_free(r->soon);
    smt_free(r->bits);
    smt_free(r->numbers);
    map_free(&r->translated);
    map_free(&r->exact);
    map_free(&r->known);
    free(r);
}

const char *refiner_reason(const Refiner *r) {
    return r->reason.text;
}

const RefineStats *refiner_stats(const Refiner *r) {
    return &r->stats;
}

ExplainStats refiner_explain_stats(const Refiner *r) {
    return explainer_stats(r->explainer);
}

Term refiner_value(Refiner *r, Term a) {
    return smt_value(r->bits, a);
}

void refiner_learn(Refiner *r, Term formula) {
    ideal_learn(r->ideal, formula);
}

// ---- guesses ----
static bool has_choices(Terms *t, Term formula) {
    VecTerm todo = { 0 };
    Map seen = { 0 };
    bool found = false;
    vec_push(&todo, formula);
    while (todo.count && !found) {
        Term a = vec_pop(&todo);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        Op op = term_op(t, a);
        found = op == OP_OR || op == OP_ITE || (op == OP_NOT && term_op(t, term_arg(t, a, 0)) == OP_AND);
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            vec_push(&todo, term_arg(t, a, i));
    }
    map_free(&seen);
    vec_free(&todo);
    return found;
}

// As a graph with two edges for the first step: for graphs the interpolator prefers ways that look
// through choices, where for sequences it would compute exact images.
static ItpAnswer interpolate_choices(Refiner *r, uint32_t n, const Term z[], Term out[]) {
    assert(n);
    VEC(ItpEdge) edges = { 0 };
    for (uint32_t i = 0; i < n; i++)
        vec_push(&edges, (ItpEdge){ i, i + 1, z[i] });
    vec_push(&edges, (ItpEdge){ 0, 1, z[0] });
    ItpDag dag = { .nodes = n + 1, .entry = 0, .exit = n, .n_edges = edges.count, .edges = edges.at };
    ItpAnswer answer = interpolate_dag(r->of_numbers, &dag, out);
    vec_free(&edges);
    return answer;
}

// Are the variables of each formula among those that occur both before and after its place?
static bool in_scope(Refiner *r, uint32_t n, const Term a[], const Term out[]) {
    Map first = { 0 }, last = { 0 };
    VecTerm vars = { 0 };
    bool good = true;
    for (uint32_t i = 0; i < n; i++) {
        vars.count = 0;
        term_vars(r->t, a[i], &vars);
        for (uint32_t k = 0; k < vars.count; k++) {
            if (!map_find(&first, vars.at[k].id))
                map_put(&first, vars.at[k].id, i + 1);
            map_put(&last, vars.at[k].id, i + 1);
        }
    }
    for (uint32_t i = 0; i <= n && good; i++) {
        vars.count = 0;
        term_vars(r->t, out[i], &vars);
        for (uint32_t k = 0; k < vars.count && good; k++) {
            uint32_t from = map_find(&first, vars.at[k].id);
            good = from && from <= i && map_find(&last, vars.at[k].id) > i;
        }
    }
    map_free(&first);
    map_free(&last);
    vec_free(&vars);
    return good;
}

static bool steps_hold(Refiner *r, uint32_t n, const Term a[], const Term known[], const Term out[]) {
    for (uint32_t i = 0; i < n; i++) {
        Term premise = term_and(r->t, out[i], a[i]);
        if (known)
            premise = term_and(r->t, premise, known[i]);
        if (!refine_implies(r, premise, out[i + 1]))
            return false;
    }
    return true;
}

// SPURIOUS is right; FEASIBLE means only that the ideal path is.
static PathAnswer guess(Refiner *r, uint32_t n, const Term a[], const Term known[], Term out[]) {
    Term *z = base_alloc(n * sizeof *z);
    bool choices = false;
    for (uint32_t i = 0; i < n; i++) {
        z[i] = ideal_formula(r->ideal, a[i]);
        choices |= has_choices(r->t, z[i]);
    }
    ItpAnswer answer = choices ? interpolate_choices(r, n, z, out) : interpolate_sequence(r->of_numbers, n, z, out);
    free(z);
    if (answer == ITP_SATISFIABLE)
        return PATH_FEASIBLE;
    bool good = answer == ITP_FOUND;
    for (uint32_t i = 0; i <= n && good; i++) {
        out[i] = ideal_back(r->ideal, out[i]);
        good = out[i].id != 0;
    }
    assert(!good || (term_op(r->t, out[0]) == OP_TRUE && term_op(r->t, out[n]) == OP_FALSE));
    good = good && in_scope(r, n, a, out) && steps_hold(r, n, a, known, out);
    r->stats.guessed += good;
    r->stats.wrong_guesses += answer == ITP_FOUND && !good;
    return good ? PATH_SPURIOUS : PATH_UNDECIDED;
}

// ---- over integers ----
static Term translate(Refiner *r, Term a) {
    uint32_t known;
    if (map_get(&r->translated, a.id, &known))
        return (Term){ known };
    Term result = integers_translate(r->integers, a);
    map_put(&r->translated, a.id, result.id);
    return result;
}

static bool back(Refiner *r, uint32_t n, Term out[]) {
    for (uint32_t i = 0; i <= n; i++) {
        out[i] = integers_back(r->integers, out[i]);
        if (!out[i].id)
            return false;
    }
    return true;
}

static PathAnswer path_of_integers(Refiner *r, uint32_t n, const Term a[], Term out[]) {
    Term *z = base_alloc(n * sizeof *z);
    for (uint32_t i = 0; i < n; i++)
        z[i] = translate(r, a[i]);
    ItpAnswer answer = interpolate_sequence(r->of_numbers, n, z, out);
    free(z);
    if (answer == ITP_SATISFIABLE)
        return PATH_FEASIBLE;
    return answer == ITP_FOUND && back(r, n, out) ? PATH_SPURIOUS : PATH_UNDECIDED;
}

// ---- exactly ----
static PathAnswer decide_by_bits(Refiner *r, uint32_t n, const Term a[]) {
    assert(n);
    smt_set_limits(r->bits, (SmtLimits){ .seconds = SECONDS_BITS });
    switch (smt_solve(r->bits, term_and_n(r->t, n, a))) {
    case SMT_SAT:
        return PATH_FEASIBLE;
    case SMT_UNSAT:
        return PATH_SPURIOUS;
    case SMT_UNKNOWN:
        break;
    }
    reason_set(&r->reason, "solver: %s", smt_reason(r->bits));
    return PATH_UNDECIDED;
}

static bool interpolate_bits(Refiner *r, uint32_t n, const Term a[], Term out[]) {
    if (interpolate_sequence(r->of_bits, n, a, out) == ITP_FOUND)
        return true;
    reason_set(&r->reason, "interpolation: %s", interpolator_reason(r->of_bits));
    return false;
}

// The integers are left aside where they were of no use several times in a row, but for every
// sixteenth time.
static bool integers_pay(const Refiner *r) {
    return r->fruitless < 6 || r->fruitless % 16 == 0;
}

PathAnswer refine_guess(Refiner *r, uint32_t n, const Term a[], const Term known[], Term out[]) {
    assert(n && a && out);
    PathAnswer answer = guess(r, n, a, known, out);
    return answer == PATH_UNDECIDED && integers_pay(r) ? path_of_integers(r, n, a, out) : answer;
}

static bool has_branches(Refiner *r, uint32_t n, const Term a[]) {
    for (uint32_t i = 0; i < n; i++)
        if (has_choices(r->t, a[i]))
            return true;
    return false;
}

// The ways to explain a path, the most general explanations first.
static PathAnswer explain(Refiner *r, uint32_t n, const Term a[], const Term known[], bool decided, Term out[]) {
    if (decided && explain_path(r->explainer, n, a, known, false, out)) {
        r->stats.by_cases++;
        return PATH_SPURIOUS;
    }
    PathAnswer answer = guess(r, n, a, known, out);
    if (answer == PATH_UNDECIDED && integers_pay(r)) {
        answer = path_of_integers(r, n, a, out);
        r->stats.by_integers += answer == PATH_SPURIOUS;
        r->fruitless = answer == PATH_SPURIOUS ? 0 : r->fruitless;
    }
    if (answer == PATH_SPURIOUS)
        return answer;
    if (!decided && (answer = decide_by_bits(r, n, a)) != PATH_SPURIOUS)
        return answer;
    r->fruitless++;
    bool by_cases = explain_path(r->explainer, n, a, known, true, out);
    bool by_bits = !by_cases && interpolate_bits(r, n, a, out);
    r->stats.by_cases += by_cases;
    r->stats.by_bits += by_bits;
    return by_cases || by_bits ? PATH_SPURIOUS : PATH_UNDECIDED;
}

PathAnswer refine_path(Refiner *r, uint32_t n, const Term a[], const Term known[], Term out[]) {
    assert(n && a && out);
    r->stats.asked++;
    bool decided = has_branches(r, n, a);
    PathAnswer answer = decided ? decide_by_bits(r, n, a) : PATH_SPURIOUS;
    if (answer == PATH_SPURIOUS)
        answer = explain(r, n, a, known, decided, out);
    r->stats.feasible += answer == PATH_FEASIBLE;
    r->stats.undecided += answer == PATH_UNDECIDED;
    return answer;
}

PathAnswer refine_try(Refiner *r, uint32_t n, const Term a[], const Term known[], Term out[]) {
    assert(n && a && out);
    if (!refine_excludes(r, term_and_n(r->t, n - 1, a), a[n - 1]))
        return PATH_UNDECIDED;
    if (refine_guess(r, n, a, known, out) == PATH_SPURIOUS)
        return PATH_SPURIOUS;
    return interpolate_sequence(r->soon, n, a, out) == ITP_FOUND ? PATH_SPURIOUS : PATH_UNDECIDED;
}

// ---- implications ----
static bool translates_exactly(Refiner *r, Term a) {
    uint32_t known = map_find(&r->exact, a.id);
    if (!known) {
        known = integers_is_exact(r->integers, a) ? 1 : 2;
        map_put(&r->exact, a.id, known);
    }
    return known == 1;
}

// Small formulas go to the session that stays; large ones are better simplified as a whole.
static SmtAnswer ask(Refiner *r, Smt *smt, Term formula) {
    enum { LARGE = 3000 };
    if (term_size(r->t, formula) > LARGE)
        return smt_solve(smt, formula);
    smt_push(smt);
    smt_assert(smt, formula);
    SmtAnswer answer = smt_check(smt);
    smt_pop(smt);
    return answer;
}

static bool unsatisfiable(Refiner *r, Term a, Term b) {
    Term both = term_and(r->t, a, b);
    if (term_op(r->t, both) == OP_FALSE)
        return true;
    if (term_op(r->t, both) == OP_TRUE)
        return false;
    smt_set_limits(r->numbers, (SmtLimits){ .seconds = SECONDS_IMPLIES, .resources = QUICK_RESOURCES });
    SmtAnswer answer = ask(r, r->numbers, translate(r, both));
    if (answer == SMT_UNSAT || (answer == SMT_SAT && translates_exactly(r, both)))
        return answer == SMT_UNSAT;
    smt_set_limits(r->bits, (SmtLimits){ .seconds = SECONDS_IMPLIES, .resources = 10 * QUICK_RESOURCES });
    return ask(r, r->bits, both) == SMT_UNSAT;
}

bool refine_excludes(Refiner *r, Term a, Term b) {
    assert(a.id && b.id);
    uint64_t key = (uint64_t)a.id << 32 | b.id;
    uint32_t known = map_find(&r->known, key);
    r->stats.implications++;
    r->stats.implication_hits += known != 0;
    if (known) {
        stat_add(STAT_cache_hits, 1);
        stat_add(STAT_prover_calls, 1);
    } else {
        known = unsatisfiable(r, a, b) ? 1 : 2;
        map_put(&r->known, key, known);
    }
    return known == 1;
}

bool refine_implies(Refiner *r, Term strong, Term weak) {
    assert(strong.id && weak.id);
    if (term_same(strong, weak) || term_op(r->t, weak) == OP_TRUE || term_op(r->t, strong) == OP_FALSE)
        return true;
    return refine_excludes(r, strong, term_not(r->t, weak));
}
