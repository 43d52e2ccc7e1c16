// read_llvm.h - from a linked LLVM module to a Program
#ifndef READ_LLVM_H
#define READ_LLVM_H
#include "frontend/frontend.h"
#include <llvm-c/Core.h>

// The models of the machine's start-up code; call the entry function with arguments, or with their number alone.
#define FRONTEND_START "__hone_start"
#define FRONTEND_START_BARE "__hone_start_bare"

// The module is instrumented (instrument.h): no undefined value is read.
// Returns NULL with the reason where there is nothing to start from.
Program *read_llvm(LLVMModuleRef module, const FrontendInput *in, Reason *why);

// Does the front end itself know what a call of this function means?
bool read_knows(const char *function);
#endif
