// arg.h - the abstract reachability graph (ARG) of a cutpoint graph
//
// A node stands for the states that reach its point along its paths from the
// root and satisfy its label.  Mostly the graph is a tree; arg_join adds the
// edges that make it a DAG.  Edges lead from older nodes to younger ones.
//
// A node is covered where its label implies the disjunction of the labels of other
// nodes at its point.  It is live where it is not covered and some path from the root
// to it has only live nodes whose labels are not false.  Nodes below covered and false
// nodes alone are neither explored nor part of a proof.
// Invariants:
//
//   A1  the root is labelled with the initial states, and live;
//   A2  of a live node n whose label is not false: label(n) and the step along an edge out of n imply
//       the label of the node it leads to;
//   A3  of a covered node n: its coverers are live, at its point, older, and
//       label(n) implies the disjunction of their labels.
//
// The graph is complete where moreover
//
//   A4  a live node has an edge out for each edge out of its point, or its
//       label is false; at a bad point ('error', for one) it is false.
//
// Then the disjunctions of the live labels of each point are inductive.
//
// Live nodes that are not yet expanded wait; arg_next gives them one by one.
// The graph owns its nodes, and borrows the cutpoint graph and the terms.
#ifndef ARG_H
#define ARG_H
#include "engine/engine.h"
#include "program/step/cutpoint.h"

typedef uint32_t NodeId; // older nodes have smaller numbers; 0 is none
enum { ARG_ROOT = 1 };

typedef enum ArgOrder { ARG_DEPTH_FIRST, ARG_BREADTH_FIRST } ArgOrder;

typedef struct ArgEdge {
    NodeId from, to;
    uint32_t cut; // the edge of the cutpoint graph
} ArgEdge;

typedef struct ArgNode {
    uint32_t point;
    Term label;
    VecU32 in, out;  // ArgEdges; in.at[0] is the edge of the tree
    VecU32 coverers; // none: not covered
    VecU32 covers;   // nodes that have it among their coverers
    uint32_t depth;  // edges of the tree from the root
    uint32_t ways;   // edges in from nodes that pass
    bool live, expanded, removed;
    bool passes; // live, and its label is not false
} ArgNode;

// Does 'strong' imply 'weak'?  True only where that is certain.
typedef bool (*ArgImplies)(void *context, Term strong, Term weak);

#define ARG_STATS(X)                                  \
    X(nodes, "nodes made")                            \
    X(expanded, "nodes expanded")                     \
    X(covered, "times a node was covered")            \
    X(uncovered, "times a node lost its cover")       \
    X(strengthened, "times a label was strengthened") \
    X(removed, "nodes removed")                       \
    X(questions, "implications asked to cover")
typedef struct ArgStats {
#define ARG_FIELD(name, text) uint64_t name;
    ARG_STATS(ARG_FIELD)
#undef ARG_FIELD
} ArgStats;

typedef struct Arg {
    Terms *t;
    const CutGraph *graph;
    const bool *bad;
    ArgOrder order;
    ArgImplies implies;
    void *context;
    VEC(ArgNode) nodes; // element 0 is unused
    VEC(ArgEdge) edges;
    VecU32 *at;      // by point: its nodes
    VecU32 waiting;  // may hold nodes that wait no more
    uint32_t served; // breadth first: how many of them were given out
    VecU32 urgent;   // the same for nodes at bad points: they come first
    VecU32 changed;  // private
    ArgStats stats;
} Arg;

// 'bad', by point: those that must not be reached; NULL: 'error' alone.
Arg *arg_new(Terms *t, const CutGraph *graph, const bool bad[], Term initial, ArgOrder order, ArgImplies implies,
             void *context);
void arg_free(Arg *arg);
static inline ArgNode *arg_node(const Arg *arg, NodeId n) {
    return &arg->nodes.at[n];
}
static inline bool arg_has_node(const Arg *arg, NodeId n) { // not removed
    return n && n < arg->nodes.count && !arg_node(arg, n)->removed;
}
bool arg_is_error(const Arg *arg, NodeId n); // at a bad point
bool arg_is_false(const Arg *arg, NodeId n);
bool arg_is_live(const Arg *arg, NodeId n);

// ---- growing ----
// The next node that waits: live, not expanded, its label not false; 0: none.
NodeId arg_next(Arg *arg);
void arg_wait(Arg *arg, NodeId n); // it is not done with: arg_next gives it again
// A child along one edge of the cutpoint graph.
NodeId arg_child(Arg *arg, NodeId n, uint32_t cut, Term label);
// A further edge between nodes, the older first.
void arg_join(Arg *arg, NodeId from, NodeId to, uint32_t cut);
const VecU32 *arg_cuts(const Arg *arg, NodeId n); // the cut edges out of its point
void arg_set_expanded(Arg *arg, NodeId n);        // the caller adds a child for each of them
// Trees only: removes all below the node, which then waits.
void arg_remove_below(Arg *arg, NodeId n);

// Nodes and edges alone, for an engine that visits the graph in an order of its own and keeps what is covered itself
// (ufo): the invariants above do not hold for them.  'point' may be WTO_NONE: a node for all bad
// points together.
NodeId arg_add_node(Arg *arg, uint32_t point, Term label);
uint32_t arg_add_edge(Arg *arg, NodeId from, NodeId to, uint32_t cut); // its number

// ---- labels ----
// Conjoins a fact.  Nodes that the node covered and whose labels do not imply the
// new one (with those of its other coverers) lose their cover.
void arg_strengthen(Arg *arg, NodeId n, Term fact);

// ---- covering ----
// Covers a live node by one older node at its point, if there is one that may.
bool arg_cover(Arg *arg, NodeId n);
// Covers it by this one if that may be.
bool arg_cover_by(Arg *arg, NodeId n, NodeId coverer);
// Covers it by these, for callers that have found that its label implies the disjunction of theirs.
void arg_cover_with(Arg *arg, NodeId n, const VecU32 *coverers);
bool arg_may_cover(const Arg *arg, NodeId n, NodeId coverer); // live, older, at its point?
void arg_uncover(Arg *arg, NodeId n);

// ---- looking ----
void arg_path(const Arg *arg, NodeId n, VecU32 *nodes); // from the root to n, along the tree
uint32_t arg_cut_into(const Arg *arg, NodeId n);        // the cut edge of the tree that leads to n
NodeId arg_parent(const Arg *arg, NodeId n);            // 0 of the root
NodeId arg_common(const Arg *arg, NodeId a, NodeId b);  // the last common node of their paths

// ---- out of a finished graph ----
// What holds at each point: the live labels.  Every point gets one, 'error' too.
void arg_invariants(const Arg *arg, Claim *claim);
void arg_print_dot(const Arg *arg, Text *out); // for Graphviz

// Tests the structure alone: which nodes are live, which may cover which, and, where 'complete', A4; 'why' gets what
// fails.
bool arg_check_structure(const Arg *arg, bool complete, Reason *why);

// The step along a cut edge implies 'after' in each state of 'before'?  True only where certain.
typedef bool (*ArgStep)(void *context, uint32_t cut, Term before, Term after);
// Tests A1 to A3, and A4 where 'complete', labels included.
bool arg_check(const Arg *arg, Term initial, bool complete, ArgStep step, void *context, Reason *why);
#endif
