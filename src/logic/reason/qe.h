// qe.h - elimination of quantified variables
//
// Each function removes the given variables from a formula.  The name says what is
// promised: 'exact' is equivalent to the quantified formula, or no term with
// a reason; 'over' is implied by it and always succeeds; 'under' implies it.
// Exact over Booleans and linear arithmetic; elsewhere where equations determine the
// variables.
#ifndef QE_H
#define QE_H
#include "logic/smt/smt.h"

// exists variables. formula
Term project_exact(Terms *t, Term formula, uint32_t n, const Term variables[], SmtLimits limits, Reason *why);
Term project_over(Terms *t, Term formula, uint32_t n, const Term variables[], SmtLimits limits);
Term project_cheaply(Terms *t, Term formula, uint32_t n, const Term variables[]); // as _over, without a solver
// The part around one model: a quantifier-free formula, true in the model that
// 'smt' has after SMT_SAT of 'formula', that implies the quantified formula.
// No term where the theory has no projection.
Term project_under(Smt *smt, Term formula, uint32_t n, const Term variables[]);
// forall variables. formula
Term project_forall_exact(Terms *t, Term formula, uint32_t n, const Term variables[], SmtLimits limits, Reason *why);

// Removes those of the variables that some top-level equation determines; an
// equivalent formula, perhaps with variables left.  Purely syntactic and fast.
Term project_by_equations(Terms *t, Term formula, uint32_t n, const Term variables[]);
// Solves the equation for the variable: gives e with (equation iff variable = e), e without
// the variable; no term where that fails.  A Boolean literal counts as an equation.
Term solve_for(Terms *t, Term equation, Term variable);
#endif
