// read_orders.c - atomic operations that C11 orders less strictly than runs here do
#include "frontend/read/read.h"
#include <string.h>

enum { SEQ_CST = 5 }; // __ATOMIC_SEQ_CST, what the functions of libatomic are given

static bool is_weak_order(LLVMAtomicOrdering order) {
    return order != LLVMAtomicOrderingNotAtomic && order != LLVMAtomicOrderingSequentiallyConsistent;
}

// The orders are the last arguments: an object that the processor has no instruction for.
static bool is_weak_call(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    unsigned n = LLVMGetNumArgOperands(call);
    size_t length;
    if (!n || !LLVMIsAFunction(callee) || strncmp(LLVMGetValueName2(callee, &length), "__atomic_", 9) != 0)
        return false;
    LLVMValueRef order = LLVMGetOperand(call, n - 1);
    return !LLVMIsAConstantInt(order) || LLVMConstIntGetZExtValue(order) != SEQ_CST;
}

static bool is_weak(LLVMValueRef v) {
    if (LLVMIsALoadInst(v) || LLVMIsAStoreInst(v) || LLVMIsAAtomicRMWInst(v))
        return is_weak_order(LLVMGetOrdering(v));
    if (LLVMIsAAtomicCmpXchgInst(v))
        return is_weak_order(LLVMGetCmpXchgSuccessOrdering(v)) || is_weak_order(LLVMGetCmpXchgFailureOrdering(v));
    return LLVMIsACallInst(v) && is_weak_call(v);
}

bool read_has_weak_orders(LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (is_weak(v))
                return true;
    return false;
}
