// unwind.h - what the engines that unroll a program into an ARG have in common
//
// The graph (arg.h) over the blocks of the program (system.h), and what becomes of a
// path to a bad point (refine.h): facts that exclude it, a run of the program, or
// a reason why neither was found.
#ifndef UNWIND_H
#define UNWIND_H
#include "engine/tree/arg.h"
#include "system/invariants.h"
#include "system/path.h"
#include "engine/refine/refine.h"

typedef struct Unwinding {
    const Task *task;
    System *system;
    Procedure *proc; // of the entry function
    Refiner *refiner;
    Arg *arg;
    VEC(Place) places;  // by node: on its path
    VecTerm invariants; // by point: what holds there anyway (invariants.h); the guards of blocks have them
    InvariantStats invariant_stats;
    ArgOrder order;
    uint64_t refinements;
} Unwinding;

// The user's options, with the defaults of these engines where there is no preference.
Options unwind_options(const Options *user);
// False: the engine cannot start, and the claim says why.  'may_wait': where invariants are expensive to find they are
// left for later.
bool unwind_open(Unwinding *u, const Task *task, ArgOrder order, bool may_wait, Claim *claim);
void unwind_close(Unwinding *u);

// After some refinements without invariants that were left for later: finds them, and where there are some starts
// afresh with a new tree.  True: it did.
bool unwind_restart(Unwinding *u);

// A new graph of the root alone; statistics are kept.
void unwind_new_graph(Unwinding *u);

const Place *unwind_place(Unwinding *u, NodeId n);
// The steps from nodes[first], of a path from the root, to the last one.
void unwind_steps(Unwinding *u, const VecU32 *nodes, uint32_t first, VecTerm *out);

// Looks at the path to a node at a bad point.  SPURIOUS: 'nodes' are those of the path, and
// facts[i], over the variables, may be conjoined to the label of nodes[i].
// 'with_labels': they follow with the help of the labels on the path.
// Otherwise the answer is filled in, and the search is over.
PathAnswer unwind_refine(Unwinding *u, NodeId n, bool with_labels, VecU32 *nodes, VecTerm *facts, Claim *claim);

// What holds at each point of the finished graph.
void unwind_invariants(const Unwinding *u, Claim *claim);
// Debug builds: bug unless the structure of the tree is as arg.h says; 'complete': and the search is over.
void unwind_check(const Unwinding *u, bool complete);
bool unwind_implies(Unwinding *u, Term strong, Term weak);
// The search has ended: hands over the tree as a text where the user wants it (--graph); for debugging (HONE_LOG=check)
// tests it, if it is finished, step by step (arg_check).
void unwind_show(Unwinding *u, Claim *claim);
// Records the statistics of the search so far, and shows some on the progress line.
void unwind_record(const Unwinding *u, const char *engine);
void unwind_record_paths(const Unwinding *u); // of engines that refine path by path
#endif
