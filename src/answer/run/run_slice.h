// run_slice.h - which steps of a run matter for how it ended
//
// A dynamic slice (after B. Korel, J. Laski, "Dynamic Program Slicing", IPL 1988), computed
// backwards from the last step.  A step matters if
//
//   - it is the last one;
//   - it is a branch that decided whether a step that matters is taken: the place of
//     that step is control dependent on it (by post-dominators), and no later branch decided.
//     A check that did not fail, of an assertion or an assumption, decides nothing;
//   - it is the branch that ended a loop in which a step matters: another round might have changed what matters
//     (a potential dependence: T. Gyimothy, A. Beszedes, I. Forgacs, "An Efficient Relevant Slicing Method for
//     Debugging", ESEC/FSE 1999; we ask for nothing but the loop);
//   - it is a branch on whose other side the state of a rule, as it matters then, would have changed (slice_state.h; in
//     stories only);
//   - it wrote a variable or a byte that a step that matters used;
//   - it is the call of a function in which a step matters.
//
// Of a long run the last MOST_RECORDED steps are looked at.
//
// SLICE_ALL also counts a check that was passed (of an assertion or an assumption) as a branch that decided: without
// it the run would have ended.  Too much for a story, right where the question is what the end hangs on.
#ifndef RUN_SLICE_H
#define RUN_SLICE_H
#include "program/run/interpret.h"

enum { MOST_RECORDED = 1 << 20 };

typedef struct Activation { // of a function; 1 is that of the entry function
    FuncId func;
    uint32_t caller; // an activation; 0: none
    EdgeId call;     // the edge that called
} Activation;

typedef struct RunRecord { // a step
    EdgeId edge;
    uint32_t activation;
    uint32_t other; // CALL: the activation of the callee; RETURN: that of the caller
    bool matters;
    bool ends_loop;   // in which a step matters
    uint64_t address; // of the memory written; LOAD: read
    uint64_t source;  // COPY: of the memory read
    uint64_t bytes;   // of both
    uint64_t needed;  // bit i: the i-th variable written (CALL: parameter) matters; 63: that and all further ones
} RunRecord;

typedef enum SliceKind { SLICE_STORY, SLICE_ALL } SliceKind;

typedef struct RunSlice {
    uint64_t first; // number of the first step in 'steps'
    VEC(RunRecord) steps;
    VEC(Activation) activations; // element 0 is unused
    Map used;                    // (activation, term): a step that matters has it as a part; see run_slice_uses
    VEC(RunObject) initial;      // objects with initial bytes that the trace gave and a step that matters used
} RunSlice;

// Runs the program once more on the run's trace.  False where that cannot be told: threads.
bool run_slice(const Program *p, const RunResult *run, SliceKind kind, RunSlice *slice);
void run_slice_free(RunSlice *slice);
// Does a step that matters use the value of this term?
bool run_slice_uses(const RunSlice *slice, uint32_t activation, Term a);
// Options that make the interpreter repeat the run.
RunOptions run_again(const RunResult *run);
#endif
