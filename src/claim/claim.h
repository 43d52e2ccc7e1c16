// claim.h - what an engine claims of a program
//
// A claim is never a verdict: src/answer/ checks it, and only a claim that stands is printed.  A claim that the program
// is safe carries a proof, a claim that it is not carries a counterexample.
#ifndef CLAIM_H
#define CLAIM_H
#include "claim/heap.h"
#include "program/program.h"
#include "program/run/rules.h"

typedef enum ClaimKind { CLAIM_NOTHING, CLAIM_SAFE, CLAIM_UNSAFE } ClaimKind;

// An invariant: holds whenever a run is at 'loc'; over the variables in scope there, global variables and the region
// variables (Region.term).
typedef struct Invariant {
    LocId loc;
    Term formula;
} Invariant;

// A thread-modular proof is about the templates of a program with threads (program/threads/templates.h): its invariants
// are at points of the templates, over globals (ghosts included), the own variables of a thread that is there, and
// counters; one at location 0 holds whenever all threads are at points.  Counter i is thread_count(terms, i): how many
// threads there are, in all, each of which is at the location of a ThreadPlace of i and its own variables satisfy the
// formula.
typedef struct ThreadPlace {
    uint32_t counter;
    LocId loc;
    Term formula;
} ThreadPlace;
Term thread_count(Terms *t, uint32_t counter); // an Int variable

// A fact of a proof that no access races with another (answer/check/check_locks.h), about a thread at 'loc'.
typedef enum LockFact {
    LOCK_HELD,         // it holds the mutex at 'term'
    LOCK_HELD_IF_ZERO, // ... if 'var' is 0
    LOCK_VALUE,        // 'var' is equal to 'term'
    LOCK_SECTION,      // it is in at least 'depth' nested atomic sections
    LOCK_NUMBER,       // 'var' is the number of the last thread that the edge 'create' made
    LOCK_RUNS,         // threads that 'create' made, and those made by these, may be running; all others that it made,
                       // or that threads left which it joined, are not
} LockFact;
typedef struct LockNote {
    LocId loc;
    LockFact fact;
    Term term;
    VarId var;
    EdgeId create;
    uint32_t depth;
} LockNote;

typedef struct Proof {
    VEC(Invariant) invariants; // at a set of locations that cuts every cycle; or
    bool unwound;              // the program was unrolled to the end of every run, and there are no invariants
    bool by_locks;             // nothing races: the notes say why, and there are no invariants
    VEC(LockNote) notes;
    bool by_heaps; // no run reaches a goal: symbolic heaps say why (answer/check/check_heaps.h), nothing else
    VEC(HeapNote) heaps;
    bool interleaved;        // all of this is about the product of the threads (program/threads/interleave.h)
    bool modular;            // all of this is about the templates of the threads
    VEC(ThreadPlace) places; // modular: what is counted
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
