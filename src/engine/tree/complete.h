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
#include "system/path.h"

// A spurious path of n steps, with n + 1 places, from the entry of 'first'; it may go through calls.  True: a run was
// found, and the claim has it.
bool complete_path(Procedure *first, uint32_t n, const PathStep steps[], const Place places[], Claim *claim);
#endif
