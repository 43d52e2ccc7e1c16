// match.h - inside the engine: concrete states that are matched by what predicates say of them
//
// A node is an abstract state: a point of the program (the control, never abstracted) and the values of the predicates
// that are followed there.  It keeps the first concrete state that was found with these values: that one is explored,
// all later ones are taken for it.  So what is explored is a part of what the program does, and each node is reached.
//
//   N1  a node's state is at its point, and its formula holds there;
//   N2  no two nodes have the same point and the same values;
//   N3  a node's parent is older, and one walk with its inputs leads from the parent's state to its own.
//
// A step is *exact* where the abstraction loses nothing: every state of the node goes on as the one that was explored,
// to the same abstract states.
#ifndef MATCH_H
#define MATCH_H
#include "base/options.h"
#include "engine/engine.h"
#include "engine/match/command.h"
#include "engine/match/walk.h"
#include "engine/tree/predicates.h"
#include "logic/smt/smt.h"

typedef struct MatchNode {
    uint32_t point;
    uint32_t parent;     // 1 + node; 0: the start
    uint32_t first, n;   // its inputs in 'taken', from the parent's state on
    VEC(uint8_t) values; // of the predicates of its point, in their order
    RunState *state;     // until it was explored
    Term formula;        // what all states of the node have in common
} MatchNode;

typedef struct MatchStep { // from a node's state to another one
    Walk walk;
    GuardedCommand command;
    VEC(uint8_t) values; // of the predicates at the end
} MatchStep;
typedef VEC(MatchStep) MatchSteps;

typedef struct Match {
    System *system;
    Procedure *pc; // of the entry function
    Terms *t;
    VecTerm invariants; // by point: hold there in every run
    CommandBuilder *commands;
    Walker *walker;
    Smt *smt;
    Predicates *predicates;
    VecU32 *followed;      // by point: predicates
    VecU32 *found;         // by point: those for the next iteration
    uint32_t *inexact_for; // by point: for how many iterations in a row a step from there was not exact
    bool *inexact_now;     // by point: in this iteration
    int exactness;         // EXACT_MUST, EXACT_MAY, EXACT_NONE
    bool depth_first, by_location;
    // ---- of one iteration ----
    VEC(MatchNode) nodes;
    Map stored; // hash of point and values -> 1 + node; the next free number where hashes collide
    VecU32 wait;
    uint32_t next; // in 'wait', breadth first
    VecTaken taken;
    uint32_t concrete; // states generated
    bool exact, incomplete;
    VecTaken to_error; // inputs of the run that reached it
    // ---- of all ----
    uint32_t iterations, n_new;
    uint32_t most; // iterations; 0: no limit
    Text table;    // a line for each iteration
} Match;

// ---- match_step.c: what the program does from a state ----
// All steps from the node's state: one for each way and abstract state at its end that some input leads to.
void match_steps(Match *m, uint32_t node, MatchSteps *out);
void match_steps_free(MatchSteps *steps);
bool match_has_inputs(const Match *m, uint32_t point); // does a piece out of it take some?

// ---- match_exact.c: is a step exact? ----
// Adds the predicates that it lacks to 'found'.
void match_check_step(Match *m, uint32_t node, const MatchStep *step);
// No state of the node has a successor but those of the steps.
void match_check_closed(Match *m, uint32_t node, const MatchSteps *steps);
// The concrete state itself as predicates, where steps from the point stay inexact.
void match_follow_state(Match *m, uint32_t node);
// The atoms of the formula are followed at the point (or wherever they can be) from the next iteration on.
void match_learn(Match *m, uint32_t point, Term formula);

// ---- match.c ----
Term match_literals(Match *m, uint32_t point, const uint8_t values[]); // the predicates with these values
void match_values(Match *m, uint32_t point, uint8_t values[]);         // in the state that the walker is in
void match_check(Match *m);                                            // bug unless all is explored and as said above
#endif
