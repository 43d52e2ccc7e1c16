// domain.h - abstract domains over the states of a program
//
// An element of a domain is a set of states at a point, of a shape the domain can
// keep: intervals, unions of boxes, combinations of predicates.  What an engine needs of a
// domain is below; there is no order and no meet: whether one element is within another is asked of
// the solver, by their formulas.
//
// Elements are immutable and belong to the opened domain; they live until it is closed.
// The formulas are over the variables of a procedure (system.h), exact for machine arithmetic. Laws:
//
//   D1  gamma(top) is true, gamma(bottom) is false;
//   D2  f implies gamma(alpha(f));
//   D3  gamma(a) or gamma(b) implies gamma(join(a, b)), and gamma(widen(a, join(a, b)));
//   D4  gamma(a) and the step along a block imply gamma(post(a)) of the state after it;
//   D5  every chain of widenings ends: a, widen(a, b), widen(widen(a, b), c), ...
//   D6  difference, where there is one, is exact: gamma(difference(a, b)) is gamma(a) and not gamma(b).
//
// Adding a domain means a new file and one line in the table of domain.c.
#ifndef DOMAIN_H
#define DOMAIN_H
#include "system/system.h"

typedef struct Element Element; // the domain knows what it is

typedef struct Domain {
    const char *name;    // as in --post NAME
    const char *summary; // one line of --help
    void *(*open)(Procedure *proc);
    void (*close)(void *self);
    const Element *(*top)(void *self);
    const Element *(*bottom)(void *self);
    const Element *(*join)(void *self, const Element *a, const Element *b);
    const Element *(*widen)(void *self, const Element *a, const Element *b);      // b holds a
    const Element *(*difference)(void *self, const Element *a, const Element *b); // or NULL: not exact here
    const Element *(*alpha)(void *self, uint32_t point, Term formula);
    Term (*gamma)(void *self, const Element *a);
    const Element *(*post)(void *self, const Element *a, uint32_t cut);
    // Predicates to follow at a point, for domains made of them; else NULL.
    void (*follow)(void *self, uint32_t point, Term predicate);
} Domain;

const Domain *domain_find(const char *name); // NULL: none of that name
extern const Domain *const domains[];        // ends with NULL

// Of the states y at a point those that are not in one of the n elements seen there before, widened so that
// a chain of such steps ends: their union with the result holds y.
// y where n is 0.  By join: the last one widened by its join with y.  By difference, for
// domains that have it: what the widened union adds to the union.
const Element *domain_widen_with(const Domain *d, void *self, uint32_t n, const Element *const seen[],
                                 const Element *y);
#endif
