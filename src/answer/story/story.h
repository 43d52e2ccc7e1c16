// story.h - a run that ended at the error, told in terms of the source
//
// Everything is in the arena given.  Places in models of the library, which the user did not
// write, are told as the place in the user's code that called them.
#ifndef STORY_H
#define STORY_H
#include "frontend/frontend.h"
#include "program/run/interpret.h"

typedef struct StoryPlace {
    const char *file; // NULL: not known
    uint32_t line, column;
    const char *function;
} StoryPlace;

// X(kind, name): the name is that of --json
#define STORY_KINDS(X)                                                   \
    X(INPUT, "input")           /* a variable gets an input */           \
    X(ASSIGNMENT, "assignment") /* a variable or memory gets a value */  \
    X(BRANCH, "branch")         /* a condition holds */                  \
    X(ROUNDS, "rounds")         /* several rounds of a loop, left out */ \
    X(LEFT_OUT, "left out")     /* steps left out */                     \
    X(ERROR, "error")           /* the end */

typedef enum StoryKind {
#define STORY_NAME(kind, name) STORY_##kind,
    STORY_KINDS(STORY_NAME)
#undef STORY_NAME
} StoryKind;
const char *story_kind_text(StoryKind kind);

typedef struct StoryStep { // a step that matters for the error (run_slice.h)
    StoryKind kind;
    StoryPlace at;
    uint32_t depth;   // calls that are open
    const char *text; // "n = 3", "n > 2"
    const char *note; // more: "input __VERIFIER_nondet_int", "n = 3"; NULL: none
} StoryStep;

typedef struct StoryInput {
    StoryPlace at; // line 0: an argument of the entry function
    InputKind kind;
    const char *name;     // of the function or variable it comes from, or ""
    const char *variable; // that gets it, or NULL
    const char *value;
} StoryInput;

typedef struct StoryCall { // a call that is open at the error, innermost first
    const char *function;
    StoryPlace at; // where it was called
} StoryCall;

typedef struct StoryMove { // of a thread, on the way to a data race
    uint32_t thread;       // 0: main
    StoryPlace at;
    const char *text; // "locks m", "writes x, holds m"
} StoryMove;

typedef struct Story {
    StoryPlace where;
    const char *what;     // happens there
    VEC(StoryStep) steps; // none where the run cannot be told: threads, too long
    VEC(StoryMove) moves; // of threads, in the order of the run; the last one is the end
    VEC(StoryInput) inputs;
    const char *standard_input; // that gives the characters and numbers read from it, in ""; NULL: none are
    uint32_t more_inputs;       // that are not listed, for lack of room
    bool by_rules; // only the first inputs are listed: all follow from rules, which the harness has, and the run
                   // is too long for the interpreter (check_trace.h)
    uint32_t memory_bytes; // that were read before being written
    bool environment;      // pointers from outside point to memory of the environment (program.h)
    VEC(StoryCall) calls;
    const char *trace; // inputs, memory and schedule as a file that 'hone run --inputs' takes
} Story;

// Needs the whole path for places and names.  The vectors belong to the caller (story_free), the texts to the arena.
void story_tell(const Program *p, const FrontendInput *in, const RunResult *r, Arena *arena, Story *story);
// Only where and how it ended, with the calls that were open: of a run that did not end at the error.
void story_tell_end(const Program *p, const RunResult *r, Arena *arena, Story *story);
void story_free(Story *story);

// The function of the library in which the run ended, in its model; NULL: in none.
const char *story_library(const Program *p, const RunResult *r);

// The word for it in --json: "nondet", "uninitialised", ...
const char *story_input_kind(InputKind kind);
#endif
