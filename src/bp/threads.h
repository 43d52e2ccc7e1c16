// threads.h - what a Boolean program with threads can reach: all interleavings
//
// Calls are inlined first, so there must be no recursion.  Then a state is, for each thread, the statement where it
// is, and Boolean functions over the globals and each thread's own locals: control is explicit, one set of values for
// each combination of statements.  A thread that ends gives its place back.
#ifndef BP_THREADS_H
#define BP_THREADS_H
#include "bp/bebop.h"

// The same as bebop_run and bebop_trace; 'label' as in bebop_new.
BpAnswer threads_run(const BpProgram *p, const char *label, uint32_t most_nodes, Arena *arena, BpTrace *trace,
                     BebopStats *stats, Reason *why);

// ---- inside: inline.c ----
typedef struct Origin { // of a statement of the program without calls
    uint32_t proc, stmt;
} Origin;
typedef struct Flat {
    BpProgram program;       // one procedure; a thread that starts at a procedure starts at its copy
    VEC(Origin) origins;     // by statement
    VecU32 base;             // by statement: the first local of its procedure, thread-local globals not counted
    VecU32 enforce, abortif; // by statement: expressions, or 0
    VEC(bool) own;           // by statement: it stands for its origin, and is not a skip that was added
    VecU32 fresh;            // statements that start a thread at a procedure: its locals have any value
} Flat;
// False: recursion, or too large.
bool bp_inline(const BpProgram *p, Flat *out, Reason *why);
void flat_free(Flat *flat);
#endif
