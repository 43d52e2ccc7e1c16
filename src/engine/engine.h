// engine.h - what an engine gets, what it gives, and what it can take
//
// An engine is a constant: a name, a configuration and a function 'run'; its state is local to a run.  Several engines
// may share one function and differ by their configurations (ufo, vboxes, ...).  An engine returns a claim, never a
// verdict: src/answer/ checks the claim, and only a claim that stands is printed.
//
// Adding an engine means a new file that defines engine_NAME, and NAME in the list ENGINES below.
#ifndef ENGINE_H
#define ENGINE_H
#include "base/options.h"
#include "claim/claim.h"

typedef struct Task {
    Program *program;            // simplified, memory split into regions, sliced; the engine may change it
    const Options *options;      // --bound and the like; those that the user gave override the configuration
    const VecFollowed *followed; // predicates to start with, for engines that use some; or NULL
    double seconds;              // bmc: works no longer, by smt_clock; 0: no limit
} Task;

// What a program may contain.
typedef enum Feature {
    FEATURE_LOOPS = 1,
    FEATURE_CALLS = 2, // calls that were not inlined: recursion, or a large program
    FEATURE_THREADS = 4,
    FEATURE_FLOATS = 8,
    FEATURE_MEMORY = 16, // regions
} Feature;
enum { FEATURES_ALL = 31 };

typedef struct Engine {
    const char *name;    // as in --engine NAME
    const char *summary; // one line of --help
    const void *config;  // its settings, of a type of its own; NULL: it has none
    unsigned handles;    // Features of programs that it can decide
    void (*run)(const void *config, const Task *task, Claim *claim); // NULL: it has members, see portfolio.h
    bool schedules;   // it gets threads as they are; else the product of all (program/threads/interleave.h)
    bool unwinds;     // it gets the graph as it is, not copied for the states of variables (program/pass/states.h)
    bool whole;       // it gets the program as its answer is checked, not sliced
    bool keeps_calls; // calls are not inlined for it where copies would be many, unless the user wants them to be
} Engine;

#define ENGINES(X) \
    X(portfolio)   \
    X(bmc)         \
    X(chc)         \
    X(circ)        \
    X(impact)      \
    X(lazy)        \
    X(leap)        \
    X(lists)       \
    X(locks)       \
    X(match)       \
    X(runs)        \
    X(slam)        \
    X(ufo)         \
    X(iufo)        \
    X(cpufo)       \
    X(bpufo)       \
    X(cp)          \
    X(bp)          \
    X(vbox)        \
    X(ubox)        \
    X(vboxes)      \
    X(uboxes)      \
    X(whale)
#define ENGINE_EXTERN(id) extern const Engine engine_##id;
ENGINES(ENGINE_EXTERN)
#undef ENGINE_EXTERN
extern const Engine *const engines[]; // ends with NULL; the first is the default

const Engine *engine_find(const char *name); // NULL: none of that name

unsigned program_features(const Program *p);
// A feature of those given that the engine does not handle; 0: it handles them all.
Feature engine_lacks(const Engine *engine, unsigned features);

// Runs the engine with its configuration.  Of a program with threads that it does not handle nothing is claimed:
// unknown(threads).  Calls that it does not handle may lie on no path to the error, so it is run, and claims nothing
// where one matters.
void engine_run(const Engine *engine, const Task *task, Claim *claim);
// For engines that found an error in an abstraction: bmc, to that depth, for so many seconds (0: no limit).  True: it
// decided, and the claim is its claim.
bool engine_unwind(const Task *task, uint32_t depth, double seconds, Claim *claim);
#endif
