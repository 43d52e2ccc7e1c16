// escape.h - objects that only the activation that made them can reach
//
// An object of the stack or the heap is *kept* where its address stays in local variables of the function that
// allocates it: it is not stored, passed, returned, given to a thread or to functions without body, nor put into a
// global variable.  No other thread accesses such an object.  Flow-insensitive, one function at a time; before
// memory_split.
#ifndef ESCAPE_H
#define ESCAPE_H
#include "program/program.h"

typedef struct Escape Escape;
Escape *escape_new(const Program *p);
void escape_free(Escape *s);

// Is the address of a kept object, whatever the values of its variables?  Then it is of that object's bytes, or the
// access is a memory error.
bool escape_is_kept(const Escape *s, Term address);
#endif
