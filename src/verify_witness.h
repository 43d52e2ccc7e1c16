// verify_witness.h - the parts of 'hone witness': violations are followed, proofs are applied to the source
#ifndef VERIFY_WITNESS_H
#define VERIFY_WITNESS_H
#include "answer/witness/witness.h"
#include "verify.h"

typedef struct WitnessJob {
    const char *path; // of the witness
    const Options *options;
    const Input *input;
    const TaskFacts *task;
    ProgramFacts facts; // of the program that is looked at
    Witness *w;
    Arena *arena;
    const char *property;
} WitnessJob;

// Is there a run along the witness that reaches the error?  (verify_violation.c)
Verdict witness_check_violation(WitnessJob *job);
// Do its invariants hold, and is the property proved?  (verify_invariants.c)
Verdict witness_check_invariants(WitnessJob *job);

// Prepares the program, and prints and notes what a verdict on it takes for granted.
void witness_prepare(WitnessJob *job, Program *p);
// What the engine claims; where none was chosen, the second is asked if the first says nothing.
void witness_ask(const WitnessJob *job, const Program *p, const char *first, const char *second, Claim *claim);
#endif
