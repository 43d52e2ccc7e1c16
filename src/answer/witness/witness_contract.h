// witness_contract.h - the contracts of a witness, as formulas and as checks
//
// A contract (format 2.1) says of a function: where 'requires' holds when it is called, 'ensures' holds when it
// returns; as part of a proof also that every call fulfils 'requires'.  Both are C expressions over the function's
// parameters and global variables, in 'ensures' with \at(x, Old) for what x was when the function was called and
// \result for what it returns; a parameter there means what it was.
//
// They are read on the program after its preparation (read_c.h), with the names and types that the debug information
// and clang's syntax tree give.  What is no integer expression over variables that the program still has cannot be
// checked.
//
// As formulas they are invariants at the entry and the exit of the function (program/step/call.h).  As checks they are
// errors in the program itself: where the function begins, if 'requires' does not hold, and where it returns, if
// 'ensures' does not.
#ifndef WITNESS_CONTRACT_H
#define WITNESS_CONTRACT_H
#include "answer/witness/witness.h"

typedef struct AppliedContract {
    FuncId func;
    Term requires_, ensures; // over parameters, globals, entry!x and result!f!0
    uint32_t number;         // in the witness
    GoalId goal;             // of its checks; 0: there are none
} AppliedContract;
typedef VEC(AppliedContract) AppliedContracts;

// Is there one of a function that is not recursive?  Then its calls must be kept when the program is prepared.
bool witness_contracts_keep_calls(const Program *p, const Witness *w);
// Of functions that are called.  False with the reason where one cannot be checked.
bool witness_contracts_read(const Program *p, const Witness *w, const FrontendInput *in, Arena *arena,
                            AppliedContracts *out, Reason *why);
// Puts the checks into the program.
void witness_contracts_insert(Program *p, AppliedContracts *contracts);
// Which contract of the witness it is that fails by this error, or UINT32_MAX.
uint32_t witness_contract_failed(const Program *p, const AppliedContracts *contracts, EdgeId error);
#endif
