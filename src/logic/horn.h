// horn.h - recursion-free systems of Horn clauses
//
// A system has unknown formulas, one per relation, and clauses
//
//     R1 and ... and Rk and formula  implies  R      (or: implies false)
//
// over variables that mean the same in all clauses.  A solution gives each
// relation a formula over its 'scope' that makes every clause valid.  No
// relation may depend on itself.  Sequence, DAG, tree and state/transition
// interpolants are solutions of such systems.
#ifndef HORN_H
#define HORN_H
#include "logic/smt.h"

enum { HORN_FALSE = UINT32_MAX }; // head of a clause that implies false

typedef struct HornClause {
    VecU32 body; // relations
    Term formula;
    uint32_t head;
} HornClause;

typedef struct Horn {
    Terms *t;
    VEC(VecTerm) scopes; // by relation
    VEC(HornClause) clauses;
} Horn;

typedef enum HornAnswer { HORN_UNKNOWN, HORN_SOLVED, HORN_UNSOLVABLE } HornAnswer;

Horn *horn_new(Terms *t);
void horn_free(Horn *h);
uint32_t horn_relation(Horn *h); // its scope is empty at first
void horn_scope(Horn *h, uint32_t relation, Term variable);
void horn_clause(Horn *h, uint32_t n, const uint32_t body[], Term formula, uint32_t head);

// Lets the solver's fixed-point engine find a solution: out[r] for each relation.
// The solution is not checked here.  UNKNOWN says why.
HornAnswer horn_solve(const Horn *h, SmtLimits limits, Term out[], Reason *why);
#endif
