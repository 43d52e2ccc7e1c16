// unwind.c - a tree of the program's blocks, and paths in it
#include "engine/tree/unwind.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include <string.h>

static bool implies(void *self, Term strong, Term weak) {
    return unwind_implies(self, strong, weak);
}

bool unwind_implies(Unwinding *u, Term strong, Term weak) {
    return refine_implies(u->refiner, strong, weak);
}

static void learn(Unwinding *u, const Block *b) {
    if (!b->guard.id)
        return;
    refiner_learn(u->refiner, b->guard);
    for (uint32_t i = 0; i < b->changes.count; i++)
        refiner_learn(u->refiner, b->changes.at[i].value);
}

void unwind_new_graph(Unwinding *u) {
    Procedure *pc = u->proc;
    ArgStats so_far = u->arg ? u->arg->stats : (ArgStats){ 0 };
    arg_free(u->arg);
    vec_free(&u->places);
    u->arg = arg_new(pc->t, pc->graph, pc->bad, pc->initial, u->order, implies, u);
    so_far.nodes++;
    u->arg->stats = so_far;
}

static void find_invariants(Unwinding *u) {
    Procedure *pc = u->proc;
    phase_begin(PHASE_facts);
    u->invariant_stats = invariants_find(pc, u->task->options->facts == FACTS_EQUATIONS, &u->invariants);
    phase_end(PHASE_facts);
    procedure_assume(pc, u->invariants.at);
}

Options unwind_options(const Options *user) {
    Options o = *user;
    o.block = o.block ? o.block : BLOCK_LARGE;
    o.facts = o.facts ? o.facts : FACTS_ALL;
    o.precision = o.precision ? o.precision : PRECISION_PARSIMONIOUS;
    o.order = o.order ? o.order : ORDER_DFS;
    o.subtree = o.subtree ? o.subtree : SUBTREE_DELETE;
    return o;
}

bool unwind_open(Unwinding *u, const Task *task, ArgOrder order, bool may_wait, Claim *claim) {
    *u = (Unwinding){ .task = task, .order = order };
    if (!system_supports(task->program, &claim->reason))
        return false;
    u->system = system_new(task->program, (SystemOptions){ .basic = task->options->block == BLOCK_BASIC });
    u->proc = system_entry(u->system);
    Procedure *pc = u->proc;
    u->refiner = refiner_new(pc->t, procedure_origin, procedure_counts, pc);
    for (uint32_t i = 0; i < pc->graph->edges.count; i++)
        learn(u, &pc->block[i]);
    if (task->options->facts != FACTS_NONE && !(may_wait && invariants_are_expensive(pc)))
        find_invariants(u);
    unwind_new_graph(u);
    return true;
}

bool unwind_restart(Unwinding *u) {
    assert(u->arg && u->refiner);
    enum { WITHOUT_INVARIANTS = 4 };
    if (u->task->options->facts == FACTS_NONE || u->invariants.count || u->refinements < WITHOUT_INVARIANTS)
        return false;
    find_invariants(u);
    if (!u->invariant_stats.equations && !u->invariant_stats.inequalities)
        return false;
    unwind_new_graph(u);
    return true;
}

void unwind_close(Unwinding *u) {
    arg_free(u->arg);
    refiner_free(u->refiner);
    vec_free(&u->places);
    vec_free(&u->invariants);
    system_free(u->system);
}

// ---- paths ----
const Place *unwind_place(Unwinding *u, NodeId n) {
    assert(arg_has_node(u->arg, n));
    VecU32 missing = { 0 };
    if (u->places.count < u->arg->nodes.count)
        vec_resize(&u->places, u->arg->nodes.count);
    for (NodeId m = n; m && !u->places.at[m].now; m = arg_parent(u->arg, m))
        vec_push(&missing, m);
    while (missing.count) {
        NodeId m = vec_pop(&missing), parent = arg_parent(u->arg, m);
        u->places.at[m] =
            parent ? place_next(u->proc, &u->places.at[parent], arg_cut_into(u->arg, m), arg_node(u->arg, m)->depth)
                   : place_first(u->proc);
    }
    vec_free(&missing);
    return &u->places.at[n];
}

void unwind_steps(Unwinding *u, const VecU32 *nodes, uint32_t first, VecTerm *out) {
    assert(nodes->count && first < nodes->count);
    unwind_place(u, vec_last(nodes));
    out->count = 0;
    for (uint32_t i = first + 1; i < nodes->count; i++)
        vec_push(out, u->places.at[nodes->at[i]].step);
}

// ---- what becomes of a path ----
static Term value(void *self, Term variable) {
    return refiner_value(((Unwinding *)self)->refiner, variable);
}

static bool trace(Unwinding *u, const VecU32 *nodes, Claim *claim) {
    VecU32 cuts = { 0 };
    VEC(Place) places = { 0 };
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (i)
            vec_push(&cuts, arg_cut_into(u->arg, nodes->at[i]));
        vec_push(&places, u->places.at[nodes->at[i]]);
    }
    bool good = path_trace(u->proc, cuts.count, cuts.at, places.at, value, u, claim);
    vec_free(&cuts);
    vec_free(&places);
    return good;
}

static void feasible(Unwinding *u, const VecU32 *nodes, Claim *claim) {
    assert(arg_is_error(u->arg, vec_last(nodes)));
    uint32_t point = arg_node(u->arg, vec_last(nodes))->point;
    if (point != u->proc->graph->error) {
        procedure_blame(u->proc, point, claim);
    } else if (trace(u, nodes, claim)) {
        claim->kind = CLAIM_UNSAFE;
    }
}

// What is known before each step: the labels on the path.
static void labels_on(Unwinding *u, const VecU32 *nodes, VecTerm *known) {
    for (uint32_t i = 0; i + 1 < nodes->count; i++) {
        NodeId n = nodes->at[i];
        vec_push(known, place_formula(u->proc, &u->places.at[n], arg_node(u->arg, n)->label));
    }
}

// Refinement selection (D. Beyer, S. Loewe, P. Wendler, "Refinement Selection", SPIN 2015): a path
// may have several reasons.  Those about counters bring a new one in each
// round of a loop; so it is first asked whether the path is infeasible whatever they are.
static bool refine_without_counters(Unwinding *u, const VecU32 *nodes, const Term known[], Term out[]) {
    VecTerm a = { 0 };
    bool looser = false;
    for (uint32_t i = 1; i < nodes->count; i++) {
        const Place *at = &u->places.at[nodes->at[i]];
        looser |= !term_same(at->loose, at->step);
        vec_push(&a, at->loose);
    }
    a.at[0] = term_and(u->proc->t, u->proc->initial, a.at[0]);
    bool found = looser && refine_guess(u->refiner, a.count, a.at, known, out) == PATH_SPURIOUS;
    vec_free(&a);
    return found;
}

static PathAnswer look_at_path(Unwinding *u, NodeId n, bool with_labels, VecU32 *nodes, VecTerm *facts, Claim *claim) {
    assert(arg_is_error(u->arg, n) && claim->kind == CLAIM_NOTHING);
    VecTerm a = { 0 }, known = { 0 };
    arg_path(u->arg, n, nodes);
    unwind_steps(u, nodes, 0, &a);
    if (!a.count) { // the start itself is a point that no block can express
        feasible(u, nodes, claim);
        return PATH_FEASIBLE;
    }
    a.at[0] = term_and(u->proc->t, u->proc->initial, a.at[0]);
    if (with_labels)
        labels_on(u, nodes, &known);
    vec_resize(facts, a.count + 1);
    PathAnswer found = PATH_SPURIOUS;
    if (!refine_without_counters(u, nodes, with_labels ? known.at : NULL, facts->at))
        found = refine_path(u->refiner, a.count, a.at, with_labels ? known.at : NULL, facts->at);
    u->refinements++;
    switch (found) {
    case PATH_SPURIOUS:
        for (uint32_t i = 0; i < facts->count; i++)
            facts->at[i] = procedure_clean(u->proc, facts->at[i]);
        break;
    case PATH_FEASIBLE:
        feasible(u, nodes, claim);
        break;
    case PATH_UNDECIDED:
        reason_set(&claim->reason, "%s", refiner_reason(u->refiner));
        reason_set(&claim->detail, "a path of %u blocks to the error could not be decided", a.count);
        break;
    }
    vec_free(&a);
    vec_free(&known);
    return found;
}

PathAnswer unwind_refine(Unwinding *u, NodeId n, bool with_labels, VecU32 *nodes, VecTerm *facts, Claim *claim) {
    phase_begin(PHASE_refinement);
    PathAnswer found = look_at_path(u, n, with_labels, nodes, facts, claim);
    phase_end(PHASE_refinement);
    return found;
}

// ---- looking ----
static bool step_holds(void *self, uint32_t cut, Term before, Term after) {
    Unwinding *u = self;
    return unwind_implies(u, term_true(u->proc->t), procedure_obligation(u->proc, cut, before, after));
}

void unwind_check(const Unwinding *u, bool complete) {
#ifndef NDEBUG
    Reason why;
    if (!arg_check_structure(u->arg, complete, &why))
        bug("%s", why.text);
#endif
    (void)u, (void)complete;
}

void unwind_show(Unwinding *u, Claim *claim) {
    const char *path = u->task->options->graph;
    Reason why;
    assert(!claim->graph.count);
    if (path && *path)
        arg_print_dot(u->arg, &claim->graph);
    if (claim->kind == CLAIM_SAFE && log_on("check") && !arg_check(u->arg, u->proc->initial, true, step_holds, u, &why))
        log_line("check", "%s", why.text);
}

void unwind_invariants(const Unwinding *u, Claim *claim) {
    assert(!claim->proof.invariants.count);
    assert(!u->invariants.count || u->invariants.count >= u->proc->graph->points.count);
    arg_invariants(u->arg, claim);
    for (uint32_t i = 0; i < claim->proof.invariants.count && u->invariants.count; i++) {
        Invariant *v = &claim->proof.invariants.at[i];
        v->formula = term_and(u->proc->t, v->formula, u->invariants.at[i]);
    }
}

void unwind_record(const Unwinding *u, const char *engine) {
    stat_set(STAT_points, u->proc->graph->points.count);
    stat_set(STAT_pieces, u->proc->graph->edges.count);
    stat_set(STAT_nodes, (double)u->arg->stats.nodes);
    stat_set(STAT_expanded, (double)u->arg->stats.expanded);
    stat_set(STAT_covered, (double)u->arg->stats.covered);
    stat_set(STAT_questions, (double)u->arg->stats.questions);
    stat_set(STAT_fact_equations, u->invariant_stats.equations);
    stat_set(STAT_fact_inequalities, u->invariant_stats.inequalities);
    stat_set(STAT_fact_questions, u->invariant_stats.questions);
    stat_set(STAT_refinements, (double)u->refinements);
    stat_set(STAT_terms, terms_count(u->proc->t));
    progress("%s: %u nodes, %llu refinements", engine, u->arg->nodes.count - 1, (unsigned long long)u->refinements);
}

void unwind_record_paths(const Unwinding *u) {
    const RefineStats *r = refiner_stats(u->refiner);
    stat_set(STAT_uncovered, (double)u->arg->stats.uncovered);
    stat_set(STAT_strengthened, (double)u->arg->stats.strengthened);
    stat_set(STAT_removed, (double)u->arg->stats.removed);
    stat_set(STAT_paths_guessed, (double)r->guessed);
    stat_set(STAT_wrong_guesses, (double)r->wrong_guesses);
    stat_set(STAT_paths_by_cases, (double)r->by_cases);
    stat_set(STAT_cubes, (double)refiner_explain_stats(u->refiner).cubes);
    stat_set(STAT_paths_by_integers, (double)r->by_integers);
    stat_set(STAT_paths_by_bits, (double)r->by_bits);
    stat_set(STAT_paths_feasible, (double)r->feasible);
    stat_set(STAT_paths_undecided, (double)r->undecided);
}
