// facts.h - what holds at the points of a program, found before the search
//
// Two kinds of facts, both exact for machine arithmetic:
//
//   equations     linear ones modulo 2^w between variables (logic/reason/affine.h): the state of
//                 a point is the hull of states that the solver finds, until it finds none outside;
//   inequalities  between a variable and a constant of the program or another variable:
//                 all that might hold are assumed, and those that a step breaks
//                 are dropped until none is ("Houdini": C. Flanagan, R. Leino, FME 2001).
//
// Together the facts of all points are inductive.  Engines take them for granted;
// invariants that a proof is made of must have them as conjuncts.
//
// Effort is counted in questions and solver steps, not in time, so the same program gets the
// same facts.  Where it would be too much there are none.
#ifndef FACTS_H
#define FACTS_H
#include "system/path.h"

typedef struct FactStats {
    uint32_t equations, inequalities, questions;
    double seconds;
} FactStats;

// facts[i] is that of point i; all true where nothing was found.
FactStats facts_find(Pieces *pc, bool only_equations, VecTerm *facts);
bool facts_are_dear(const Pieces *pc); // better first see whether the search needs them
#endif
