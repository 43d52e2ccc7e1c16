// ranges.h - what is known of variables, one by one, while walking through formulas
//
// A Ranges gives each variable a range (interval.h); those never heard of may have any value.
// 'evaluate' and 'assume' hold on to everything that is possible: a value outside
// what they give, or a state that they exclude, cannot be.  Both stop looking (and give
// up precision, never soundness) when the fuel is used up; it counts terms looked at.
#ifndef RANGES_H
#define RANGES_H
#include "domain/interval.h"

typedef struct Ranges {
    Terms *t;
    VecTerm vars;
    Map place_of; // variable -> 1 + place
    VEC(Range) now;
    bool impossible; // no state is left
    uint32_t fuel;
} Ranges;

Ranges ranges_new(Terms *t, uint32_t fuel);
void ranges_free(Ranges *r);
void ranges_set(Ranges *r, Term variable, Range range);
Range ranges_get(Ranges *r, Term variable); // of a sort that fits

// The values of a term, of a sort that fits.
Range ranges_evaluate(Ranges *r, Term a);
// The same; the two sides of an if-then-else at the top are looked at each on its condition.
Range ranges_evaluate_cases(Ranges *r, Term a);
// Keeps the states where the formula is 'value'.
void ranges_assume(Ranges *r, Term formula, bool value);
#endif
