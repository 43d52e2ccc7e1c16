// monitor_memory.h - goals for memory: each access, each free, and the end of the program
//
// In front of each command that accesses memory comes a check; where it fails the run reaches a goal.  The object that
// an access must stay in is that of its root: the pointer that the address was computed from, seen through all
// arithmetic and assignments up to where pointers meet, are loaded, or come from a call.
//
//   - Of an object that the address names the check is a comparison: offset <= size - bytes.
//   - Of any other it is a VALID, which the interpreter decides; memory/valid.h puts conditions in front that are
//   enough.
//
// A root is thought to point into its object, or just behind.  So wherever a pointer computed by arithmetic is passed
// on (stored, returned, an argument, where paths meet) a VALID_STEP checks that, and the run is 'unmodelled' where it
// fails: a pointer outside its object is no violation by itself, and what it would be used for is not known.
#ifndef MONITOR_MEMORY_H
#define MONITOR_MEMORY_H
#include "program/program.h"
#include "spec/property.h"

void monitor_memory(Program *p, const EventSet *events);
#endif
