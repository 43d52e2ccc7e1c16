// horn.h - systems of constrained Horn clauses
//
// A system has unknown formulas, one per relation, and clauses
//
//     R1 and ... and Rk and formula  implies  R      (or: implies false)
//
// A solution gives each relation a formula over its 'scope' that makes every
// clause valid.  There are two ways to write a clause:
//
//   horn_clause  variables mean the same in all clauses, a relation stands for its
//                formula as it is.  No relation may depend on itself then.  Sequence, DAG, tree and
//                state/transition interpolants are solutions of such systems;
//   horn_step    a relation has arguments, variables in place of those of its scope,
//                and may depend on itself: loops and procedures of programs.
//
// All clauses of a system are written in one way.
#ifndef HORN_H
#define HORN_H
#include "logic/smt/smt.h"

enum { HORN_FALSE = UINT32_MAX }; // head of a clause that implies false

typedef struct HornClause {
    VecU32 body;       // relations
    VecTerm arguments; // horn_step: of the relations of the body one after the other, then of the head
    Term formula;
    uint32_t head;
} HornClause;

typedef struct Horn {
    Terms *t;
    VEC(VecTerm) scopes; // by relation
    VEC(HornClause) clauses;
    bool steps; // the clauses have arguments
} Horn;

typedef enum HornAnswer { HORN_UNKNOWN, HORN_SOLVED, HORN_UNSOLVABLE } HornAnswer;

Horn *horn_new(Terms *t);
void horn_free(Horn *h);
uint32_t horn_relation(Horn *h); // its scope is empty at first
void horn_scope(Horn *h, uint32_t relation, Term variable);
void horn_clause(Horn *h, uint32_t n, const uint32_t body[], Term formula, uint32_t head);
// 'arguments' as in HornClause, all variables; those of one relation may repeat.
void horn_step(Horn *h, uint32_t n, const uint32_t body[], const VecTerm *arguments, Term formula, uint32_t head);
// Where the arguments of body[i] begin; of the head for i = number of relations in the body.
uint32_t horn_arguments(const Horn *h, const HornClause *c, uint32_t i);

// Lets the solver's fixed-point engine find a solution: out[r] for each relation.
// The solution is not checked here.  UNKNOWN sets the reason.
HornAnswer horn_solve(const Horn *h, SmtLimits limits, Term out[], Reason *why);
// The same; UNSOLVABLE gives the clauses, as numbers, of a derivation of false: in the order from facts to false
// where no clause has two relations in its body.  Empty if the solver gives none.
HornAnswer horn_derive(const Horn *h, SmtLimits limits, Term out[], VecU32 *derivation, Reason *why);

// With a solution put in: what a clause starts from; and a formula over the scope of its head, over the
// variables of the clause.  The first must imply the second where that is the solution of the head.
Term horn_premise(const Horn *h, uint32_t clause, const Term solution[]);
Term horn_head(const Horn *h, uint32_t clause, Term formula);

// The system in SMT-LIB's HORN format, for any solver: "sat" means that it has a solution.
// names[r] is that of relation r.
void horn_print(const Horn *h, const char *const names[], Text *out);
#endif
