// read_start.c - how a program starts and ends, and what is decided between compiler and start
#include "frontend/read.h"
#include <stdlib.h>

// ---- constructors and destructors ----
typedef struct Listed { // in llvm.global_ctors or llvm.global_dtors
    LLVMValueRef function;
    uint64_t priority;
    uint32_t index;
} Listed;
typedef VEC(Listed) VecListed;

static int earlier_first(const void *x, const void *y) {
    const Listed *a = x, *b = y;
    if (a->priority != b->priority)
        return a->priority < b->priority ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

// By rising priority: constructors run in this order, destructors in the other.
static void listed_functions(Reader *r, const char *list, VecListed *out) {
    LLVMValueRef variable = LLVMGetNamedGlobal(r->module, list), init = variable ? LLVMGetInitializer(variable) : NULL;
    uint32_t n = init ? (uint32_t)LLVMGetArrayLength2(LLVMTypeOf(init)) : 0;
    for (uint32_t i = 0; i < n; i++) {
        LLVMValueRef entry = LLVMGetAggregateElement(init, i), function = LLVMGetAggregateElement(entry, 1);
        if (LLVMIsAFunction(function) && !LLVMIsDeclaration(function))
            vec_push(out, (Listed){ function, LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0)), i });
    }
    if (out->count > 1)
        qsort(out->at, out->count, sizeof *out->at, earlier_first);
}

// Calls a function with arguments that may be anything.
static void start_call(Reader *r, LLVMValueRef function) {
    want_function(r, function);
    Cmd cmd = { .kind = CMD_CALL, .callee = map_find(&r->functions, (uintptr_t)function) };
    VecLeaf leaves = { 0 };
    VecTerm args = { 0 };
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        type_leaves(r, LLVMTypeOf(LLVMGetParam(function, i)), 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        vec_push(&args,
                 var_term(r->p, emit_input(r, leaves.at[i].sort, INPUT_EXTERNAL, "parameter", leaves.at[i].pointer)));
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
        vec_push(&args, address_const(r, 0));
    const Function *f = &r->p->funcs.at[cmd.callee];
    cmd.n = args.count;
    cmd.terms = copy_terms(r, args.count, args.at);
    cmd.n_vars = f->results.count;
    cmd.vars = arena_array(r->p->arena, VarId, cmd.n_vars);
    for (uint32_t i = 0; i < cmd.n_vars; i++)
        cmd.vars[i] = new_var(r, "call", r->p->funcs.at[cmd.callee].results.at[i], false);
    emit(r, cmd);
    vec_free(&leaves);
    vec_free(&args);
}

void read_destructors(Reader *r) {
    VecListed destructors = { 0 };
    listed_functions(r, "llvm.global_dtors", &destructors);
    while (destructors.count)
        start_call(r, vec_pop(&destructors).function);
    vec_free(&destructors);
}

// ---- the start ----
// Behind 'entry', which returned 'results': what runs at the end gets main's result.
static void call_end(Reader *r, LLVMValueRef end, uint32_t n, const Term results[]) {
    Sort code = sort_bv(r->t, 32);
    want_function(r, end);
    Cmd cmd = { .kind = CMD_CALL, .callee = map_find(&r->functions, (uintptr_t)end), .n = 1 };
    Term result = n == 1 && term_sort(r->t, results[0]).id == code.id
                      ? results[0]
                      : var_term(r->p, emit_input(r, code, INPUT_UNINIT, "exit code", false));
    cmd.terms = copy_terms(r, 1, &result);
    emit(r, cmd);
}

// A start of its own: runs the constructors, then 'entry' with arguments that may be anything, then what runs at the
// end.
static FuncId make_start(Reader *r, LLVMValueRef entry, const VecListed *constructors, LLVMValueRef end) {
    r->func = program_func(r->p, "__hone_entry");
    r->p->funcs.at[r->func].defined = true;
    r->at = program_loc(r->p, r->func, r->pos);
    r->p->funcs.at[r->func].entry = r->at;
    LocId exit = program_loc(r->p, r->func, r->pos);
    r->p->funcs.at[r->func].exit = exit;
    for (uint32_t i = 0; i < constructors->count; i++)
        start_call(r, constructors->at[i].function);
    start_call(r, entry);
    Cmd call = vec_last(&r->p->edges).cmd;
    Cmd cmd = { .kind = CMD_RETURN, .n = call.n_vars, .terms = arena_array(r->p->arena, Term, call.n_vars) };
    for (uint32_t i = 0; i < cmd.n; i++) {
        cmd.terms[i] = var_term(r->p, call.vars[i]);
        vec_push(&r->p->funcs.at[r->func].results, term_sort(r->t, cmd.terms[i]));
    }
    if (end)
        call_end(r, end, cmd.n, cmd.terms);
    emit_end(r, cmd, exit);
    return r->func;
}

LLVMValueRef end_function(Reader *r) {
    LLVMValueRef end = LLVMGetNamedFunction(r->module, "__hone_end");
    return end && !LLVMIsDeclaration(end) ? end : NULL;
}

FuncId read_start(Reader *r, LLVMValueRef entry) {
    VecListed constructors = { 0 };
    listed_functions(r, "llvm.global_ctors", &constructors);
    FuncId start;
    if (constructors.count || LLVMCountParams(entry) || end_function(r)) {
        start = make_start(r, entry, &constructors, end_function(r));
    } else {
        want_function(r, entry);
        start = map_find(&r->functions, (uintptr_t)entry);
    }
    vec_free(&constructors);
    return start;
}

// ---- symbols that the linker or the loader decides ----
static void note_uses(Reader *r, LLVMValueRef symbol, bool calls_too) {
    for (LLVMUseRef use = LLVMGetFirstUse(symbol); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool called = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == symbol;
        for (unsigned i = 0; called && i < LLVMGetNumArgOperands(user); i++)
            called = LLVMGetOperand(user, i) != symbol;
        if (called && !calls_too)
            continue;
        if (LLVMIsAInstruction(user) || LLVMIsAGlobalVariable(user))
            map_put(&r->undecided, (uintptr_t)user, 1);
        else
            note_uses(r, user, calls_too); // an expression, a part of an initial value, another name
    }
}

void find_undecided(Reader *r) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalWeakLinkage)
            note_uses(r, f, false);
    for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalWeakLinkage)
            note_uses(r, g, false);
    for (LLVMValueRef f = LLVMGetFirstGlobalIFunc(r->module); f; f = LLVMGetNextGlobalIFunc(f))
        note_uses(r, f, true);
}
