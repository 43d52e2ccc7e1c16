// instrument.h - makes undefined values explicit before any LLVM pass can use them
//
// mem2reg may read phi(1, undef) as 1: a run is lost.  So every local variable that a
// pass could turn into a register is first assigned from an opaque function __hone_uninit*,
// which read_llvm turns into an input.  Variables that stay in memory need nothing:
// there, bytes never written are inputs by the meaning of a Program.
#ifndef INSTRUMENT_H
#define INSTRUMENT_H
#include <llvm-c/Core.h>

void instrument(LLVMModuleRef module);
#endif
