#include "frontend/frontend.h"
#include "frontend/clang.h"
#include "frontend/read/read_llvm.h"
#include "frontend/rules/handlers.h"

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

bool frontend_append(FrontendInput *in, Arena *arena, const char **note, Reason *why) {
    return handlers_append(in, arena, note, why);
}

bool frontend_weave(const FrontendInput *in, bool zeroed, const char *path, Reason *why) {
    return clang_weave(in, zeroed, path, why);
}
