// clang.h - drives the compiler: C files in, one linked and prepared LLVM module out
#ifndef CLANG_H
#define CLANG_H
#include "frontend/frontend.h"
#include <llvm-c/Core.h>

// Compiles and links the files and the library models they need, makes undefined
// values explicit, and promotes local variables to registers.  The compiler's
// messages go to stderr.  NULL with the reason if anything fails.
LLVMModuleRef clang_compile(LLVMContextRef context, const FrontendInput *in, Reason *why);

// What the compiler writes of one file: bitcode, C, or JSON.
// TYPES: what the syntax tree says of names with __hone_t_ in them, whatever errors there are.
typedef enum ClangOutput { CLANG_CODE, CLANG_PREPROCESSED, CLANG_SYNTAX_TREE, CLANG_TYPES } ClangOutput;
bool clang_text(const FrontendInput *in, const SourceFile *file, ClangOutput what, Text *out, Reason *why);

// The program with the calls of its rules woven in, as a bitcode file for clang; without models.  'zeroed': local
// variables start as zero.
bool clang_weave(const FrontendInput *in, bool zeroed, const char *path, Reason *why);
#endif
