// slice.h - what can matter for reaching 'error', for engines
//
// Two steps, each keeps every run that reaches 'error' in the old program:
//
//   slice_cut    what cannot lead to an ERROR any more, in its function, in
//                what it calls or after it returns, ends at 'stop' at once.
//                Exact: error is reached for the same inputs, by the same
//                edges; other runs may end earlier (or end at all).
//   slice_cone   commands whose results cannot influence whether error is
//                reached become SKIP, and tests around nothing vanish.
//                Loops stay, as does what may end a run, so termination matters as
//                before; all INPUT commands stay, so the inputs of a run that
//                reaches error are the same.  Exact with MEMORY_MAY_FAIL.
//                With MEMORY_TAKEN_SAFE also memory accesses go, and the
//                new program reaches error for more inputs: those for which
//                the old one ended with a memory error before.  A proof
//                carries over in both cases; a trace must be replayed.
//
// UNMODELLED counts as ERROR in both: reaching it means that nothing is known.
//
// Threads: what any thread may write to a variable or region that matters, matters; locks, atomic sections, creating,
// joining and ending threads stay; only the first thread's code is cut off, where it is alone.  For the
// same inputs some schedule leads the new program to error exactly if one leads the old one there.  It is
// not the same schedule: that counts edges, and there are fewer.  Both steps keep whether error is reached and
// nothing else: what looks for data races must be in the program, as errors, before it is sliced.
#ifndef SLICE_H
#define SLICE_H
#include "program/program.h"

typedef enum SliceMemory { MEMORY_MAY_FAIL, MEMORY_TAKEN_SAFE } SliceMemory;

bool slice_cut(Program *p);
bool slice_cone(Program *p, SliceMemory memory);
bool program_slice(Program *p, SliceMemory memory); // both, and simplify_skips; keeps the layout
#endif
