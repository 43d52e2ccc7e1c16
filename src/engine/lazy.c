// lazy.c - lazy abstraction
//
// After T. Henzinger, R. Jhala, R. Majumdar, G. Sutre, "Lazy Abstraction", POPL 2002,
// and T. Henzinger, R. Jhala, R. Majumdar, K. McMillan, "Abstractions from Proofs", POPL 2004
// (BLAST): a tree of abstract states is grown on the fly.  The abstract state of a
// node is what its predecessor's and the piece between them say of the
// predicates of its point.  A path to the error that cannot be taken gives new
// predicates, by interpolation, at the points where they are needed, and only the part of
// the tree that they concern is thrown away and grown again.  A node is covered
// where the states of all older nodes at its point together contain its own.
//
// Where we differ: an edge is a loop-free piece of the program and not a command; a
// predicate belongs to a point, and not to a point and a subtree.  Where the
// same path comes back although its predicates are there (the cartesian abstraction is too
// weak), the points on it get the Boolean abstraction, and if that does not
// help, whole interpolants as predicates.
#include "base/limits.h"
#include "base/stats.h"
#include "engine/precision.h"
#include "engine/unwind.h"
#include "logic/abstract.h"

enum { MOST_CUBES = 64, POST_SECONDS = 5 };

typedef struct Lazy {
    Unwinding u;
    Arg *arg; // that of 'u'
    Precision precision;
    Abstractor *abstractor;
    uint64_t posts;
} Lazy;

// ---- abstract post ----
// The state after the piece, over the predicates of the point where it ends.
static Term post(Lazy *lz, Term label, uint32_t cut) {
    Pieces *pc = &lz->u.pieces;
    const Block *b = &pc->piece[cut];
    const PrecisionAt *at = &lz->precision.at[pc->graph->edges.at[cut].to];
    uint32_t n = at->predicates.count;
    VecTerm after = { 0 };
    Cubes cubes = { 0 };
    for (uint32_t i = 0; i < n; i++)
        vec_push(&after, block_after(pc->blocks, b, at->predicates.at[i]));
    Term result = term_false(pc->t);
    lz->posts++;
    if (at->whole) {
        if (abstract_boolean(lz->abstractor, label, b->guard, n, after.at, MOST_CUBES, &cubes) != STEP_IMPOSSIBLE)
            result = cubes_term(pc->t, n, at->predicates.at, &cubes);
    } else {
        Truth *truth = base_alloc((n + 1) * sizeof *truth);
        if (abstract_cartesian(lz->abstractor, label, b->guard, n, after.at, truth) != STEP_IMPOSSIBLE) {
            for (uint32_t i = 0; i < n; i++)
                vec_push(&cubes, (uint8_t)truth[i]);
            result = cube_term(pc->t, n, at->predicates.at, cubes.at);
        }
        free(truth);
    }
    vec_free(&after);
    vec_free(&cubes);
    return result;
}

static void expand(Lazy *lz, NodeId n) {
    const VecU32 *out = &lz->u.pieces.graph->points.at[arg_node(lz->arg, n)->point].out;
    Term label = arg_node(lz->arg, n)->label;
    arg_set_expanded(lz->arg, n);
    for (uint32_t i = 0; i < out->count; i++)
        arg_child(lz->arg, n, out->at[i], post(lz, label, out->at[i]));
}

// ---- refining ----
typedef bool (*Sharpen)(Lazy *lz, uint32_t point, Term fact);

static bool with_atoms(Lazy *lz, uint32_t point, Term fact) {
    return precision_add_atoms(&lz->precision, point, fact);
}

static bool with_whole(Lazy *lz, uint32_t point, Term fact) {
    (void)fact;
    return precision_use_whole(&lz->precision, point);
}

static bool with_fact(Lazy *lz, uint32_t point, Term fact) {
    return precision_add(&lz->precision, point, fact);
}

// Sharpens the precision along the path; gives the place of the first node it concerns, or 0.
static uint32_t sharpen(Lazy *lz, const VecU32 *nodes, const VecTerm *facts, Sharpen how) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < nodes->count; i++)
        if (how(lz, arg_node(lz->arg, nodes->at[i])->point, facts->at[i]) && !first)
            first = i;
    return first;
}

// A node at a bad point: excludes its path.  False: the search is over.
static bool refine(Lazy *lz, NodeId n, Answer *answer) {
    static const Sharpen ways[] = { with_atoms, with_whole, with_fact };
    VecU32 nodes = { 0 };
    VecTerm facts = { 0 };
    uint32_t first = 0;
    if (unwind_refine(&lz->u, n, false, &nodes, &facts, answer) == PATH_SPURIOUS) {
        for (uint32_t i = 0; i < COUNT(ways) && !first; i++)
            first = sharpen(lz, &nodes, &facts, ways[i]);
        if (first)
            arg_remove_below(lz->arg, nodes.at[first - 1]);
        else
            reason_set(&answer->reason, "abstraction");
        if (!first)
            reason_set(&answer->detail, "the predicates found do not exclude the path they were found for");
    }
    vec_free(&nodes);
    vec_free(&facts);
    return first > 0;
}

// ---- the engine ----
// The precision changes in refinements only.
static void record(const Lazy *lz) {
    PrecisionStats p = precision_stats(&lz->precision);
    unwind_record(&lz->u, "lazy");
    stat_set(STAT_predicates, p.total);
    stat_set(STAT_predicates_average, p.average);
    stat_set(STAT_predicates_maximum, p.most);
    stat_set(STAT_boolean_points, p.boolean);
    stat_set(STAT_posts, (double)lz->posts);
}

// Grows the tree until each leaf is covered or empty.  Each round covers a leaf,
// expands one, or sharpens the precision and cuts the tree back.
static void explore(Lazy *lz, Answer *answer) {
    NodeId n;
    while ((n = arg_next(lz->arg))) {
        if (limits_hit()) {
            reason_set(&answer->reason, "timeout");
            return;
        }
        unwind_record(&lz->u, "lazy");
        if (arg_is_error(lz->arg, n)) {
            bool goes_on = refine(lz, n, answer);
            record(lz);
            if (!goes_on)
                return;
        } else if (!arg_cover(lz->arg, n, true)) {
            expand(lz, n);
        }
    }
    answer->claim = CLAIM_SAFE;
    unwind_invariants(&lz->u, answer);
}

static void run(const Task *task, Answer *answer) {
    Lazy lz = { 0 };
    Reason why;
    if (!unwind_open(&lz.u, task, ARG_DEPTH_FIRST, answer))
        return;
    lz.arg = lz.u.arg;
    precision_init(&lz.precision, lz.u.pieces.t, lz.u.pieces.graph->points.count);
    lz.abstractor = abstractor_new(lz.u.pieces.t, (SmtLimits){ .seconds = POST_SECONDS });
    explore(&lz, answer);
    if (answer->claim == CLAIM_SAFE && log_on("check") && !unwind_check(&lz.u, &why))
        log_line("check", "lazy: %s", why.text);
    if (log_on("arg"))
        arg_print_dot(lz.arg, stderr);
    record(&lz);
    abstractor_free(lz.abstractor);
    precision_free(&lz.precision);
    unwind_close(&lz.u);
}

const Engine engine_lazy = {
    .name = "lazy",
    .summary = "lazy abstraction: predicates, found where a path to the error cannot be taken, per point",
    .run = run,
};
