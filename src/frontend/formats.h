// formats.h - what is done with formats before a program is read
#ifndef FORMATS_H
#define FORMATS_H
#include <llvm-c/Core.h>

// Conversions of constant floating-point numbers become the text that they print.
void formats_fold(LLVMModuleRef program);
#endif
