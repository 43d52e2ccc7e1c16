// unforced.h - what decided a run and cannot be forced on the compiled program
//
// The harness gives the compiled program the inputs of a run.  It cannot give it values of uninitialised variables,
// the schedule of threads, what functions without body write, the results of most library functions, addresses.
// Such a value explains why the compiled program does something else only if the error hangs on it: if it is in the
// dynamic slice of the error (run_slice.h).
//
// Two kinds: a value that may be anything in reality ('open'), so that the run is possible although it was not
// reproduced; and one that a real function, the linker or the compiler decides ('decided'), so that the run may be
// impossible.
#ifndef UNFORCED_H
#define UNFORCED_H
#include "answer/replay/harness.h"

typedef struct Unforced {
    const char *open;     // "depends on ...": what it is; NULL: nothing of that kind
    bool order_only;      // 'open' is the order in which threads run
    const char *decided;  // the name of the input; NULL: nothing of that kind
    const char *external; // a function without body whose result, or writes, the harness does not give; NULL: none
} Unforced;

// Texts live in the harness's arena.  'compiled': the harness was planned for the compiled program; before that it
// is not known which functions without body the harness can give results of.
Unforced unforced_find(const Harness *h, bool compiled);

// An input that stands for what the standard leaves open, with a value by which the library does not do what it
// usually does.
bool unforced_is_unusual(const Trace *t, const TraceInput *input);
#endif
