// clauses.h - a program as constrained Horn clauses
//
// Each point of the cutpoint graph of each function is a relation over what matters
// there; each piece between two points is a clause.  A function other than the entry function
// is about one activation (program/step/call.h): its relations also have what callers gave, as far as
// the function reads it, so the relation of its exit is its summary.  A call is two clauses:
//
//   point and arguments                                imply the callee's entry
//   point and arguments and the callee's exit          imply the point after the call
//
// and 'error', as each point whose command no block can express, implies false.  A solution is
// a proof; a derivation of false is a run, as far as the clauses say what commands do.
//
// After N. Bjorner, A. Gurfinkel, K. McMillan, A. Rybalchenko, "Horn Clause
// Solvers for Program Verification", 2015; points and pieces are those of large-block encoding.
#ifndef CLAUSES_H
#define CLAUSES_H
#include "engine/engine.h"
#include "logic/smt/horn.h"
#include "program/step/call.h"

typedef struct ClauseFunc { // a function that calls of the entry function can lead to
    FuncId func;
    CutGraph *graph;
    Block *piece;   // by cut edge
    uint32_t first; // relation of its point 0; the other points follow
    uint32_t *seen; // by cut edge, while building: how much mattered after it when it was last looked at
} ClauseFunc;

typedef enum ClauseKind { CLAUSE_START, CLAUSE_PIECE, CLAUSE_ENTER, CLAUSE_RETURN } ClauseKind;
typedef struct ClauseOrigin { // what a clause stands for
    ClauseKind kind;
    uint32_t func; // in 'funcs'
    uint32_t cut;  // PIECE: the cut edge; ENTER, RETURN: that of the call
} ClauseOrigin;

typedef struct CallTerms { // a call: what becomes of each slot
    Term *side[3];         // by CallSide
} CallTerms;

typedef struct Clauses {
    Program *p;
    Terms *t;
    Blocks *blocks;
    Calls *calls;
    VEC(ClauseFunc) funcs; // the entry function first
    Map func_of;           // FuncId -> 1 + place in 'funcs'
    VEC(LocId) locs;       // by relation
    Horn *horn;
    VEC(ClauseOrigin) origins; // by clause
    Map base;                  // variable of a clause -> the variable of the program it is a copy of
    // while building
    Map returns;   // LocId: a call returns there
    VecTerm state; // all that matters somewhere; places in it are slots
    Map slot_of;   // term -> 1 + slot
    Map inputs;    // of pieces
    Map first_of;  // entry!x -> x
    bool *live;    // by relation and slot
    VecU32 many;   // by relation: how many slots are live
    VEC(CallTerms) call_terms;
    Map call_of; // EdgeId -> 1 + place in 'call_terms'
} Clauses;

// 'facts', by point of the entry function's graph (or NULL), hold there anyway: solutions may rely on them.
// The functions' entries must have no edges in: program_split_entries.
void clauses_open(Clauses *c, Program *p, const Term facts[]);
void clauses_close(Clauses *c);
bool clauses_has_calls(const Clauses *c);
Term clauses_base(void *clauses, Term variable); // what a variable of a clause is a copy of, or itself

// What a solution says at each location, for check_proof.
void clauses_invariants(const Clauses *c, const Term solution[], const Term facts[], Claim *claim);
// The system as SMT-LIB.
void clauses_print(const Clauses *c, Text *out);
#endif
