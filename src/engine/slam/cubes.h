// cubes.h - the abstraction of one step by predicates before and after it
//
// A step is a formula, 'guard'; 'before' and 'after' are predicates over its vocabulary.  For each predicate after it
// the abstraction has the cubes of predicates before it, of at most so many literals, that imply it, and those that
// imply its negation (cartesian); and the cubes under which the step cannot be taken.  Constraints are what
// is learnt from abstract steps that no concrete one is behind, over predicates before and after.
//
// A literal is twice the place of its predicate, plus one where it is negated; those after the step follow
// those before.  Predicates are only ever added at the end of their kind, so constraints name them by key.
#ifndef SLAM_CUBES_H
#define SLAM_CUBES_H
#include "logic/smt/smt.h"

enum { MOST_LITERALS = 4 };
typedef struct Cube {
    uint32_t n;
    uint32_t literal[MOST_LITERALS];
} Cube;
typedef VEC(Cube) VecCube;

typedef struct StepKey { // of a predicate: the list that it is of, and its place there
    uint8_t list;
    uint32_t place;
} StepKey;
typedef VEC(StepKey) VecKey;
typedef struct Literal {
    StepKey key;
    bool negated;
} Literal;
typedef struct Constraint { // not all of these
    VEC(Literal) literals;
    bool after; // one of them is about the state after the step
} Constraint;

typedef struct AbstractStep {
    Term guard;
    VecTerm before, after;
    VecKey keys; // of both
    VecCube never;
    VecCube *yes, *no;                // by predicate after
    uint32_t done_before, done_after; // as many as there were
    bool done;
    VEC(Constraint) constraints;
} AbstractStep;

// Sets 'never', 'yes' and 'no', unless that was done for the same predicates.
void step_abstract(AbstractStep *s, Smt *smt, uint32_t most_literals);
// Has the step, between these values (by predicate before, then after; -1: not looked at), no concrete one behind
// it?  Then a constraint is added.
bool step_refute(AbstractStep *s, Smt *smt, const int8_t values[]);
void step_free(AbstractStep *s);
#endif
