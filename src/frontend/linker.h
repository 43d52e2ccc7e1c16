// linker.h - what the linker and the loader make of the program's symbols
//
//   - __start_S and __stop_S: the objects that the program puts into section S become parts of one, in the order of
//     the module, each at its alignment;
//   - a weak symbol that no file defines is null, unless the C library may have it;
//   - a function that is chosen when the program is loaded (ifunc) becomes a variable, which LINKER_CHOOSE sets.
//
// What is not decided here stays as it is: find_undecided (read.h) looks for it.
#ifndef LINKER_H
#define LINKER_H
#include <llvm-c/Core.h>
#include <stdbool.h>

#define LINKER_CHOOSE "__hone_choose"

void linker_decide(LLVMModuleRef program); // the program's files, linked, before models are

// What was assumed: sentences, NULL behind the last.
const char *linker_assumption(LLVMModuleRef program, unsigned i);

// Is it a symbol that linkers define (end, __start_S, ...), here without a definition?
bool linker_defines(LLVMValueRef variable);

// Global variables and functions of the sections that the loader looks at; "" of those without section.
const char *linker_section(LLVMValueRef v);
bool linker_has_section(LLVMModuleRef program, const char *prefix);
#endif
