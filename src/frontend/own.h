// own.h - library functions and variables that the program defines itself
//
// A definition in the program wins over what is known of the name.  Three things would get past it: a compiler that
// replaces a call of memcpy or abs by its own code, which is told not to (own_arguments); models of the library, which
// are linked after own_note has written down what the program had; and the front end's own knowledge of names, for
// which own_has is asked.
#ifndef OWN_H
#define OWN_H
#include "base/base.h"
#include "base/vec.h"
#include <llvm-c/Core.h>

typedef VEC(const char *) VecArgument;

// Options for the compiler of file 'k', texts of 'arena': calls of library functions that the program defines are
// calls.  A static function counts in its own file only.
void own_arguments(Arena *arena, uint32_t n, const LLVMModuleRef files[], uint32_t k, VecArgument *out);

void own_note(LLVMModuleRef program);                  // before models are linked
bool own_has(LLVMModuleRef program, const char *name); // was it there?
// The names, one after the other; NULL behind the last.
const char *own_name(LLVMModuleRef program, uint32_t i);
#endif
