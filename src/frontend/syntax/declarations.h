// declarations.h - the functions that a C file and what it includes declare
#ifndef DECLARATIONS_H
#define DECLARATIONS_H
#include "frontend/frontend.h"
#include "spec/declared.h"

// False with the reason where the file does not compile; the compiler's messages go to stderr.
bool declarations_read(const FrontendInput *in, const SourceFile *file, Arena *arena, Declared *out, Reason *why);
#endif
