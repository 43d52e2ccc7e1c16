// complete.h - runs to the error, from paths that cannot quite be taken
//
// After R. Jhala, R. Majumdar, "Path Slicing", PLDI 2005: a path to the error often cannot be taken only
// because a loop that does not matter for the error was left too early.  Its slice, the part
// that matters, can; and then the error is reached, on a longer path, if the loop ends at all.
//
// The slice here is what is left of the path when what counters become is forgotten.  That a slice can be
// taken claims nothing: its inputs are given to the interpreter, occurrence by occurrence of the
// commands that ask for them, and zero to all others.  Only a run that reaches the error counts.
#ifndef COMPLETE_H
#define COMPLETE_H
#include "engine/tree/unwind.h"

// A spurious path from the root to 'error'.  True: a run was found, and the answer has it.
bool complete_path(Unwinding *u, const VecU32 *nodes, Claim *claim);
#endif
