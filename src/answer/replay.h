// replay.h - runs the compiled program on the inputs of a run
//
// Tries gcc, then clang: C leaves the order of evaluation open, and some programs compile
// with one of them only.  One that reaches the error is enough.
#ifndef REPLAY_H
#define REPLAY_H
#include "answer/harness.h"

typedef struct Replay {
    bool ran, reached;
    Reason said;          // how the program ended, or why it was not run
    bool harness_written; // to the file asked for
    // Inputs of the run that the harness could not give; NULL: none.
    const char *unforced; // one that may be anything in reality, but was not forced
    const char *decided;  // one that a real function decides: what the run took may be impossible
} Replay;

// 'run' ended in RUN_ERROR.  The harness is written to 'path' if that is not NULL.
void replay(const Program *p, const FrontendInput *in, const RunResult *run, const char *path, Arena *arena,
            Replay *result);
#endif
