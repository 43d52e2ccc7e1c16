// cover.h - the places of a program that tests should reach, and which of them a run reaches
//
// A *target* is one of
//
//   BRANCHES   an outcome of a decision, as a user's compiler counts them (gcov):
//              - a location with several ways out: each way;
//              - where the compiler joins the operands of && and || into one variable before it tests or uses it: each
//                operand that is computed there, true and false.  The test of the joined variable is then no decision
//                of its own.
//   LOCATIONS  a line of a function that has code;
//   ERRORS     a goal of the program: an edge that violates the property.
//
// Counted are the functions that 'counts' names: the user's, not the driver's and not the library's.
//
// A query for engines is a copy of the program in which open targets are goals (cover_goals): a run of the copy that
// reaches one ends there.  So the copy reaches 'error' exactly if a run of the program reaches an open target, and the
// first one that it reaches is the goal.  If no run of the copy does, all open targets are dead.
#ifndef COVER_H
#define COVER_H
#include "program/run/state.h"

typedef enum CoverKind { COVER_BRANCHES, COVER_LOCATIONS, COVER_ERRORS } CoverKind;

typedef struct Target {
    EdgeId edge;       // the first one that reaches it
    uint32_t decision; // BRANCHES: those of one decision follow each other
    bool joined;       // BRANCHES: an outcome of an operand that the edge assigns,
    bool outcome;      // and which
    bool jumps;        // LOCATIONS: nothing is left of the line but jumps, which compilers may leave out or join
} Target;

typedef struct Cover {
    const Program *p;
    CoverKind kind;
    VEC(Target) targets;
    uint32_t decisions;
    uint32_t edges;   // of the program, which the tables below are for
    uint32_t *first;  // by EdgeId: 1 + its first target; 0: none
    VarId *operand;   // by EdgeId: the variable that it assigns, where that joins operands; 0: none
    RunTerm **joined; // the same, to be evaluated; NULL: none
} Cover;

// 'it': for cover_taken; NULL: it is not used.
Cover *cover_new(const Program *p, Interpreter *it, CoverKind kind, bool (*counts)(const void *context, FuncId func),
                 const void *context);
void cover_free(Cover *c);
// Keeps the targets that keep[] names.
void cover_select(Cover *c, const uint8_t keep[]);
// From now on a target counts as reached where the function, without parameters, returns another value than 0 there;
// 'both': there is a second target of each, behind all others, for 0.  Calls of it are put into 'p', the program of
// 'c'.
typedef struct Predicate {
    FuncId function;
    bool both;
} Predicate;
void cover_with(Cover *c, Program *p, const Predicate *with);
// The target that the run reached when it took this edge just now; UINT32_MAX: none.
uint32_t cover_taken(const Cover *c, Stepper *s, EdgeId edge);
// The same for an observer of a run (RunOptions.observe).
uint32_t cover_observed(const Cover *c, RunView *view, EdgeId edge, bool taken);

// What must hold before the edge of the target, or of an operand that it assigns; no term: nothing.
Term cover_condition(const Cover *c, uint32_t target);

// Makes goals of the targets that are open (by target) in 'copy', a copy of the program.
void cover_goals(const Cover *c, Program *copy, const uint8_t open[]);

// ---- sets of targets ----
typedef struct TargetSet {
    VecU32 all; // in the order they were added
    uint8_t *in;
} TargetSet;
TargetSet target_set_new(const Cover *c);
void target_set_free(TargetSet *set);
bool target_set_add(TargetSet *set, uint32_t target); // true: it was not in
void target_set_clear(TargetSet *set);
// Targets of decisions that the set has a target of.
uint32_t target_set_executed(const TargetSet *set, const Cover *c);
#endif
