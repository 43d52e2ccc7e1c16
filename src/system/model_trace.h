// model_trace.h - from a model of the solver to a run of the program
//
// The model gives each variable a value.  All other terms are evaluated by putting
// these in: the terms' own simplification computes them.  Which edges the run
// takes is the engine's business; what the inputs and loads on them gave is
// written down here, into the claim.
#ifndef MODEL_TRACE_H
#define MODEL_TRACE_H
#include "claim/claim.h"

typedef struct ModelTrace {
    const Program *p;
    FuncId func;                          // where the run starts
    Term (*value)(void *context, Term a); // in the model; no term: not known
    void *context;
    Claim *claim;
    Map values;      // term -> its value
    Map occurrences; // edge -> how often taken
} ModelTrace;
void model_trace_free(ModelTrace *m);

bool model_holds(ModelTrace *m, Term condition); // certainly?

// Drops the run that the claim has.
void model_drop_run(Claim *claim);

// What determines the run before it starts: arguments of the function, and bytes of external objects that
// are variables now.  'start' gives the term that stands for a variable then.
void model_add_start(ModelTrace *m, Term (*start)(void *context, VarId var));

// The run takes edge e.  'value' is what its INPUT or LOAD gave, or no term.
void model_add_edge(ModelTrace *m, EdgeId e, Term value);
#endif
