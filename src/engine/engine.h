// engine.h - what an engine gets and what it gives
//
// An engine is a constant with a function 'run'; its state is local to a run.
// What it answers is a claim, never a verdict: src/answer/ checks the claim,
// and only a claim that stands is printed.  Adding an engine means a new file
// and one line in the table of engine.c.
#ifndef ENGINE_H
#define ENGINE_H
#include "base/options.h"
#include "engine/ufo_settings.h"
#include "program/program.h"
#include "program/trace.h"

typedef enum Claim { CLAIM_NOTHING, CLAIM_SAFE, CLAIM_UNSAFE } Claim;

// A predicate that an abstraction follows at a location; no term: the Boolean abstraction is used there.
typedef struct Followed {
    LocId loc;
    Term predicate;
} Followed;
typedef VEC(Followed) VecFollowed;

typedef struct Task {
    Program *program;            // simplified, memory split into regions, sliced; the engine may change it
    const Options *options;      // --bound and the like
    const VecFollowed *followed; // predicates to start with, for engines that use some; or NULL
} Task;

// The value that one LOAD of the path had where memory was never written: memory is an input then.
typedef struct LoadHint {
    EdgeId edge;
    uint32_t occurrence; // the how-manieth time the path takes that edge, from 0
    Value value;
} LoadHint;

// What holds whenever a run is at 'loc': over the variables in scope there, global variables and
// the region variables (Region.term).
typedef struct Invariant {
    LocId loc;
    Term formula;
} Invariant;

typedef struct Answer {
    Claim claim;
    VEC(Invariant) invariants; // SAFE: at a set of locations that cuts every cycle; or
    bool unwound;              // every run was followed to its end, and there are no invariants
    Trace trace;               // UNSAFE: the inputs, in order
    VEC(LoadHint) hints;       // UNSAFE: in the order of the path
    VecU32 path;               // UNSAFE: the edges taken, from the entry to the error
    VecFollowed followed;      // the predicates used, whatever the claim
    Reason reason;             // NOTHING: in a word or two, for RESULT: unknown(...)
    Reason detail;             // NOTHING: a sentence more: what to try
} Answer;
void answer_init(Answer *answer);
void answer_free(Answer *answer);

typedef struct Engine {
    const char *name;                              // as in --engine NAME
    const char *summary;                           // one line of --help
    void (*run)(const Task *task, Answer *answer); // NULL: it has members, see portfolio.h
    bool unwinds; // it gets the graph as it is, not copied for the states of variables (program/states.h)
} Engine;

extern const Engine engine_portfolio;
extern const Engine engine_bmc;
extern const Engine engine_chc;
extern const Engine engine_impact;
extern const Engine engine_lazy;
extern const Engine engine_runs;
#define ENGINE_EXTERN(id, ...) extern const Engine engine_##id;
UFO_SETTINGS(ENGINE_EXTERN)
#undef ENGINE_EXTERN

const Engine *engine_find(const char *name); // NULL: none of that name
extern const Engine *const engines[];        // ends with NULL; the first is the default
#endif
