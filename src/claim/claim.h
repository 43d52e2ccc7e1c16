// claim.h - what an engine claims of a program
//
// A claim is never a verdict: src/answer/ checks it, and only a claim that stands is printed.  A claim that the program
// is safe carries a proof, a claim that it is not carries a counterexample.
#ifndef CLAIM_H
#define CLAIM_H
#include "program/program.h"
#include "program/run/rules.h"

typedef enum ClaimKind { CLAIM_NOTHING, CLAIM_SAFE, CLAIM_UNSAFE } ClaimKind;

// An invariant: holds whenever a run is at 'loc'; over the variables in scope there, global variables and the region
// variables (Region.term).
typedef struct Invariant {
    LocId loc;
    Term formula;
} Invariant;

typedef struct Proof {
    VEC(Invariant) invariants; // at a set of locations that cuts every cycle; or
    bool unwound;              // the program was unrolled to the end of every run, and there are no invariants
    bool interleaved;          // all of this is about the product of the threads (program/pass/interleave.h)
} Proof;

// The value that one LOAD of the path had where memory was never written: memory is an input then.
typedef struct LoadHint {
    EdgeId edge;
    uint32_t occurrence; // of that edge on the path, from 0
    Value value;
} LoadHint;

typedef struct Counterexample {
    Trace trace;         // the inputs, in order; or
    bool ruled;          // they are given by
    InputRules rules;    // these, and the trace and the path need not be there: the run may be very long
    VEC(LoadHint) hints; // in the order of the path
    VecU32 path;         // the edges taken, from the entry to the error
} Counterexample;

// A predicate that an abstraction follows at a location; no term: the Boolean abstraction is used there.
typedef struct Followed {
    LocId loc;
    Term predicate;
} Followed;
typedef VEC(Followed) VecFollowed;

typedef struct Claim {
    ClaimKind kind;
    Proof proof;          // SAFE
    Counterexample run;   // UNSAFE
    VecFollowed followed; // the predicates used, whatever the claim
    Text graph;           // what was searched, for Graphviz; where --graph asks for it
    Reason settings;      // in force in the run, as options (options_show); for people and tests
    Reason reason;        // NOTHING: in a word or two, for RESULT: unknown(...)
    Reason detail;        // NOTHING: a sentence more, such as what to try
} Claim;
void claim_init(Claim *claim);
void claim_free(Claim *claim);
// bug unless the claim is of the form above and about this program: locations and edges exist, formulas are Boolean,
// a proof has invariants or is by unwinding, not both.  Whether it is right is for src/answer/ to check.
void claim_check(const Program *p, const Claim *claim);
#endif
