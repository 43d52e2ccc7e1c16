// ssa.h - which local variables are in static single assignment form
//
// The front end promises SSA; the passes that rely on it check it here, so
// that a program that breaks the promise loses speed and not meaning.
//
// A variable v is *strict* with home H if all its definitions are on edges into
// H, every way to H enters it first by such an edge, and every use of v starts
// at a location that H dominates.  Then, for strict x and y with different
// homes, if every definition of x is x := t and y occurs in t, x equals t
// wherever home(x) dominates: home(y) strictly dominates home(x), so between
// home(x) and a use no new value of y is possible without a new visit of
// home(x) by a defining edge - else a path around home(x) would exist.
//
// A variable is *rigid* if nothing assigns it: addresses and most parameters.
#ifndef SSA_H
#define SSA_H
#include "program/program.h"

typedef enum SsaKind { SSA_NO, SSA_STRICT, SSA_RIGID } SsaKind;
typedef struct Ssa {
    uint8_t *kind;   // per VarId, SsaKind
    LocId *home;     // of strict variables
    EdgeId *def;     // the last edge that assigns it
    uint32_t *defs;  // how many edges assign it
    uint32_t *reads; // how many terms of commands contain it
} Ssa;

Ssa ssa_new(const Program *p);
void ssa_free(Ssa *ssa);
#endif
