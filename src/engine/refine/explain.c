// explain.c - cubes of literals along a path
#include "engine/refine/explain.h"
#include "base/limits.h"

enum { MOST_CUBES = 24, MOST_LITERALS = 400 };
static const SmtLimits LIMITS = { .seconds = 2, .resources = 20000000 };
static const double SECONDS = 3; // for one path

struct Explainer {
    Terms *t;
    Varies varies;
    void *context;
    Smt *step;       // where the next state comes from
    Smt *rest;       // the steps still to come, the last one lowest on the stack
    uint64_t failed; // how often in a row
    ExplainStats stats;
};

Explainer *explainer_new(Terms *t, Varies varies, void *context) {
    Explainer *e = base_alloc(sizeof *e);
    *e = (Explainer){ .t = t, .varies = varies, .context = context };
    e->step = smt_new_for_bits(t, LIMITS);
    e->rest = smt_new_for_bits(t, LIMITS);
    return e;
}

void explainer_free(Explainer *e) {
    if (!e)
        return;
    smt_free(e->step);
    smt_free(e->rest);
    free(e);
}

ExplainStats explainer_stats(const Explainer *e) {
    return e->stats;
}

// ---- the vocabulary of a place ----
typedef struct Span { // of a path: where each variable occurs
    Map first, last;  // variable -> 1 + step
} Span;

static void find_span(Explainer *e, uint32_t n, const Term a[], Span *span) {
    VecTerm vars = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        vars.count = 0;
        term_vars(e->t, a[i], &vars);
        for (uint32_t k = 0; k < vars.count; k++) {
            if (!map_find(&span->first, vars.at[k].id))
                map_put(&span->first, vars.at[k].id, i + 1);
            map_put(&span->last, vars.at[k].id, i + 1);
        }
    }
    vec_free(&vars);
}

// Place i is before step i.
static bool is_shared(const Span *span, uint32_t place, Term variable) {
    uint32_t first = map_find(&span->first, variable.id);
    return first && first <= place && map_find(&span->last, variable.id) > place;
}

// The atoms of the next step that are over the variables of the place alone.
static void add_conditions(Explainer *e, const Span *span, uint32_t place, Term step, VecTerm *out) {
    VecTerm atoms = { 0 }, vars = { 0 };
    term_atoms(e->t, step, &atoms);
    for (uint32_t i = 0; i < atoms.count && out->count < MOST_LITERALS; i++) {
        bool here = true;
        vars.count = 0;
        term_vars(e->t, atoms.at[i], &vars);
        for (uint32_t k = 0; k < vars.count && here; k++)
            here = is_shared(span, place, vars.at[k]);
        if (here && vars.count)
            vec_push(out, atoms.at[i]);
    }
    vec_free(&atoms);
    vec_free(&vars);
}

static void add_variables(Explainer *e, const Span *span, uint32_t place, uint32_t n, const Term a[], bool with_values,
                          VecTerm *out) {
    VecTerm vars = { 0 };
    Map seen = { 0 };
    for (uint32_t i = place; i < n; i++)
        term_vars(e->t, a[i], &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        Term x = vars.at[i];
        SortKind kind = sort_kind(e->t, term_sort(e->t, x));
        if (map_find(&seen, x.id) || !is_shared(span, place, x) || (kind != SORT_BV && kind != SORT_BOOL))
            continue;
        map_put(&seen, x.id, 1);
        if (with_values || !e->varies(e->context, x))
            vec_push(out, x);
    }
    map_free(&seen);
    vec_free(&vars);
}

typedef struct Words {
    VecTerm conditions, variables;
} Words;

// ---- one cube ----
// What is true of the words in the model of 'step'.
static void read_state(Explainer *e, const Words *words, VecTerm *conditions, VecTerm *values) {
    conditions->count = values->count = 0;
    for (uint32_t i = 0; i < words->conditions.count; i++) {
        Term a = words->conditions.at[i], v = smt_value(e->step, a);
        if (v.id && term_is_const(e->t, v))
            vec_push(conditions, term_op(e->t, v) == OP_TRUE ? a : term_not(e->t, a));
    }
    for (uint32_t i = 0; i < words->variables.count; i++) {
        Term x = words->variables.at[i], v = smt_value(e->step, x);
        if (v.id && term_is_const(e->t, v))
            vec_push(values, term_eq(e->t, x, v));
    }
}

// A conjunction of few literals that the rest of the path contradicts; no term: these do not suffice.
static Term contradict(Explainer *e, const VecTerm *literals) {
    VecU32 core = { 0 };
    VecTerm used = { 0 };
    Term cube = { 0 };
    if (smt_check_assuming(e->rest, literals->count, literals->at) == SMT_UNSAT) {
        smt_core(e->rest, true, &core);
        for (uint32_t i = 0; i < core.count; i++)
            vec_push(&used, literals->at[core.at[i]]);
        cube = term_and_n(e->t, used.count, used.at);
    }
    vec_free(&core);
    vec_free(&used);
    return cube;
}

static Term find_cube(Explainer *e, const Words *words) {
    VecTerm literals = { 0 }, values = { 0 };
    read_state(e, words, &literals, &values);
    Term cube = contradict(e, &literals);
    if (!cube.id) {
        for (uint32_t i = 0; i < values.count; i++)
            vec_push(&literals, values.at[i]);
        cube = contradict(e, &literals);
    }
    vec_free(&literals);
    vec_free(&values);
    assert(!cube.id || term_op(e->t, cube) != OP_FALSE); // the state is in it
    e->stats.cubes += cube.id != 0;
    return cube;
}

// ---- one place ----
// Cubes that cover what 'before' leads to.
static bool cover(Explainer *e, Term before, const Words *words, double end, Term *out) {
    assert(before.id);
    *out = term_false(e->t);
    smt_push(e->step);
    smt_assert(e->step, before);
    SmtAnswer answer = SMT_UNKNOWN;
    for (uint32_t n = 0; n < MOST_CUBES && smt_clock() < end && !limits_hit(); n++) {
        answer = smt_check(e->step);
        if (answer != SMT_SAT)
            break;
        Term cube = find_cube(e, words);
        if (!cube.id)
            break;
        *out = term_or(e->t, *out, cube);
        smt_assert(e->step, term_not(e->t, cube));
    }
    smt_pop(e->step);
    return answer == SMT_UNSAT;
}

// After failing several times in a row it is tried rarely.
static bool pays(Explainer *e) {
    return e->failed < 3 || e->failed++ % 8 == 0;
}

bool explain_path(Explainer *e, uint32_t n, const Term a[], const Term known[], bool with_values, Term out[]) {
    assert(n && a && out && smt_depth(e->rest) == 0);
    double start = clock_wall(), end = smt_clock() + SECONDS;
    Span span = { 0 };
    Words words = { 0 };
    bool good = true;
    if (!pays(e))
        return false;
    e->stats.asked++;
    find_span(e, n, a, &span);
    for (uint32_t i = n; i-- > 1;) {
        smt_push(e->rest);
        smt_assert(e->rest, a[i]);
    }
    out[0] = term_true(e->t);
    for (uint32_t i = 1; i < n && good; i++) {
        Term before = term_and(e->t, out[i - 1], a[i - 1]);
        if (known)
            before = term_and(e->t, before, known[i - 1]);
        words.conditions.count = words.variables.count = 0;
        add_conditions(e, &span, i, a[i], &words.conditions);
        add_variables(e, &span, i, n, a, with_values, &words.variables);
        good = cover(e, before, &words, end, &out[i]);
        smt_pop(e->rest);
    }
    while (smt_depth(e->rest))
        smt_pop(e->rest);
    out[n] = term_false(e->t);
    e->stats.found += good;
    e->failed = good ? 0 : e->failed + 1;
    e->stats.seconds += clock_wall() - start;
    map_free(&span.first);
    map_free(&span.last);
    vec_free(&words.conditions);
    vec_free(&words.variables);
    return good;
}
