// discharge.h - proving the conditions of a proof; for the checks in this folder
//
// A check makes the conditions of ProofCheck; what is left is the same for all: each is asked of the solver, and of a
// second one where the user wants that.
#ifndef DISCHARGE_H
#define DISCHARGE_H
#include "answer/check/check_proof.h"

// Notes why the proof does not stand; returns false.
bool proof_reject(ProofCheck *out, const char *reason, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Proves the conditions in order, up to the first that fails (or all); 'stands' where all hold.
void proof_discharge(const Program *p, const ProofOptions *options, ProofCheck *out);
#endif
