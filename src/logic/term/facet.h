// facet.h - floats for solvers; for the translations of terms only
//
// A float is its bits (term.h), and the operations of SMT-LIB are on numbers, of
// which all NaNs are one.  So a term of a FLOAT sort has several facets:
//
//   BITS    its bits, a bit-vector.  Wherever a float is kept, compared by =, chosen or handed on.
//   NUMBER  the number that they are, of SMT-LIB's floating-point sort.  What operations take and give.
//   PACKED  the bits of the number, where it is no NaN; else any.
//
// Any other term has BITS alone: the term itself.  A result stays a number for the next
// operation; only where its bits are wanted are they put together, as
// ite(isNaN(NUMBER), float_nan, PACKED).
#ifndef FACET_H
#define FACET_H
#include "logic/term/term.h"

typedef enum FacetKind { BITS, NUMBER, PACKED } FacetKind;
typedef struct Facet {
    Term term;
    FacetKind kind;
} Facet;
typedef VEC(Facet) VecFacet;

// How a facet is made of those it needs, in this order.
typedef enum FacetForm {
    FORM_TERM,      // as the term says, of the facets of its arguments
    FORM_SAME,      // it is the one it needs
    FORM_TO_NUMBER, // the number of these bits
    FORM_PACK,      // the bits of this number
    FORM_FLIP,      // these bits, with another sign bit
    FORM_CLEAR,     // these bits, with sign bit 0
    FORM_RESULT,    // ite(first, second, third)
} FacetForm;
FacetForm facet_needs(Terms *t, Facet f, VecFacet *needs); // replaces what was in 'needs'
Facet facet_resolve(Terms *t, Facet f);                    // the one that it is the same as, which is not FORM_SAME

static inline uint64_t facet_key(Facet f) {
    return (uint64_t)f.term.id << 2 | f.kind;
}

// The bits that the result of an operation on floats has where it is a NaN.
Term float_nan(Terms *t, Term result);
#endif
