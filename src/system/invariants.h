// invariants.h - what holds at the points of a program, found before the search
//
// Two kinds of invariants, both exact for machine arithmetic:
//
//   equations     linear ones modulo 2^w between variables (logic/reason/affine.h): the state of
//                 a point is the hull of states that the solver finds, until it finds none outside;
//   inequalities  between a variable and a constant of the program or another variable:
//                 all that might hold are assumed, and those that a step breaks
//                 are dropped until none is ("Houdini": C. Flanagan, R. Leino, FME 2001).
//
// Of the entry procedure alone, nothing is known of what a call changes.  Of all procedures together, those at the
// entry of a called procedure hold of what its callers give it, and those at its exit, which relate that to its
// results, are used where it returns: recursion is no special case.  Together the invariants of all points are
// inductive.  Engines take them for granted; invariants that a proof is made of must have them as conjuncts.
//
// Effort is counted in questions and solver steps, not in time, so the same program gets the
// same invariants.  Where it would be too much there are none.
#ifndef INVARIANTS_H
#define INVARIANTS_H
#include "system/system.h"

typedef struct InvariantStats {
    uint32_t equations, inequalities, questions;
    double seconds;
} InvariantStats;

// Of the entry procedure: out[i] is that of point i; all true where nothing was found.
InvariantStats invariants_find(Procedure *proc, bool only_equations, VecTerm *out);
// Of all procedures: out[k] are those of procedure k, by point, over what matters there.  Where out[k] has some already
// they are taken for granted, and nothing more is looked for in that procedure.
InvariantStats invariants_find_all(System *system, bool only_equations, VecTerm out[]);
bool invariants_are_expensive(const Procedure *proc); // better first see whether the search needs them
#endif
