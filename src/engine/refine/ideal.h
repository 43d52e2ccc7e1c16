// ideal.h - the encoding for guesses: bit-vectors as integers that never wrap
//
// Explanations are shortest where numbers are just numbers.  Here sums are
// sums, widening and narrowing do nothing, and what is not linear is a variable
// that nothing is known of.  That is not what the machine does: a formula and its
// ideal say different things, so nothing follows from the ideal.  It is good for
// guesses, which must be checked against the exact formulas.
//
// Back to bit-vectors, an equation becomes one modulo 2^w, where wrapping does no harm; an
// inequality is written at a width where nothing wraps.
#ifndef IDEAL_H
#define IDEAL_H
#include "logic/term/term.h"

typedef struct Ideal Ideal;
// 'origin' gives the variable that a variable is a copy of, or itself.
Ideal *ideal_new(Terms *t, TermLeaf origin, void *context);
void ideal_free(Ideal *ideal);

// Looks at a formula to learn which variables are meant as unsigned.
void ideal_learn(Ideal *ideal, Term formula);
Term ideal_formula(Ideal *ideal, Term formula);
// What always holds of the ideal of a variable: it is not negative where the variable is meant as unsigned.
Term ideal_range(Ideal *ideal, Term variable);
// No term where it cannot be written.
Term ideal_back(Ideal *ideal, Term formula);
#endif
