// invariant_text.h - what a proof says about the loops of the source, as C expressions
//
// The invariants of a proof are over the variables of the Program; these are over the
// variables that the source names at the loop, true each time a run is at its head
// (of while and for: before the test; of do: before the body).  They are weaker than
// the proof: what mentions memory, temporaries or anything else without a name in scope is left out, and of
// a loop that was inlined several times the copies are joined by "or".
#ifndef INVARIANT_TEXT_H
#define INVARIANT_TEXT_H
#include "claim/claim.h"

typedef struct LoopInvariant {
    SrcPos pos; // of the loop's keyword, as the compiler counts lines
    const char *file, *function;
    const char *text; // a C expression; "0" where no run comes to the loop
} LoopInvariant;
typedef VEC(LoopInvariant) LoopInvariants;

// Does the C type fit the width of the sort?  Says how to read a variable of it then.
bool invariant_fits_type(const Program *p, const char *type, Sort sort, CName *name);

// One for each loop of the user's of which something can be said, by place.  Texts are in 'arena'.
void loop_invariants(const Program *p, uint32_t n, const Invariant invariants[], Arena *arena, LoopInvariants *out);
#endif
