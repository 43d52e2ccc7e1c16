// naming.h - the variables, values and conditions of a run, as C
//
// Follows a run and knows at each step by which names the user calls the values
// that terms stand for: C variables that are bound to them (Binding), the variables of the
// program themselves, memory cells that were loaded.
#ifndef NAMING_H
#define NAMING_H
#include "program/run/interpret.h"

typedef struct Naming Naming;
Naming *naming_new(const Program *p);
void naming_free(Naming *n);

// Where a run is: in which activation of a function, and in which copy of an inlined one.
typedef struct Scope {
    uint32_t activation, inlined;
} Scope;

// The run is about to take edge e / has taken it and is at 'loc' of scope.activation.
void naming_before(Naming *n, RunView *view, EdgeId e, Scope scope);
void naming_after(Naming *n, EdgeId e, Scope scope, LocId loc, uint32_t activation);

// ---- texts; each appends to 'out' ----
void naming_value(Naming *n, RunView *view, Sort s, const char *c_type, bool pointer, Value v, Text *out);
// The memory at an address, as "a[2]"; false: nothing but a number can be said.
bool naming_cell(Naming *n, RunView *view, uint64_t address, uint64_t bytes, Text *out);
// "NAME = VALUE" for a variable; false, and nothing, where the user has no name for it.
bool naming_assignment(Naming *n, RunView *view, VarId v, Text *out);
// A condition that holds; 'values' gets "x = 1, y = 2".  False where some part has no name: then
// 'out' gets nothing.
bool naming_condition(Naming *n, RunView *view, Scope scope, Term condition, Text *out, Text *values);

uint32_t naming_first_binding(const Naming *n, LocId loc); // index in the program's bindings; 0: none
uint32_t naming_next_binding(const Naming *n, uint32_t binding);
#endif
