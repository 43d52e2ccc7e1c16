// port.c - entry and exit ports: images and pre-images of sets of states
//
// A pre-image is a substitution.  An image has the state before as variables "old!x" and gets rid of them by equations:
// x' = x + 1 gives x = x' - 1.  What is left then has any value that a model gives (a subset), or is forgotten (a
// superset).
#include "engine/leap/leap.h"
#include "logic/reason/qe.h"

bool leap_live(const Leap *l, uint32_t point, uint32_t slot) {
    assert(slot < l->pc->state.count);
    return l->pc->live[(size_t)point * l->pc->state.count + slot];
}

bool leap_valid(Leap *l, Term premise, Term conclusion) {
    return smt_implies(l->smt, premise, conclusion) == SMT_VALID;
}

bool leap_possible(Leap *l, Term formula) {
    return smt_valid(l->smt, term_not(l->t, formula)) == SMT_INVALID;
}

// ---- edges ----
static Term chosen(const Leap *l, Term a) {
    assert(l->inputs.count == l->choice.count);
    return a.id ? term_substitute(l->t, a, l->inputs.count, l->inputs.at, l->choice.at) : a;
}

static LeapEdge build_edge(Leap *l, uint32_t cut, bool free) {
    const Block *b = &l->pc->block[cut];
    const CutEdge *c = &l->pc->graph->edges.at[cut];
    LeapEdge e = { .from = c->from, .to = c->to };
    if (!b->guard.id)
        return e;
    e.guard = free ? b->guard : chosen(l, b->guard);
    for (uint32_t i = 0; i < b->changes.count; i++) {
        Term x = block_changed(l->pc->blocks, b, i);
        uint32_t slot = map_find(&l->pc->slot_of, x.id);
        if (!slot || !leap_live(l, e.to, slot - 1))
            continue;
        vec_push(&e.var, x);
        vec_push(&e.value, free ? b->changes.at[i].value : chosen(l, b->changes.at[i].value));
    }
    return e;
}

static void free_edges(LeapEdge *edges, uint32_t n) {
    for (uint32_t i = 0; edges && i < n; i++) {
        vec_free(&edges[i].var);
        vec_free(&edges[i].value);
    }
    free(edges);
}

void leap_free_edges(Leap *l) {
    free_edges(l->edge, l->pc->graph->edges.count);
    free_edges(l->free, l->pc->graph->edges.count);
    l->edge = l->free = NULL;
}

void leap_build_edges(Leap *l) {
    uint32_t n = l->pc->graph->edges.count;
    leap_free_edges(l);
    l->edge = base_alloc((n + 1) * sizeof *l->edge);
    l->free = base_alloc((n + 1) * sizeof *l->free);
    for (uint32_t i = 0; i < n; i++) {
        l->edge[i] = build_edge(l, i, false);
        l->free[i] = build_edge(l, i, true);
    }
}

Term edge_before(Leap *l, const LeapEdge *e, Term after) {
    assert(e->var.count == e->value.count);
    return term_substitute(l->t, after, e->var.count, e->var.at, e->value.at);
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

Term leap_image(Leap *l, const LeapEdge *e, Term set, Reached kind) {
    VecTerm parts = { 0 }, olds = { 0 }, others = { 0 };
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
    Term image = term_and_n(t, parts.count, parts.at);
    others_in(l, image, &others);
    image = project_by_equations(t, image, others.count, others.at);
    others_in(l, image, &others);
    if (others.count)
        image =
            kind == REACHED_ALL ? fix_by_model(l, image, &others) : project_cheaply(t, image, others.count, others.at);
    vec_free(&parts);
    vec_free(&olds);
    vec_free(&others);
    return image;
}

// ---- candidates for invariants ----
static void add_candidate(Leap *l, Term c, VecTerm *pool) {
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
    add_candidate(l, atom, pool);
    add_candidate(l, term_not(t, atom), pool);
    if (term_arity(t, atom) != 2 || sort_kind(t, term_sort(t, term_arg(t, atom, 0))) != SORT_BV)
        return;
    Term a = term_arg(t, atom, 0), b = term_arg(t, atom, 1);
    Op op = term_op(t, atom);
    bool is_unsigned = op == OP_BV_ULT || op == OP_BV_ULE;
    Op le = is_unsigned ? OP_BV_ULE : OP_BV_SLE, lt = is_unsigned ? OP_BV_ULT : OP_BV_SLT;
    add_candidate(l, term_eq(t, a, b), pool);
    add_candidate(l, term_2(t, le, a, b), pool);
    add_candidate(l, term_2(t, le, b, a), pool);
    add_candidate(l, term_2(t, lt, a, b), pool);
    add_candidate(l, term_2(t, lt, b, a), pool);
}

void leap_add_conjuncts(Leap *l, Term formula, VecTerm *pool) {
    VecTerm atoms = { 0 };
    if (term_op(l->t, formula) == OP_AND) {
        for (uint32_t i = 0; i < term_arity(l->t, formula); i++)
            leap_add_conjuncts(l, term_arg(l->t, formula, i), pool);
        return;
    }
    add_candidate(l, formula, pool);
    term_atoms(l->t, formula, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        add_comparisons(l, atoms.at[i], pool);
    vec_free(&atoms);
}

// What the program tests, after each step as well as before; what holds in every run; what the user gave.
void leap_find_candidates(Leap *l, const VecFollowed *given) {
    VecTerm atoms = { 0 };
    for (uint32_t i = 0; i < l->pc->graph->points.count; i++)
        leap_add_conjuncts(l, l->invariants.at[i], &l->candidates);
    for (uint32_t i = 0; i < l->pc->graph->edges.count; i++)
        for (uint32_t k = 0; k < l->pc->block[i].steps.count; k++)
            term_atoms(l->t, l->pc->block[i].steps.at[k].enabled, &atoms);
    for (uint32_t i = 0; given && i < given->count; i++)
        if (given->at[i].predicate.id)
            term_atoms(l->t, given->at[i].predicate, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        add_comparisons(l, atoms.at[i], &l->candidates);
    for (uint32_t i = 0; i < l->pc->state.count; i++) {
        Sort s = term_sort(l->t, l->pc->state.at[i]);
        if (sort_kind(l->t, s) == SORT_BV)
            add_candidate(l, term_2(l->t, OP_BV_SLE, term_bv(l->t, 0, sort_width(l->t, s)), l->pc->state.at[i]),
                          &l->candidates);
    }
    vec_free(&atoms);
}
