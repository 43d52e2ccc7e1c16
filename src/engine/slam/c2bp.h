// c2bp.h - from a program and predicates to a Boolean program
//
// Each procedure is abstracted on its own.  Its Boolean procedure has
//
//   formals   the predicates about what an activation was given;
//   locals    a bit for each predicate that is followed at some point, and places for what is given to and comes back
//             from calls;
//   results   the predicates at the exit, and the formals again, so that callers can relate both.
//
// A block becomes an assume of what must not be false for it, and an assignment of schoose[F(q), F(!q)] to the bit of
// each predicate q at its end, where F is the disjunction of the cubes that imply it.  That predicates exclude each
// other, and what was learnt from abstract steps without concrete ones, is said by 'constrain': bits
// belong to points, so an 'enforce' for the whole procedure would speak of bits that are out of date.  A call
// computes the formals of the callee, and afterwards each predicate of the caller from what was known
// before and what came back.  Points that must not be reached are assert(0).
//
// After T. Ball, R. Majumdar, T. Millstein, S. Rajamani, "Automatic Predicate Abstraction of C Programs", PLDI 2001; T.
// Ball, T. Millstein, S. Rajamani, "Polymorphic Predicate Abstraction", TOPLAS 2005; T. Ball, B. Cook, S. Das, S.
// Rajamani, "Refining Approximations in Software Predicate Abstraction", TACAS 2004 (constrain).
#ifndef SLAM_C2BP_H
#define SLAM_C2BP_H
#include "bp/bebop.h"
#include "engine/slam/cubes.h"
#include "engine/slam/scope.h"

typedef enum InfoKind { INFO_NONE, INFO_POINT, INFO_BLOCK, INFO_GIVE, INFO_CALL, INFO_BACK, INFO_RETURN } InfoKind;
typedef struct Info { // of a statement
    InfoKind kind;
    uint32_t number; // POINT: which; else the cut edge
} Info;
typedef VEC(Info) VecInfo;

typedef struct BoolProc {
    AbstractStep *block, *back; // by cut edge: of a block or the entering of a call; the return from it
    VecInfo info;               // by statement
    uint32_t *stmt_of;          // by point
    Map bit_of;                 // PredicateId + 1 -> 1 + local
    VecU32 bits;                // PredicateIds, by bit
    uint32_t given, results;    // first local of either
} BoolProc;

typedef struct C2bp {
    Scopes *scopes;
    Smt *smt;
    uint32_t most_literals;
    AbstractStep start;
    BoolProc *procs;
    BpProgram program;
    bool built;
    Map exclusive; // two PredicateIds -> 16 + which combinations of them are impossible
} C2bp;

void c2bp_open(C2bp *c, Scopes *scopes, Smt *smt, uint32_t most_literals);
void c2bp_close(C2bp *c);
// The Boolean program for the predicates of now.  Steps whose predicates are as before are not computed again.
void c2bp(C2bp *c);
// The predicate that each variable of a Boolean procedure stands for at a point, as terms.
void c2bp_atoms(const C2bp *c, uint32_t proc, uint32_t point, VecTerm *out);
void c2bp_print(const C2bp *c, Text *out);

// ---- which variable is which ----
enum { LIST_POINT, LIST_FORMAL, LIST_RESULT, LIST_RESULT_FORMAL, LIST_AFTER };
typedef struct StepAt { // a step of the abstraction, and where it is
    uint32_t proc, cut;
    enum { AT_START, AT_BLOCK, AT_ENTER, AT_BACK } kind;
} StepAt;
AbstractStep *c2bp_step(C2bp *c, StepAt at);
uint32_t c2bp_variable(const C2bp *c, StepAt at, StepKey key);
#endif
