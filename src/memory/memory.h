// memory.h - splits memory into regions that never touch each other
//
// After memory_split every LOAD and STORE names its region, COPY and SET are
// gone, and
//
//   - a scalar that is never indexed is a variable: a global one for a global
//     object, a local one for an object on the stack that only its own function
//     uses by name.  Access through a pointer that may point nowhere else is a test
//     of the pointer, then the variable;
//   - other memory is cells: all accesses of a region have one width and never
//     overlap in part.  Where the program puns, cells are bytes.
//
// A run ends as before; a memory error may now be called a trap.  Reading a
// promoted stack variable before any write gives an INPUT_UNINIT, made where its life begins.
#ifndef MEMORY_H
#define MEMORY_H
#include "program/program.h"

// 'bits': what memory_order_to_inputs returned.
void memory_split(Program *p, bool bits);

// ---- steps before it, in this order ----
// Functions without body call the functions of the program that they can reach: see callback.h.  Before all else: what
// is called nowhere is dropped as unreachable.
void memory_call_back(Program *p);

// Calls through pointers become direct calls of what the pointer can hold.
void memory_resolve_calls(Program *p);

// An object that is allocated at most once and never freed becomes a global one (Object.made).
void memory_made_once(Program *p);

// Changes what the program means: where it asks how objects lie in memory, which C leaves open, the answer becomes
// an input (order.h).  Returns whether bits of addresses decide which way the program goes.
bool memory_order_to_inputs(Program *p);
#endif
