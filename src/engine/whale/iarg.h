// iarg.h - the inter-procedural abstract reachability graph (iARG)
//
// An ARG stands for activations of one function.  It has a guard over what the function is given, and a summary that
// relates this to what it leaves behind; its specification is {guard} function {summary}, and that no error is reached.
// Between them it has a label for each point of the procedure, loop heads and calls included.  Invariants (iarg_check):
//
//   W1  ARG 0 is of the entry function; every other has a parent, older than itself: the justification tree;
//   W2  of an expanded ARG each call edge has an ARG of the function called that justifies it; of others none has;
//   W3  ARGs of one call and one generation are one ARG ("merging"): their number is linear in the text and the depth;
//   W4  a covered ARG is not expanded, and its coverer is an older ARG of the same function that is.
//
// An ARG that is not expanded has no executions.  So the iARG as a whole is an under-approximation that grows; it is
// complete where each ARG is expanded or covered.
//
// The generation of an ARG counts the calls within one recursion: a call that leads out of its component of the call
// graph begins a new one.
#ifndef IARG_H
#define IARG_H
#include "engine/chc/clauses.h"

typedef uint32_t ArgId;
enum { ARG_NONE = UINT32_MAX };

typedef struct ProcArg {
    uint32_t proc;       // place in the system
    EdgeId call;         // whose activations these are; 0: the program's start
    uint32_t generation; // of its recursion
    ArgId parent;        // in the justification tree; that of ARG 0 is itself
    uint32_t *justifies; // by cut edge: the ARG of a call; NULL: not expanded
    ArgId coverer;       // or ARG_NONE
    VecTerm label;       // by point
} ProcArg;

typedef struct IArg {
    System *system;
    VEC(ProcArg) args;
    Map of_call;         // (call, generation) -> 1 + ArgId
    uint32_t *component; // by procedure: of the call graph
    VecU32 queue;        // ARGs to look at, first in, first out
    uint32_t next;       // the first of them that was not taken
} IArg;

IArg *iarg_new(System *system);
void iarg_free(IArg *g);

const Procedure *iarg_procedure(const IArg *g, ArgId a);
bool iarg_is_expanded(const IArg *g, ArgId a);
bool iarg_is_covered(const IArg *g, ArgId a);
Term iarg_guard(const IArg *g, ArgId a);
Term iarg_summary(const IArg *g, ArgId a); // true of functions that never return

ArgId iarg_next(IArg *g); // takes one from the queue; ARG_NONE: it is empty
// Gives each call an ARG that justifies it; new ones go into the queue.
void iarg_expand(IArg *g, ArgId a);
void iarg_cover(IArg *g, ArgId a, ArgId by);
// Replaces the labels, by point: the specification of the ARG, and why it holds.
void iarg_update(IArg *g, ArgId a, const Term labels[]);
// The executions of the iARG as Horn clauses, a unit for each ARG.
void iarg_clauses(const IArg *g, Clauses *out);
void iarg_check(const IArg *g); // bug unless W1 to W4 hold
// For Graphviz: each ARG with its specification; lines to what justifies its calls, dotted ones to what covers it.
void iarg_print_dot(const IArg *g, Text *out);
#endif
