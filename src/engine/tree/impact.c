// impact.c - lazy abstraction with interpolants
//
// After K. McMillan, "Lazy Abstraction with Interpolants", CAV 2006: the program
// is unwound into a tree; labels come from interpolants of the infeasible paths
// to the error alone, never from an abstract post-condition; a node whose label
// implies that of an older one at the same point is covered and not followed.
// When every leaf is covered or false the labels are a proof.
//
// Where we differ: an edge is a whole loop-free block of the program (as in D. Beyer,
// P. Wendler, "Algorithms for Software Model Checking: Predicate Abstraction vs.
// Impact", FMCAD 2012); a step that the label of its node excludes makes its
// child false at once; and a cover is forced where the label of the older node
// follows along the path from the last common node.
#include "base/stats.h"
#include "engine/tree/search.h"

enum { MOST_FORCED = 3, MOST_IN_VAIN = 8 }; // candidates tried for a forced cover; nodes in a row

typedef struct Impact {
    Unwinding u;
    Arg *arg; // that of 'u'
    uint64_t forced, tried;
    uint32_t in_vain; // nodes in a row that no cover could be forced for
} Impact;

// facts[i] is about nodes[first + i].  Gives the nodes whose labels changed.
static void strengthen(Impact *im, const VecU32 *nodes, uint32_t first, const Term facts[], VecU32 *changed) {
    assert(first > 0); // not the root
    for (uint32_t i = first; i < nodes->count; i++) {
        if (unwind_implies(&im->u, arg_node(im->arg, nodes->at[i])->label, facts[i - first]))
            continue;
        arg_strengthen(im->arg, nodes->at[i], facts[i - first]);
        vec_push(changed, nodes->at[i]);
    }
}

// ---- covering ----
// Does the label hold at each node of the path, once it does after the first step?
static bool keeps(Impact *im, const VecU32 *nodes, uint32_t first, const VecTerm *a, Term label) {
    Procedure *pc = im->u.proc;
    Term before = a->at[0];
    for (uint32_t i = 1; i + 1 < a->count; i++) {
        NodeId n = nodes->at[first + i];
        Term after = place_formula(pc, unwind_place(&im->u, n), label);
        if (!procedure_matters(pc, arg_node(im->arg, n)->point, label) ||
            !refine_implies(im->u.refiner, term_and(pc->t, before, a->at[i]), after))
            return false;
        before = after;
    }
    return true;
}

// Why the label holds at the end of the path: best because it does all along.
static bool explain_label(Impact *im, const VecU32 *nodes, uint32_t first, const VecTerm *a, Term label, Term out[]) {
    assert(a->count == nodes->count - first + 1); // the label before, the steps, the label to be proved
    Procedure *pc = im->u.proc;
    if (!refine_excludes(im->u.refiner, term_and_n(pc->t, a->count - 1, a->at), vec_last(a)))
        return false;
    if (keeps(im, nodes, first, a, label)) {
        for (uint32_t i = 2; i < a->count; i++)
            out[i] = label;
        return true;
    }
    bool found = refine_try(im->u.refiner, a->count, a->at, NULL, out) == PATH_SPURIOUS;
    for (uint32_t i = 0; found && i <= a->count; i++)
        out[i] = procedure_clean(pc, out[i]);
    return found;
}

// Proves the label of 'old' at 'n' along the path from their last common node.
static bool force(Impact *im, NodeId n, NodeId old) {
    assert(arg_may_cover(im->arg, n, old));
    Procedure *pc = im->u.proc;
    VecU32 nodes = { 0 }, changed = { 0 };
    VecTerm a = { 0 }, steps = { 0 }, facts = { 0 };
    Term label = arg_node(im->arg, old)->label;
    arg_path(im->arg, n, &nodes);
    NodeId start = arg_common(im->arg, n, old);
    uint32_t first = arg_node(im->arg, start)->depth;
    unwind_steps(&im->u, &nodes, first, &steps);
    vec_push(&a, place_formula(pc, unwind_place(&im->u, start), arg_node(im->arg, start)->label));
    for (uint32_t i = 0; i < steps.count; i++)
        vec_push(&a, steps.at[i]);
    vec_push(&a, term_not(pc->t, place_formula(pc, unwind_place(&im->u, n), label)));
    vec_resize(&facts, a.count + 1);
    im->tried++;
    bool proved = explain_label(im, &nodes, first, &a, label, facts.at);
    if (proved)
        strengthen(im, &nodes, first + 1, facts.at + 2, &changed);
    proved = proved && arg_cover_by(im->arg, n, old);
    im->forced += proved;
    vec_free(&a);
    vec_free(&steps);
    vec_free(&facts);
    vec_free(&nodes);
    vec_free(&changed);
    return proved;
}

// After several nodes in vain it is tried rarely.
static bool forcing_pays(const Impact *im) {
    return im->in_vain < MOST_IN_VAIN || im->in_vain % MOST_IN_VAIN == 0;
}

static bool force_some(Impact *im, NodeId n) {
    const VecU32 *at = &im->arg->at[arg_node(im->arg, n)->point];
    uint32_t tried = 0;
    if (!forcing_pays(im)) {
        im->in_vain++;
        return false;
    }
    for (uint32_t i = at->count; i-- > 0 && tried < MOST_FORCED;) {
        NodeId old = at->at[i];
        if (!arg_may_cover(im->arg, n, old) || arg_is_false(im->arg, old))
            continue;
        tried++;
        if (force(im, n, old)) {
            im->in_vain = 0;
            return true;
        }
    }
    im->in_vain += tried > 0;
    return false;
}

static bool cover(void *self, NodeId n) {
    Impact *im = self;
    return arg_cover(im->arg, n) || force_some(im, n);
}

// ---- expanding ----
// A step that the label excludes leads to a child that is false.
static void expand(void *self, NodeId n) {
    Impact *im = self;
    Procedure *pc = im->u.proc;
    const VecU32 *out = arg_cuts(im->arg, n);
    Term label = arg_node(im->arg, n)->label;
    arg_set_expanded(im->arg, n);
    for (uint32_t i = 0; i < out->count; i++) {
        bool never = refine_excludes(im->u.refiner, label, pc->block[out->at[i]].guard);
        arg_child(im->arg, n, out->at[i], term_bool(pc->t, !never));
    }
}

// ---- refining ----
// Makes a node at a bad point false, by the interpolants of its path.
static PathAnswer refine(void *self, NodeId n, Claim *claim) {
    Impact *im = self;
    assert(arg_is_live(im->arg, n) && !arg_is_false(im->arg, n));
    VecU32 nodes = { 0 }, changed = { 0 };
    VecTerm facts = { 0 };
    PathAnswer found = unwind_refine(&im->u, n, true, &nodes, &facts, claim);
    if (found == PATH_SPURIOUS) {
        strengthen(im, &nodes, 1, facts.at + 1, &changed);
        for (uint32_t i = 0; i < changed.count; i++)
            if (arg_is_live(im->arg, changed.at[i]) && !arg_is_false(im->arg, changed.at[i]))
                arg_cover(im->arg, changed.at[i]);
        unwind_check(&im->u, false);
    }
    vec_free(&changed);
    vec_free(&nodes);
    vec_free(&facts);
    return found;
}

// ---- the engine ----
static void record(void *self) {
    const Impact *im = self;
    unwind_record(&im->u, "impact");
    unwind_record_paths(&im->u);
    stat_set(STAT_covers_tried, (double)im->tried);
    stat_set(STAT_covers_forced, (double)im->forced);
}

static NodeId next(void *self) {
    Impact *im = self;
    NodeId n = arg_next(im->arg);
    if (n && unwind_restart(&im->u)) {
        im->arg = im->u.arg;
        n = arg_next(im->arg);
    }
    return n;
}

static void prove(void *self, Claim *claim) {
    Impact *im = self;
    unwind_check(&im->u, true);
    unwind_invariants(&im->u, claim);
}

static const SearchSteps steps = {
    .next = next, .cover = cover, .expand = expand, .refine = refine, .prove = prove, .record = record
};

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Impact im = { 0 };
    Options set = unwind_options(task->options);
    options_show(&set, "block facts", &claim->settings);
    if (!unwind_open(&im.u, task, ARG_DEPTH_FIRST, true, claim))
        return;
    im.arg = im.u.arg;
    search(&im.u, &steps, &im, claim);
    unwind_show(&im.u, claim);
    record(&im);
    unwind_close(&im.u);
}

const Engine engine_impact = {
    .name = "impact",
    .summary = "lazy abstraction with interpolants: labels that explain why paths to the error cannot be taken",
    .handles = FEATURES_ALL & ~FEATURE_THREADS & ~FEATURE_CALLS,
    .run = run,
};
