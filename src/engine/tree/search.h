// search.h - the search that impact, lazy and ufo share: one loop over the ARG
//
// The program is unrolled into an abstract reachability graph (arg.h) until its labels are a proof, or a path to a bad
// point can be taken.  Each round takes one node and
//
//   refines  where it is at a bad point: a path to it can be taken, or labels or predicates that exclude it are found;
//   covers   it, where other nodes at its point hold its states already; or
//   expands  it: its successors will be looked at.
//
// The engines differ in these steps alone:
//
//            next node              label                       covered by             refinement
//   impact   the deepest leaf       true, and interpolants      one older node,        interpolants of one path
//                                   of the paths through it     forced if possible     strengthen its labels
//   lazy     the deepest or oldest  predicate abstraction of    older nodes together   interpolants of one path give
//            leaf                   its parent's region                                predicates; regrown from a pivot
//   ufo      the next of a pass in  abstract post of all its    nodes of this pass     interpolants of all paths
//            topological order      parents, or interpolants    together               relabel the graph
#ifndef SEARCH_H
#define SEARCH_H
#include "engine/tree/unwind.h"

typedef struct SearchSteps {
    // The next node to look at, labelled; 0: there is none, and the labels are a proof.
    NodeId (*next)(void *self);
    bool (*cover)(void *self, NodeId n);
    void (*expand)(void *self, NodeId n);
    // FEASIBLE, UNDECIDED: the claim is filled in.
    PathAnswer (*refine)(void *self, NodeId n, Claim *claim);
    void (*prove)(void *self, Claim *claim); // fills in the invariants, from the labels
    void (*record)(void *self);              // the statistics so far, before each round
} SearchSteps;

// Searches in the graph of 'u'; 'self' is for the steps.
void search(Unwinding *u, const SearchSteps *steps, void *self, Claim *claim);
#endif
