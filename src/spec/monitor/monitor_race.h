// monitor_race.h - data races as goals: an ACCESS before each access that threads may share
#ifndef MONITOR_RACE_H
#define MONITOR_RACE_H
#include "program/program.h"

// Puts an ACCESS with a goal of its own before each LOAD, STORE, COPY and SET that another thread may see, where the
// program makes threads at all.  Not before accesses to constants and to objects of the library's own, which it looks
// after itself; those to locks, semaphores and the like count as atomic.  C11 atomic operations become atomic
// sections.  With interrupts a race is two threads that meet (Program.races_meet).
void monitor_races(Program *p);
#endif
