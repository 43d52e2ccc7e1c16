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
// A system may be written in copies: a unit is a procedure with, for each of its calls, the unit that is called.  So
// the calls of a program can be unwound to some depth; units at the end of it are open, and no call of them returns.
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
    uint32_t unit;
    uint32_t cut; // BLOCK: the cut edge; ENTER, RETURN: that of the call
} ClauseOrigin;

typedef struct ClauseUnit {
    const Procedure *proc;
    const uint32_t *callee; // by cut edge: the unit that a call leads to
    bool open;              // no clause leads from its entry
} ClauseUnit;
typedef VEC(ClauseUnit) VecUnit;

typedef struct Clauses {
    System *system; // borrowed
    Terms *t;
    VecUnit units; // the first is of the entry procedure
    VecU32 first;  // by unit: the relation of its point 0; those of the other points follow
    Horn *horn;
    VEC(ClauseOrigin) origins; // by clause
} Clauses;

// Of a system with calls, which must not change any more: a unit for each procedure, in the order of the system.
void clauses_open(Clauses *c, System *system);
// With these units.  The numbers of callees are borrowed.
void clauses_open_units(Clauses *c, System *system, uint32_t n, const ClauseUnit units[]);
void clauses_close(Clauses *c);
uint32_t clauses_relation(const Clauses *c, uint32_t unit, uint32_t point);
Term clauses_base(void *clauses, Term variable); // what a variable of a clause is a copy of, or itself

// What a solution gives at each location, for check_proof; of clauses_open.  'invariants', by point of the entry
// procedure (or NULL), are those that the system assumes.
void clauses_invariants(const Clauses *c, const Term solution[], const Term invariants[], Claim *claim);
// The clauses as SMT-LIB.
void clauses_print(const Clauses *c, Text *out);
#endif
