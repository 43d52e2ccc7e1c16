// read_outside.c - functions without body that pointers lead to
//
// A pointer can lead to a function that nobody defines: to one of which the program takes the address, or, where
// the pointer comes from outside, to one of the environment.  Such a function f gets a body that calls it,
//
//   T f(parameters) { return f(parameters); }
//
// and that call is read as every other call of f is: of a function that Hone knows, of one that makes the
// property fail, or of one that does what --externals says.
#include "frontend/read/read.h"
#include "frontend/read/read_llvm.h"

// Variable arguments cannot be handed on; a function that does not look at them needs none.
static bool can_hand_on(Reader *r, LLVMValueRef declared) {
    if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(declared)))
        return true;
    bool known = read_knows(LLVMGetValueName2(declared, &(size_t){ 0 }));
    return LLVMCountParams(declared) && !known && r->in->externals == EXTERNALS_PURE;
}

LLVMValueRef outside_caller(Reader *r, LLVMValueRef declared) {
    assert(LLVMIsDeclaration(declared));
    if (!can_hand_on(r, declared))
        return NULL;
    LLVMTypeRef type = LLVMGlobalGetValueType(declared);
    LLVMContextRef context = LLVMGetModuleContext(r->module);
    LLVMValueRef caller = LLVMAddFunction(r->module, "", type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, caller, ""));
    unsigned n = LLVMCountParams(caller);
    LLVMValueRef *parameters = arena_array(r->p->arena, LLVMValueRef, n);
    LLVMGetParams(caller, parameters);
    LLVMValueRef result = LLVMBuildCall2(builder, type, declared, parameters, n, "");
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(builder);
    else
        LLVMBuildRet(builder, result);
    LLVMDisposeBuilder(builder);
    return caller;
}

// The type with which a call through a pointer calls: "int (*f)()" says nothing of parameters.
static LLVMTypeRef type_of_call(Reader *r, LLVMValueRef call) {
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    if (!LLVMIsFunctionVarArg(type) || LLVMCountParamTypes(type))
        return type;
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMTypeRef *types = arena_array(r->p->arena, LLVMTypeRef, n);
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(LLVMGetOperand(call, i));
    return LLVMFunctionType(LLVMGetReturnType(type), types, n, false);
}

void want_outside(Reader *r, LLVMValueRef call) {
    assert(!LLVMIsAFunction(LLVMGetCalledValue(call)));
    LLVMTypeRef type = type_of_call(r, call);
    if (r->in->externals == EXTERNALS_STOP || map_get(&r->outside, (uintptr_t)type, NULL))
        return;
    LLVMValueRef declared = LLVMAddFunction(r->module, "from-outside", type);
    want_function(r, declared);
    FuncId func = map_find(&r->functions, (uintptr_t)declared);
    map_put(&r->outside, (uintptr_t)type, func);
    Function *f = &r->p->funcs.at[func];
    f->outside = f->address_taken = f->defined;
    f->blind = r->in->externals == EXTERNALS_PURE;
}
