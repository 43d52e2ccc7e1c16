// bebop.h - what a Boolean program without threads can reach: path edges and summary edges
//
// For each statement v of a procedure its path edges are the pairs (e, s): entered with e (globals and formals) the
// procedure can be at v with s (globals and locals).  A procedure's path edges at its exit are its summary; a call
// is a step by the callee's summary.  So procedures are looked at once, however many calls of them there are, and
// recursion is no special case.  Control is explicit, data are Boolean functions.
//
// Invariants:
//
//   P1  each pair at a statement came by a step from pairs that were there before, so a trace can be read off;
//   P2  locals that are not live at a statement have any value in its pairs.
//
// After T. Ball, S. Rajamani, "Bebop", SPIN 2000, and "Bebop: A Path-sensitive Interprocedural Dataflow Engine", PASTE
// 2001.
#ifndef BP_BEBOP_H
#define BP_BEBOP_H
#include "bp/bp.h"
#include "logic/reason/bdd.h"

typedef enum BpAnswer { BP_UNKNOWN, BP_SAFE, BP_UNSAFE } BpAnswer;

typedef struct BpStep { // of a trace
    uint32_t thread;    // 0: the first
    uint32_t proc, stmt;
    int8_t *values;       // of the variables before it; in an arena
    uint32_t line, depth; // calls around it
} BpStep;
typedef VEC(BpStep) BpTrace;

// What counts as an error: a statement with this label is reached; NULL: an assertion fails, 'abortif' holds, or a
// statement labelled ERROR or SLIC_ERROR is reached.
typedef struct Bebop Bebop;
// most_nodes 0: as many as the library can.  'live': P2 holds; else all locals are kept.
Bebop *bebop_new(const BpProgram *p, const char *label, uint32_t most_nodes, bool live);
void bebop_free(Bebop *b);
BpAnswer bebop_run(Bebop *b, Reason *why); // UNKNOWN: why
// After UNSAFE: from the start of main to the statement where the error is.
void bebop_trace(Bebop *b, Arena *arena, BpTrace *out);

// The states in which a run may be at a statement; 'atoms', by variable of the procedure, stand for the
// variables that are live there.  After SAFE.
Term bebop_states(Bebop *b, uint32_t proc, uint32_t stmt, Terms *t, const Term atoms[]);
bool bebop_reached(const Bebop *b, uint32_t proc, uint32_t stmt);
// The same as cubes for people, "a !b | c", at most so many.
void bebop_print_states(Bebop *b, uint32_t proc, uint32_t stmt, uint32_t most, Text *out);

typedef struct BebopStats {
    uint64_t edges; // path edge sets added
    uint32_t reached, statements, nodes, variables;
} BebopStats;
BebopStats bebop_stats(const Bebop *b);
#endif
