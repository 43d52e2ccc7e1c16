// lazy.c - lazy abstraction
//
// After T. Henzinger, R. Jhala, R. Majumdar, G. Sutre, "Lazy Abstraction", POPL 2002,
// T. Henzinger, R. Jhala, R. Majumdar, K. McMillan, "Abstractions from Proofs", POPL 2004, and
// R. Jhala, "Lazy Abstraction" (thesis), Berkeley 2004 (BLAST): a tree of abstract states
// is grown on the fly.  The region of a node is what follows from its predecessor's and the block between
// them for the predicates of its point.  A path to the error that cannot be taken
// gives new predicates, by interpolation, at the points where they are needed; the pivot is
// the last node before the first of them, and only what is below it is thrown away
// and grown again (with --subtree keep only the path is changed, which need not end: Example 7
// of the thesis).  A node is covered where the regions of older nodes at its point together
// contain its own: an inclusion of Boolean functions.
//
// Where we differ:
//   - an edge is a loop-free block of the program, or a basic block (--block), never one command;
//     predicates belong to the points between blocks;
//   - with basic blocks the last steps of a path are tried first, from the region where they begin, as in the thesis;
//     with large blocks explanations start at the root, and the pivot is before the first that is not 'true':
//     that found fewer predicates (on 48 tasks 39 s against 33 s);
//   - a predicate is followed at its point in the subtree of the pivot (--precision parsimonious, the default and
//     as in the thesis), in the whole tree (location) or at all points (monolithic).  Parsimonious, the pivot also
//     keeps what was learnt anywhere below it: the thesis forgets that with the subtree, and may find it
//     again on exponentially many paths;
//   - one reason per path: a second one over other variables, where there is one, cost two to three times
//     the time on device drivers and saved no refinement (147 against 148, 70 against 68);
//   - nodes that lose a coverer wait again, in whatever order the tree grows: explicit lists
//     (arg.h), where the thesis has time stamps that are right depth first only;
//   - the thesis proves progress for the Boolean abstraction and uses the cartesian one.  Here a path that comes back
//     although its predicates are there gets the Boolean abstraction where an explanation on it is no
//     conjunction of literals, and if that does not help, whole explanations as predicates.
#include "base/stats.h"
#include "engine/tree/complete.h"
#include "engine/tree/post.h"
#include "engine/tree/reuse.h"
#include "engine/tree/search.h"

enum { MOST_ASKED = 8 }; // older nodes that the solver is asked about, to cover one

typedef struct LazyNode { // beside an ArgNode
    AbstractRegion region;
    PredicateSet used;   // what its region is over
    Precision precision; // of the edges out of it, where each node has its own
    bool says_more;      // its label, than its region
} LazyNode;
typedef struct Lazy {
    Unwinding u;
    Arg *arg; // that of 'u'
    Predicates *predicates;
    Precisions *precisions;
    Poster *poster;
    VEC(LazyNode) nodes; // by node
    int where;           // --precision
    Precision common;    // where all nodes have the same
    bool keep;           // --subtree
    uint64_t by_meaning; // nodes covered by an SMT query
    uint64_t by_suffix;  // paths excluded by their last steps
    uint64_t again;      // paths that came back
    uint64_t by_label;   // paths excluded by labels alone
    uint64_t reused;     // places explained with predicates that were there already
} Lazy;

static LazyNode *lazy_node(Lazy *lz, NodeId n) {
    assert(n && n < lz->arg->nodes.count);
    if (lz->nodes.count < lz->arg->nodes.count)
        vec_resize(&lz->nodes, lz->arg->nodes.count);
    return &lz->nodes.at[n];
}

static Precision *precision_of(Lazy *lz, NodeId n) {
    return lz->where == PRECISION_PARSIMONIOUS ? &lazy_node(lz, n)->precision : &lz->common;
}

// ---- covering ----
// The older nodes whose regions have something in common with that of 'n', the youngest first;
// or one alone, where its region contains that of 'n'.
static bool find_coverers(Lazy *lz, NodeId n, VecU32 *coverers) {
    const VecU32 *at = &lz->arg->at[arg_node(lz->arg, n)->point];
    AbstractRegion region = lazy_node(lz, n)->region;
    for (uint32_t i = at->count; i-- > 0;) {
        NodeId old = at->at[i];
        if (old == ARG_ROOT || !arg_may_cover(lz->arg, n, old) || arg_is_false(lz->arg, old) ||
            lazy_node(lz, old)->says_more)
            continue;
        AbstractRegion other = lazy_node(lz, old)->region;
        if (region_within(lz->poster, region, 1, &other)) {
            coverers->count = 0;
            vec_push(coverers, old);
            return true;
        }
        if (region_meets(lz->poster, region, other))
            vec_push(coverers, old);
    }
    return false;
}

static bool covered_together(Lazy *lz, NodeId n, const VecU32 *coverers) {
    VEC(AbstractRegion) regions = { 0 };
    for (uint32_t i = 0; i < coverers->count; i++)
        vec_push(&regions, lazy_node(lz, coverers->at[i])->region);
    bool within = region_within(lz->poster, lazy_node(lz, n)->region, regions.count, regions.at);
    vec_free(&regions);
    return within;
}

// By what the predicates mean: x == 1 lies within x >= 1 even where the value of that predicate was never computed.
static bool covered_by_meaning(Lazy *lz, NodeId n, VecU32 *coverers) {
    Term label = arg_node(lz->arg, n)->label;
    VecTerm labels = { 0 };
    bool found = false;
    for (uint32_t i = 0; i < coverers->count && i < MOST_ASKED && !found; i++) {
        NodeId old = coverers->at[i];
        vec_push(&labels, arg_node(lz->arg, old)->label);
        found = unwind_implies(&lz->u, label, vec_last(&labels));
        if (found) {
            coverers->count = 0;
            vec_push(coverers, old);
        }
    }
    if (!found && labels.count > 1) {
        coverers->count = labels.count;
        found = unwind_implies(&lz->u, label, term_or_n(lz->u.proc->t, labels.count, labels.at));
    }
    vec_free(&labels);
    lz->by_meaning += found;
    return found;
}

static bool cover(void *self, NodeId n) {
    Lazy *lz = self;
    VecU32 coverers = { 0 };
    bool found =
        find_coverers(lz, n, &coverers) || covered_together(lz, n, &coverers) || covered_by_meaning(lz, n, &coverers);
    if (found)
        arg_cover_with(lz->arg, n, &coverers);
    vec_free(&coverers);
    return found;
}

// ---- expanding ----
static void expand(void *self, NodeId n) {
    Lazy *lz = self;
    const VecU32 *out = arg_cuts(lz->arg, n);
    AbstractRegion region = lazy_node(lz, n)->region;
    Precision precision = *precision_of(lz, n);
    arg_set_expanded(lz->arg, n);
    for (uint32_t i = 0; i < out->count; i++) {
        uint32_t cut = out->at[i];
        PredicateSet over = precision_at(lz->precisions, precision, lz->u.proc->graph->edges.at[cut].to);
        AbstractRegion after = post(lz->poster, region, cut, over);
        NodeId child = arg_child(lz->arg, n, cut, after.label);
        *lazy_node(lz, child) = (LazyNode){ after, over, precision, false };
    }
}

// ---- refining ----
// A way to make the precision of a point finer by a fact; 'used' is what the region of the node
// on the path is over.  Says whether the fact asks for more than that.
typedef bool (*Sharpen)(Lazy *lz, Precision *p, uint32_t point, PredicateSet used, Term fact);

static void follow(Lazy *lz, Precision *p, uint32_t point, PredicateId predicate) {
    const Procedure *pc = lz->u.proc;
    if (lz->where != PRECISION_MONOLITHIC) {
        *p = precision_add(lz->precisions, *p, point, predicate);
        return;
    }
    for (uint32_t i = 0; i < pc->graph->points.count; i++)
        if (i == point || procedure_matters(pc, i, predicates_terms(lz->predicates)[predicate]))
            *p = precision_add(lz->precisions, *p, i, predicate);
}

static bool with_fact(Lazy *lz, Precision *p, uint32_t point, PredicateSet used, Term fact) {
    PredicateId predicate;
    if (!predicates_find(lz->predicates, fact, &predicate))
        return false;
    follow(lz, p, point, predicate);
    return !predicate_set_has(lz->precisions, used, predicate);
}

static bool with_atoms(Lazy *lz, Precision *p, uint32_t point, PredicateSet used, Term fact) {
    VecTerm atoms = { 0 };
    bool more = false;
    term_atoms(lz->u.proc->t, fact, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        more |= with_fact(lz, p, point, used, atoms.at[i]);
    vec_free(&atoms);
    return more;
}

static bool is_literal(Terms *t, Term a) {
    if (term_op(t, a) == OP_NOT)
        a = term_arg(t, a, 0);
    VecTerm atoms = { 0 };
    term_atoms(t, a, &atoms);
    bool literal = atoms.count == 0 || (atoms.count == 1 && term_same(atoms.at[0], a));
    vec_free(&atoms);
    return literal;
}

static bool is_cube(Terms *t, Term fact) {
    if (term_op(t, fact) != OP_AND)
        return is_literal(t, fact);
    for (uint32_t i = 0; i < term_arity(t, fact); i++)
        if (!is_literal(t, term_arg(t, fact, i)))
            return false;
    return true;
}

// The cartesian abstraction finds a conjunction of literals wherever it finds what it follows from.
static bool with_boolean(Lazy *lz, Precision *p, uint32_t point, PredicateSet used, Term fact) {
    if (is_cube(lz->u.proc->t, term_nnf(lz->u.proc->t, fact)))
        return false;
    *p = precision_use_boolean(lz->precisions, *p, point);
    return !predicate_set_is_boolean(lz->precisions, used);
}

// Makes the precision finer along the path.  Gives the place of the first node whose region is to
// be computed anew, or 0.
static uint32_t sharpen(Lazy *lz, const VecU32 *nodes, const VecTerm *facts, Precision *p, Sharpen how) {
    assert(facts->count >= nodes->count);
    uint32_t first = 0;
    for (uint32_t i = nodes->count - 1; i > 0; i--)
        if (how(lz, p, arg_node(lz->arg, nodes->at[i])->point, lazy_node(lz, nodes->at[i])->used, facts->at[i]))
            first = i;
    return first;
}

static Precision with_set(Lazy *lz, Precision p, uint32_t point, PredicateSet s) {
    for (uint32_t i = 0; i < predicate_set_count(lz->precisions, s); i++)
        p = precision_add(lz->precisions, p, point, predicate_set_members(lz->precisions, s)[i]);
    return predicate_set_is_boolean(lz->precisions, s) ? precision_use_boolean(lz->precisions, p, point) : p;
}

// What was learnt anywhere below a node, to be kept when that is thrown away.
static Precision with_all_below(Lazy *lz, NodeId pivot, Precision p) {
    VecU32 below = { 0 };
    Map seen = { 0 };
    vec_push(&below, pivot);
    for (uint32_t i = 0; i < below.count; i++) {
        const ArgNode *node = arg_node(lz->arg, below.at[i]);
        PredicateSet used = lazy_node(lz, below.at[i])->used;
        if (i && used && !map_find(&seen, (uint64_t)node->point << 32 | used))
            p = with_set(lz, p, node->point, used);
        map_put(&seen, (uint64_t)node->point << 32 | used, 1);
        for (uint32_t k = 0; k < node->out.count; k++)
            vec_push(&below, lz->arg->edges.at[node->out.at[k]].to);
    }
    map_free(&seen);
    vec_free(&below);
    return p;
}

// The last steps of a path, from the region of the node where they begin: why can they not be taken?
// Whatever counters become in them: a region knows a counter's value of this round, and explanations by it never end.
static bool explain_from(Lazy *lz, const VecU32 *nodes, uint32_t first, VecTerm *facts) {
    assert(first + 1 < nodes->count);
    Procedure *pc = lz->u.proc;
    VecTerm a = { 0 }, out = { 0 };
    NodeId pivot = nodes->at[first];
    for (uint32_t i = first + 1; i < nodes->count; i++)
        vec_push(&a, unwind_place(&lz->u, nodes->at[i])->loose);
    Term region = place_formula(pc, unwind_place(&lz->u, pivot), arg_node(lz->arg, pivot)->label);
    a.at[0] = term_and(pc->t, region, a.at[0]);
    vec_resize(&out, a.count + 1);
    bool found = refine_try(lz->u.refiner, a.count, a.at, NULL, out.at) == PATH_SPURIOUS;
    if (found)
        vec_resize(facts, nodes->count);
    for (uint32_t i = 0; found && i < nodes->count; i++)
        facts->at[i] = i < first ? term_true(pc->t) : procedure_clean(pc, out.at[i - first]);
    vec_free(&a);
    vec_free(&out);
    return found;
}

// The thesis takes the shortest suffix that cannot be taken from the region where it begins.
static bool explain_suffix(Lazy *lz, NodeId n, VecU32 *nodes, VecTerm *facts) {
    enum { SHORTEST = 4, FACTOR = 4 };
    if (lz->u.task->options->block != BLOCK_BASIC)
        return false;
    arg_path(lz->arg, n, nodes);
    for (uint32_t length = SHORTEST; length + 1 < nodes->count; length *= FACTOR)
        if (explain_from(lz, nodes, nodes->count - 1 - length, facts))
            return true;
    return false;
}

static PathAnswer explain(Lazy *lz, NodeId n, VecU32 *nodes, VecTerm *facts, Claim *claim) {
    if (!explain_suffix(lz, n, nodes, facts))
        return unwind_refine(&lz->u, n, false, nodes, facts, claim);
    lz->u.refinements++;
    lz->by_suffix++;
    return PATH_SPURIOUS;
}

// Explains the path with predicates that are there already, as far as that goes.
static void reuse(Lazy *lz, const VecU32 *nodes, VecTerm *facts) {
    VecU32 used = { 0 };
    for (uint32_t i = 0; i < nodes->count; i++)
        vec_push(&used, lazy_node(lz, nodes->at[i])->used);
    lz->reused += reuse_predicates(&lz->u, lz->predicates, lz->precisions, nodes, used.at, facts);
    vec_free(&used);
}

static void grow_anew(Lazy *lz, NodeId pivot, Precision finer) {
    assert(arg_is_live(lz->arg, pivot) && arg_node(lz->arg, pivot)->expanded);
    *precision_of(lz, pivot) = lz->where == PRECISION_PARSIMONIOUS ? with_all_below(lz, pivot, finer) : finer;
    arg_remove_below(lz->arg, pivot);
}

// Computes the regions along the path anew, from place 'first' on.  What hangs below it stays; nodes that a region
// no longer covers wait again.
static void change_path(Lazy *lz, const VecU32 *nodes, uint32_t first, Precision finer) {
    assert(first > 0 && first < nodes->count);
    *precision_of(lz, nodes->at[first - 1]) = finer;
    for (uint32_t i = first; i < nodes->count; i++) {
        NodeId n = nodes->at[i];
        PredicateSet over = precision_at(lz->precisions, finer, arg_node(lz->arg, n)->point);
        AbstractRegion before = lazy_node(lz, nodes->at[i - 1])->region;
        AbstractRegion after = post(lz->poster, before, arg_cut_into(lz->arg, n), over);
        *lazy_node(lz, n) = (LazyNode){ after, over, finer, lazy_node(lz, n)->says_more };
        arg_strengthen(lz->arg, n, after.label);
    }
    arg_wait(lz->arg, vec_last(nodes));
}

// Makes the precision finer until the path is excluded, and cuts the tree back.  False: it cannot be.
static bool exclude(Lazy *lz, const VecU32 *nodes, const VecTerm *facts) {
    static const Sharpen ways[] = { with_atoms, with_boolean, with_fact };
    Precision finer = *precision_of(lz, vec_last(nodes));
    uint32_t first = 0;
    for (uint32_t i = 0; i < COUNT(ways) && !first; i++) {
        first = sharpen(lz, nodes, facts, &finer, ways[i]);
        lz->again += !first;
    }
    if (!first)
        return false;
    if (lz->keep)
        change_path(lz, nodes, first, finer);
    else
        grow_anew(lz, nodes->at[first - 1], finer);
    return true;
}

// The predicates are there, but the solver does not find in time what they are after a step: the labels
// on the path get its explanation as it is.
static void exclude_by_labels(Lazy *lz, const VecU32 *nodes, const VecTerm *facts) {
    assert(term_op(lz->u.proc->t, facts->at[nodes->count - 1]) == OP_FALSE); // so the last node becomes false
    for (uint32_t i = 1; i < nodes->count; i++) {
        lazy_node(lz, nodes->at[i])->says_more = true;
        arg_strengthen(lz->arg, nodes->at[i], facts->at[i]);
    }
    lz->by_label++;
}

static bool complete(Lazy *lz, const VecU32 *nodes, Claim *claim) {
    Procedure *proc = lz->u.proc;
    VecStep steps = { 0 };
    VecPlace places = { 0 };
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (i)
            vec_push(&steps, (PathStep){ STEP_BLOCK, proc, arg_cut_into(lz->arg, nodes->at[i]) });
        vec_push(&places, *unwind_place(&lz->u, nodes->at[i]));
    }
    bool found = complete_path(proc, steps.count, steps.at, places.at, claim);
    vec_free(&steps);
    vec_free(&places);
    return found;
}

// Now and then a path that cannot be taken is worth a run of the program: at the 1st, 2nd, 4th, 8th ... one.
static bool leads_to_run(Lazy *lz, const VecU32 *nodes, Claim *claim) {
    uint64_t n = lz->u.refinements;
    bool at_error = arg_node(lz->arg, vec_last(nodes))->point == lz->u.proc->graph->error;
    return !(n & (n - 1)) && at_error && complete(lz, nodes, claim);
}

// ---- predicates from outside, and for it ----
// Starts with the predicates of the task, where all their variables matter.
static void follow_given(Lazy *lz, const VecFollowed *given) {
    Procedure *pc = lz->u.proc;
    for (uint32_t i = 0; given && i < given->count; i++) {
        Term predicate = given->at[i].predicate;
        uint32_t point = cut_point_at(pc->graph, given->at[i].loc);
        if (point == WTO_NONE || (predicate.id && !procedure_matters(pc, point, predicate)))
            continue;
        if (predicate.id)
            with_fact(lz, &lz->common, point, 0, predicate);
        else
            lz->common = precision_use_boolean(lz->precisions, lz->common, point);
    }
    lazy_node(lz, ARG_ROOT)->precision = lz->common;
}

// What the regions of the finished tree are over; where it is not finished, what was learnt so far.
static Precision precision_used(Lazy *lz) {
    return with_all_below(lz, ARG_ROOT, 0);
}

static void tell_followed(Lazy *lz, Claim *claim) {
    Precision used = precision_used(lz);
    for (uint32_t i = 0; i < lz->u.proc->graph->points.count; i++) {
        PredicateSet s = precision_at(lz->precisions, used, i);
        LocId loc = lz->u.proc->graph->points.at[i].loc;
        if (predicate_set_is_boolean(lz->precisions, s))
            vec_push(&claim->followed, (Followed){ loc, { 0 } });
        for (uint32_t k = 0; k < predicate_set_count(lz->precisions, s); k++) {
            PredicateId id = predicate_set_members(lz->precisions, s)[k];
            vec_push(&claim->followed, (Followed){ loc, predicates_terms(lz->predicates)[id] });
        }
    }
}

// ---- statistics ----
// Predicates at the points of the tree that have some.
static void record_predicates(Lazy *lz) {
    Precision used = precision_used(lz);
    Map seen = { 0 };
    uint32_t active = 0, most = 0, sum = 0, with = 0, boolean = 0;
    for (uint32_t i = 0; i < lz->u.proc->graph->points.count; i++) {
        PredicateSet s = precision_at(lz->precisions, used, i);
        uint32_t n = predicate_set_count(lz->precisions, s);
        for (uint32_t k = 0; k < n; k++) {
            PredicateId id = predicate_set_members(lz->precisions, s)[k];
            active += !map_find(&seen, id);
            map_put(&seen, id, 1);
        }
        most = n > most ? n : most;
        boolean += predicate_set_is_boolean(lz->precisions, s);
        sum += n;
        with += n > 0;
    }
    map_free(&seen);
    stat_set(STAT_predicates, predicates_count(lz->predicates));
    stat_set(STAT_predicates_active, active);
    stat_set(STAT_predicates_average, with ? (double)sum / with : 0);
    stat_set(STAT_predicates_maximum, most);
    stat_set(STAT_boolean_points, boolean);
}

// After each refinement; between them little changes.
static void record_all(Lazy *lz) {
    const PostStats *posts = poster_stats(lz->poster);
    const PredicatesStats *predicates = predicates_stats(lz->predicates);
    unwind_record(&lz->u, "lazy");
    unwind_record_paths(&lz->u);
    record_predicates(lz);
    stat_set(STAT_posts, (double)posts->posts);
    stat_set(STAT_boolean_posts, (double)posts->boolean);
    stat_set(STAT_post_predicates, (double)posts->predicates);
    stat_set(STAT_post_unchanged, (double)posts->unchanged);
    stat_set(STAT_post_cached, (double)posts->cached);
    stat_set(STAT_predicates_found, (double)predicates->offered);
    stat_set(STAT_predicates_equivalent, (double)predicates->equivalent);
    stat_set(STAT_predicates_reused, (double)lz->reused);
    stat_set(STAT_covered_by_solver, (double)lz->by_meaning);
    stat_set(STAT_paths_by_suffix, (double)lz->by_suffix);
    stat_set(STAT_paths_again, (double)lz->again);
    stat_set(STAT_paths_by_label, (double)lz->by_label);
}

// ---- the search ----
// A node at a bad point: excludes its path by more predicates.
static PathAnswer refine(void *self, NodeId n, Claim *claim) {
    Lazy *lz = self;
    VecU32 nodes = { 0 };
    VecTerm facts = { 0 };
    PathAnswer found = explain(lz, n, &nodes, &facts, claim);
    if (found == PATH_SPURIOUS && leads_to_run(lz, &nodes, claim))
        found = PATH_FEASIBLE;
    if (found == PATH_SPURIOUS) {
        reuse(lz, &nodes, &facts);
        if (!exclude(lz, &nodes, &facts))
            exclude_by_labels(lz, &nodes, &facts);
        unwind_check(&lz->u, false);
    }
    record_all(lz);
    vec_free(&nodes);
    vec_free(&facts);
    return found;
}

static NodeId next(void *self) {
    return arg_next(((Lazy *)self)->arg);
}

static void prove(void *self, Claim *claim) {
    Lazy *lz = self;
    unwind_check(&lz->u, true);
    unwind_invariants(&lz->u, claim);
}

static void record(void *self) {
    Lazy *lz = self;
    unwind_record(&lz->u, "lazy");
    unwind_record_paths(&lz->u);
}

static const SearchSteps steps = {
    .next = next, .cover = cover, .expand = expand, .refine = refine, .prove = prove, .record = record
};

// ---- the engine ----
static bool start(Lazy *lz, const Task *task, Claim *claim) {
    Options set = unwind_options(task->options);
    ArgOrder order = set.order == ORDER_BFS ? ARG_BREADTH_FIRST : ARG_DEPTH_FIRST;
    options_show(&set, "block facts precision order subtree", &claim->settings);
    if (!unwind_open(&lz->u, task, order, false, claim))
        return false;
    Procedure *pc = lz->u.proc;
    lz->arg = lz->u.arg;
    lz->where = set.precision;
    lz->keep = set.subtree == SUBTREE_KEEP;
    lz->predicates = predicates_new(pc->t);
    lz->precisions = precisions_new(pc->graph->points.count);
    lz->poster = poster_new(pc, lz->predicates, lz->precisions);
    lazy_node(lz, ARG_ROOT)->region = post_initial(lz->poster);
    follow_given(lz, task->followed);
    return true;
}

static void finish(Lazy *lz) {
    poster_free(lz->poster);
    precisions_free(lz->precisions);
    predicates_free(lz->predicates);
    vec_free(&lz->nodes);
    unwind_close(&lz->u);
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Lazy lz = { 0 };
    if (!start(&lz, task, claim))
        return;
    search(&lz.u, &steps, &lz, claim);
    tell_followed(&lz, claim);
    unwind_show(&lz.u, claim);
    record_all(&lz);
    finish(&lz);
}

const Engine engine_lazy = {
    .name = "lazy",
    .summary = "lazy abstraction: predicates, found where a path to the error cannot be taken, per point",
    .handles = FEATURES_ALL & ~FEATURE_THREADS & ~FEATURE_CALLS,
    .run = run,
};
