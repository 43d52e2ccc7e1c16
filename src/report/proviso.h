// proviso.h - what a 'true' hangs on, for its headline
//
// The lines of Assumes say all; the headline says the one that a user is least likely to share, and how many more
// there are.  What is no restriction of the program ("the external variable x may hold anything") does not count.
#ifndef PROVISO_H
#define PROVISO_H
#include "report/checks.h"

// "no run accesses memory wrongly ... (2 more under Assumes)", in the arena; NULL: nothing is assumed.
const char *proviso_of(const Assumptions *assumptions, Arena *arena);
#endif
