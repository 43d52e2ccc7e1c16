// precision.h - which predicates an abstraction follows where
//
// A precision gives each point of the cutpoint graph a set of predicates, and
// says whether the cartesian abstraction is enough for them there or the Boolean one is
// needed (abstract.h).  A precision never changes: adding to it gives another
// one, which shares all but a few words with the first.  So each node of
// a tree can have its own, as lazy abstraction wants it, for the price of a
// number; and equal sets have equal numbers, whatever the order in which they grew.
#ifndef PRECISION_H
#define PRECISION_H
#include "engine/tree/predicates.h"

typedef uint32_t Precision; // 0: no predicates anywhere
typedef uint32_t PredicateSet;

typedef struct Precisions Precisions;
Precisions *precisions_new(uint32_t points);
void precisions_free(Precisions *ps);

PredicateSet precision_at(const Precisions *ps, Precision p, uint32_t point);
Precision precision_add(Precisions *ps, Precision p, uint32_t point, PredicateId predicate);
Precision precision_use_boolean(Precisions *ps, Precision p, uint32_t point);

// ---- sets; 0 is the empty one with the cartesian abstraction ----
uint32_t predicate_set_count(const Precisions *ps, PredicateSet s);
const PredicateId *predicate_set_members(const Precisions *ps, PredicateSet s); // rising
bool predicate_set_has(const Precisions *ps, PredicateSet s, PredicateId predicate);
bool predicate_set_is_boolean(const Precisions *ps, PredicateSet s);
#endif
