// replay.h - runs the compiled program on the inputs of a run
//
// Tries gcc, then clang: C leaves the order of evaluation open, and some programs compile
// with one of them only.  One that reaches the error is enough.
#ifndef REPLAY_H
#define REPLAY_H
#include "answer/harness.h"

typedef struct Replay {
    bool ran, reached;
    Reason said;         // how the program ended, or why it was not run
    const char *harness; // its text; NULL where none could be built
    // Inputs of the run that the harness could not give; NULL: none.
    const char *unforced; // one that may be anything in reality, but was not forced
    const char *decided;  // one that a real function decides: what the run took may be impossible
} Replay;

// 'run' ended in RUN_ERROR.  'name' is what the harness will be called, for the command in its head.
void replay(const Program *p, const FrontendInput *in, const RunResult *run, const char *name, Arena *arena,
            Replay *result);
#endif
