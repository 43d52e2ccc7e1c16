// same_code.h - is a module another one with checks put in, and nothing else?
//
// A witness is checked on a copy of the source that calls checkers (answer/witness/witness_apply.h).  What the
// compiler made of that copy is compared here with what it makes of the original: both are walked in step, from the
// entry of each function, and every instruction of the original must have its like in the copy, with like
// operands, and lead on to like instructions.  Of the copy alone are only the instructions that come from the
// inserted text; these must be calls of checkers and what computes their arguments: loads that are not volatile,
// arithmetic that cannot trap, branches that join again.  None of them writes, ends the run, or
// is used by an instruction of the original.  So each run of the original is one of the copy, up to a failing check.
//
// Nothing here trusts the text: an invariant that assigns by a macro, or changes which statement an 'if' governs,
// makes another module.  Where the two are alike in a way that is not seen, they count as different.
#ifndef SAME_CODE_H
#define SAME_CODE_H
#include "frontend/frontend.h"
#include <llvm-c/Core.h>

// False with the reason where it is not so.  Sets copy->reads_memory.  The modules share a context.
bool same_code(LLVMModuleRef original, LLVMModuleRef module, Copy *copy, Reason *why);
bool is_checker_name(const Copy *copy, const char *name);

// ---- for same_code.c (same_value.c) ----
typedef struct Same {
    LLVMModuleRef old, new;
    Copy *copy;
    Map to_new, to_old; // instructions and arguments that are alike: 1 + index in 'values'
    VEC(LLVMValueRef) values;
    Map position; // block of the copy -> the how manieth it is in its function, from 1
    Reason *why;
} Same;
bool same_type(LLVMTypeRef a, LLVMTypeRef b);
bool same_value(const Same *s, LLVMValueRef old, LLVMValueRef new);
// But for phis, and for where branches and switches lead.
bool same_instruction(const Same *s, LLVMValueRef old, LLVMValueRef new);
bool same_global(const Same *s, LLVMValueRef old, LLVMValueRef new);
bool same_head(LLVMValueRef old, LLVMValueRef new); // of functions
#endif
