#include "frontend/own.h"
#include "frontend/library.h"
#include "frontend/notes.h"
#include "frontend/read/read_llvm.h"

static const char note[] = "hone.own";

// Names of verification tasks and of Hone are no compiler's business.
static bool is_library(const char *name) {
    static const char *const ours[] = { "__hone_", "__VERIFIER_", "reach_error" };
    for (size_t i = 0; i < COUNT(ours); i++)
        if (strncmp(name, ours[i], strlen(ours[i])) == 0)
            return false;
    return library_file(name) || read_knows(name);
}

typedef VEC(LLVMValueRef) VecValue;

// What the module defines under a name of the library.
static void find_own(LLVMModuleRef module, VecValue *out) {
    VecValue all = { 0 };
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        vec_push(&all, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        vec_push(&all, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v))
        vec_push(&all, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(module); v; v = LLVMGetNextGlobalIFunc(v))
        vec_push(&all, v);
    for (uint32_t i = 0; i < all.count; i++)
        if (!LLVMIsDeclaration(all.at[i]) && is_library(LLVMGetValueName2(all.at[i], &(size_t){ 0 })))
            vec_push(out, all.at[i]);
    vec_free(&all);
}

void own_arguments(Arena *arena, uint32_t n, const LLVMModuleRef files[], uint32_t k, VecArgument *out) {
    assert(k < n);
    VecValue own = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        own.count = 0;
        find_own(files[i], &own);
        for (uint32_t j = 0; j < own.count; j++) {
            LLVMLinkage linkage = LLVMGetLinkage(own.at[j]);
            bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
            if (i == k || !local)
                vec_push(out, arena_printf(arena, "-fno-builtin-%s", LLVMGetValueName2(own.at[j], &(size_t){ 0 })));
        }
    }
    vec_free(&own);
}

void own_note(LLVMModuleRef program) {
    assert(!own_name(program, 0) && "noted once, before models are linked");
    VecValue own = { 0 };
    find_own(program, &own);
    for (uint32_t i = 0; i < own.count; i++) {
        size_t length;
        const char *name = LLVMGetValueName2(own.at[i], &length);
        notes_add(program, note, name, length);
    }
    vec_free(&own);
}

const char *own_name(LLVMModuleRef program, uint32_t i) {
    return notes_text(program, note, i);
}

bool own_has(LLVMModuleRef program, const char *name) {
    const char *own;
    for (uint32_t i = 0; (own = own_name(program, i)); i++)
        if (!strcmp(own, name))
            return true;
    return false;
}
