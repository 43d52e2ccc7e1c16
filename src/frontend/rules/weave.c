#include "frontend/rules/weave.h"
#include "frontend/rules/handlers.h"
#include <llvm-c/DebugInfo.h>

static const char attribute[] = "hone-function";

typedef VEC(LLVMValueRef) VecValue;

typedef struct Weaver {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    const FrontendInput *in;
    LLVMValueRef verdict;
    // the event
    const Rule *rule;
    const RuleEvent *event;
    uint32_t number;
    LLVMValueRef handler;
    Reason *why;
} Weaver;

static const char *name_of(LLVMValueRef v) {
    return LLVMGetValueName2(v, &(size_t){ 0 });
}

// ---- marks ----
static LLVMValueRef function_behind(LLVMValueRef v) {
    while (v && LLVMIsAGlobalAlias(v))
        v = LLVMAliasGetAliasee(v);
    return v && LLVMIsAFunction(v) ? v : NULL;
}

void weave_take_marks(LLVMModuleRef file) {
    LLVMContextRef context = LLVMGetModuleContext(file);
    for (LLVMValueRef next, v = LLVMGetFirstGlobal(file); v; v = next) {
        next = LLVMGetNextGlobal(v);
        if (!strncmp(name_of(v), "__hone_r", 8) && LLVMGetInitializer(v))
            LLVMSetLinkage(v, LLVMWeakAnyLinkage); // the state of a rule: one for all files
        if (strncmp(name_of(v), HANDLER_MARK, strlen(HANDLER_MARK)))
            continue;
        const char *name = strchr(name_of(v) + strlen(HANDLER_MARK), '_') + 1;
        LLVMValueRef f = function_behind(LLVMGetInitializer(v));
        if (f)
            LLVMAddAttributeAtIndex(
                f, LLVMAttributeFunctionIndex,
                LLVMCreateStringAttribute(context, attribute, sizeof attribute - 1, name, (unsigned)strlen(name)));
        LLVMDeleteGlobal(v);
        if (f && LLVMIsDeclaration(f) && !LLVMGetFirstUse(f))
            LLVMDeleteFunction(f);
    }
}

static bool is_about(LLVMValueRef f, const char *name) {
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute, sizeof attribute - 1);
    unsigned length = 0;
    const char *value = a ? LLVMGetStringAttributeValue(a, &length) : NULL;
    return value && length == strlen(name) && !memcmp(value, name, length);
}

// Is it a call that was woven in?
static bool is_woven(LLVMValueRef v) {
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && (!strncmp(name_of(callee), "__hone_r", 8) || !strncmp(name_of(callee), "__VERIFIER_atomic_", 18));
}

// ---- one call of a handler ----
static bool fail(Weaver *w, LLVMValueRef at, const char *what) {
    unsigned length = 0, line = LLVMIsAInstruction(at) ? LLVMGetDebugLocLine(at) : 0;
    const char *file = line ? LLVMGetDebugLocFilename(at, &length) : NULL;
    reason_set(w->why, "%.*s:%u: %.60s: rule %.60s: %s", (int)length, file ? file : "", line, w->event->function,
               w->rule->name, what);
    return false;
}

static void copy_attributes(LLVMValueRef handler, LLVMValueRef call) {
    for (unsigned i = 1; i <= LLVMCountParams(handler); i++) {
        LLVMAttributeRef attributes[32];
        unsigned n = LLVMGetAttributeCountAtIndex(handler, i);
        if (n > COUNT(attributes))
            continue;
        LLVMGetAttributesAtIndex(handler, i, attributes);
        for (unsigned k = 0; k < n; k++)
            LLVMAddCallSiteAttribute(call, i, attributes[k]);
    }
}

// In programs with threads an event is one step.
static void call_atomic(Weaver *w, const char *name) {
    if (!LLVMGetNamedFunction(w->module, "pthread_create"))
        return;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(w->context), NULL, 0, false);
    LLVMValueRef f = LLVMGetNamedFunction(w->module, name);
    f = f ? f : LLVMAddFunction(w->module, name, type);
    LLVMBuildCall2(w->builder, type, f, NULL, 0, "");
}

// The call stands before 'at'; its arguments are the first of 'values'.
static bool call_handler(Weaver *w, LLVMValueRef at, LLVMMetadataRef place, VecValue *values) {
    assert(LLVMIsAInstruction(at) && w->handler && w->event);
    unsigned n = LLVMCountParams(w->handler);
    if (values->count < n)
        return fail(w, at, "the call has fewer arguments, or a struct as result, which rules do not take");
    for (unsigned i = 0; i < n; i++)
        if (LLVMTypeOf(values->at[i]) != LLVMTypeOf(LLVMGetParam(w->handler, i)))
            return fail(w, at, "the call has arguments of other types than the function's declaration");
    LLVMPositionBuilderBefore(w->builder, at);
    LLVMSetCurrentDebugLocation2(w->builder, place);
    call_atomic(w, "__VERIFIER_atomic_begin");
    LLVMValueRef result = LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(w->handler), w->handler, values->at, n, "");
    copy_attributes(w->handler, result);
    LLVMTypeRef number = LLVMInt32TypeInContext(w->context);
    LLVMValueRef arguments[] = { result, LLVMConstInt(number, w->rule->number, false),
                                 LLVMConstInt(number, w->number, false) };
    LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(w->verdict), w->verdict, arguments, 3, "");
    call_atomic(w, "__VERIFIER_atomic_end");
    LLVMSetCurrentDebugLocation2(w->builder, NULL);
    return true;
}

static bool is_sret(LLVMValueRef function) {
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    return LLVMCountParams(function) && LLVMGetEnumAttributeAtIndex(function, 1, kind);
}

// A handler has the parameters of the function, and behind them the result.
static void push_result(Weaver *w, LLVMValueRef result, unsigned fixed, VecValue *values) {
    if (values->count > fixed)
        values->count = fixed; // variable arguments
    if (result && LLVMGetTypeKind(LLVMTypeOf(result)) != LLVMVoidTypeKind && !rule_is_before(w->event->when))
        vec_push(values, result);
}

// ---- bodies ----
static LLVMMetadataRef place_in(Weaver *w, LLVMValueRef function, LLVMValueRef at) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(at), program = LLVMGetSubprogram(function);
    if (place || !program)
        return place;
    return LLVMDIBuilderCreateDebugLocation(w->context, LLVMDISubprogramGetLine(program), 0, program, NULL);
}

static LLVMValueRef first_statement(LLVMValueRef function) {
    LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(at) || LLVMIsADbgInfoIntrinsic(at) || is_woven(at))
        at = LLVMGetNextInstruction(at);
    return at;
}

static bool weave_at(Weaver *w, LLVMValueRef function, LLVMValueRef at, LLVMValueRef result) {
    VecValue values = { 0 };
    bool program = !strcmp(w->event->function, RULE_PROGRAM);
    for (unsigned i = is_sret(function); !program && i < LLVMCountParams(function); i++)
        vec_push(&values, LLVMGetParam(function, i));
    push_result(w, program ? NULL : result, values.count, &values);
    bool good = call_handler(w, at, place_in(w, function, at), &values);
    vec_free(&values);
    return good;
}

static bool weave_body(Weaver *w, LLVMValueRef function) {
    assert(!LLVMIsDeclaration(function));
    if (rule_is_before(w->event->when))
        return weave_at(w, function, first_statement(function), NULL);
    bool good = true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && good; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end && LLVMIsAReturnInst(end))
            good = weave_at(w, function, end, LLVMGetNumOperands(end) ? LLVMGetOperand(end, 0) : NULL);
    }
    return good;
}

// ---- calls ----
static bool weave_call(Weaver *w, LLVMValueRef function, LLVMValueRef call) {
    assert(LLVMIsAFunction(function) && LLVMIsACallInst(call));
    VecValue values = { 0 };
    unsigned fixed = LLVMCountParams(function) - is_sret(function);
    for (unsigned i = is_sret(function); i < LLVMGetNumArgOperands(call); i++)
        vec_push(&values, LLVMGetOperand(call, i));
    push_result(w, call, fixed, &values);
    LLVMValueRef at = rule_is_before(w->event->when) ? call : LLVMGetNextInstruction(call);
    while (at != call && at && is_woven(at))
        at = LLVMGetNextInstruction(at);
    bool good = !at || call_handler(w, at, LLVMInstructionGetDebugLoc(call), &values);
    vec_free(&values);
    return good;
}

static bool is_in_handler(LLVMValueRef call) {
    return !strncmp(name_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))), "__hone_r", 8);
}

static void find_calls(LLVMValueRef v, LLVMValueRef function, VecValue *calls) {
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == v && !is_in_handler(user))
            vec_push(calls, user);
        else if (LLVMIsAGlobalAlias(user))
            find_calls(user, function, calls);
    }
}

static bool weave_calls(Weaver *w, LLVMValueRef function) {
    VecValue calls = { 0 };
    bool good = true;
    find_calls(function, function, &calls);
    // Uses are listed last first; of several events at one call the first is to run first.
    for (uint32_t i = calls.count; i-- > 0 && good;)
        good = weave_call(w, function, calls.at[i]);
    vec_free(&calls);
    return good;
}

// ---- functions whose address is taken ----
// A function that does nothing but call 'f', for all who have its address.
static LLVMValueRef make_caller(Weaver *w, LLVMValueRef f) {
    assert(!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)));
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    Text name = { 0 };
    text_add(&name, "__hone_caller_%s", name_of(f));
    LLVMValueRef caller = LLVMAddFunction(w->module, name.at, type);
    vec_free(&name);
    LLVMSetLinkage(caller, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(w->builder, LLVMAppendBasicBlockInContext(w->context, caller, ""));
    VecValue values = { 0 };
    for (unsigned i = 0; i < LLVMCountParams(f); i++) {
        vec_push(&values, LLVMGetParam(caller, i));
    }
    LLVMValueRef call = LLVMBuildCall2(w->builder, type, f, values.at, values.count, "");
    copy_attributes(f, call);
    copy_attributes(f, caller);
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(w->builder);
    else
        LLVMBuildRet(w->builder, call);
    vec_free(&values);
    return caller;
}

static bool is_call_of(LLVMValueRef user, LLVMValueRef f) {
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f;
}

// Calls by name stay calls of 'f'.
static bool replace_address(Weaver *w, LLVMValueRef f) {
    bool taken = false;
    VecValue calls = { 0 };
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
        if (is_call_of(LLVMGetUser(use), f))
            vec_push(&calls, LLVMGetUser(use));
        else
            taken = true;
    bool good = !taken || !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f));
    if (!good)
        fail(w, f, "the address of a function with variable arguments is taken, which rules do not follow");
    if (taken && good) {
        LLVMValueRef caller = make_caller(w, f), own = LLVMGetLastInstruction(LLVMGetEntryBasicBlock(caller));
        own = LLVMGetPreviousInstruction(own);
        LLVMReplaceAllUsesWith(f, caller);
        LLVMSetOperand(own, (unsigned)LLVMGetNumOperands(own) - 1, f);
        for (uint32_t i = 0; i < calls.count; i++)
            LLVMSetOperand(calls.at[i], (unsigned)LLVMGetNumOperands(calls.at[i]) - 1, f);
    }
    vec_free(&calls);
    return good;
}

// ---- all ----
static bool in_body(const RuleEvent *e, LLVMValueRef f) {
    return (e->when == RULE_ENTRY || e->when == RULE_EXIT) && !LLVMIsDeclaration(f);
}

static bool weave_event(Weaver *w) {
    bool good = true;
    if (!strcmp(w->event->function, RULE_PROGRAM)) {
        LLVMValueRef entry = LLVMGetNamedFunction(w->module, w->in->entry);
        return !entry || LLVMIsDeclaration(entry) || weave_body(w, entry);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(w->module); f && good; f = LLVMGetNextFunction(f))
        if (is_about(f, w->event->function))
            good = in_body(w->event, f) ? weave_body(w, f) : weave_calls(w, f);
    return good;
}

// Runs 'work' on each event whose handler there is.
static bool each_event(Weaver *w, bool (*work)(Weaver *w)) {
    bool good = true;
    for (uint32_t i = 0; good && i < w->in->rules->count; i++)
        for (uint32_t k = 0; good && k < w->in->rules->at[i].events.count; k++) {
            Text name = { 0 };
            w->rule = &w->in->rules->at[i];
            w->event = &w->rule->events.at[k];
            w->number = k;
            text_add(&name, RULE_HANDLER, w->rule->number, k);
            w->handler = LLVMGetNamedFunction(w->module, name.at);
            vec_free(&name);
            if (w->handler && !LLVMIsDeclaration(w->handler))
                good = work(w);
        }
    return good;
}

static bool prepare_addresses(Weaver *w) {
    VecValue functions = { 0 };
    bool good = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(w->module); f; f = LLVMGetNextFunction(f))
        if (is_about(f, w->event->function) && !in_body(w->event, f))
            vec_push(&functions, f);
    for (uint32_t i = 0; i < functions.count && good; i++)
        good = replace_address(w, functions.at[i]);
    vec_free(&functions);
    return good;
}

// Nobody outside can name what belongs to rules.
static void hide(LLVMModuleRef program) {
    for (LLVMValueRef v = LLVMGetFirstGlobal(program); v; v = LLVMGetNextGlobal(v))
        if (!strncmp(name_of(v), "__hone_r", 8) && LLVMGetInitializer(v))
            LLVMSetLinkage(v, LLVMInternalLinkage);
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f))
        if (!strncmp(name_of(f), "__hone_r", 8) && !LLVMIsDeclaration(f))
            LLVMSetLinkage(f, LLVMInternalLinkage);
}

bool weave(LLVMModuleRef program, const FrontendInput *in, Reason *why) {
    assert(in->rules);
    Weaver w = { .module = program, .context = LLVMGetModuleContext(program), .in = in, .why = why };
    LLVMTypeRef number = LLVMInt32TypeInContext(w.context), three[] = { number, number, number };
    w.builder = LLVMCreateBuilderInContext(w.context);
    w.verdict =
        LLVMAddFunction(program, HANDLER_VERDICT, LLVMFunctionType(LLVMVoidTypeInContext(w.context), three, 3, false));
    bool good = each_event(&w, prepare_addresses) && each_event(&w, weave_event);
    LLVMDisposeBuilder(w.builder);
    hide(program);
    return good;
}

// ---- interrupts ----
static void call_switch(Weaver *w, LLVMValueRef function, LLVMValueRef at, const char *name) {
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(w->context), NULL, 0, false);
    LLVMValueRef f = LLVMGetNamedFunction(w->module, name);
    f = f ? f : LLVMAddFunction(w->module, name, type);
    LLVMPositionBuilderBefore(w->builder, at);
    LLVMSetCurrentDebugLocation2(w->builder, place_in(w, function, at));
    LLVMBuildCall2(w->builder, type, f, NULL, 0, "");
    LLVMSetCurrentDebugLocation2(w->builder, NULL);
}

// In the body; a function without one gets a caller for all who call it, whose body this is then.
static bool weave_switch(Weaver *w, LLVMValueRef f, bool on) {
    if (LLVMIsDeclaration(f)) {
        if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f))) {
            reason_set(w->why, "--irq-o%s: %.100s has variable arguments and no body", on ? "n" : "ff", name_of(f));
            return false;
        }
        LLVMValueRef caller = make_caller(w, f), own = LLVMGetLastInstruction(LLVMGetEntryBasicBlock(caller));
        own = LLVMGetPreviousInstruction(own);
        LLVMReplaceAllUsesWith(f, caller);
        LLVMSetOperand(own, (unsigned)LLVMGetNumOperands(own) - 1, f);
        f = caller;
    }
    if (on) {
        call_switch(w, f, first_statement(f), INTERRUPT_PREFIX "on");
        return true;
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end && LLVMIsAReturnInst(end))
            call_switch(w, f, end, INTERRUPT_PREFIX "off");
    }
    return true;
}

static bool weave_switches(Weaver *w, uint32_t n, const char *const names[], bool on) {
    VecValue functions = { 0 };
    bool good = true;
    for (uint32_t i = 0; i < n; i++)
        for (LLVMValueRef f = LLVMGetFirstFunction(w->module); f; f = LLVMGetNextFunction(f))
            if (is_about(f, names[i]))
                vec_push(&functions, f);
    for (uint32_t i = 0; i < functions.count && good; i++)
        good = weave_switch(w, functions.at[i], on);
    vec_free(&functions);
    return good;
}

bool weave_interrupts(LLVMModuleRef program, const Driver *driver, Reason *why) {
    Weaver w = { .module = program, .context = LLVMGetModuleContext(program), .why = why };
    w.builder = LLVMCreateBuilderInContext(w.context);
    bool good = weave_switches(&w, driver->on.count, driver->on.at, true) &&
                weave_switches(&w, driver->off.count, driver->off.at, false);
    LLVMDisposeBuilder(w.builder);
    return good;
}
