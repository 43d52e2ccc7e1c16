// port.c - entry and exit ports: images and pre-images of sets of states
//
// A pre-image is a substitution.  An image has the state before as variables "old!x" and gets rid of them by equations:
// x' = x + 1 gives x = x' - 1.  What is left then has any value that a model gives (a subset), or is forgotten (a
// superset).
#include "engine/leap/leap.h"
#include "logic/reason/qe.h"

bool leap_valid(Leap *l, Term premise, Term conclusion) {
    return smt_implies(l->smt, premise, conclusion) == SMT_VALID;
}

bool leap_possible(Leap *l, Term formula) {
    return smt_valid(l->smt, term_not(l->t, formula)) == SMT_INVALID;
}

// ---- images ----
static Term old_copy(const Leap *l, Term x) {
    Text name = { 0 };
    text_add(&name, "old!%s", term_name(l->t, x));
    Term copy = term_var(l->t, name.at, term_sort(l->t, x));
    vec_free(&name);
    return copy;
}

static bool is_state(const Leap *l, Term x) {
    return map_find(&l->pc->slot_of, x.id) != 0;
}

// All variables of the formula that are not of the state.
static void others_in(Leap *l, Term formula, VecTerm *out) {
    VecTerm vars = { 0 };
    out->count = 0;
    term_vars(l->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        if (!is_state(l, vars.at[i]))
            vec_push(out, vars.at[i]);
    vec_free(&vars);
}

static Term fix_by_model(Leap *l, Term formula, const VecTerm *others) {
    assert(others->count);
    VecTerm values = { 0 }, fixed = { 0 };
    if (smt_solve(l->smt, formula) != SMT_SAT)
        return term_false(l->t);
    for (uint32_t i = 0; i < others->count; i++) {
        Term v = smt_value(l->smt, others->at[i]);
        if (!v.id)
            continue;
        vec_push(&fixed, others->at[i]);
        vec_push(&values, v);
    }
    Term result = term_substitute(l->t, formula, fixed.count, fixed.at, values.at);
    bool all = fixed.count == others->count;
    vec_free(&values);
    vec_free(&fixed);
    return all ? result : term_false(l->t);
}

// ---- obligations ----
void leap_note(Leap *l, Term formula, const char *what) {
    vec_push(&l->proved, (Obligation){ .what = what, .formula = formula });
}

// Each state of the image has a state before, of the set.
static void note_image(Leap *l, Term image, Term step, const VecTerm *before) {
    Term *bound = arena_array(l->system->arena, Term, before->count + 1);
    for (uint32_t i = 0; i < before->count; i++)
        bound[i] = before->at[i];
    vec_push(&l->proved, (Obligation){ .what = "each state of the next set comes from one of the set",
                                       .formula = image,
                                       .step = step,
                                       .n = before->count,
                                       .bound = bound });
}

Term leap_image(Leap *l, const LeapEdge *e, Term set, Reached kind) {
    VecTerm parts = { 0 }, olds = { 0 }, others = { 0 };
    assert(e->from < l->points.count && e->to < l->points.count);
    Terms *t = l->t;
    assert(e->guard.id && set.id);
    const VecTerm *state = &l->pc->state;
    for (uint32_t i = 0; i < state->count; i++)
        vec_push(&olds, old_copy(l, state->at[i]));
    vec_push(&parts, term_substitute(t, set, state->count, state->at, olds.at));
    vec_push(&parts, term_substitute(t, e->guard, state->count, state->at, olds.at));
    for (uint32_t i = 0; i < state->count; i++) {
        if (!leap_live(l, e->to, i))
            continue;
        Term value = edge_before(l, e, state->at[i]);
        vec_push(&parts, term_eq(t, state->at[i], term_substitute(t, value, state->count, state->at, olds.at)));
    }
    Term step = term_and_n(t, parts.count, parts.at), image = step;
    others_in(l, image, &others);
    image = project_by_equations(t, image, others.count, others.at);
    others_in(l, image, &others);
    if (others.count)
        image =
            kind == REACHED_ALL ? fix_by_model(l, image, &others) : project_cheaply(t, image, others.count, others.at);
    others_in(l, step, &others);
    if (kind == REACHED_ALL)
        note_image(l, image, step, &others);
    else
        leap_note(l, term_and(t, step, term_not(t, image)), "each step from the set leads into the next set");
    vec_free(&parts);
    vec_free(&olds);
    vec_free(&others);
    return image;
}

// ---- candidates for invariants ----
void leap_add_candidate(Leap *l, Term c, VecTerm *pool) {
    Op op = term_op(l->t, c);
    if (op == OP_TRUE || op == OP_FALSE)
        return;
    for (uint32_t i = 0; i < pool->count; i++)
        if (term_same(pool->at[i], c))
            return;
    vec_push(pool, c);
}

// The comparison itself and all others of the same two sides.
static void add_comparisons(Leap *l, Term atom, VecTerm *pool) {
    Terms *t = l->t;
    leap_add_candidate(l, atom, pool);
    leap_add_candidate(l, term_not(t, atom), pool);
    if (term_arity(t, atom) != 2 || sort_kind(t, term_sort(t, term_arg(t, atom, 0))) != SORT_BV)
        return;
    Term a = term_arg(t, atom, 0), b = term_arg(t, atom, 1);
    Op op = term_op(t, atom);
    bool is_unsigned = op == OP_BV_ULT || op == OP_BV_ULE;
    Op le = is_unsigned ? OP_BV_ULE : OP_BV_SLE, lt = is_unsigned ? OP_BV_ULT : OP_BV_SLT;
    leap_add_candidate(l, term_eq(t, a, b), pool);
    leap_add_candidate(l, term_2(t, le, a, b), pool);
    leap_add_candidate(l, term_2(t, le, b, a), pool);
    leap_add_candidate(l, term_2(t, lt, a, b), pool);
    leap_add_candidate(l, term_2(t, lt, b, a), pool);
}

void leap_add_conjuncts(Leap *l, Term formula, VecTerm *pool) {
    VecTerm atoms = { 0 };
    if (term_op(l->t, formula) == OP_AND) {
        for (uint32_t i = 0; i < term_arity(l->t, formula); i++)
            leap_add_conjuncts(l, term_arg(l->t, formula, i), pool);
        return;
    }
    leap_add_candidate(l, formula, pool);
    term_atoms(l->t, formula, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        add_comparisons(l, atoms.at[i], pool);
    vec_free(&atoms);
}

// All comparisons of two sides.
static void compare_sides(Leap *l, Term a, Term b, VecTerm *pool) {
    if (term_sort(l->t, a).id == term_sort(l->t, b).id && !term_same(a, b))
        add_comparisons(l, term_2(l->t, OP_BV_SLE, a, b), pool);
}

static bool is_comparison(const Leap *l, Term atom) {
    return term_arity(l->t, atom) == 2 && sort_kind(l->t, term_sort(l->t, term_arg(l->t, atom, 0))) == SORT_BV;
}

// What is compared with the same: x with u and x with v gives u and v.
static void join_comparisons(Leap *l, const VecTerm *atoms, VecTerm *pool) {
    enum { MOST_JOINED = 40 };
    for (uint32_t i = 0; i < atoms->count && i < MOST_JOINED; i++)
        for (uint32_t k = i + 1; k < atoms->count && k < MOST_JOINED; k++)
            for (uint32_t side = 0; side < 4; side++) {
                Term a = atoms->at[i], b = atoms->at[k];
                if (is_comparison(l, a) && is_comparison(l, b) &&
                    term_same(term_arg(l->t, a, side & 1), term_arg(l->t, b, side >> 1)))
                    compare_sides(l, term_arg(l->t, a, !(side & 1)), term_arg(l->t, b, !(side >> 1)), pool);
            }
}

// Atoms over the state alone: for schedules and splits.
static void add_test(Leap *l, Term atom) {
    VecTerm others = { 0 };
    others_in(l, atom, &others);
    if (!others.count)
        leap_add_candidate(l, atom, &l->tests);
    vec_free(&others);
}

// What the program tests, after each step as well as before; what holds in every run; what the user gave.
void leap_find_candidates(Leap *l, const VecFollowed *given) {
    VecTerm atoms = { 0 };
    for (uint32_t i = 0; i < l->pc->graph->points.count; i++)
        leap_add_conjuncts(l, l->invariants.at[i], &l->candidates);
    for (uint32_t i = 0; i < l->pc->graph->edges.count; i++)
        for (uint32_t k = 0; k < l->pc->block[i].steps.count; k++)
            term_atoms(l->t, l->pc->block[i].steps.at[k].enabled, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        add_test(l, atoms.at[i]);
    for (uint32_t i = 0; given && i < given->count; i++)
        if (given->at[i].predicate.id)
            term_atoms(l->t, given->at[i].predicate, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        add_comparisons(l, atoms.at[i], &l->candidates);
    join_comparisons(l, &atoms, &l->candidates);
    for (uint32_t i = 0; i < l->pc->state.count; i++) {
        Sort s = term_sort(l->t, l->pc->state.at[i]);
        if (sort_kind(l->t, s) == SORT_BV)
            leap_add_candidate(l, term_2(l->t, OP_BV_SLE, term_bv(l->t, 0, sort_width(l->t, s)), l->pc->state.at[i]),
                               &l->candidates);
    }
    vec_free(&atoms);
}
