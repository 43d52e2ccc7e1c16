// smt_z3.h - inside of the Z3 back end; for smt_z3*.c only
//
// A Bridge carries terms to Z3 and back, without recursion, each node once.
// Variables are Z3 constants whose symbol is the number of their term, so the
// way back needs no table.  A float is a bit-vector, on the way back its FP_TO_BITS.
// Not in Z3: FP_FMOD becomes an uninterpreted function.
#ifndef SMT_Z3_H
#define SMT_Z3_H
#include "logic/smt/smt.h"
#include <z3.h>

typedef struct Bridge {
    Terms *t;
    Z3_context z3;
    Map index;                   // term and facet -> index into 'asts' + 1
    VEC(Z3_ast) asts;            // each with a reference
    VEC(Z3_sort) sorts, numbers; // numbers: of a FLOAT sort
    bool fmod;                   // some term held FP_FMOD
    uint64_t translated;
    double counted; // steps of the solvers that smt_clock has counted
    bool failed;    // Z3 raised an error that bridge_failed has not yet returned
    Reason why;
} Bridge;

void bridge_open(Bridge *b, Terms *t); // makes the context
void bridge_close(Bridge *b);
// Forgets the translations when there are many; what Z3 holds itself stays.
void bridge_trim(Bridge *b);
// Z3 forgets an error at the next call: 'bridge_note' keeps one that the last call
// raised; 'bridge_failed' returns, once, whether there was any.
void bridge_note(Bridge *b);
bool bridge_failed(Bridge *b, const char **why);

// Adds the steps made since the last call to smt_clock.
void bridge_count(Bridge *b, Z3_stats stats);
// Limits for Z3 out of ours.
unsigned limit_steps(SmtLimits limits); // 0: none
unsigned limit_milliseconds(SmtLimits limits);

Z3_ast to_z3(Bridge *b, Term a); // after an error: the formula true
Z3_sort sort_to_z3(Bridge *b, Sort s);
// No term where 'a' holds something terms do not have.  'bound' gives the terms of
// the de Bruijn variables 0 .. n_bound - 1.
Term from_z3(Bridge *b, Z3_ast a, uint32_t n_bound, const Term bound[]);
// A closed formula with quantifiers, without them; no term with a reason where they cannot be eliminated.
Term from_z3_quantified(Bridge *b, Z3_ast quantified, SmtLimits limits, Reason *why);
Sort sort_from_z3(Bridge *b, Z3_sort s);
// The value of 'a' in a model, as smt_value.
Term value_from_z3(Bridge *b, Z3_model model, Z3_ast a);
#endif
