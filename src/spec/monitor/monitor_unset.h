// monitor_unset.h - goals for variables that are read before they have a value
//
// Only local variables of a scalar type that are accessed by name alone: of these the front end says where they have no
// value yet.  (What is in memory is not followed, which an assumption says: bytes of structures may be copied without a
// value.)  A Boolean beside each of them, and beside what is computed from it, says whether it is without a value;
// copying it is no violation, but it must not decide where the run goes, which bytes are accessed, or what is stored,
// passed, returned or printed.
#ifndef MONITOR_UNSET_H
#define MONITOR_UNSET_H
#include "program/program.h"

// Comes before the other monitors: what they put in looks at values, too.
void monitor_unset(Program *p);
#endif
