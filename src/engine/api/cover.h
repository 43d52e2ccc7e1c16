// cover.h - the branches of a program, and which of them a run takes
//
// A branch is an outcome of a decision, as a user's compiler counts them (gcov):
//
//   - a location with several ways out: each way;
//   - where the compiler joins the operands of && and || into one variable before it tests or uses it: each operand
//     that is computed there, true and false.  The test of the joined variable is then no decision of its own.
//
// Counted are the functions that 'counts' names: the container's, not the driver's and not the library's.
#ifndef COVER_H
#define COVER_H
#include "program/run/state.h"

typedef struct Branch {
    EdgeId edge;
    uint32_t decision; // branches of one decision follow each other
    bool joined;       // an outcome of an operand that the edge assigns,
    bool outcome;      // and which
} Branch;

typedef struct Cover {
    const Program *p;
    VEC(Branch) branches;
    uint32_t decisions;
    uint32_t *first;  // by EdgeId: 1 + its first branch; 0: none
    RunTerm **joined; // by EdgeId: the variable that it assigns, or NULL
} Cover;

Cover *cover_new(const Program *p, Interpreter *it, bool (*counts)(const void *context, FuncId func),
                 const void *context);
void cover_free(Cover *c);
// The branch that the run took when it took this edge just now; UINT32_MAX: none.
uint32_t cover_taken(const Cover *c, Stepper *s, EdgeId edge);

// ---- sets of branches ----
typedef struct BranchSet {
    VecU32 all; // in the order they were added
    uint8_t *in;
} BranchSet;
BranchSet branch_set_new(const Cover *c);
void branch_set_free(BranchSet *set);
bool branch_set_add(BranchSet *set, uint32_t branch); // true: it was not in
void branch_set_clear(BranchSet *set);
// Branches of decisions that the set has a branch of.
uint32_t branch_set_executed(const BranchSet *set, const Cover *c);
#endif
