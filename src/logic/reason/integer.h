// integer.h - bit-vectors translated to integers with explicit wrap-around
//
// Solvers decide formulas over integers much faster than over bit-vectors.  The
// translation of a formula is satisfiable whenever the formula is: it never
// excludes a behaviour, so what is proved of it holds.  It may allow more: then
// a model of it need not be one of the formula.
//
// A bit-vector of w bits is carried as an integer equal to it modulo 2^w, with its
// range.  Translated exactly: variables, constants, + - and * by a constant,
// division by a constant, shifts by constants, masks of few runs of ones, not,
// extension, truncation, concatenation, comparisons, choice, arrays' select and
// store.  A div, mod or choice is made only where the range cannot exclude that the
// number wraps.  The other operations become a new variable with
// constraints that always hold for them; floats likewise.  Wider than 100 bits: all new.
//
// A bit-vector variable x becomes the Int variable "x#i", its signed value; an
// array of bit-vectors an array of Int; Boolean variables stay.
#ifndef INTEGER_H
#define INTEGER_H
#include "logic/term/term.h"

typedef struct Integers Integers;
Integers *integers_new(Terms *t);
void integers_free(Integers *n);

// The formula over integers, with the ranges and constraints of all its terms as
// conjuncts.  Translate a whole query (premise and not conclusion) at once, or its
// parts without negation.
Term integers_translate(Integers *n, Term formula);
// Is the translation of the formula equivalent to it?  If not, it is weaker.
bool integers_is_exact(Integers *n, Term formula);
// The variable for a bit-vector variable or an array of them; its range (true for an array).
Term integers_variable(Integers *n, Term bit_vector);
Term integers_range(Integers *n, Term bit_vector);

// A formula over such integer variables as one over the bit-vectors, equivalent
// where the variables have their signed values; no term where that needs more
// than 128 bits or an operation that is not linear.
Term integers_back(Integers *n, Term formula);
#endif
