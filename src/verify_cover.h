// verify_cover.h - a run of 'hone test --cover': what is known of each target, and the tests so far
//
// verify_cover.c chooses the targets and reports; verify_cover_guess.c and verify_cover_search.c find runs to them, or
// proofs that there are none.
#ifndef VERIFY_COVER_H
#define VERIFY_COVER_H
#include "answer/replay/build.h"
#include "program/run/cover.h"
#include "verify.h"

typedef struct Test {
    Trace trace;       // what the program reads
    VecU32 covers;     // targets, in the order of the run
    bool cut;          // the run did not end within its limits, or at something that is not modelled
    bool unsure;       // it depends on results of the real library
    bool threads;      // it depends on the schedule
    const char *fault; // it ends in undefined behaviour: "FUNCTION: what and where"; or NULL
} Test;

typedef struct Fate { // of a target
    PlaceFate kind;
    const char *why; // OPEN: the last reason; DEAD: how it was proved
} Fate;

typedef struct Covering {
    const Options *options;
    Arena *arena;
    Input input;
    TaskFacts task;
    Program *p; // as read, without goals but those of --cover error
    Interpreter *it;
    Cover *cover;
    const char **way;  // by target: which outcome, for people
    const char *with;  // a C expression that must be true at a target, or NULL
    const char *place; // FUNCTION or FUNCTION:LINE: only targets there; or NULL
    Fate *fate;        // by target
    VEC(Test) tests;
    uint8_t *open;         // by target: still to be decided
    uint32_t n_open;       // of these
    TargetSet now;         // what the present run reached
    bool lost;             // it asked for what only the real library knows
    uint8_t *can_be_given; // by EdgeId: it reads an input that a test can give
    bool takes_arguments;  // main looks at its arguments, and tests give them
    uint64_t random;       // state of the generator
    VEC(uint64_t) numbers; // of the program, for guesses
    Texts words;           // its strings
    uint32_t queries;
    CoverFacts facts;
    Build build;        // the plan of a driver for the compiled program
    const char *driver; // its text; NULL: the program does not compile so
    Reason why;
} Covering;

// ---- verify_cover_runs.c ----
// Can the compiled program be given such an input?  What is uninitialised cannot, nor where objects lie, nor results of
// the real library.
bool cover_can_give(const Covering *v, InputKind kind, const char *name);
bool cover_may_feed(const Covering *v, InputKind kind, const char *name); // the same, but for arguments of main
// An input that was not given.  Some are zero in the compiled program, too; what sin or strtod compute (floats) is not,
// and what the run reaches from there on counts no more.
void cover_not_given(Covering *v, EdgeId edge, ValueType type);
RunOptions cover_run_options(uint64_t steps);
// Runs the program, and keeps the run as a test if it reaches a target that no test reaches: true.
bool cover_run(Covering *v, RunOptions *o);
// A run that an engine found, on the program itself; false: it reaches no open target there.
bool cover_repeat(Covering *v, const char *inputs);
void cover_run_corpus(Covering *v); // the tests of --seed-corpus

// ---- verify_cover_guess.c ----
void cover_guess_init(Covering *v);
// Until nothing new was found for so many seconds of CPU time, for 'most' at most; 'like': runs like those of tests
// that are there.
void cover_guess(Covering *v, double seconds, double most, bool like);

// ---- verify_cover_search.c ----
void cover_search(Covering *v); // until each target is live or dead, or the time is up
#endif
