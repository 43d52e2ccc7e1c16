// contract_text.h - what a proof says about functions, as contracts in C expressions
//
// A function that is part of a proof (check_proof.h) has an invariant at its entry and one at its exit.  As a contract:
// where the first holds of what the function is given, it reaches no error, and the second holds when it returns.  In
// 'ensures' entry!x is what a parameter or a global variable was when the function was called, x what a global variable
// is when it returns, and result what it returns (result1, result2, ...: further parts of a struct).
//
// What the source has no name for is left out of 'ensures', which only weakens it.  A function of which 'requires'
// cannot be written as a whole has no contract.
#ifndef CONTRACT_TEXT_H
#define CONTRACT_TEXT_H
#include "claim/claim.h"

typedef struct FunctionContract {
    const char *file, *function;
    uint32_t line;                   // of the function
    const char *requires_, *ensures; // C expressions; "1" where nothing is said
    const char *witness;             // 'ensures' with \at(x, Old) for entry!x and \result for result
} FunctionContract;
typedef VEC(FunctionContract) FunctionContracts;

// One for each function of the user's other than the entry function of which something can be said, by place.
// Texts are in 'arena'.
void function_contracts(const Program *p, uint32_t n, const Invariant invariants[], Arena *arena,
                        FunctionContracts *out);
#endif
