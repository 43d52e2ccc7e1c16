// check_proof.h - is a claim of SAFE right?
//
// The claim is a set of invariants: at each of some locations a formula.  It stands
// if these conditions hold, which are rebuilt here from the program alone:
//
//   start       an invariant at the entry holds when the program starts;
//   step        from point to point: the invariant here and the block between them
//               imply the invariant there;
//   call        the invariant at a call and its arguments imply that at the callee's entry;
//   return      the invariant at a call and that at the callee's exit, put in terms of
//               the caller (program/step/call.h), imply the invariants at the points that come next;
//   error       no block leads from a point to 'error' under its invariant;
//   unmodelled  nor to a command whose effect is not known.
//
// A function with an invariant at its exit, its summary, is part of the proof: its invariants may use
// the values it was called with, and calls of it are points.  Calls of others are not modelled.
//
// The points are the entry, those of functions that are part of the proof, where their calls are,
// and the locations with invariants.  They must cut every
// cycle of the part of the program from which the error or an unmodelled command can be reached, in the function, in
// what it calls or after it returns; what is outside this part cannot matter: a run that reaches error never is there,
// in no activation.  By induction over the blocks of a run, what holds at a point holds of every activation that is
// there, and no run reaches error then.
//
// A proof about a program with threads is one about the product of their graphs (program/threads/interleave.h), which
// is built here anew from the program: the points are configurations of all threads.
//
// The program is the one before slicing, with the same numbers: what the slice
// dropped does not occur in the invariants, and more of the program's own tests
// can only help.  So slicing need not be trusted; blocks (program/step/block.h), the
// encoding of commands and the solver are.
//
// A condition holds if its premise and the negated conclusion have no model.  That
// is asked over bit-vectors, and where the solver gives up over integers
// (logic/reason/integer.h), whose models are more: none there is none here.
// A solver's "unknown" is never taken for a proof.
#ifndef CHECK_PROOF_H
#define CHECK_PROOF_H
#include "claim/claim.h"

typedef enum ConditionKind {
    CONDITION_START,
    CONDITION_STEP,
    CONDITION_CALL,
    CONDITION_RETURN,
    CONDITION_ERROR,
    CONDITION_UNMODELLED,
    CONDITION_CREATE, // of threads, see check_threads.h
    CONDITION_INTERFERENCE,
} ConditionKind;
typedef enum ProvedBy { PROVED_NOT, PROVED_BITS, PROVED_INTEGERS } ProvedBy;
typedef enum SecondOpinion { SECOND_NOT_ASKED, SECOND_AGREES, SECOND_UNDECIDED, SECOND_DISAGREES } SecondOpinion;

typedef struct ProofCondition {
    ConditionKind kind;
    LocId from, to;           // START: both the entry; CALL: to that of the callee
    Term premise, conclusion; // over the state at 'from' and the inputs on the way
    Term common;              // a part of the premise that the conditions before and after this one have, too; or none
    ProvedBy by;
    bool refuted; // a state was found in which it fails
    SecondOpinion second;
} ProofCondition;

typedef struct ProofOptions {
    double seconds;       // for each condition and way to ask; 0: 60
    bool check_with_cvc5; // each condition must be proved by the second solver as well
    bool all;             // goes on after a condition that failed
} ProofOptions;

typedef struct ProofCheck {
    bool stands;
    Reason reason; // it does not stand: in a word or two, for RESULT: unknown(...)
    Reason detail; // a sentence more: which condition failed, from where to where
    VEC(ProofCondition) conditions;
    uint32_t failed;                          // the first that failed; UINT32_MAX: none did
    uint32_t by_bits, by_integers, by_second; // how many were proved how
    double seconds;
} ProofCheck;

ProofCheck check_proof(const Program *p, const Claim *claim, const ProofOptions *options);
// The same for invariants from elsewhere.
ProofCheck check_invariants(const Program *p, uint32_t n, const Invariant invariants[], const ProofOptions *options);
void proof_check_free(ProofCheck *check);
// Debug builds: a check that stands has proved every condition, one that does not says why.
void proof_check_check(const ProofCheck *check);

// What must have no model.
Term condition_formula(const Program *p, const ProofCondition *c);
const char *condition_kind_text(ConditionKind kind);
// "FILE:LINE" of a location, or "L12" where the source is not known.
void location_print(const Program *p, LocId loc, Text *out);
#endif
