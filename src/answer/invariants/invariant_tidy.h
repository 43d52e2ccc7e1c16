// invariant_tidy.h - a formula that says the same and is easier to read
//
// Proofs leave invariants as they were found: bounds twice over, cases that others contain,
// ten cases that make up an interval.  With a solver: what holds in all cases stands in front, as equations where a
// variable has one value; if that is all, the cases go; else cases keep what is their own.
#ifndef INVARIANT_TIDY_H
#define INVARIANT_TIDY_H
#include "logic/smt/smt.h"

// Equivalent to 'formula', which is in negation normal form; 'formula' itself where it is too large or
// the solver gives up.  'name' tells how the source reads a variable.  'queries' is how often the solver may be
// asked, and is counted down.
Term invariant_tidy(Smt *smt, Term formula, TermCName name, void *context, uint32_t *queries);
// Of a formula that is too large to be told: those of its literals that follow from it, joined by "and".
Term invariant_facts(Smt *smt, Term formula, uint32_t *queries);
#endif
