// extent.h - bounds of terms under the assertions of a solver session
//
// An extent is a bit-vector term and a span of whole numbers that holds its values.  The span only
// ever shrinks, and only where the solver proved that nothing is cut off; so it is
// right whenever the search is stopped.  Models say where to look: most bounds that
// matter are attained by a model that is there already, and cost one question.
//
// Effort is counted in questions and solver steps, so the same questions get the same spans.
#ifndef EXTENT_H
#define EXTENT_H
#include "domain/interval.h"
#include "logic/smt/smt.h"

typedef struct Extent {
    Term value; // of at most 126 bits
    bool is_signed;
    Span span;     // holds the values
    Span attained; // by the models seen; empty: none yet
} Extent;

// The values are in the span; nothing is attained yet.
Extent extent_new(Term value, bool is_signed, Span span);

// Asks at most '*questions', which goes down; one that gets no answer counts as many.  False: the assertions have no
// model at all.
bool extents_shrink(Smt *smt, uint32_t n, Extent extents[], uint32_t *questions);
#endif
