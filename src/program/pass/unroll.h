// unroll.h - loops that make threads, or wait for them, a constant number of times
//
// for (i = 0; i < 4; i++) pthread_create(&t[i], ...): where the value of one local variable decides when such a loop
// ends, and that value is a constant in each iteration, each iteration gets a copy of the body, with the constant put
// in.  So a thread that is made is one thread and not any number, and its number in t[i] has a place of its own.
// The meaning is kept, as simplify.h says.
#ifndef UNROLL_H
#define UNROLL_H
#include "program/program.h"

enum { UNROLL_ITERATIONS = 16, UNROLL_LOCATIONS = 5000 }; // more: the loop stays

// What the entry function cannot reach is not looked at, and what is left of loops is such: simplify_unreachable.
bool program_unroll_threads(Program *p);
#endif
