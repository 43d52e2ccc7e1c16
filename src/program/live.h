// live.h - which locals are live where paths can meet
//
// A local variable is dead at a location if on every way from there it is
// written before it is read.  Known at locations with several edges in.
#ifndef LIVE_H
#define LIVE_H
#include "program/program.h"

typedef struct Live Live;
Live *live_new(const Program *p);
void live_free(Live *l);
bool live_is_dead(const Live *l, VarId var, LocId loc); // false also where it is not known, and of globals
#endif
