// read_start.c - how a program starts and ends, and what is decided between compiler and start
#include "frontend/linker.h"
#include "frontend/notes.h"
#include "frontend/read/read.h"
#include <stdlib.h>
#include <string.h>

// ---- constructors and destructors ----
typedef struct Listed { // in llvm.global_ctors or llvm.global_dtors, or by a variable in .init_array or its kin
    LLVMValueRef function;
    uint64_t priority;
    uint32_t index;
    bool by_section;
} Listed;
typedef VEC(Listed) VecListed;
enum { LAST = 65535 }; // the priority of those without

static int earlier_first(const void *x, const void *y) {
    const Listed *a = x, *b = y;
    if (a->priority != b->priority)
        return a->priority < b->priority ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static void unmodelled_start(Reader *r, const char *what) {
    emit_end(r, (Cmd){ .kind = CMD_UNMODELLED, .text = program_name(r->p, what) }, r->p->stop);
}

static void add_listed(Reader *r, const char *list, VecListed *out) {
    LLVMValueRef variable = LLVMGetNamedGlobal(r->module, list), init = variable ? LLVMGetInitializer(variable) : NULL;
    uint32_t n = init ? (uint32_t)LLVMGetArrayLength2(LLVMTypeOf(init)) : 0;
    for (uint32_t i = 0; i < n; i++) {
        LLVMValueRef entry = LLVMGetAggregateElement(init, i), function = LLVMGetAggregateElement(entry, 1);
        if (LLVMIsAFunction(function) && !LLVMIsDeclaration(function))
            vec_push(out, (Listed){ function, LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0)), i, false });
    }
}

// By code, or by the initial value of a variable.
static bool is_used(LLVMValueRef v) {
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) || LLVMIsAGlobalValue(user) || is_used(user))
            return true;
    }
    return false;
}

// Variables in the section, or in one of its numbered parts: pointers to functions, which nobody looks at.
static void add_of_section(Reader *r, const char *section, VecListed *out) {
    size_t n = strlen(section);
    uint32_t index = 0;
    for (LLVMValueRef v = LLVMGetFirstGlobal(r->module); v; v = LLVMGetNextGlobal(v), index++) {
        const char *in = linker_section(v), *digits = in + n + 1;
        if (strncmp(in, section, n) || (in[n] && in[n] != '.'))
            continue;
        LLVMValueRef function = LLVMGetInitializer(v);
        while (function && LLVMIsAGlobalAlias(function))
            function = LLVMAliasGetAliasee(function);
        bool plain = function && LLVMIsAFunction(function) && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) &&
                     !is_used(v) && LLVMGetAlignment(v) <= r->p->pointer_bits / 8 &&
                     (!in[n] || !digits[strspn(digits, "0123456789")]);
        if (!plain)
            unmodelled_start(r, arena_printf(r->p->arena, "what is in section %s", in));
        else
            vec_push(out, (Listed){ function, in[n] ? strtoul(digits, NULL, 10) : LAST, index, true });
    }
}

// By rising priority: constructors run in this order, destructors in the other.
static void listed_functions(Reader *r, const char *list, const char *section, VecListed *out) {
    assert(!out->count);
    add_listed(r, list, out);
    add_of_section(r, section, out);
    if (out->count > 1)
        qsort(out->at, out->count, sizeof *out->at, earlier_first);
    for (uint32_t i = 1; i < out->count; i++) {
        const Listed *a = &out->at[i - 1], *b = &out->at[i];
        if (a->priority != b->priority)
            continue;
        if (a->by_section != b->by_section)
            unmodelled_start(r, "the order of constructors, or destructors, and of what a section lists");
        program_assume_that(r->p, "constructors and destructors of one priority run in the order of their definition");
    }
}

// Calls a function with arguments that may be anything.
static Cmd start_call(Reader *r, LLVMValueRef function) {
    assert(r->func);
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
    return cmd;
}

void read_destructors(Reader *r) {
    VecListed destructors = { 0 };
    listed_functions(r, "llvm.global_dtors", ".fini_array", &destructors);
    while (destructors.count)
        start_call(r, vec_pop(&destructors).function);
    vec_free(&destructors);
}

// ---- the start ----
// Behind 'entry', which returned 'results': what runs at the end gets main's result.
static void call_end(Reader *r, LLVMValueRef end, uint32_t n, const Term results[]) {
    assert(!LLVMIsDeclaration(end));
    assert(!n || results);
    Sort code = sort_bv(r->t, 32);
    want_function(r, end);
    Cmd cmd = { .kind = CMD_CALL, .callee = map_find(&r->functions, (uintptr_t)end), .n = 1 };
    Term result = n == 1 && term_sort(r->t, results[0]).id == code.id
                      ? results[0]
                      : var_term(r->p, emit_input(r, code, INPUT_UNINIT, "exit code", false));
    cmd.terms = copy_terms(r, 1, &result);
    emit(r, cmd);
}

// What takes part in the start, and is not followed; NULL: nothing.
static const char *odd_start(Reader *r) {
    static const char *const functions[] = { "_start", "__libc_start_main", "_init", "_fini", "__libc_csu_init" };
    static const char *const sections[] = { ".ctors", ".dtors", ".init", ".fini" };
    for (size_t i = 0; i < COUNT(functions); i++) {
        LLVMValueRef f = LLVMGetNamedFunction(r->module, functions[i]);
        if (f && !LLVMIsDeclaration(f))
            return arena_printf(r->p->arena, "a %s of the program's own", functions[i]);
    }
    if (notes_text(r->module, LATE_NOTE, 0))
        return arena_printf(r->p->arena, "%s, which is declared a constructor or destructor behind its definition",
                            notes_text(r->module, LATE_NOTE, 0));
    for (int variables = 0; variables < 2; variables++) {
        LLVMValueRef v = variables ? LLVMGetFirstGlobal(r->module) : LLVMGetFirstFunction(r->module);
        for (; v; v = variables ? LLVMGetNextGlobal(v) : LLVMGetNextFunction(v))
            for (size_t i = 0; i < COUNT(sections); i++) {
                const char *in = linker_section(v);
                size_t n = strlen(sections[i]);
                if (!strncmp(in, sections[i], n) && (!in[n] || (variables && i < 2 && in[n] == '.')))
                    return arena_printf(r->p->arena, "what is in section %s", in);
            }
    }
    return NULL;
}

// Before main: functions are chosen, then those of .preinit_array run, then constructors.
static void read_constructors(Reader *r) {
    VecListed first = { 0 }, constructors = { 0 };
    LLVMValueRef choose = LLVMGetNamedFunction(r->module, LINKER_CHOOSE);
    const char *odd = odd_start(r);
    if (odd)
        unmodelled_start(r, odd);
    if (choose)
        start_call(r, choose);
    add_of_section(r, ".preinit_array", &first);
    for (uint32_t i = 0; i < first.count; i++)
        start_call(r, first.at[i].function);
    listed_functions(r, "llvm.global_ctors", ".init_array", &constructors);
    for (uint32_t i = 0; i < constructors.count; i++)
        start_call(r, constructors.at[i].function);
    vec_free(&first);
    vec_free(&constructors);
}

// A start of its own: runs the constructors, then 'entry' with arguments that may be anything, then what runs at the
// end.
static FuncId make_start(Reader *r, LLVMValueRef entry, LLVMValueRef end) {
    assert(!program_find_func(r->p, "__hone_entry"));
    r->func = program_func(r->p, "__hone_entry");
    r->p->funcs.at[r->func].defined = true;
    r->at = program_loc(r->p, r->func, r->pos);
    r->p->funcs.at[r->func].entry = r->at;
    LocId exit = program_loc(r->p, r->func, r->pos);
    r->p->funcs.at[r->func].exit = exit;
    read_constructors(r);
    Cmd call = start_call(r, entry);
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

static bool has_start(Reader *r) {
    return LLVMGetNamedGlobal(r->module, "llvm.global_ctors") || LLVMGetNamedFunction(r->module, LINKER_CHOOSE) ||
           linker_has_section(r->module, ".init_array") || linker_has_section(r->module, ".preinit_array") ||
           odd_start(r);
}

FuncId read_start(Reader *r, LLVMValueRef entry) {
    assert(entry && !LLVMIsDeclaration(entry));
    bool called_again =
        LLVMGetFirstUse(entry) != NULL; // engines do not take a run's start for an activation like others
    if (has_start(r) || LLVMCountParams(entry) || end_function(r) || called_again)
        return make_start(r, entry, end_function(r));
    want_function(r, entry);
    return map_find(&r->functions, (uintptr_t)entry);
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
        if ((LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalWeakLinkage) || linker_defines(g))
            note_uses(r, g, false);
    for (LLVMValueRef f = LLVMGetFirstGlobalIFunc(r->module); f; f = LLVMGetNextGlobalIFunc(f))
        note_uses(r, f, true);
}
