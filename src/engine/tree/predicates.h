// predicates.h - the predicates that an abstraction knows, each of them once
//
// A formula, its negation and whatever is equivalent to either are one
// predicate, with one number: x < 5, x <= 4, 4 >= x and x >= 5 for signed x.  The
// number is that of its variable in Boolean functions (bdd.h).
//
// Most duplicates are found by writing comparisons in one way.  For the others a
// predicate has a signature: its values in some fixed states.  The solver is asked
// only about predicates over the same variables whose signatures are the same, or
// each other's complement.  Where it gives up, two predicates stay two: that costs
// time and is never wrong.
#ifndef PREDICATES_H
#define PREDICATES_H
#include "logic/term/term.h"

typedef uint32_t PredicateId; // 0, 1, 2, ...

#define PREDICATES_STATS(X)                                            \
    X(offered, "predicates found")                                     \
    X(known, "of these, known as they are")                            \
    X(equivalent, "of these, equivalent to a known one by the solver") \
    X(asked, "equivalences asked")
typedef struct PredicatesStats {
#define PREDICATES_FIELD(name, text) uint64_t name;
    PREDICATES_STATS(PREDICATES_FIELD)
#undef PREDICATES_FIELD
} PredicatesStats;

typedef struct Predicates Predicates;
Predicates *predicates_new(Terms *t);
void predicates_free(Predicates *p);
uint32_t predicates_count(const Predicates *p);
const Term *predicates_terms(const Predicates *p); // by PredicateId
const PredicatesStats *predicates_stats(const Predicates *p);

// The predicate that the formula or its negation is.  False where the formula is true or false
// whatever the state: it distinguishes no states.
bool predicates_find(Predicates *p, Term formula, PredicateId *out);
// A comparison in the one way it is written here, perhaps under a negation; else the formula itself.
Term predicate_normal(Terms *t, Term formula);
// The equation x == c or x == y + c, the bound x <= c or the comparison x <= y that the formula is equivalent to, or
// the negation of one; else the formula itself.  Explanations over integers say "x < 0 or x > 0" where
// x != 0 is meant, and write x < y with more bits than x and y have.
Term predicates_simplest(Predicates *p, Term formula);
#endif
