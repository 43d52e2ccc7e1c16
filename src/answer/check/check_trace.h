// check_trace.h - is a claim of UNSAFE right?
//
// The claim's inputs are run on the interpreter, which must reach the error;
// then the program is compiled together with a harness that feeds it the same
// inputs, and run in a sandbox.  No code of an engine takes part.
//
//   CONFIRMED                 both reach the error; where inputs are given by rules and the run is too long for the
//                             interpreter, the program as it reads it, written in C, takes its place (emit.h);
//   CONFIRMED_BY_INTERPRETER  the interpreter does.  The compiled program could not be run, or
//                             the run depends on what cannot be forced on it: 'replay' says what;
//   REFUTED                   the interpreter does not; or the compiled program, free to do only
//                             the same, does not; or the run hangs on what a library function
//                             returns, which Hone takes for any value and the library does not.
//
// A claim that is REFUTED must not be reported as false.
#ifndef CHECK_TRACE_H
#define CHECK_TRACE_H
#include "answer/story/story.h"
#include "claim/claim.h"

typedef enum Standing { REFUTED, CONFIRMED_BY_INTERPRETER, CONFIRMED } Standing;

typedef struct Judgement {
    Standing standing;
    RunEnd end; // how the interpreter's run ended, and where
    SrcPos pos;
    bool compiled; // the compiled program was run
    bool reached;  // ... and reached the error
    // texts in the arena; NULL where they do not apply
    const char *reason;  // REFUTED: for RESULT: unknown(...)
    const char *detail;  // REFUTED: a sentence more
    const char *replay;  // what the compiled program said: "agrees", "not run: ...", "not confirmed: ..."
    const char *harness; // the file that was written
    Story story;         // not REFUTED: what happens on the way to the error
} Judgement;
void judgement_free(Judgement *j);

// Checks an answer that claims UNSAFE.  'p' is the program as the engine got it but unsliced: edges have the same
// numbers.  The harness is written to 'harness' unless that is NULL or the claim is REFUTED; where it cannot be
// written Judgement.harness is NULL.
Judgement check_trace(const Program *p, const FrontendInput *in, const Claim *claim, const char *harness, Arena *arena);
// The same; hands over the interpreter's run, which the caller frees.
Judgement check_trace_run(const Program *p, const FrontendInput *in, const Claim *claim, const char *harness,
                          Arena *arena, RunResult *run);
#endif
