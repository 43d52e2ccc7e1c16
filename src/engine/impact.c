// impact.c - lazy abstraction with interpolants
//
// After K. McMillan, "Lazy Abstraction with Interpolants", CAV 2006: the program
// is unwound into a tree; labels come from interpolants of the infeasible paths
// to the error alone, never from an abstract post-condition; a node whose label
// implies that of an older one at the same point is covered and not followed.
// When every leaf is covered or false the labels are a proof.
//
// Where we differ: an edge is a whole loop-free piece of the program (as in D. Beyer,
// P. Wendler, "Algorithms for Software Model Checking: Predicate Abstraction vs.
// Impact", FMCAD 2012); a step that the label of its node excludes makes its
// child false at once; and a cover is forced where the label of the older node
// follows along the path from the last common node.
#include "base/limits.h"
#include "base/progress.h"
#include "engine/arg.h"
#include "engine/path.h"
#include "engine/refine.h"

enum { MOST_FORCED = 3 }; // candidates tried for a forced cover

typedef struct Impact {
    Pieces pieces;
    Refiner *refiner;
    Arg *arg;
    VEC(Place) places; // by node: on its path
    uint64_t refinements, forced, tried;
} Impact;

static bool implies(void *self, Term strong, Term weak) {
    return refine_implies(((Impact *)self)->refiner, strong, weak);
}

// ---- paths ----
// The place of each node on the path; 'nodes' is from the root on.
static const Place *place_of(Impact *im, NodeId n) {
    if (im->places.count < im->arg->nodes.count)
        vec_resize(&im->places, im->arg->nodes.count);
    Place *place = &im->places.at[n];
    if (!place->now) {
        NodeId parent = arg_parent(im->arg, n);
        Place made = parent ? place_next(&im->pieces, place_of(im, parent), arg_cut_into(im->arg, n),
                                         arg_node(im->arg, n)->depth)
                            : place_first(&im->pieces);
        im->places.at[n] = made;
    }
    return &im->places.at[n];
}

// The steps from the node nodes[first] to the last one.
static void path_steps(Impact *im, const VecU32 *nodes, uint32_t first, VecTerm *out) {
    for (uint32_t i = 0; i < nodes->count; i++)
        place_of(im, nodes->at[i]);
    out->count = 0;
    for (uint32_t i = first + 1; i < nodes->count; i++)
        vec_push(out, im->places.at[nodes->at[i]].step);
}

// facts[i] is about nodes[first + i].
static void strengthen(Impact *im, const VecU32 *nodes, uint32_t first, const Term facts[]) {
    for (uint32_t i = first; i < nodes->count; i++) {
        Term fact = pieces_clean(&im->pieces, facts[i - first]);
        if (!implies(im, arg_node(im->arg, nodes->at[i])->label, fact))
            arg_strengthen(im->arg, nodes->at[i], fact);
    }
}

// ---- covering ----
// Proves the label of 'old' at 'n' along the path from their last common node.
static bool force(Impact *im, NodeId n, NodeId old) {
    Pieces *pc = &im->pieces;
    VecU32 nodes = { 0 };
    VecTerm a = { 0 }, steps = { 0 };
    arg_path(im->arg, n, &nodes);
    uint32_t first = arg_node(im->arg, arg_common(im->arg, n, old))->depth;
    path_steps(im, &nodes, first, &steps);
    vec_push(&a, place_formula(pc, &im->places.at[nodes.at[first]], arg_node(im->arg, nodes.at[first])->label));
    for (uint32_t i = 0; i < steps.count; i++)
        vec_push(&a, steps.at[i]);
    vec_push(&a, term_not(pc->t, place_formula(pc, &im->places.at[n], arg_node(im->arg, old)->label)));
    Term *out = base_alloc((a.count + 1) * sizeof *out);
    im->tried++;
    bool proved = refine_try(im->refiner, a.count, a.at, NULL, out) == PATH_SPURIOUS;
    if (proved)
        strengthen(im, &nodes, first + 1, out + 2);
    proved = proved && arg_cover_by(im->arg, n, old);
    im->forced += proved;
    free(out);
    vec_free(&a);
    vec_free(&steps);
    vec_free(&nodes);
    return proved;
}

static bool force_some(Impact *im, NodeId n) {
    const VecU32 *at = &im->arg->at[arg_node(im->arg, n)->point];
    uint32_t tried = 0;
    for (uint32_t i = at->count; i-- > 0 && tried < MOST_FORCED;) {
        NodeId old = at->at[i];
        if (!arg_may_cover(im->arg, n, old) || arg_is_false(im->arg, old))
            continue;
        tried++;
        if (force(im, n, old))
            return true;
    }
    return false;
}

static bool covered(Impact *im, NodeId n) {
    return arg_cover(im->arg, n, false) || force_some(im, n);
}

// ---- expanding ----
// A step that the label excludes leads to a child that is false.
static void expand(Impact *im, NodeId n) {
    Pieces *pc = &im->pieces;
    const VecU32 *out = &pc->graph->points.at[arg_node(im->arg, n)->point].out;
    Term label = arg_node(im->arg, n)->label;
    arg_set_expanded(im->arg, n);
    for (uint32_t i = 0; i < out->count; i++) {
        bool never = refine_excludes(im->refiner, label, pc->piece[out->at[i]].guard);
        arg_child(im->arg, n, out->at[i], term_bool(pc->t, !never));
    }
}

// ---- refining ----
static Term value(void *self, Term variable) {
    return refiner_value(((Impact *)self)->refiner, variable);
}

static bool trace(Impact *im, const VecU32 *nodes, Answer *answer) {
    VecU32 cuts = { 0 };
    VEC(Place) places = { 0 };
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (i)
            vec_push(&cuts, arg_cut_into(im->arg, nodes->at[i]));
        vec_push(&places, im->places.at[nodes->at[i]]);
    }
    bool good = path_trace(&im->pieces, cuts.count, cuts.at, places.at, value, im, answer);
    vec_free(&cuts);
    vec_free(&places);
    return good;
}

// The path to a node at a bad point can be taken.
static void feasible(Impact *im, const VecU32 *nodes, Answer *answer) {
    uint32_t point = arg_node(im->arg, vec_last(nodes))->point;
    if (point != im->pieces.graph->error) {
        pieces_blame(&im->pieces, point, answer);
    } else if (trace(im, nodes, answer)) {
        answer->claim = CLAIM_UNSAFE;
    } else {
        reason_set(&answer->reason, "solver");
        reason_set(&answer->detail, "the solver's model does not lead to the error");
    }
}

// A node at a bad point: makes it false, with labels that say why; or ends the search.
static bool refine(Impact *im, NodeId n, Answer *answer) {
    VecU32 nodes = { 0 };
    VecTerm a = { 0 };
    arg_path(im->arg, n, &nodes);
    path_steps(im, &nodes, 0, &a);
    a.at[0] = term_and(im->pieces.t, im->pieces.initial, a.at[0]);
    Term *out = base_alloc((a.count + 1) * sizeof *out);
    Term *known = base_alloc(a.count * sizeof *known);
    for (uint32_t i = 0; i < a.count; i++)
        known[i] = place_formula(&im->pieces, &im->places.at[nodes.at[i]], arg_node(im->arg, nodes.at[i])->label);
    PathAnswer found = refine_path(im->refiner, a.count, a.at, known, out);
    free(known);
    im->refinements++;
    switch (found) {
    case PATH_SPURIOUS:
        strengthen(im, &nodes, 1, out + 1);
        for (uint32_t i = 1; i + 1 < nodes.count; i++)
            if (arg_is_live(im->arg, nodes.at[i]))
                arg_cover(im->arg, nodes.at[i], false);
        break;
    case PATH_FEASIBLE:
        feasible(im, &nodes, answer);
        break;
    case PATH_UNDECIDED:
        reason_set(&answer->reason, "%s", refiner_reason(im->refiner));
        reason_set(&answer->detail, "a path of %u steps to the error could not be decided", a.count);
        break;
    }
    free(out);
    vec_free(&a);
    vec_free(&nodes);
    return found == PATH_SPURIOUS;
}

// ---- the engine ----
// Unwinds the program until every leaf is covered or false.  Each round covers a
// leaf, expands one, or strengthens the labels on a path.
static void unwind(Impact *im, Answer *answer) {
    NodeId n;
    while ((n = arg_next(im->arg))) {
        if (limits_hit()) {
            reason_set(&answer->reason, "timeout");
            return;
        }
        progress("impact: %u nodes, %llu refinements", im->arg->nodes.count - 1, (unsigned long long)im->refinements);
        if (arg_is_error(im->arg, n)) {
            if (!refine(im, n, answer))
                return;
        } else if (!covered(im, n)) {
            expand(im, n);
        }
    }
    answer->claim = CLAIM_SAFE;
    arg_invariants(im->arg, answer);
}

static bool step_holds(void *self, uint32_t cut, Term before, Term after) {
    Impact *im = self;
    Term obligation = pieces_obligation(&im->pieces, cut, before, after);
    return refine_implies(im->refiner, term_true(im->pieces.t), obligation);
}

static void check(Impact *im) {
    Reason why;
    if (!arg_check(im->arg, im->pieces.initial, true, step_holds, im, &why))
        fprintf(stderr, "impact: %s\n", why.text);
}

static void learn(Impact *im, const Block *b) {
    if (!b->guard.id)
        return;
    refiner_learn(im->refiner, b->guard);
    for (uint32_t i = 0; i < b->changes.count; i++)
        refiner_learn(im->refiner, b->changes.at[i].value);
}

static void run(const Task *task, Answer *answer) {
    Impact im = { 0 };
    if (!pieces_open(&im.pieces, task, &answer->reason))
        return;
    im.refiner = refiner_new(im.pieces.t, pieces_origin, &im.pieces);
    for (uint32_t i = 0; i < im.pieces.graph->edges.count; i++)
        learn(&im, &im.pieces.piece[i]);
    im.arg = arg_new(im.pieces.t, im.pieces.graph, im.pieces.bad, im.pieces.initial, ARG_DEPTH_FIRST, implies, &im);
    unwind(&im, answer);
    if (answer->claim == CLAIM_SAFE && getenv("IMPACT_CHECK"))
        check(&im);
    if (getenv("IMPACT_DOT")) arg_print_dot(im.arg, stderr);
    arg_free(im.arg);
    refiner_free(im.refiner);
    vec_free(&im.places);
    pieces_close(&im.pieces);
}

const Engine engine_impact = {
    .name = "impact",
    .summary = "lazy abstraction with interpolants: labels that explain why paths to the error cannot be taken",
    .run = run,
};
