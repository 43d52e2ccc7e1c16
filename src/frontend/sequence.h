// sequence.h - does the program leave open in which order something is evaluated?
//
// C leaves it to compilers which operand of + or which argument of a call comes first; gcc and clang differ, and the
// bitcode has clang's choice.  That matters where evaluating one has an effect on memory that the other reads or
// writes: a call of a function that writes, beside such a call or a read.  We look for it before any pass runs, where
// f() + g() can be told from a = f(); b = g(); a + b.
#ifndef SEQUENCE_H
#define SEQUENCE_H
#include <llvm-c/Core.h>
#include <stdbool.h>

void sequence_look(LLVMModuleRef program);    // notes in the module what it finds
bool sequence_is_open(LLVMModuleRef program); // was something found?
#endif
