// check_heaps.h - is a proof by symbolic heaps right?
//
// The proof has symbolic heaps (claim/heap.h) at some locations of the entry function.  It stands if
//
//   start    the state at the start of the program is in the set of a heap at the entry, or is followed from there;
//   step     what each heap becomes along each way to the next locations with heaps is in the set of one of them;
//   goals    no way leads to an ERROR, nor to a command whose effect is not known.
//
// Then by induction over its steps no run reaches a goal.  Locations from which neither can be reached do not matter.
//
// A heap is followed by the commands as program.h and the interpreter have them (heaps_step.c).  Where a value is not
// known all that may follow is followed; where an object is accessed that is one of a segment it is taken out of it
// first, and there are two heaps: it was the only one, or there are more.  A heap is in the set of another if nodes of
// the one can be given to those of the other, an object or segment to each node, a chain of them to each segment
// (heaps_match.c).  What is not found is not there: a search that gives up refuses the proof.
#ifndef CHECK_HEAPS_H
#define CHECK_HEAPS_H
#include "claim/claim.h"

typedef struct HeapsCheck {
    bool stands;
    Reason reason, detail; // it does not stand
    uint32_t points, heaps, steps;
} HeapsCheck;
HeapsCheck check_heaps(const Program *p, const Proof *proof);
#endif
