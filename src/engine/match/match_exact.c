// match_exact.c - does the abstraction lose anything at a step, and which predicates does it lack?
//
// A step from s along g -> x := e to s' is exact if alpha(s) implies g and alpha(s')[e/x]: each conjunct is asked
// for alone, and those that do not follow become predicates.  Tests at which the program ends otherwise count as part
// of alpha(s): what ends is not reached.
//
// Where inputs are taken the conjuncts that speak of them cannot follow.  Instead the steps found must be all there
// are: no state of the node and no input lead to an abstract state that none of them leads to.  A model that does is
// a state t and inputs i for which the program does what it does not do from s with i: some test on the way of t, or
// some predicate at its end, with i put in, holds of t and not of s.  It becomes a predicate, and tells t from s.
#include "engine/match/match.h"

static bool follows(Match *m, Term premise, Term conclusion) {
    return smt_implies(m->smt, premise, block_before(m->pc->blocks, conclusion)) == SMT_VALID;
}

static void is_inexact(Match *m, uint32_t point) {
    m->exact = false;
    m->inexact_now[point] = true;
}

// ---- predicates ----
static bool is_followed(const VecU32 *set, PredicateId id) {
    for (uint32_t i = 0; i < set->count; i++)
        if (set->at[i] == id)
            return true;
    return false;
}

static void follow_at(Match *m, uint32_t point, PredicateId id) {
    assert(point < m->pc->graph->points.count && id < predicates_count(m->predicates));
    Term predicate = predicates_terms(m->predicates)[id];
    Term placed = block_before(m->pc->blocks, predicate);
    if (point == m->pc->graph->entry || m->pc->bad[point] || !procedure_matters(m->pc, point, placed) ||
        is_followed(&m->followed[point], id) || is_followed(&m->found[point], id))
        return;
    vec_push(&m->found[point], id);
    m->n_new++;
}

void match_learn(Match *m, uint32_t point, Term formula) {
    VecTerm atoms = { 0 };
    term_atoms(m->t, formula, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++) {
        PredicateId id;
        if (!predicates_find(m->predicates, atoms.at[i], &id))
            continue;
        if (m->by_location)
            follow_at(m, point, id);
        for (uint32_t k = 0; !m->by_location && k < m->pc->graph->points.count; k++)
            follow_at(m, k, id);
    }
    vec_free(&atoms);
}

void match_follow_state(Match *m, uint32_t node) {
    const MatchNode *n = &m->nodes.at[node];
    assert(m->inexact_now[n->point]);
    walker_restore(m->walker, n->state);
    for (uint32_t i = 0; i < m->pc->state.count; i++) {
        Term x = m->pc->state.at[i];
        Value v;
        if (procedure_matters(m->pc, n->point, x) && sort_kind(m->t, term_sort(m->t, x)) == SORT_BV &&
            walker_value(m->walker, x, &v))
            match_learn(m, n->point, term_eq(m->t, x, term_of_value(m->t, v, term_sort(m->t, x))));
    }
}

// ---- one step ----
// What all states of the node have in common that do not end on this way.
static Term premise_of(Match *m, uint32_t node, const GuardedCommand *c) {
    VecTerm parts = { 0 };
    vec_push(&parts, m->nodes.at[node].formula);
    for (uint32_t i = 0; i < c->guard.count; i++)
        if (c->is_end.at[i])
            vec_push(&parts, c->guard.at[i]);
    Term premise = block_before(m->pc->blocks, term_and_n(m->t, parts.count, parts.at));
    vec_free(&parts);
    return premise;
}

// What must follow: the tests on the way and the predicates at its end, but for what speaks of inputs.
static void conjuncts_of(Match *m, const MatchStep *step, VecTerm *out) {
    const GuardedCommand *c = &step->command;
    const VecU32 *followed = &m->followed[step->walk.point];
    assert(c->guard.count == c->is_end.count);
    for (uint32_t i = 0; i < c->guard.count; i++)
        if (!c->is_end.at[i] && !command_has_inputs(m->commands, c, c->guard.at[i]))
            vec_push(out, c->guard.at[i]);
    for (uint32_t i = 0; step->walk.end == RUN_GOING && i < followed->count; i++) {
        Term after = command_before(m->commands, c, predicates_terms(m->predicates)[followed->at[i]]);
        if (!command_has_inputs(m->commands, c, after))
            vec_push(out, step->values.at[i] ? after : term_not(m->t, after));
    }
}

// All conjuncts are asked for at once, as most steps are exact in the end; alone only where that fails.
void match_check_step(Match *m, uint32_t node, const MatchStep *step) {
    uint32_t point = m->nodes.at[node].point;
    VecTerm conjuncts = { 0 };
    if (m->exactness == EXACT_MAY)
        return; // match_check_closed decides
    Term premise = premise_of(m, node, &step->command);
    conjuncts_of(m, step, &conjuncts);
    bool exact = m->exactness == EXACT_MUST && follows(m, premise, term_and_n(m->t, conjuncts.count, conjuncts.at));
    for (uint32_t i = 0; i < conjuncts.count && !exact; i++) {
        if (m->exactness == EXACT_MUST && follows(m, premise, conjuncts.at[i]))
            continue;
        if (m->exactness == EXACT_MUST)
            is_inexact(m, point);
        match_learn(m, point, conjuncts.at[i]);
    }
    vec_free(&conjuncts);
}

// ---- all steps ----
static bool model_says(void *self, Term condition) {
    Match *m = self;
    Term value = smt_value(m->smt, condition);
    return value.id && term_op(m->t, value) == OP_TRUE;
}

// Puts the model's inputs in; one without a value there stays.
static Term with_inputs(Match *m, const Block *block, const GuardedCommand *c, Term formula) {
    VecTerm from = { 0 }, to = { 0 };
    for (uint32_t i = 0; i < c->inputs.count; i++)
        for (uint32_t k = 0; k < block->steps.count; k++) {
            Term value = { 0 };
            if (block->steps.at[k].edge == c->input_of.at[i] && block->steps.at[k].value.id)
                value = smt_value(m->smt, block->steps.at[k].value);
            if (value.id && term_is_const(m->t, value) &&
                term_sort(m->t, value).id == term_sort(m->t, c->inputs.at[i]).id) {
                vec_push(&from, c->inputs.at[i]);
                vec_push(&to, value);
            }
        }
    Term result = term_substitute(m->t, formula, from.count, from.at, to.at);
    vec_free(&from);
    vec_free(&to);
    return result;
}

// Where the model's state and the one explored part: what holds of the former and not of the latter.
static void tell_apart(Match *m, uint32_t node, uint32_t cut) {
    const Block *block = &m->pc->block[cut];
    uint32_t to = m->pc->graph->edges.at[cut].to;
    VecU32 steps = { 0 }, edges = { 0 };
    VecTerm differ = { 0 };
    GuardedCommand c;
    block_path(m->pc->blocks, block, model_says, m, &steps);
    for (uint32_t i = 0; i < steps.count; i++)
        vec_push(&edges, block->steps.at[steps.at[i]].edge);
    command_build(m->commands, &edges, 0, &c);
    for (uint32_t i = 0; i < c.guard.count; i++)
        vec_push(&differ, with_inputs(m, block, &c, c.guard.at[i]));
    for (uint32_t i = 0; !m->pc->bad[to] && i < m->followed[to].count; i++) {
        Term predicate = predicates_terms(m->predicates)[m->followed[to].at[i]];
        bool holds = model_says(m, block_after(m->pc->blocks, block, predicate));
        Term after = with_inputs(m, block, &c, command_before(m->commands, &c, predicate));
        vec_push(&differ, holds ? after : term_not(m->t, after));
    }
    walker_restore(m->walker, m->nodes.at[node].state);
    for (uint32_t i = 0; i < differ.count; i++) {
        Value v;
        if (!command_has_inputs(m->commands, &c, differ.at[i]) && walker_value(m->walker, differ.at[i], &v) && !v.lo)
            match_learn(m, m->nodes.at[node].point, differ.at[i]);
    }
    vec_free(&steps);
    vec_free(&edges);
    vec_free(&differ);
    command_free(&c);
}

// The abstract states that the steps along a piece lead to.
static Term reached(Match *m, uint32_t to, const MatchSteps *steps) {
    VecTerm ends = { 0 };
    for (uint32_t i = 0; i < steps->count; i++)
        if (steps->at[i].walk.end == RUN_GOING && steps->at[i].walk.point == to)
            vec_push(&ends, match_literals(m, to, steps->at[i].values.at));
    Term any = term_or_n(m->t, ends.count, ends.at);
    vec_free(&ends);
    return any;
}

// Without a solver: the guards of pieces that no step went along.
static void learn_disabled(Match *m, uint32_t point, const MatchSteps *steps) {
    const VecU32 *cuts = &m->pc->graph->points.at[point].out;
    for (uint32_t i = 0; i < cuts->count; i++) {
        bool taken = !m->pc->block[cuts->at[i]].guard.id;
        for (uint32_t k = 0; k < steps->count && !taken; k++)
            taken = steps->at[k].walk.point == m->pc->graph->edges.at[cuts->at[i]].to;
        if (!taken)
            match_learn(m, point, m->pc->block[cuts->at[i]].guard);
    }
}

void match_check_closed(Match *m, uint32_t node, const MatchSteps *steps) {
    uint32_t point = m->nodes.at[node].point;
    const VecU32 *cuts = &m->pc->graph->points.at[point].out;
    assert(!smt_depth(m->smt));
    if (m->exactness == EXACT_NONE) {
        learn_disabled(m, point, steps);
        return;
    }
    if (m->exactness == EXACT_MUST && !match_has_inputs(m, point))
        return;
    for (uint32_t i = 0; i < cuts->count; i++) {
        const Block *block = &m->pc->block[cuts->at[i]];
        uint32_t to = m->pc->graph->edges.at[cuts->at[i]].to;
        if (!block->guard.id)
            continue;
        Term premise = term_and(m->t, block_before(m->pc->blocks, m->nodes.at[node].formula), block->guard);
        Term after = block_after(m->pc->blocks, block, reached(m, to, steps));
        if (smt_implies(m->smt, premise, after) == SMT_VALID)
            continue;
        is_inexact(m, point);
        smt_push(m->smt);
        smt_assert(m->smt, premise);
        smt_assert(m->smt, term_not(m->t, after));
        if (smt_check(m->smt) == SMT_SAT)
            tell_apart(m, node, cuts->at[i]);
        smt_pop(m->smt);
    }
}
