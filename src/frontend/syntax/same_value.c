// same_value.c - types, constants and instructions of two modules that are alike
//
// Both modules are in one context: types, constants and attributes without names of a module in them are the
// same object where they are alike.
#include "frontend/syntax/same_code.h"

// ---- types ----
static bool same_members(LLVMTypeRef a, LLVMTypeRef b) {
    if (LLVMCountStructElementTypes(a) != LLVMCountStructElementTypes(b) ||
        LLVMIsPackedStruct(a) != LLVMIsPackedStruct(b) || LLVMIsOpaqueStruct(a) != LLVMIsOpaqueStruct(b))
        return false;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(a); i++)
        if (!same_type(LLVMStructGetTypeAtIndex(a, i), LLVMStructGetTypeAtIndex(b, i)))
            return false;
    return true;
}

static bool same_signature(LLVMTypeRef a, LLVMTypeRef b) {
    unsigned n = LLVMCountParamTypes(a);
    if (n != LLVMCountParamTypes(b) || LLVMIsFunctionVarArg(a) != LLVMIsFunctionVarArg(b) ||
        !same_type(LLVMGetReturnType(a), LLVMGetReturnType(b)))
        return false;
    VEC(LLVMTypeRef) x = { 0 }, y = { 0 };
    bool same = true;
    vec_resize(&x, n);
    vec_resize(&y, n);
    if (n) {
        LLVMGetParamTypes(a, x.at);
        LLVMGetParamTypes(b, y.at);
    }
    for (unsigned i = 0; i < n && same; i++)
        same = same_type(x.at[i], y.at[i]);
    vec_free(&x);
    vec_free(&y);
    return same;
}

// Named structures are made anew for each module.
bool same_type(LLVMTypeRef a, LLVMTypeRef b) {
    if (a == b)
        return true;
    LLVMTypeKind kind = LLVMGetTypeKind(a);
    if (kind != LLVMGetTypeKind(b))
        return false;
    switch (kind) {
    case LLVMStructTypeKind:
        return same_members(a, b);
    case LLVMArrayTypeKind:
        return LLVMGetArrayLength2(a) == LLVMGetArrayLength2(b) &&
               same_type(LLVMGetElementType(a), LLVMGetElementType(b));
    case LLVMFunctionTypeKind:
        return same_signature(a, b);
    default:
        return false;
    }
}

// ---- attributes ----
static bool same_attribute(LLVMAttributeRef a, LLVMAttributeRef b) {
    if (a == b)
        return true;
    return LLVMIsTypeAttribute(a) && LLVMIsTypeAttribute(b) &&
           LLVMGetEnumAttributeKind(a) == LLVMGetEnumAttributeKind(b) &&
           same_type(LLVMGetTypeAttributeValue(a), LLVMGetTypeAttributeValue(b));
}

static bool same_attributes(LLVMValueRef a, LLVMValueRef b, LLVMAttributeIndex at, bool call) {
    unsigned n = call ? LLVMGetCallSiteAttributeCount(a, at) : LLVMGetAttributeCountAtIndex(a, at);
    if (n != (call ? LLVMGetCallSiteAttributeCount(b, at) : LLVMGetAttributeCountAtIndex(b, at)))
        return false;
    VEC(LLVMAttributeRef) x = { 0 }, y = { 0 };
    bool same = true;
    vec_resize(&x, n);
    vec_resize(&y, n);
    if (n && call) {
        LLVMGetCallSiteAttributes(a, at, x.at);
        LLVMGetCallSiteAttributes(b, at, y.at);
    } else if (n) {
        LLVMGetAttributesAtIndex(a, at, x.at);
        LLVMGetAttributesAtIndex(b, at, y.at);
    }
    for (unsigned i = 0; i < n && same; i++)
        same = same_attribute(x.at[i], y.at[i]);
    vec_free(&x);
    vec_free(&y);
    return same;
}

// ---- values ----
static const char *name_of_value(LLVMValueRef v) {
    return LLVMGetValueName2(v, &(size_t){ 0 });
}

static bool same_operands(const Same *s, LLVMValueRef a, LLVMValueRef b) {
    int n = LLVMGetNumOperands(a);
    if (n != LLVMGetNumOperands(b))
        return false;
    for (int i = 0; i < n; i++)
        if (!same_value(s, LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i)))
            return false;
    return true;
}

static bool same_address(LLVMValueRef a, LLVMValueRef b) { // of &a[i]: how it is computed
    return same_type(LLVMGetGEPSourceElementType(a), LLVMGetGEPSourceElementType(b)) &&
           LLVMGEPGetNoWrapFlags(a) == LLVMGEPGetNoWrapFlags(b);
}

// Constants that are not one object have names or types of their module in them.
static bool same_constant(const Same *s, LLVMValueRef a, LLVMValueRef b) {
    if (LLVMGetValueKind(a) != LLVMGetValueKind(b) || !same_type(LLVMTypeOf(a), LLVMTypeOf(b)))
        return false;
    switch (LLVMGetValueKind(a)) {
    case LLVMConstantExprValueKind:
        return LLVMGetConstOpcode(a) == LLVMGetConstOpcode(b) &&
               (LLVMGetConstOpcode(a) != LLVMGetElementPtr || same_address(a, b)) &&
               (LLVMGetConstOpcode(a) == LLVMGetElementPtr || LLVMGetNumOperands(a) == 1) && same_operands(s, a, b);
    case LLVMConstantStructValueKind:
    case LLVMConstantArrayValueKind:
    case LLVMConstantVectorValueKind:
        return same_operands(s, a, b);
    case LLVMConstantAggregateZeroValueKind:
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
        return true;
    default:
        return false;
    }
}

bool same_value(const Same *s, LLVMValueRef old, LLVMValueRef new) {
    if (LLVMIsAInstruction(old) || LLVMIsAArgument(old)) {
        uint32_t i = map_find(&s->to_new, (uintptr_t)old);
        return i && s->values.at[i - 1] == new;
    }
    if (LLVMIsAGlobalValue(old))
        return LLVMIsAGlobalValue(new) && *name_of_value(old) && !strcmp(name_of_value(old), name_of_value(new));
    return old == new || (LLVMIsConstant(old) && LLVMIsConstant(new) && same_constant(s, old, new));
}

// ---- instructions ----
static bool same_indices(LLVMValueRef a, LLVMValueRef b) {
    unsigned n = LLVMGetNumIndices(a);
    return n == LLVMGetNumIndices(b) && !memcmp(LLVMGetIndices(a), LLVMGetIndices(b), n * sizeof(unsigned));
}

static bool same_access(LLVMValueRef a, LLVMValueRef b) {
    return LLVMGetVolatile(a) == LLVMGetVolatile(b) && LLVMGetOrdering(a) == LLVMGetOrdering(b) &&
           LLVMGetAlignment(a) == LLVMGetAlignment(b) && LLVMIsAtomicSingleThread(a) == LLVMIsAtomicSingleThread(b);
}

static bool same_exchange(LLVMValueRef a, LLVMValueRef b) {
    return LLVMGetVolatile(a) == LLVMGetVolatile(b) && LLVMGetWeak(a) == LLVMGetWeak(b) &&
           LLVMGetCmpXchgSuccessOrdering(a) == LLVMGetCmpXchgSuccessOrdering(b) &&
           LLVMGetCmpXchgFailureOrdering(a) == LLVMGetCmpXchgFailureOrdering(b) &&
           LLVMIsAtomicSingleThread(a) == LLVMIsAtomicSingleThread(b);
}

static bool same_call(LLVMValueRef a, LLVMValueRef b) {
    assert(LLVMIsACallInst(a) && LLVMIsACallInst(b));
    unsigned n = LLVMGetNumArgOperands(a);
    if (n != LLVMGetNumArgOperands(b) || LLVMGetNumOperandBundles(a) || LLVMGetNumOperandBundles(b) ||
        LLVMGetInstructionCallConv(a) != LLVMGetInstructionCallConv(b) ||
        LLVMGetTailCallKind(a) != LLVMGetTailCallKind(b) ||
        !same_type(LLVMGetCalledFunctionType(a), LLVMGetCalledFunctionType(b)))
        return false;
    bool same = same_attributes(a, b, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, true);
    for (unsigned i = 0; i <= n && same; i++) // 0: of the result
        same = same_attributes(a, b, i, true);
    return same;
}

static bool same_shuffle(LLVMValueRef a, LLVMValueRef b) {
    unsigned n = LLVMGetNumMaskElements(a);
    bool same = n == LLVMGetNumMaskElements(b);
    for (unsigned i = 0; i < n && same; i++)
        same = LLVMGetMaskValue(a, i) == LLVMGetMaskValue(b, i);
    return same;
}

// What an instruction says besides its type and operands; those with more to say are not compared.
static bool same_details(LLVMValueRef a, LLVMValueRef b) {
    assert(LLVMGetInstructionOpcode(a) == LLVMGetInstructionOpcode(b));
    switch (LLVMGetInstructionOpcode(a)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        return LLVMGetNSW(a) == LLVMGetNSW(b) && LLVMGetNUW(a) == LLVMGetNUW(b);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr:
        return LLVMGetExact(a) == LLVMGetExact(b);
    case LLVMOr:
        return LLVMGetIsDisjoint(a) == LLVMGetIsDisjoint(b);
    case LLVMZExt:
        return LLVMGetNNeg(a) == LLVMGetNNeg(b);
    case LLVMICmp:
        return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
    case LLVMFCmp:
        return LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b);
    case LLVMGetElementPtr:
        return same_address(a, b);
    case LLVMAlloca:
        return same_type(LLVMGetAllocatedType(a), LLVMGetAllocatedType(b)) &&
               LLVMGetAlignment(a) == LLVMGetAlignment(b);
    case LLVMLoad:
    case LLVMStore:
        return same_access(a, b);
    case LLVMAtomicRMW:
        return same_access(a, b) && LLVMGetAtomicRMWBinOp(a) == LLVMGetAtomicRMWBinOp(b);
    case LLVMAtomicCmpXchg:
        return same_exchange(a, b);
    case LLVMFence:
        return LLVMGetOrdering(a) == LLVMGetOrdering(b) && LLVMIsAtomicSingleThread(a) == LLVMIsAtomicSingleThread(b);
    case LLVMCall:
        return same_call(a, b);
    case LLVMExtractValue:
    case LLVMInsertValue:
        return same_indices(a, b);
    case LLVMShuffleVector:
        return same_shuffle(a, b);
    case LLVMURem:
    case LLVMSRem:
    case LLVMAnd:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFNeg:
    case LLVMTrunc:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMVAArg:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMRet:
    case LLVMUnreachable:
        return true;
    default:
        return false;
    }
}

bool same_instruction(const Same *s, LLVMValueRef old, LLVMValueRef new) {
    assert(LLVMIsAInstruction(old) && LLVMIsAInstruction(new));
    LLVMOpcode opcode = LLVMGetInstructionOpcode(old);
    if (opcode != LLVMGetInstructionOpcode(new) || !same_type(LLVMTypeOf(old), LLVMTypeOf(new)))
        return false;
    if (opcode == LLVMBr || opcode == LLVMSwitch)
        return same_value(s, LLVMGetOperand(old, 0), LLVMGetOperand(new, 0));
    if (LLVMCanValueUseFastMathFlags(old) && LLVMGetFastMathFlags(old) != LLVMGetFastMathFlags(new))
        return false;
    return same_details(old, new) && same_operands(s, old, new);
}

// ---- globals ----
bool same_global(const Same *s, LLVMValueRef old, LLVMValueRef new) {
    assert(LLVMIsAGlobalVariable(old) && LLVMIsAGlobalVariable(new));
    LLVMValueRef x = LLVMGetInitializer(old), y = LLVMGetInitializer(new);
    const char *a = LLVMGetSection(old), *b = LLVMGetSection(new);
    return same_type(LLVMGlobalGetValueType(old), LLVMGlobalGetValueType(new)) &&
           LLVMGetLinkage(old) == LLVMGetLinkage(new) && LLVMIsGlobalConstant(old) == LLVMIsGlobalConstant(new) &&
           LLVMGetThreadLocalMode(old) == LLVMGetThreadLocalMode(new) &&
           LLVMGetAlignment(old) == LLVMGetAlignment(new) && !strcmp(a ? a : "", b ? b : "") && !x == !y &&
           (!x || same_value(s, x, y));
}

bool same_head(LLVMValueRef old, LLVMValueRef new) {
    assert(LLVMIsAFunction(old) && LLVMIsAFunction(new));
    if (!same_type(LLVMGlobalGetValueType(old), LLVMGlobalGetValueType(new)) ||
        LLVMGetLinkage(old) != LLVMGetLinkage(new) || LLVMGetFunctionCallConv(old) != LLVMGetFunctionCallConv(new) ||
        LLVMIsDeclaration(old) != LLVMIsDeclaration(new) || LLVMHasPersonalityFn(old) || LLVMHasPersonalityFn(new))
        return false;
    bool same = same_attributes(old, new, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, false);
    for (unsigned i = 0; i <= LLVMCountParams(old) && same; i++)
        same = same_attributes(old, new, i, false);
    return same;
}
