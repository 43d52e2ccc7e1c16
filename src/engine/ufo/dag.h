// dag.h - many paths at once: a graph of steps without cycles, and why no path through it can be taken
//
// The nodes are numbered in topological order: node 0 is where all paths start, the
// last one is where none may arrive.  Each edge is a block of the program between the
// places of its nodes (path.h); where several edges lead to a node and bring different
// copies of a variable, the node has a copy of its own.
//
// All paths are one question to the solver.  With a Boolean c per node and t per edge:
//
//     c(0);   c(u) implies some t(u, v);   t(u, v) implies c(v) and the step of (u, v).
//
// It is satisfiable exactly if some path can be taken, and then the true t's show it.
// If it is not, formulas that explain it for all paths at once are wanted: DAG interpolants, out[0] = true,
// out[last] = false, out[u] and the step of (u, v) imply out[v], each over the copies of its
// node.  Definitions 3.1 and 5.3 of A. Albarghouthi, "Software Verification with
// Program-Graph Interpolation and Abstraction", 2015.
#ifndef DAG_H
#define DAG_H
#include "system/path.h"
#include "engine/refine/refine.h"

enum { DAG_SLIM_ROUNDS = 3 };

typedef struct DagEdge {
    uint32_t from, to; // from < to
    uint32_t cut;      // the block
    uint32_t number;   // of its step: no other edge or node of the graph has it
} DagEdge;

typedef struct DagNode {
    uint32_t point;  // of the last one: any
    uint32_t number; // of the copies where paths meet
    Term known;      // holds there anyway, over the variables; restricts what is to be explained
    Place at;
    VecU32 in, out;
    VecTerm words; // conditions over the variables that may help to tell its states apart
} DagNode;

typedef struct Dag {
    Procedure *pc;
    VEC(DagNode) nodes;
    VEC(DagEdge) edges;
    VecTerm step, loose; // by edge, over the copies of its nodes; 'loose' has forgotten what counters become
    VecTerm known;       // by node, over its copies
} Dag;

uint32_t dag_add_node(Dag *dag, uint32_t point, uint32_t number, Term known);
void dag_add_edge(Dag *dag, DagEdge edge);
void dag_encode(Dag *dag); // when all nodes and edges are there: the places and steps
void dag_free(Dag *dag);

// The question, over these steps; with 'restricted', c(v) implies what is known at v as well.
// The control variables are those of dag_node_taken and dag_edge_taken; that of node 0 is not yet asserted.
void dag_question(const Dag *dag, const VecTerm *steps, bool restricted, VecTerm *clauses);
Term dag_node_taken(Terms *t, uint32_t node);
Term dag_edge_taken(Terms *t, uint32_t edge);

// ---- explanations ----
#define DAG_STATS(X)                                       \
    X(asked, "graphs looked at")                           \
    X(loose, "of these, infeasible whatever counters are") \
    X(by_cases, "explained case by case")                  \
    X(guessed, "explained over ideal integers")            \
    X(by_integers, "explained over integers")              \
    X(by_bits, "explained over bit-vectors")               \
    X(cubes, "cases")                                      \
    X(literals, "literals of steps before slimming")       \
    X(literals_kept, "literals after slimming")
typedef struct DagStats {
#define DAG_FIELD(name, text) uint64_t name;
    DAG_STATS(DAG_FIELD)
#undef DAG_FIELD
} DagStats;

typedef struct DagRefiner DagRefiner;
DagRefiner *dag_refiner_new(Procedure *pc, Refiner *refiner); // borrows both
void dag_refiner_free(DagRefiner *r);
// SPURIOUS: out has a formula per node, over the program's variables; with what is known
// at the nodes they are as above.  FEASIBLE: dag_way gives the path.
PathAnswer dag_refine(DagRefiner *r, Dag *dag, Term out[]);
// The edges of the path that the model shows, until the next question.
void dag_way(DagRefiner *r, const Dag *dag, VecU32 *edges);
Term dag_value(DagRefiner *r, Term a);               // in that model
const char *dag_refiner_reason(const DagRefiner *r); // of the last PATH_UNDECIDED
const DagStats *dag_refiner_stats(const DagRefiner *r);

// ---- inside ----
// By cases, as explain.h does along a path; 'with_values' as there, and with the words of the nodes.
// 'seconds' of CPU time for all of it.
typedef struct DagCases DagCases;
DagCases *dag_cases_new(Procedure *pc);
void dag_cases_free(DagCases *c);
bool dag_explain(DagCases *c, const Dag *dag, const VecTerm *steps, bool with_values, double seconds, Term out[]);
uint64_t dag_cases_cubes(const DagCases *c);

// Of n steps, which together exclude every path, what is needed for that: literals that are not become true.
// 'smt' is for their theory.  False: the solver does not find that they exclude every path.
bool dag_slim(const Dag *dag, Smt *smt, Term steps[], uint64_t *before, uint64_t *after);
#endif
