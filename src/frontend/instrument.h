// instrument.h - makes undefined values explicit before any LLVM pass can use them
//
// mem2reg may read phi(1, undef) as 1: a run is lost.  So every local variable that a
// pass could turn into a register is first assigned from an opaque function,
// which read_llvm turns into an input.  Variables that stay in memory need nothing:
// there, bytes never written are inputs by the meaning of a Program.
#ifndef INSTRUMENT_H
#define INSTRUMENT_H
#include <llvm-c/Core.h>
#include <stdbool.h>

// Where 'memory' is checked, a variable whose address is kept somewhere must not become a register: a pointer may be
// followed when its life is over.  It is pinned to memory by a call of ESCAPES_PIN.
#define ESCAPES_PIN "__hone_escapes"
// The opaque functions: values of scalar variables of the source, and of parts of other variables.
#define UNSET_SOURCE "__hone_unset"
#define UNSET_PART_SOURCE "__hone_part_unset"
void instrument(LLVMModuleRef module, bool memory);
#endif
