// of_threads.h - a claim about the product of threads (program/threads/interleave.h), as one about the program
//
// A proof stays one about the product; the check builds that anew.  A run becomes inputs and a schedule: it
// is repeated on the product before slicing, which has a step for each edge that a thread takes.
#ifndef OF_THREADS_H
#define OF_THREADS_H
#include "engine/engine.h"
#include "program/threads/interleave.h"

void claim_of_threads(Claim *claim, const Interleaving *threads);
#endif
