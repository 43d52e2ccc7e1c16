// witness.h - SV-COMP witnesses, format 2.0 (YAML); 2.1 where there are contracts, 2.2 of runs with several threads
//
// A file is a list of entries of one type:
//
//   invariant_set        of a program for which the property is true: C expressions that hold at
//                        loops (each time before the test) or statements (each time before it);
//   violation_sequence   of one for which it is false: segments, each with any number of waypoints to
//                        avoid and one to follow, which are passed in turn; the last is the target.  With
//                        threads (2.2) a waypoint may name its thread: 0 is main, k the one that is made by the call
//                        of the k-th function_enter that makes one.  A data race has two targets in its last segment.
//
// The places of waypoints: of an assumption the first character of a statement, before
// which it is evaluated; of a branching the keyword; of function_enter and function_return the ')' of the call;
// of the target the statement, for no-overflow the full expression.  Lines are those that are
// in the file, whatever line markers say; columns are from 1.
#ifndef WITNESS_H
#define WITNESS_H
#include "answer/invariants/contract_text.h"
#include "answer/invariants/invariant_text.h"
#include "program/run/interpret.h"
#include "spec/input.h"

#define WITNESS_OF_THREADS "2.2" // the version

// X(type, text)
#define WAYPOINTS(X)                      \
    X(ASSUMPTION, "assumption")           \
    X(BRANCHING, "branching")             \
    X(FUNCTION_ENTER, "function_enter")   \
    X(FUNCTION_RETURN, "function_return") \
    X(TARGET, "target")
typedef enum WaypointType {
#define WAYPOINT_NAME(type, text) WAYPOINT_##type,
    WAYPOINTS(WAYPOINT_NAME)
#undef WAYPOINT_NAME
} WaypointType;
const char *waypoint_text(WaypointType type);

typedef struct WitnessPlace {
    const char *file, *function; // function: or NULL
    uint32_t line, column;       // column 0: not said
} WitnessPlace;
typedef struct Waypoint {
    WaypointType type;
    bool avoid;
    uint32_t segment; // from 0
    WitnessPlace at;
    const char *constraint, *format; // or NULL
    uint32_t thread;
} Waypoint;
typedef struct WitnessInvariant {
    bool loop; // else of the statement there
    WitnessPlace at;
    const char *value;
} WitnessInvariant;
typedef struct WitnessContract { // of a function (witness_contract.h)
    WitnessPlace at;
    const char *requires_, *ensures; // ext_c_expression: \at(x, Old), \result
} WitnessContract;
typedef struct WitnessFile {
    const char *path, *hash; // SHA-256
} WitnessFile;

typedef struct Witness {
    bool violation;
    const char *version, *uuid, *created; // uuid, created: made by witness_write
    const char *specification, *data_model;
    VEC(WitnessFile) files;
    VEC(Waypoint) waypoints; // in order; each segment ends with the one to follow, or two targets
    VEC(WitnessInvariant) invariants;
    VEC(WitnessContract) contracts;
} Witness;
void witness_free(Witness *w);

// ---- files (witness_file.c) ----
// The same witness gives the same file, but for creation_time.
bool witness_write(const char *path, const Witness *w, Reason *why);
void witness_print(const Witness *w, const char *created, Text *out);
// False with "PATH:LINE: what is wrong" where it is not well-formed.  Texts are in 'arena'.
bool witness_read(const char *path, Arena *arena, Witness *w, Reason *why);
bool witness_parse(const char *path, const char *text, size_t length, Arena *arena, Witness *w, Reason *why);

// The lines of a property as one, in place: what a witness says of its specification.
char *witness_specification(char *lines);

// ---- what we have found, as a witness (witness_make.c) ----
// Of a proof, with the loop invariants and contracts that are there.
bool witness_of_proof(const Input *input, const LoopInvariants *loops, const FunctionContracts *contracts, Arena *arena,
                      Witness *w, Reason *why);
// Of a run that ended at the error.
bool witness_of_run(const Program *p, const Input *input, const RunResult *run, Arena *arena, Witness *w, Reason *why);
#endif
