// clauses.h - a system of procedures as constrained Horn clauses
//
// Each point of each procedure (system.h) is a relation over the state that matters
// there; each block between two points is a clause.  A procedure other than the entry procedure
// is about one activation (program/step/call.h): its relations also have what callers gave, as far as
// the function reads it, so the relation of its exit is its summary.  A call is two clauses:
//
//   point and arguments                                imply the callee's entry
//   point and arguments and the callee's exit          imply the point after the call
//
// and 'error', as each point whose command no block can express, implies false.  A solution is
// a proof; a derivation of false is a run, as far as the clauses tell what commands do.
//
// After N. Bjorner, A. Gurfinkel, K. McMillan, A. Rybalchenko, "Horn Clause
// Solvers for Program Verification", 2015; points and blocks are those of large-block encoding.
#ifndef CLAUSES_H
#define CLAUSES_H
#include "logic/smt/horn.h"
#include "system/system.h"

typedef enum ClauseKind { CLAUSE_START, CLAUSE_BLOCK, CLAUSE_ENTER, CLAUSE_RETURN } ClauseKind;
typedef struct ClauseOrigin { // what a clause stands for
    ClauseKind kind;
    uint32_t proc; // its place in the system
    uint32_t cut;  // BLOCK: the cut edge; ENTER, RETURN: that of the call
} ClauseOrigin;

typedef struct Clauses {
    System *system; // borrowed
    Terms *t;
    VecU32 first; // by procedure: the relation of its point 0; those of the other points follow
    Horn *horn;
    VEC(ClauseOrigin) origins; // by clause
} Clauses;

// Of a system with calls, which must not change any more.
void clauses_open(Clauses *c, System *system);
void clauses_close(Clauses *c);
Term clauses_base(void *clauses, Term variable); // what a variable of a clause is a copy of, or itself

// What a solution gives at each location, for check_proof.  'invariants', by point of the entry procedure (or NULL),
// are those that the system assumes.
void clauses_invariants(const Clauses *c, const Term solution[], const Term invariants[], Claim *claim);
// The clauses as SMT-LIB.
void clauses_print(const Clauses *c, Text *out);
#endif
