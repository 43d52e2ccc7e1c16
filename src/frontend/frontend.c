#include "frontend/frontend.h"
#include "frontend/clang.h"
#include "frontend/read/read_llvm.h"

Program *frontend_read(const FrontendInput *in, Reason *why) {
    assert(in->files.count && in->entry);
    assert(in->pointer_bits == 32 || in->pointer_bits == 64);
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = clang_compile(context, in, why);
    Program *p = module ? read_llvm(module, in, why) : NULL;
    if (module)
        LLVMDisposeModule(module);
    LLVMContextDispose(context);
#ifndef NDEBUG
    if (p)
        program_check(p);
#endif
    return p;
}
