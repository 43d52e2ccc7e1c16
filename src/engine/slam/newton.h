// newton.h - is the error trace of a Boolean program one of the program, and if not, why
//
// The trace is a path through blocks, calls and returns.  Its formula says whether it is a run.  If it is none:
//
//   constrain  a step of the trace that, between the predicates before and after it, no concrete step is behind gets a
//              constraint;
//   predicates if each step alone is possible, predicates are missing.  For each activation of a procedure the path is
//              cut into what is inside it, up to each place, and everything else: interpolants speak of the
//              procedure's own variables and of what it was given.  Activations that were left are replaced by
//              their interpolant, a summary, before their caller is looked at; those that are not left, by what
//              they need of what they were given.
//
// So either excludes the trace: interpolants along an activation, with those of the calls in it, leave no step of
// the trace that goes from one to the next, and the first that does not is refuted.
//
// After T. Ball, S. Rajamani, "Generating Abstract Explanations of Spurious Counterexamples in C Programs",
// MSR-TR-2002-09; the cut is that of T. Henzinger, R. Jhala, R. Majumdar, K. McMillan, "Abstractions from Proofs", POPL
// 2004.
#ifndef SLAM_NEWTON_H
#define SLAM_NEWTON_H
#include "engine/refine/refine.h"
#include "engine/slam/c2bp.h"
#include "system/path.h"

typedef enum NewtonAnswer { NEWTON_UNDECIDED, NEWTON_REFINED, NEWTON_RUN } NewtonAnswer;
typedef struct NewtonStats {
    uint32_t constraints, predicates;
} NewtonStats;

typedef struct NewtonWays {
    // The tests that the path takes are predicates too, as in the first Newton, wherever after them they can be said.
    // Interpolants alone may go on for ever: x > 0, x + y > 0, x + 2 * y > 0, ... where y >= 0 was tested.
    bool conditions;
    bool complete; // runs the program along what is left of the path without its counters (complete.h)
} NewtonWays;

// RUN: the claim has the run, or the reason why what follows is not known.  UNDECIDED: so does its reason.
NewtonAnswer newton(C2bp *c, Refiner *refiner, Smt *smt, const BpTrace *trace, NewtonWays ways, Claim *claim,
                    NewtonStats *stats);
#endif
