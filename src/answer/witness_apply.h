// witness_apply.h - a program that checks the invariants of a witness while it runs
//
// Each invariant is written into a copy of the source where it must hold, as an argument
// of a function that reaches the error where it is false.  So the compiler says what the expression means
// and whether its variables are in scope, and an engine that proves the new program has
// proved both the invariants and, as all else is as it was, the property.
//
// The expression must not do anything else: no calls, no assignments, no division that could
// end the run.  That is looked for in its text and, as macros may hide it, in the program that the
// compiler makes of it.  Where a load may have a bad address it could end the run too: 'reads_memory' is set,
// and a proof of the new program says nothing about the property of the old one.
#ifndef WITNESS_APPLY_H
#define WITNESS_APPLY_H
#include "answer/witness.h"

typedef struct InsertedRange { // as the compiler counts
    const char *file;
    uint32_t line, first, last;
} InsertedRange;
typedef struct Applied {
    FrontendInput in; // of the new program; its files are in 'directory'
    const char *directory;
    VEC(InsertedRange) ranges;
    bool reads_memory; // set by applied_check
} Applied;

// False with a reason where an invariant has no place in the program or is no expression of that kind.
bool witness_apply(const Witness *w, const Input *input, Arena *arena, Applied *applied, Reason *why);
void applied_remove(Applied *applied); // deletes the files

// Looks at the new program as it was read; false where an invariant does more than it may.
bool applied_check(const Program *p, Applied *applied, Reason *why);

// Which invariant it is that fails where a run of the new program is at the error: its index, or
// UINT32_MAX where the program itself fails.
uint32_t applied_failed(const Program *p, EdgeId error);

// Is the text an expression as described above?  For the tests.
bool witness_expression(const char *text, Reason *why);
#endif
