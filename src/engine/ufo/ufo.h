// ufo.h - inside of the engine 'ufo'; for ufo*.c only
//
// The abstract reachability graph of ufo.c is an Arg (engine/tree/arg.h) of nodes and edges that ufo adds and visits
// itself: a DAG over the cutpoint graph, gone through pass by pass in the weak topological order of its points.
// ARG_ROOT is the entry node, UFO_ERROR the node of all bad points.
#ifndef UFO_H
#define UFO_H
#include "domain/domain.h"
#include "engine/tree/search.h"
#include "engine/ufo/dag.h"

enum { UFO_ERROR = ARG_ROOT + 1 };

typedef struct UfoNode {    // beside an ArgNode
    const Element *element; // that holds the label; NULL: not yet asked for
    bool own;               // the label holds all of 'element': POST made it
    Term relabel;           // what the last refinement gave; no term: nothing
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

#define UFO_STATS(X)                                     \
    X(passes, "passes over the graph")                   \
    X(posts, "abstract posts")                           \
    X(widenings, "widenings")                            \
    X(relabelled, "labels from interpolants")            \
    X(dag_nodes, "nodes of the last question to refine") \
    X(dag_edges, "edges of it")                          \
    X(false_edges, "edges left out of questions as false")
typedef struct UfoStats {
#define UFO_FIELD(name, text) uint64_t name;
    UFO_STATS(UFO_FIELD)
#undef UFO_FIELD
} UfoStats;

typedef struct Ufo {
    Unwinding w;
    Procedure *proc; // that of 'w'
    Arg *arg;        // that of 'w'
    UfoConfig set;   // in force: the engine's own, overridden by what the user gave
    DagRefiner *dag;
    const Domain *domain; // NULL: POST is 'true'
    void *domain_self;
    VEC(UfoNode) nodes; // by node
    uint32_t pass;
    NodeId at;         // visited last in this pass; 0: the pass begins
    VecU32 *pending;   // by point: the future nodes (FN), to be visited in this pass
    VecU32 *visited;   // by point: nodes in the order of this pass
    VecU32 order;      // all of them
    Cover *covers;     // by point
    VecTerm *followed; // by point: predicates found
    UfoStats stats;
} Ufo;

static inline UfoNode *ufo_node(const Ufo *u, NodeId n) {
    assert(arg_has_node(u->arg, n) && n < u->nodes.count);
    return &u->nodes.at[n];
}
static inline bool ufo_is_visited(const Ufo *u, NodeId n) { // in this pass
    return ufo_node(u, n)->pass == u->pass;
}

// ---- the graph (ufo_graph.c) ----
void ufo_graph_start(Ufo *u);     // beside the root of a new graph, the error node
NodeId ufo_pass_start(Ufo *u);    // no node is visited; gives the first one to visit
void ufo_visit(Ufo *u, NodeId n); // it is visited in this pass, after all before
// Gives the node an edge for each edge out of its point, or, if it has them already, makes its children
// future nodes again.
void ufo_expand_node(Ufo *u, NodeId n);
void ufo_mark_children(Ufo *u, NodeId n, bool all); // or: those without a new label
// Children of a covered node that no other node leads to need not be visited.
void ufo_drop_children(Ufo *u, NodeId n);
// The next node to visit after 'n'.
NodeId ufo_next(Ufo *u, NodeId n);
void ufo_graph_check(const Ufo *u); // debug builds, after a pass: its order is a topological one

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
