// smt_z3_qe.h - the solver's quantifier elimination; for qe.c only
#ifndef SMT_Z3_QE_H
#define SMT_Z3_QE_H
#include "logic/smt/smt.h"

// exists variables. formula, without quantifiers; no term with a reason where
// the solver fails.
Term solver_eliminate(Terms *t, Term formula, uint32_t n, const Term variables[], SmtLimits limits, Reason *why);
// Model-based projection with the session's model; see project_under.
Term solver_project_model(Smt *smt, Term formula, uint32_t n, const Term variables[]);
#endif
