// replay.h - runs the compiled program on the inputs of a run
//
// Tries gcc, then clang: C leaves the order of evaluation open, and some programs compile
// with one of them only.  One that reaches the error is enough.
#ifndef REPLAY_H
#define REPLAY_H
#include "answer/replay/unforced.h"

typedef struct Replay {
    bool ran, reached;
    bool checked;        // by AddressSanitizer: only its report counts
    Reason said;         // how the program ended, or why it was not run
    const char *harness; // its text; NULL where none could be built
    bool no_time;        // it was not run, or not to its end, because no time is left
    EdgeId edge;         // inputs by rules, reached: where the program as Hone reads it reached the error,
    uint64_t steps;      // and after how many steps
    Unforced unforced;   // what decided the run and was not forced on the program
} Replay;

// 'run' ended in RUN_ERROR; or 'rules' give the inputs (else NULL), and it is only how far the interpreter came: the
// program has no emit_trouble then, and gets the time that is left.  'name' is what the harness will be called, for the
// command in its head.
void replay(const Program *p, const FrontendInput *in, const RunResult *run, const InputRules *rules, const char *name,
            Arena *arena, Replay *result);
#endif
