// witness_induct.h - are the invariants of a witness inductive as they are?
//
// On the program of witness_apply.h, after its preparation.  What an invariant says at a cutpoint is
// read off the program: that no path from there leads to a checker's error before the next cutpoint.
// Contracts are invariants at the entry and the exit of their functions; of a function that has none nothing is known
// when it returns.  If these formulas, and nothing else, prove the program (answer/check/check_proof.h), no engine is
// needed.
#ifndef WITNESS_INDUCT_H
#define WITNESS_INDUCT_H
#include "answer/check/check_proof.h"
#include "answer/witness/witness_contract.h"

// The proof check with those invariants; the caller frees it.  It may well not stand: then nothing is said.
ProofCheck witness_induct(const Program *p, const AppliedContracts *contracts, const ProofOptions *options);
#endif
