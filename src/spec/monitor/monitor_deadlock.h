// monitor_deadlock.h - deadlocks as goals: of each wait for a mutex or for the end of a thread
//
// A deadlock is a state in which a thread waits, and each one that has not ended does.  Other waits of the library are
// models that end a run where it would have to wait (semaphores, barriers), or wake up for no reason (condition
// variables): where such a wait is reached, nothing is known of deadlocks, and it becomes UNMODELLED.
#ifndef MONITOR_DEADLOCK_H
#define MONITOR_DEADLOCK_H
#include "program/program.h"

void monitor_deadlocks(Program *p);
#endif
