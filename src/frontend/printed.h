// printed.h - the texts that output reads
//
// printf, puts and messages to stderr are commands of the front end, which read no memory.  Where memory is checked a
// model (libc/printf.c) reads each text among their arguments before: __hone_printed_text for %s, __hone_printed_part
// for %.3s, __hone_printed_line for puts.  Of formats that are not read here, __hone_printed_other says so.
// Literals need no look.
#ifndef PRINTED_H
#define PRINTED_H
#include <llvm-c/Core.h>
#include <stdbool.h>

// Before models are linked.
void printed_check(LLVMModuleRef program);

// fprintf(stderr, "...", ...) whose result is not used and that stores nothing: no effect we see.
bool printed_is_message(LLVMModuleRef program, LLVMValueRef call, const char *name);
#endif
