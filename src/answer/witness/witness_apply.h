// witness_apply.h - a program that checks the invariants of a witness while it runs
//
// Each invariant is written into a copy of the source where it must hold, as an argument
// of a function that reaches the error where it is false.  So the compiler says what the expression means
// and whether its variables are in scope.
//
// Places are found in clang's syntax tree (frontend/syntax/syntax.h): of a loop invariant before the first operand of
// the test, of another before the statement, which gets braces where it is not in a list of statements. Where a macro
// is in the way, the file is taken as the preprocessor leaves it.
//
// That the copy is the program with its checks, and that the checks do nothing else, is not taken from the
// text: frontend_read compares the code of both (frontend/syntax/same_code.h).  So an engine that proves the copy has
// proved the invariants and the property of the program.  Only where a load of an invariant may have a bad address it
// could end a run: then 'copy.reads_memory' is set, and the property must be proved of the program itself.
#ifndef WITNESS_APPLY_H
#define WITNESS_APPLY_H
#include "answer/witness/witness.h"

typedef struct Applied {
    FrontendInput in; // of the new program; its files are in 'directory'.  The caller sets in.copy to 'copy'
    const char *directory;
    Copy copy;
    VecU32 numbers; // per range of the copy: of which invariant
} Applied;

// False with a reason where an invariant has no place in the program or is no expression of that kind.
bool witness_apply(const Witness *w, const Input *input, Arena *arena, Applied *applied, Reason *why);
void applied_remove(Applied *applied); // deletes the files

// Puts the checkers in place of their calls, where the calls of the new program were kept.
void applied_unfold(Program *p);

// Which invariant it is that fails where a run of the new program is at the error: its index, or
// UINT32_MAX where the program itself fails.
uint32_t applied_failed(const Program *p, EdgeId error);
// Also where evaluating an invariant is itself the error (an overflow).
uint32_t applied_failed_at(const Program *p, const Applied *applied, EdgeId error);

// Could the text be one expression on one line?  For the tests.
bool witness_expression(const char *text, Reason *why);
#endif
