// walk.h - the program executed from point to point
//
// The states of a search are those of the interpreter (program/run/state.h) where a run is at a point of the cutpoint
// graph.  A walk goes from one to the next: the run takes the edges of a piece, and what inputs it asks for the
// caller chooses.  Calls that were not inlined are executed as well; a walk ends when the entry function is at a point.
#ifndef WALK_H
#define WALK_H
#include "program/run/state.h"
#include "system/system.h"

typedef struct TakenInput { // that a run asked for
    EdgeId edge;            // 0: an argument of the entry function
    Value value;
} TakenInput;
typedef VEC(TakenInput) VecTaken;

typedef struct Walk {
    RunEnd end; // GOING: it is at 'point', in 'state'; ERROR: 'point' is the error
    uint32_t point;
    VecU32 edges;    // taken
    LocId blocked;   // where no test held; 0: it did not end so
    VecTaken taken;  // in order
    RunState *state; // owned; NULL where the run has ended
} Walk;
void walk_free(Walk *w);

// The value for an input; false: zero will do.
typedef bool (*WalkInput)(void *context, EdgeId edge, ValueType type, Value *value);

typedef struct Walker Walker;
Walker *walker_new(Procedure *pc);
void walker_free(Walker *w);

// From the start of the program, or from a state.  After a walk that goes on the walker is in its last state.
void walk_start(Walker *w, WalkInput choose, void *context, Walk *out); // to the entry itself: no edge is taken
void walk_on(Walker *w, const RunState *from, WalkInput choose, void *context, Walk *out);
void walker_restore(Walker *w, const RunState *state);

// The value of a term over the program's variables and regions, in the state that the walker is in.  False where it
// cannot be computed: memory never written, arrays compared.
bool walker_value(Walker *w, Term a, Value *value);
bool walker_holds(Walker *w, Term formula); // certainly
// The state as a formula over the state variables, with objects at the addresses of the layout: scalars as
// constants for term_substitute, cells of regions as equations.
void walker_describe(Walker *w, VecTerm *from, VecTerm *to, VecTerm *cells);

// The whole run with these inputs, as a claim of UNSAFE.  False where it does not reach the error.
bool walk_claim(Walker *w, const VecTaken *taken, Claim *claim);
#endif
