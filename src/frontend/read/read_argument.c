// read_argument.c - calls of functions of the program: arguments, variable ones too, and results; directly and through
// pointers
#include "frontend/read/read_call.h"
#include "program/edit.h"

// An argument passed by value in memory: the callee gets a copy.
void push_argument(Reader *r, LLVMValueRef call, unsigned i, VecTerm *out) {
    static const char byval[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(byval, sizeof byval - 1);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
    Slice s = value_of(r, arg(call, i));
    if (!attribute) {
        for (uint32_t k = 0; k < s.count; k++)
            vec_push(out, leaf_term(r, s, k, arg(call, i)));
        return;
    }
    uint64_t size = LLVMABISizeOfType(r->layout, LLVMGetTypeAttributeValue(attribute));
    Term bytes = address_const(r, size);
    ObjId object = program_object(r->p, OBJ_STACK, "argument");
    r->p->objects.at[object].func = r->func;
    r->p->objects.at[object].size = size;
    r->p->objects.at[object].align = 16;
    VarId copy = new_var(r, "argument", pointer_sort(r), true);
    emit(r, (Cmd){ .kind = CMD_ALLOC, .var = copy, .a = bytes, .object = object });
    emit(r, (Cmd){ .kind = CMD_COPY, .a = var_term(r->p, copy), .b = leaf_term(r, s, 0, arg(call, i)), .c = bytes });
    vec_push(out, var_term(r->p, copy));
}

bool copies_memory(LLVMValueRef call, unsigned fixed) {
    static const char byval[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(byval, sizeof byval - 1);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (i >= fixed || LLVMGetCallSiteEnumAttribute(call, i + 1, kind))
            return true;
    return false;
}

// Vectors that are aligned otherwise than the slots are.
static bool has_own_alignment(Reader *r, LLVMTypeRef type) {
    unsigned align = LLVMABIAlignmentOfType(r->layout, type);
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind && align > (r->p->pointer_bits == 32 ? 4u : 16u);
}

// The variable arguments lie in one object, in order, each in slots of a word: that is
// where va_arg of both ABIs looks once the registers are used up (read_intrinsic.c).
static Term variable_arguments(Reader *r, LLVMValueRef call, unsigned fixed) {
    assert(fixed <= LLVMGetNumArgOperands(call));
    static const char byval[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(byval, sizeof byval - 1), n = LLVMGetNumArgOperands(call);
    uint64_t word = r->p->pointer_bits / 8, end = 0;
    for (unsigned i = fixed; i < n; i++)
        if (has_own_alignment(r, LLVMTypeOf(arg(call, i)))) {
            emit_unmodelled(r, "a vector among variable arguments");
            return address_const(r, 0);
        }
    if (n == fixed)
        return address_const(r, 0);
    ObjId object = program_object(r->p, OBJ_STACK, "varargs");
    VarId area = new_var(r, "varargs", pointer_sort(r), true);
    Cmd alloc = { .kind = CMD_ALLOC, .var = area, .object = object };
    emit(r, alloc);
    EdgeId alloc_edge = r->p->edges.count - 1;
    assert(!r->at || r->p->edges.at[alloc_edge].cmd.kind == CMD_ALLOC);
    for (unsigned i = fixed; i < n; i++) {
        LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
        LLVMTypeRef type = by_value ? LLVMGetTypeAttributeValue(by_value) : LLVMTypeOf(arg(call, i));
        uint64_t size = LLVMABISizeOfType(r->layout, type);
        if (word == 8 && LLVMABIAlignmentOfType(r->layout, type) >= 16)
            end = (end + 15) & ~15ull;
        Term to = term_2(r->t, OP_BV_ADD, var_term(r->p, area), address_const(r, end));
        Slice s = value_of(r, arg(call, i));
        VecLeaf leaves = { 0 };
        if (by_value)
            emit(
                r,
                (Cmd){ .kind = CMD_COPY, .a = to, .b = leaf_term(r, s, 0, arg(call, i)), .c = address_const(r, size) });
        else
            type_leaves(r, type, 0, &leaves);
        for (uint32_t k = 0; k < leaves.count; k++)
            store_leaf(r, to, &leaves.at[k], leaf_term(r, s, k, arg(call, i)), NULL);
        vec_free(&leaves);
        end = (end + size + word - 1) / word * word;
    }
    Object *o = &r->p->objects.at[object];
    o->func = r->func;
    o->size = end;
    o->align = 16;
    if (r->at)
        r->p->edges.at[alloc_edge].cmd.a = address_const(r, end);
    return var_term(r->p, area);
}

static void note_x87_result(Reader *r, LLVMValueRef call) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
    if (r->p->pointer_bits == 32 && (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind))
        program_uses_floats(r->p, FLOATS_RETURNED_BY_X87);
}

// Emits the CALL; the results are set as the value of the call instruction.
static void emit_call_cmd(Reader *r, Cmd cmd, const VecTerm *args, LLVMValueRef call) {
    assert(cmd.callee || cmd.a.id);
    VecLeaf leaves = { 0 };
    note_x87_result(r, call);
    type_leaves(r, LLVMTypeOf(call), 0, &leaves);
    const Function *f = cmd.callee ? &r->p->funcs.at[cmd.callee] : NULL;
    uint32_t results = f ? f->results.count : leaves.count;
    cmd.kind = CMD_CALL;
    cmd.n = args->count;
    cmd.terms = copy_terms(r, args->count, args->at);
    cmd.n_vars = results;
    cmd.vars = arena_array(r->p->arena, VarId, results);
    for (uint32_t i = 0; i < results; i++) {
        Sort sort = cmd.callee ? r->p->funcs.at[cmd.callee].results.at[i] : leaves.at[i].sort;
        cmd.vars[i] = new_var(r, "call", sort, i < leaves.count && leaves.at[i].pointer);
    }
    emit(r, cmd);
    Term *terms = arena_array(r->p->arena, Term, leaves.count);
    bool arrives = true;
    for (uint32_t i = 0; i < leaves.count; i++) {
        const Leaf *leaf = &leaves.at[i];
        arrives = arrives && i < results && value_arrives(r->p, r->p->vars.at[cmd.vars[i]].sort, leaf->sort);
        if (arrives)
            terms[i] = value_cut(r->p, var_term(r->p, cmd.vars[i]), leaf->sort);
        else if (LLVMGetFirstUse(call))
            terms[i] = var_term(r->p, emit_input(r, leaf->sort, INPUT_UNINIT, MISSING_RESULT, leaf->pointer));
    }
    set_value(r, call, leaves.count, terms);
    vec_free(&leaves);
}

// Old C lets a call disagree with the definition.  As for calls through pointers: surplus arguments are dropped,
// and from the first that is missing or does not arrive on the parameters are inputs.
static void fit_arguments(Reader *r, LLVMValueRef function, VecTerm *args) {
    VecLeaf params = { 0 };
    bool arrives = true;
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        type_leaves(r, LLVMTypeOf(LLVMGetParam(function, i)), 0, &params);
    uint32_t given = args->count;
    vec_resize(args, params.count);
    for (uint32_t i = 0; i < params.count; i++) {
        const Leaf *param = &params.at[i];
        arrives = arrives && i < given && value_arrives(r->p, term_sort(r->t, args->at[i]), param->sort);
        if (arrives)
            args->at[i] = value_cut(r->p, args->at[i], param->sort);
        else
            args->at[i] = var_term(r->p, emit_input(r, param->sort, INPUT_UNINIT, MISSING_ARGUMENT, param->pointer));
    }
    vec_free(&params);
}

void call_function(Reader *r, LLVMValueRef call, LLVMValueRef function) {
    assert(LLVMIsAFunction(function) && !LLVMIsDeclaration(function));
    const char *name = LLVMGetValueName2(function, &(size_t){ 0 });
    want_function(r, function);
    Cmd cmd = { .callee = map_find(&r->functions, (uintptr_t)function) };
    bool variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function));
    unsigned n = LLVMGetNumArgOperands(call), fixed = variadic ? LLVMCountParams(function) : n;
    bool atomic = starts_with(name, "__VERIFIER_atomic_"), copies = copies_memory(call, fixed);
    VarId mark = copies ? new_var(r, "stack", pointer_sort(r), false) : 0;
    if (copies)
        emit(r, (Cmd){ .kind = CMD_STACK_SAVE, .var = mark });
    VecTerm args = { 0 };
    for (unsigned i = 0; i < fixed && i < n; i++)
        push_argument(r, call, i, &args);
    fit_arguments(r, function, &args);
    if (variadic)
        vec_push(&args, variable_arguments(r, call, fixed < n ? fixed : n));
    if (atomic)
        emit(r, (Cmd){ .kind = CMD_ATOMIC_BEGIN });
    emit_call_cmd(r, cmd, &args, call);
    if (atomic)
        emit(r, (Cmd){ .kind = CMD_ATOMIC_END });
    if (copies)
        emit(r, (Cmd){ .kind = CMD_STACK_RESTORE, .a = var_term(r->p, mark) });
    vec_free(&args);
}

// Through a pointer.  A type without parameters, "int (*f)()", says nothing about them.
void call_pointer(Reader *r, LLVMValueRef call) {
    assert(!LLVMIsAFunction(LLVMGetCalledValue(call)));
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    unsigned n = LLVMGetNumArgOperands(call), params = LLVMCountParamTypes(type);
    bool variadic = LLVMIsFunctionVarArg(type) && params > 0;
    unsigned fixed = variadic ? params : n;
    bool copies = copies_memory(call, fixed);
    VarId mark = copies ? new_var(r, "stack", pointer_sort(r), false) : 0;
    if (copies)
        emit(r, (Cmd){ .kind = CMD_STACK_SAVE, .var = mark });
    VecTerm args = { 0 };
    for (unsigned i = 0; i < fixed; i++)
        push_argument(r, call, i, &args);
    if (variadic)
        vec_push(&args, variable_arguments(r, call, fixed));
    want_outside(r, call);
    emit_call_cmd(r, (Cmd){ .a = value_term(r, LLVMGetCalledValue(call)), .variadic = variadic }, &args, call);
    if (copies)
        emit(r, (Cmd){ .kind = CMD_STACK_RESTORE, .a = var_term(r->p, mark) });
    vec_free(&args);
}
