// api_search.h - explores the sequences of calls of an interface, and picks tests that cover what they cover
//
// After C. Pasareanu, R. Pelanek, W. Visser, "Concrete Model Checking with Abstract Matching and Refinement", CAV 2005,
// section 7 (Testing): sequences of calls are executed breadth first; between calls states are matched by the shape of
// the container and its data (heap_shape.h), and only the first of those that match is followed.  Every sequence is a
// real one.  With mode DATA (or NONE) what sequences up to the length cover is covered; with the others some of it may
// be missed.
//
// A call that fails - a goal is reached, a memory error, undefined behaviour - ends the search: breadth first, no
// shorter sequence of those explored fails.  What failed is a claim; src/answer/ checks it.
#ifndef API_SEARCH_H
#define API_SEARCH_H
#include "program/run/cover.h"
#include "engine/api/heap_shape.h"
#include "spec/api.h"

typedef struct ApiTask {
    const Program *p; // of the driver (api_driver) and the container, with its goals
    const Api *api;
    const ApiCalls *calls;
    uint32_t length;
    MatchMode mode;
} ApiTask;

typedef struct ApiTest { // a sequence: numbers of calls, then the end
    VecU32 calls;
} ApiTest;

typedef enum ApiStop { API_EXPLORED, API_FAILED, API_INTERRUPTED, API_NO_START } ApiStop;

typedef struct ApiResult {
    ApiStop stop;
    uint64_t states;             // stored
    uint64_t matched;            // sequences whose state was stored already
    uint64_t sequences;          // executed
    uint64_t endless;            // calls that did not end within the limit of steps
    uint64_t unmodelled, inputs; // calls that met something not modelled; inputs of the environment, taken as zero
    double seconds;              // of CPU time
    uint32_t depth;              // the longest sequence explored
    uint32_t branches, executed, covered;
    VEC(ApiTest) tests;
    VEC(Target) missed; // branches that no test takes
    ApiTest failing;    // FAILED, NO_START: the sequence; how it ended and where
    RunEnd end;
    Reason message;
} ApiResult;

void api_search(const ApiTask *task, ApiResult *result);
void api_result_free(ApiResult *r);
#endif
