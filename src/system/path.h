// path.h - ways through the procedures of a system, as formulas
//
// A path gives each block that it takes copies of its own of what the block
// changes and of its inputs: "@3!x" is x after the third step.  What is not
// changed keeps its copy, so paths with a common start have common formulas.
//
// A path is in one procedure, or goes into those that it calls and back (place_enter, place_leave), or over calls by
// what is known of the callee (place_call).  Its copies are always of variables of the procedure where the place is,
// so what is found out about a place is, with the copies taken back (procedure_clean), about the state there.
#ifndef PATH_H
#define PATH_H
#include "system/system.h"

typedef struct Place { // a place on a path
    Term *now;         // by slot: its copy here; in the arena of the system
    Term step;         // how one gets here from the place before, over both places' copies
    Term loose;        // what is left of 'step' if what counters become is forgotten
    uint32_t number;   // of that step: its copies and inputs are called by it
} Place;
typedef VEC(Place) VecPlace;

Place place_first(Procedure *proc); // the entry; 'step' is 'initial'
// After going along the block of 'cut' from 'before'; 'number' is that of the step, the same
// for all paths through the place.
Place place_next(Procedure *proc, const Place *before, uint32_t cut, uint32_t number);
// Where n paths to a point meet: what they agree on keeps its copy, the rest gets new ones by 'number', and
// for each path 'same' is what makes its copies the new ones.
Place place_join(Procedure *proc, uint32_t point, uint32_t n, const Place from[], uint32_t number, Term same[]);
Term place_formula(Procedure *proc, const Place *at, Term formula); // over the copies of the place

// ---- calls: 'cut' is a call of 'proc' ----
// At the entry of the callee, from the call.
Place place_enter(Procedure *proc, const Place *before, uint32_t cut, uint32_t number);
// After the call, from 'before' it and from 'inner', the callee's exit.
Place place_leave(Procedure *proc, const Place *before, const Place *inner, uint32_t cut, uint32_t number);
// After the call, where all that is known of it is a summary: a formula about the callee's exit.
Place place_call(Procedure *proc, const Place *before, uint32_t cut, Term summary, uint32_t number);

// The copies at a place of what matters at the point.
void place_copies(const Procedure *proc, const Place *at, uint32_t point, VecTerm *out);
// A term over the state before a cut edge and its inputs, over the copies of a path.
Term place_inner(Procedure *proc, const Place *before, uint32_t number, Term a);

// ---- paths as a whole ----
typedef enum StepKind { STEP_BLOCK, STEP_ENTER, STEP_LEAVE } StepKind;
typedef struct PathStep {
    StepKind kind;
    Procedure *proc; // ENTER, LEAVE: of the caller
    uint32_t cut;    // ENTER, LEAVE: the call
} PathStep;
typedef VEC(PathStep) VecStep;
// The places of a path from the entry of 'first', n + 1 of them; step i has the number i + 1.
void path_places(Procedure *first, uint32_t n, const PathStep steps[], VecPlace *out);

// ---- from a model to a run ----
typedef Term (*PathValue)(void *context, Term variable); // no term: any value
// The run along n blocks of a procedure, from its entry: inputs, hints and edges into the claim.  False, with the
// reason in the claim, where the model does not fix one, or no model of the path was found in which objects are apart.
bool path_trace(Procedure *proc, uint32_t n, const uint32_t cuts[], const Place places[], PathValue value,
                void *context, Claim *claim);
// The same along a path that enters and leaves procedures.
bool path_trace_steps(Procedure *first, uint32_t n, const PathStep steps[], const Place places[], PathValue value,
                      void *context, Claim *claim);
// Of a model of less than the path: objects need not be apart, so what is found may be no run.
bool path_guess_steps(Procedure *first, uint32_t n, const PathStep steps[], const Place places[], PathValue value,
                      void *context, Claim *claim);
#endif
