// engine.h - what an engine gets and what it gives
//
// An engine is a constant with a function 'run'; its state is local to a run.
// What it answers is a claim, never a verdict: src/answer/ checks the claim,
// and only a claim that stands is printed.  Adding an engine means a new file
// and one line in the table of engine.c.
#ifndef ENGINE_H
#define ENGINE_H
#include "base/options.h"
#include "engine/ufo/ufo_settings.h"
#include "claim/claim.h"

typedef struct Task {
    Program *program;            // simplified, memory split into regions, sliced; the engine may change it
    const Options *options;      // --bound and the like
    const VecFollowed *followed; // predicates to start with, for engines that use some; or NULL
} Task;

typedef struct Engine {
    const char *name;                            // as in --engine NAME
    const char *summary;                         // one line of --help
    void (*run)(const Task *task, Claim *claim); // NULL: it has members, see portfolio.h
    bool unwinds; // it gets the graph as it is, not copied for the states of variables (program/pass/states.h)
} Engine;

extern const Engine engine_portfolio;
extern const Engine engine_bmc;
extern const Engine engine_chc;
extern const Engine engine_impact;
extern const Engine engine_lazy;
extern const Engine engine_match;
extern const Engine engine_runs;
#define ENGINE_EXTERN(id, ...) extern const Engine engine_##id;
UFO_SETTINGS(ENGINE_EXTERN)
#undef ENGINE_EXTERN

const Engine *engine_find(const char *name); // NULL: none of that name
extern const Engine *const engines[];        // ends with NULL; the first is the default
#endif
