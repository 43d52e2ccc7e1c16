// abstract.h - predicate abstraction of a step
//
// A step is a formula over the variables before and after it: the label of where
// it starts, and the edge.  The predicates are over the variables after it (the
// caller renames them).  Both kinds give the abstract state after the step:
//
//   cartesian  which predicates hold, and which fail, in all states after it
//   boolean    the strongest Boolean combination of the predicates that holds
//
// Both over-approximate: where the solver gives up, a predicate is left open.
// An abstractor keeps a solver session for each recently used edge, with its work on
// predicates and labels: steps along one edge with other labels are cheap.
#ifndef ABSTRACT_H
#define ABSTRACT_H
#include "logic/smt/smt.h"

typedef struct Abstractor Abstractor;
Abstractor *abstractor_new(Terms *t, SmtLimits limits);
void abstractor_free(Abstractor *a);

typedef enum Truth { TRUTH_OPEN, TRUTH_FALSE, TRUTH_TRUE } Truth;
typedef enum StepAnswer { STEP_UNKNOWN, STEP_POSSIBLE, STEP_IMPOSSIBLE } StepAnswer;

// Where IMPOSSIBLE there is no state after the step and 'out' is not set.
StepAnswer abstract_cartesian(Abstractor *a, Term label, Term edge, uint32_t n, const Term predicates[], Truth out[]);

// The states after the step as cubes: cube i is cubes->at[i * n .. i * n + n - 1], of
// Truth values.  At most 'most' cubes (0: no limit): beyond, and where the
// solver gives up, one more cube that holds what the cartesian abstraction knows.
typedef VEC(uint8_t) Cubes;
StepAnswer abstract_boolean(Abstractor *a, Term label, Term edge, uint32_t n, const Term predicates[], uint32_t most,
                            Cubes *cubes);
// The same as a formula over the predicates.
Term cubes_term(Terms *t, uint32_t n, const Term predicates[], const Cubes *cubes);
Term cube_term(Terms *t, uint32_t n, const Term predicates[], const uint8_t cube[]);
#endif
