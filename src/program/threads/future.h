// future.h - what a thread may still do from a location on
//
// For each location: which global variables the code from there to the end of its function may read and write, calls
// and the threads started there included; and whether it may start a thread.  Memory is not in it: steps that access
// memory may fail, and are never taken early.  But the marks of accesses (ACCESS) are: they touch the bytes that the
// access behind them touches.
#ifndef FUTURE_H
#define FUTURE_H
#include "program/access.h"

typedef struct Future Future;
Future *future_new(const Program *p);
void future_free(Future *f);

// Is a step from 'loc' always possible, never the end of the run, without access to memory, and no step of a loop that
// other threads might wait for ever behind?  The step into an atomic section is the whole section.
bool future_is_free(const Future *f, LocId loc);
// Does the step from 'loc' touch what the code from 'other' on may touch, one of the two writing?
bool future_meets(const Future *f, LocId loc, LocId other);
// Is the step from 'loc' the access that the step before was the mark of?
bool future_is_bound(const Future *f, LocId loc);
bool future_is_head(const Future *f, LocId loc); // every cycle of a function has one
#endif
