// ufo.h - inside of the engine 'ufo'; for ufo*.c only
//
// The abstract reachability graph (ARG) of ufo.c: a DAG over the cutpoint graph whose nodes are visited
// pass by pass in the weak topological order of their points.
#ifndef UFO_H
#define UFO_H
#include "domain/domain.h"
#include "engine/engine.h"
#include "engine/ufo/dag.h"
#include "system/facts.h"

typedef uint32_t NodeId;
enum { UFO_ENTRY = 0, UFO_ERROR = 1 }; // the entry node, and the one of all bad points

typedef struct UfoEdge {
    NodeId from, to;
    uint32_t cut;
} UfoEdge;

typedef struct UfoNode {
    uint32_t point;         // of UFO_ERROR: WTO_NONE
    Term label;             // over the variables that matter at the point
    const Element *element; // that holds the label; NULL: not yet asked for
    bool own;               // the label holds all of 'element': POST made it
    Term relabel;           // what the last refinement gave; no term: nothing
    VecU32 in, out;         // edges
    uint32_t pass;          // it was visited in last
    bool marked;            // its label must be computed by POST
    bool covered;           // in that pass
} UfoNode;

typedef struct UfoConfig {     // what an engine of the family is (ufo_configs.c)
    const char *post;          // the name of a domain
    int refine, expand, cover; // as the options
    uint32_t widen_delay;      // of --widen-delay; no configuration has its own
} UfoConfig;

typedef struct Cover { // at a point: what a label must be within to be covered
    Smt *smt;          // holds the negations of the labels below
    VecTerm labels;
} Cover;

#define UFO_STATS(X)                                       \
    X(passes, "passes over the graph")                     \
    X(nodes, "nodes made")                                 \
    X(expanded, "nodes expanded")                          \
    X(covered, "times a node was covered")                 \
    X(questions, "implications asked to cover")            \
    X(posts, "abstract posts")                             \
    X(widenings, "widenings")                              \
    X(relabelled, "labels from interpolants")              \
    X(dag_nodes, "nodes of the last question to refine")   \
    X(dag_edges, "edges of it")                            \
    X(false_edges, "edges left out of questions as false") \
    X(refinements, "refinements")
typedef struct UfoStats {
#define UFO_FIELD(name, text) uint64_t name;
    UFO_STATS(UFO_FIELD)
#undef UFO_FIELD
} UfoStats;

typedef struct Ufo {
    const Task *task;
    UfoConfig set; // in force: the engine's own, overridden by what the user gave
    Pieces pieces;
    VecTerm facts; // by point, as in unwind.h
    FactStats fact_stats;
    Refiner *refiner; // implications
    DagRefiner *dag;
    const Domain *domain; // NULL: POST is 'true'
    void *domain_self;
    VEC(UfoNode) nodes;
    VEC(UfoEdge) edges;
    uint32_t pass;
    VecU32 *pending;   // by point: the future nodes (FN), to be visited in this pass
    VecU32 *visited;   // by point: nodes in the order of this pass
    VecU32 order;      // all of them
    Cover *covers;     // by point
    VecTerm *followed; // by point: predicates found
    UfoStats stats;
} Ufo;

static inline UfoNode *ufo_node(const Ufo *u, NodeId n) {
    return &u->nodes.at[n];
}
static inline bool ufo_is_visited(const Ufo *u, NodeId n) { // in this pass
    return ufo_node(u, n)->pass == u->pass;
}
bool ufo_is_false(const Ufo *u, NodeId n);

// ---- the graph (ufo_graph.c) ----
void ufo_graph_start(Ufo *u); // the entry and the error node alone
void ufo_graph_clear(Ufo *u); // no nodes at all
void ufo_pass_start(Ufo *u);
void ufo_visit(Ufo *u, NodeId n); // it is visited in this pass, after all before
// Gives the node an edge for each edge out of its point, or, if it has them already, makes its children
// future nodes again.
void ufo_expand_node(Ufo *u, NodeId n);
void ufo_mark_children(Ufo *u, NodeId n, bool all); // or: those without a new label
// Children of a covered node that no other node leads to need not be visited.
void ufo_drop_children(Ufo *u, NodeId n);
// The next node to visit after 'n'.
NodeId ufo_next(Ufo *u, NodeId n);

// ---- labels (ufo_post.c) ----
void ufo_covers_start(Ufo *u); // of a pass
void ufo_covers_free(Ufo *u);
bool ufo_is_covered(Ufo *u, NodeId n);      // asks; if not, it will cover others
void ufo_post(Ufo *u, NodeId n);            // computes its label
Term ufo_invariant(Ufo *u, uint32_t point); // the labels visited there, together
bool ufo_check(Ufo *u, Reason *why);        // after a pass that ends with UFO_ERROR false: are they a proof?

// ---- the engine (ufo.c) ----
void ufo_run(const void *config, const Task *task, Claim *claim); // 'config': a UfoConfig

// ---- refinement (ufo_refine.c) ----
// SPURIOUS: nodes have new labels, or points new predicates.  Else the answer is filled in.
PathAnswer ufo_refine(Ufo *u, Claim *claim);
#endif
