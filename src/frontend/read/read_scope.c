// read_scope.c - blocks of local variables: where a variable lives that is not there for the whole function
//
// Clang marks where the block of a variable begins and ends (clang.c asks for it where memory is checked).  Most marks
// say nothing: of a variable whose address stays in its block, and at the end of the function, where the frame ends.
#include "frontend/instrument.h"
#include "frontend/read/read.h"
#include <string.h>

static const char *called_name(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){ 0 }) : "";
}

// Is the address kept somewhere?  instrument.h has found that.
static bool escapes(LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)) && !strcmp(called_name(LLVMGetUser(use)), ESCAPES_PIN))
            return true;
    return false;
}

static bool is_silent(LLVMValueRef i) {
    return LLVMIsABranchInst(i) || LLVMIsASwitchInst(i) || LLVMIsAReturnInst(i) || LLVMIsAPHINode(i) ||
           LLVMIsAUnreachableInst(i) ||
           (LLVMIsACallInst(i) &&
            (!strncmp(called_name(i), "llvm.lifetime.end", 17) || !strncmp(called_name(i), "llvm.dbg.", 9) ||
             !strncmp(called_name(i), "llvm.stackrestore", 17)));
}

// Does the function only return from this instruction on?
static bool is_last(LLVMValueRef from) {
    enum { MOST = 40 };
    VEC(LLVMValueRef) work = { 0 };
    uint32_t seen = 0;
    bool last = true;
    vec_push(&work, LLVMGetNextInstruction(from));
    while (work.count && last && seen++ < MOST) {
        for (LLVMValueRef i = vec_pop(&work); i && last; i = LLVMGetNextInstruction(i)) {
            last = is_silent(i);
            for (unsigned k = 0; LLVMIsATerminatorInst(i) && k < LLVMGetNumSuccessors(i); k++)
                vec_push(&work, LLVMGetFirstInstruction(LLVMGetSuccessor(i, k)));
        }
    }
    last = last && !work.count;
    vec_free(&work);
    return last;
}

static bool is_end_of(LLVMValueRef user) {
    return LLVMIsACallInst(user) && !strncmp(called_name(user), "llvm.lifetime.end", 17);
}

// Does its block end before the function does?
static bool ends_early(LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (is_end_of(LLVMGetUser(use)) && !is_last(LLVMGetUser(use)))
            return true;
    return false;
}

static bool is_parameter(LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMIsAArgument(LLVMGetOperand(user, 0)) && LLVMGetOperand(user, 1) == variable)
            return true;
    }
    return false;
}

// Clang marks no block of a compound literal, or of a variable that a goto or switch jumps around.
void read_unscoped(Reader *r, LLVMValueRef variable) {
    bool ours = r->pos.file && file_is_model(program_text(r->p, r->p->files.at[r->pos.file]));
    if (ours || !escapes(variable) || is_parameter(variable))
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (is_end_of(LLVMGetUser(use)))
            return;
    program_assume_that(
        r->p, "a compound literal, or a variable that a goto or switch jumps around, lives until its function returns");
}

// Can the instruction be executed again in the same call of its function?
static bool comes_again(LLVMValueRef at) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(at);
    VEC(LLVMBasicBlockRef) work = { 0 };
    Map seen = { 0 };
    vec_push(&work, block);
    while (work.count && !map_find(&seen, (uintptr_t)block)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(vec_pop(&work));
        for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, i);
            if (!map_find(&seen, (uintptr_t)next))
                vec_push(&work, next);
            map_put(&seen, (uintptr_t)next, 1);
        }
    }
    bool again = map_find(&seen, (uintptr_t)block);
    vec_free(&work);
    map_free(&seen);
    return again;
}

// Each time the block begins the variable is another object: what points to the one before dangles.
static void begin_again(Reader *r, ObjId object, Term address) {
    assert(r->p->objects.at[object].kind == OBJ_STACK && program_var_of(r->p, address));
    Term bytes = address_const(r, r->p->objects.at[object].size);
    emit(r, (Cmd){ .kind = CMD_ALLOC, .var = program_var_of(r->p, address), .a = bytes, .object = object });
}

void read_scope(Reader *r, LLVMValueRef call, bool begins) {
    LLVMValueRef variable = LLVMGetOperand(call, 1);
    ObjId object = LLVMIsAAllocaInst(variable) ? map_find(&r->objects, (uintptr_t)variable) : 0;
    if (!object || !escapes(variable) || !ends_early(variable))
        return;
    r->p->objects.at[object].scoped = true;
    if (begins && r->p->objects.at[object].size && comes_again(call))
        begin_again(r, object, value_term(r, variable));
    emit(r, (Cmd){ .kind = CMD_SCOPE, .a = value_term(r, variable), .number = begins });
}
