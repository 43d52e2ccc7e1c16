// slice_state.h - branches on whose other side the state of a rule would have been changed
//
// A run that violates a rule often does so by what it left out: the unlock that an early return skips.  No step that
// matters depends on that branch, since nothing was written.  So a branch matters, too, if an edge behind its other
// sides, before they meet again, assigns a variable of a rule's state whose value matters at that moment: a potential
// dependence (run_slice.h), of these variables alone.
#ifndef SLICE_STATE_H
#define SLICE_STATE_H
#include "program/digraph.h"
#include "program/program.h"

enum { MOST_STATES = 64 };

typedef struct SliceState {
    const Program *p;
    const Dominators *post; // as in run_slice.c
    uint32_t n;             // variables of rules' states; 0: nothing is ever found
    VarId vars[MOST_STATES];
    uint64_t *of_func; // by FuncId: which of them it assigns, with what it calls
    Map known;         // edge -> 1 + index into 'found'
    VEC(uint64_t) found;
} SliceState;

void slice_state_init(SliceState *s, const Program *p, const Dominators *post);
void slice_state_free(SliceState *s);
// The variables, as bits, that the other sides of the branch that 'e' took may assign.
uint64_t slice_state_beside(SliceState *s, EdgeId e);
#endif
