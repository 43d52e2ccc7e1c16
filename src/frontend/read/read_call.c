// read_call.c - what a call means: the property, inputs, threads, library
// functions that are commands, functions with and without a body
#include "frontend/library.h"
#include "frontend/own.h"
#include "frontend/read/read.h"
#include "frontend/read/read_llvm.h"
#include "program/edit.h"
#include <llvm-c/DebugInfo.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static LLVMValueRef arg(LLVMValueRef call, unsigned i) {
    return LLVMGetOperand(call, i);
}

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static Name text_name(Reader *r, const char *text) {
    return program_name(r->p, text);
}

// The integer result of a call whose outcome is known.
static void set_result(Reader *r, LLVMValueRef call, Term value) {
    LLVMTypeRef type = LLVMTypeOf(call);
    if (type_is_scalar(type))
        set_term(r, call, convert_int(r, value, type_leaf(r, type).sort));
    else if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
        bug("a library function returns a struct");
}

static void set_zero(Reader *r, LLVMValueRef call) {
    set_result(r, call, term_bv(r->t, 0, 32));
}

static Term pointer_arg(Reader *r, LLVMValueRef call, unsigned i) {
    return convert_int(r, value_term(r, arg(call, i)), pointer_sort(r));
}

static Term nonzero(Reader *r, Term a) {
    if (sort_kind(r->t, term_sort(r->t, a)) == SORT_BOOL)
        return a;
    return term_not(r->t, term_eq(r->t, a, term_bv(r->t, 0, sort_width(r->t, term_sort(r->t, a)))));
}

// All leaves of the result become inputs.
static void set_inputs(Reader *r, LLVMValueRef call, InputKind kind, const char *text) {
    VecLeaf leaves = { 0 };
    VecTerm terms = { 0 };
    type_leaves(r, LLVMTypeOf(call), 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        vec_push(&terms, var_term(r->p, emit_input(r, leaves.at[i].sort, kind, text, leaves.at[i].pointer)));
    set_value(r, call, terms.count, terms.at);
    vec_free(&leaves);
    vec_free(&terms);
}

// ---- events ----
static Cmd event(Reader *r, EventKind kind, const char *text) {
    return (Cmd){ .kind = CMD_EVENT, .event = kind, .text = text_name(r, text) };
}

// What C calls a function that has a body: of static ones of the same name, in several files, the linker has renamed
// all but one, and the program may have given it another name for the linker.
static const char *c_name(Reader *r, LLVMValueRef function) {
    enum { NAME = 2 };
    LLVMMetadataRef program = LLVMIsAFunction(function) ? LLVMGetSubprogram(function) : NULL;
    LLVMMetadataRef text = program ? node_operand(r, program, NAME) : NULL;
    if (!text || LLVMGetMetadataKind(text) != LLVMMDStringMetadataKind)
        return "";
    return LLVMGetMDString(LLVMMetadataAsValue(LLVMGetModuleContext(r->module), text), &(unsigned){ 0 });
}

const char *watched_name(Reader *r, LLVMValueRef function) {
    const char *name = LLVMGetValueName2(function, &(size_t){ 0 });
    if (events_have_call(&r->in->events, name))
        return name;
    return events_have_call(&r->in->events, c_name(r, function)) ? c_name(r, function) : NULL;
}

void read_watched_call(Reader *r, const char *name) {
    emit_end(r, event(r, EVENT_CALL, name), r->p->stop);
}

// A handler of SIGABRT runs first (libc/signal.c).
static void emit_abort(Reader *r, const char *text) {
    LLVMValueRef raise = LLVMGetNamedFunction(r->module, "__hone_raise_abort");
    if (raise && !LLVMIsDeclaration(raise)) {
        want_function(r, raise);
        emit(r, (Cmd){ .kind = CMD_CALL, .callee = map_find(&r->functions, (uintptr_t)raise) });
    }
    emit_end(r, (Cmd){ .kind = CMD_ABORT, .text = text_name(r, text) }, r->p->stop);
}

static void call_assert_fail(Reader *r, LLVMValueRef call, const char *name) {
    (void)call;
    emit(r, event(r, EVENT_ASSERTION, name));
    emit_abort(r, name);
}

static void call_verifier_assert(Reader *r, LLVMValueRef call, const char *name) {
    Term holds = nonzero(r, value_term(r, arg(call, 0)));
    LocId start = r->at;
    if (start) {
        emit(r, cmd_assume(term_not(r->t, holds)));
        call_assert_fail(r, call, name);
        r->at = start;
    }
    emit(r, cmd_assume(holds));
}

// The text that a call of a __hone_ function gives as its first argument, or the function's name.
static const char *literal(LLVMValueRef call, const char *name) {
    LLVMValueRef text = LLVMGetNumArgOperands(call) ? arg(call, 0) : NULL;
    LLVMValueRef init = text && LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
    bool ours = starts_with(name, "__hone_");
    return ours && init && LLVMIsConstantString(init) ? LLVMGetAsString(init, &(size_t){ 0 }) : name;
}

// ---- the end of the program ----
static void call_abort(Reader *r, LLVMValueRef call, const char *name) {
    if (strcmp(name, "__hone_abort"))
        emit_abort(r, name);
    else
        emit_end(r, (Cmd){ .kind = CMD_ABORT, .text = text_name(r, literal(call, name)) }, r->p->stop);
}

static void call_exit(Reader *r, LLVMValueRef call, const char *name) {
    Term code = convert_int(r, value_term(r, arg(call, 0)), sort_bv(r->t, 32));
    emit_end(r, (Cmd){ .kind = CMD_EXIT, .a = code, .text = text_name(r, name) }, r->p->stop);
}

static void call_destructors(Reader *r, LLVMValueRef call, const char *name) {
    (void)call;
    (void)name;
    read_destructors(r);
}

static void call_trap(Reader *r, LLVMValueRef call, const char *name) {
    emit_end(r, (Cmd){ .kind = CMD_TRAP, .text = text_name(r, literal(call, name)) }, r->p->stop);
}

static void call_unmodelled(Reader *r, LLVMValueRef call, const char *name) {
    const char *text = literal(call, name);
    if (text == name)
        text = arena_printf(r->p->arena, "call of %s", name);
    emit_end(r, (Cmd){ .kind = CMD_UNMODELLED, .text = text_name(r, text) }, r->p->stop);
    VecLeaf leaves = { 0 };
    type_leaves(r, LLVMTypeOf(call), 0, &leaves);
    set_value(r, call, leaves.count, arena_array(r->p->arena, Term, leaves.count));
    vec_free(&leaves);
}

static void call_odd_format(Reader *r, LLVMValueRef call, const char *name) {
    if (formats_are_plain(r, strstr(name, "scan") != NULL))
        call_trap(r, call, name);
    else
        call_unmodelled(r, call, name);
}

// ---- inputs and assumptions ----
static void call_assume(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    emit(r, cmd_assume(nonzero(r, value_term(r, arg(call, 0)))));
}

static void call_nondet(Reader *r, LLVMValueRef call, const char *name) {
    LLVMTypeRef type = LLVMTypeOf(call);
    if (!strcmp(name, "__VERIFIER_nondet_bool") && type_is_scalar(type)) { // 0 or 1, whatever its type
        VarId var = emit_input(r, bool_sort(r), INPUT_NONDET, name, false);
        set_result(r, call, var_term(r->p, var));
        return;
    }
    set_inputs(r, call, INPUT_NONDET, name);
}

// T __hone_input_T("function"): the input is named by its argument.
static void call_library_input(Reader *r, LLVMValueRef call, const char *name) {
    set_inputs(r, call, INPUT_LIBRARY, literal(call, name));
}

// ---- memory ----
static Term emit_alloc(Reader *r, Term size, const char *name) {
    ObjId object = program_object(r->p, OBJ_HEAP, name);
    r->p->objects.at[object].func = r->func;
    r->p->objects.at[object].pos = r->pos;
    r->p->objects.at[object].align = 16;
    VarId var = new_var(r, name, pointer_sort(r), true);
    emit(r, (Cmd){ .kind = CMD_ALLOC, .var = var, .a = size, .object = object });
    return var_term(r->p, var);
}

static Term or_null(Reader *r, Term pointer, const char *name) {
    if (!r->in->malloc_may_fail) {
        program_assume_that(r->p, "malloc, calloc and realloc never fail");
        return pointer;
    }
    VarId fails = emit_input(r, bool_sort(r), INPUT_LIBRARY, arena_printf(r->p->arena, "%s fails", name), false);
    return term_ite(r->t, var_term(r->p, fails), address_const(r, 0), pointer);
}

// No process has so many bytes: half of the addresses of a user on x86-64, or what is over PTRDIFF_MAX elsewhere.
static Term is_no_size(Reader *r, Term size) {
    uint32_t bits = r->p->pointer_bits, most = bits == 64 ? 47 : bits - 1;
    return nonzero(r, term_extract(r->t, size, bits - 1, most));
}

// Where 'failed', errno is ENOMEM, if the program uses errno at all.
static void say_no_memory(Reader *r, Term failed) {
    LLVMValueRef set = LLVMGetNamedFunction(r->module, "__hone_set_error");
    if (!set || !LLVMGetFirstBasicBlock(set) || !r->at || term_op(r->t, failed) == OP_FALSE)
        return;
    want_function(r, set);
    LocId start = r->at, end = program_loc(r->p, r->func, r->pos);
    emit(r, cmd_assume(term_not(r->t, failed)));
    emit_end(r, (Cmd){ .kind = CMD_SKIP }, end);
    r->at = start;
    emit(r, cmd_assume(failed));
    Cmd cmd = { .kind = CMD_CALL, .callee = map_find(&r->functions, (uintptr_t)set), .n = 1 };
    cmd.terms = arena_array(r->p->arena, Term, 1);
    cmd.terms[0] = term_bv(r->t, ENOMEM, 32);
    emit(r, cmd);
    emit_end(r, (Cmd){ .kind = CMD_SKIP }, end);
    r->at = end;
}

static Term alloc_or_null(Reader *r, Term size, Term too_large, const char *name, bool zero) {
    Term null = address_const(r, 0), bytes = term_ite(r->t, too_large, null, size);
    Term pointer = emit_alloc(r, bytes, zero ? "calloc" : "malloc");
    if (zero)
        emit(r, (Cmd){ .kind = CMD_SET, .a = pointer, .b = term_bv(r->t, 0, 8), .c = bytes });
    say_no_memory(r, too_large);
    return term_ite(r->t, too_large, null, or_null(r, pointer, name));
}

static void call_malloc(Reader *r, LLVMValueRef call, const char *name) {
    Term size = pointer_arg(r, call, 0);
    bool model = starts_with(name, "__hone");
    set_result(r, call,
               model ? emit_alloc(r, size, "malloc") : alloc_or_null(r, size, is_no_size(r, size), name, false));
}

static void call_calloc(Reader *r, LLVMValueRef call, const char *name) {
    uint32_t bits = r->p->pointer_bits;
    Term n = pointer_arg(r, call, 0), each = pointer_arg(r, call, 1);
    Term wide = term_2(r->t, OP_BV_MUL, term_zext(r->t, n, 2 * bits), term_zext(r->t, each, 2 * bits));
    Term size = term_2(r->t, OP_BV_MUL, n, each), over = nonzero(r, term_extract(r->t, wide, 2 * bits - 1, bits));
    set_result(r, call, alloc_or_null(r, size, term_or(r->t, over, is_no_size(r, size)), name, true));
}

static void call_free(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    emit(r, (Cmd){ .kind = CMD_FREE, .a = pointer_arg(r, call, 0) });
}

static void call_memcpy(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    Term to = pointer_arg(r, call, 0);
    emit(r, (Cmd){ .kind = CMD_COPY, .a = to, .b = pointer_arg(r, call, 1), .c = pointer_arg(r, call, 2) });
    set_result(r, call, to);
}

static void call_memset(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    Term to = pointer_arg(r, call, 0);
    Term byte = convert_int(r, value_term(r, arg(call, 1)), sort_bv(r->t, 8));
    emit(r, (Cmd){ .kind = CMD_SET, .a = to, .b = byte, .c = pointer_arg(r, call, 2) });
    set_result(r, call, to);
}

static void call_object_size(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    VarId var = new_var(r, "size", pointer_sort(r), false);
    emit(r, (Cmd){ .kind = CMD_OBJECT_SIZE, .var = var, .a = pointer_arg(r, call, 0) });
    set_result(r, call, var_term(r->p, var));
}

static void call_havoc(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    emit(r, (Cmd){ .kind = CMD_HAVOC, .a = pointer_arg(r, call, 0) });
}

// ---- output ----
// What is printed to standard output arrives, so the result is the number of characters.
static void bind_count(Reader *r, LLVMValueRef call, const char *name, Term result) {
    Term count;
    bool exact;
    if (!LLVMGetFirstUse(call))
        return;
    program_assume_that(r->p, "printf, puts and putchar never fail");
    if (print_count(r, call, name, &count, &exact))
        emit(r, cmd_assume(exact ? term_eq(r->t, result, count) : term_2(r->t, OP_BV_SLE, count, result)));
    else
        emit(r, cmd_assume(term_2(r->t, OP_BV_SLE, term_bv(r->t, 0, 32), result)));
}

static void call_print(Reader *r, LLVMValueRef call, const char *name) {
    const char *format = strcmp(name, "printf") ? "" : constant_text(arg(call, 0));
    if (format && library_format_stores(format)) {
        call_unmodelled(r, call, "printf with %n");
        return;
    }
    VecTerm terms = { 0 };
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        Slice s = value_of(r, arg(call, i));
        for (uint32_t k = 0; k < s.count; k++)
            vec_push(&terms, leaf_term(r, s, k, arg(call, i)));
    }
    Cmd cmd = { .kind = CMD_PRINT, .n = terms.count, .text = text_name(r, name) };
    cmd.var = new_var(r, name, sort_bv(r->t, 32), false);
    cmd.terms = copy_terms(r, terms.count, terms.at);
    emit(r, cmd);
    set_result(r, call, var_term(r->p, cmd.var));
    bind_count(r, call, name, var_term(r->p, cmd.var));
    vec_free(&terms);
}

// ---- threads ----
static Leaf word_leaf(Reader *r) {
    return type_leaf(r, LLVMIntPtrTypeInContext(LLVMGetModuleContext(r->module), r->layout));
}

// Stores 'value' at 'address' unless that is null.
static void store_unless_null(Reader *r, Term address, Term value) {
    Leaf leaf = word_leaf(r);
    Term given = nonzero(r, address);
    LocId start = r->at, end = r->at ? program_loc(r->p, r->func, r->pos) : 0;
    if (!start)
        return;
    if (term_op(r->t, given) != OP_TRUE) {
        emit(r, cmd_assume(term_not(r->t, given)));
        emit_end(r, (Cmd){ .kind = CMD_SKIP }, end);
        r->at = start;
    }
    if (term_op(r->t, given) != OP_FALSE) {
        emit(r, cmd_assume(given));
        store_leaf(r, address, &leaf, value, NULL);
        emit_end(r, (Cmd){ .kind = CMD_SKIP }, end);
    }
    r->at = end;
}

static Term create_thread(Reader *r, LLVMValueRef function, Term argument) {
    Cmd cmd = { .kind = CMD_THREAD_CREATE, .b = argument };
    if (LLVMIsAFunction(function)) {
        want_function(r, function);
        cmd.callee = map_find(&r->functions, (uintptr_t)function);
    } else {
        cmd.a = value_term(r, function);
    }
    cmd.var = new_var(r, "thread", pointer_sort(r), false);
    emit(r, cmd);
    return var_term(r->p, cmd.var);
}

static void call_pthread_create(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    Term where = pointer_arg(r, call, 0);
    store_unless_null(r, where, create_thread(r, arg(call, 2), pointer_arg(r, call, 3)));
    program_assume_that(r->p, "pthread_create never fails");
    program_assume_that(r->p, "threads see each other's writes in one order (sequential consistency)");
    set_zero(r, call);
}

static void call_thread_create(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    set_result(r, call, create_thread(r, arg(call, 0), pointer_arg(r, call, 1)));
}

static Term join_thread(Reader *r, Term thread) {
    VarId var = new_var(r, "joined", pointer_sort(r), true);
    emit(r, (Cmd){ .kind = CMD_THREAD_JOIN, .var = var, .a = thread });
    return var_term(r->p, var);
}

static void call_pthread_join(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    Term value = join_thread(r, pointer_arg(r, call, 0));
    store_unless_null(r, pointer_arg(r, call, 1), value);
    set_zero(r, call);
}

static void call_thread_join(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    set_result(r, call, join_thread(r, pointer_arg(r, call, 0)));
}

static void call_thread_exit(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    if (end_function(r)) // the last thread would call it
        call_unmodelled(r, call, "pthread_exit where functions are to be called at exit");
    emit_end(r, (Cmd){ .kind = CMD_THREAD_EXIT, .a = pointer_arg(r, call, 0) }, r->p->stop);
}

static void call_mutex(Reader *r, LLVMValueRef call, const char *name) {
    Cmd cmd = { .a = pointer_arg(r, call, 0) };
    if (strstr(name, "trylock")) {
        cmd.kind = CMD_MUTEX_TRYLOCK;
        cmd.var = new_var(r, "trylock", sort_bv(r->t, 32), false);
    } else {
        cmd.kind = strstr(name, "unlock") ? CMD_MUTEX_UNLOCK : strstr(name, "lock") ? CMD_MUTEX_LOCK : CMD_MUTEX_INIT;
    }
    emit(r, cmd);
    set_result(r, call, cmd.var ? var_term(r->p, cmd.var) : term_bv(r->t, 0, 32));
}

static void call_atomic_begin(Reader *r, LLVMValueRef call, const char *name) {
    (void)call, (void)name;
    emit(r, (Cmd){ .kind = CMD_ATOMIC_BEGIN });
}

static void call_atomic_end(Reader *r, LLVMValueRef call, const char *name) {
    (void)call, (void)name;
    emit(r, (Cmd){ .kind = CMD_ATOMIC_END });
}

static void call_ignored(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    set_zero(r, call);
}

// A local variable without initial value: see instrument.c.  Never read: no input.
static void call_uninit(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    if (LLVMGetFirstUse(call))
        set_inputs(r, call, INPUT_UNINIT, "uninitialised variable");
}

// Functions without a body that are commands.  'needs' is the least number of arguments.
static const struct Known {
    const char *name;
    bool prefix;
    unsigned needs;
    void (*read)(Reader *r, LLVMValueRef call, const char *name);
} known[] = {
    { "__hone_uninit", true, 0, call_uninit },
    { "__hone_keep", false, 0, call_ignored },
    { "__hone_input_", true, 0, call_library_input },
    { "__hone_assume", false, 1, call_assume },
    { "__hone_trap", false, 0, call_trap },
    { "__hone_unmodelled", false, 0, call_unmodelled },
    { "__hone_odd_format", false, 0, call_odd_format },
    { "__hone_odd_scan_format", false, 0, call_odd_format },
    { "__hone_havoc", false, 1, call_havoc },
    { "__hone_exit", false, 1, call_exit },
    { "__hone_destructors", false, 0, call_destructors },
    { "__hone_abort", false, 0, call_abort },
    { "__hone_malloc", false, 1, call_malloc },
    { "__hone_free", false, 1, call_free },
    { "__hone_object_size", false, 1, call_object_size },
    { "__hone_mutex_", true, 1, call_mutex },
    { "__hone_thread_create", false, 2, call_thread_create },
    { "__hone_thread_join", false, 1, call_thread_join },
    { "__hone_thread_exit", false, 1, call_thread_exit },
    { "__hone_atomic_begin", false, 0, call_atomic_begin },
    { "__hone_atomic_end", false, 0, call_atomic_end },
    { "__VERIFIER_nondet_memory", false, 1, call_havoc },
    { "__VERIFIER_nondet_", true, 0, call_nondet },
    { "__VERIFIER_assume", false, 1, call_assume },
    { "__VERIFIER_assert", false, 1, call_verifier_assert },
    { "__VERIFIER_atomic_begin", false, 0, call_atomic_begin },
    { "__VERIFIER_atomic_end", false, 0, call_atomic_end },
    { "__VERIFIER_error", false, 0, call_abort },
    { "reach_error", false, 0, call_abort },
    { "__assert_fail", false, 0, call_assert_fail },
    { "__assert_perror_fail", false, 0, call_assert_fail },
    { "__assert", false, 0, call_assert_fail },
    { "__assert_rtn", false, 0, call_assert_fail },
    { "abort", false, 0, call_abort },
    { "__stack_chk_fail", false, 0, call_abort },
    { "__chk_fail", false, 0, call_abort },
    { "__fortify_fail", false, 0, call_abort },
    { "exit", false, 1, call_exit },
    { "_exit", false, 1, call_exit },
    { "_Exit", false, 1, call_exit },
    { "quick_exit", false, 1, call_exit },
    { "malloc", false, 1, call_malloc },
    { "calloc", false, 2, call_calloc },
    { "free", false, 1, call_free },
    { "memcpy", false, 3, call_memcpy },
    { "memmove", false, 3, call_memcpy },
    { "memset", false, 3, call_memset },
    { "printf", false, 1, call_print },
    { "puts", false, 1, call_print },
    { "putchar", false, 1, call_print },
    { "pthread_create", false, 4, call_pthread_create },
    { "pthread_join", false, 2, call_pthread_join },
    { "pthread_exit", false, 1, call_thread_exit },
    { "pthread_mutex_init", false, 1, call_mutex },
    { "pthread_mutex_lock", false, 1, call_mutex },
    { "pthread_mutex_trylock", false, 1, call_mutex },
    { "pthread_mutex_unlock", false, 1, call_mutex },
    { "pthread_mutex_destroy", false, 1, call_ignored },
    { "setjmp", false, 0, call_unmodelled },
    { "_setjmp", false, 0, call_unmodelled },
    { "__sigsetjmp", false, 0, call_unmodelled },
    { "sigsetjmp", false, 0, call_unmodelled },
    { "longjmp", false, 0, call_unmodelled },
    { "_longjmp", false, 0, call_unmodelled },
    { "siglongjmp", false, 0, call_unmodelled },
    { "sigset", false, 0, call_unmodelled },
    { "sigvec", false, 0, call_unmodelled },
    { "__sigaction", false, 0, call_unmodelled },
    { "__bsd_signal", false, 0, call_unmodelled },
    { "sigreturn", false, 0, call_unmodelled },
    { "fork", false, 0, call_unmodelled },
    { "vfork", false, 0, call_unmodelled },
};

// Functions of the library that do what "returns any value and writes through its pointers" does not say: they call a
// function that they are given, write later or through pointers that they find in memory, change the state of others,
// or do not return.
static const char unmodelled_names[] =
    " tsearch tfind tdelete twalk twalk_r tdestroy hsearch hcreate ftw ftw64 nftw nftw64 scandir scandir64 scandirat "
    "glob glob64 fts_open dl_iterate_phdr argp_parse _obstack_begin _obstack_begin_1 _obstack_newchunk fopencookie "
    "fmemopen open_memstream open_wmemstream register_printf_function register_printf_specifier __cxa_atexit "
    "__register_atfork thrd_create thrd_join thrd_exit thrd_detach call_once mtx_init mtx_lock mtx_timedlock "
    "mtx_trylock mtx_unlock cnd_wait cnd_timedwait tss_create tss_set pthread_mutexattr_setrobust "
    "pthread_mutex_consistent pthread_mutex_clocklock pthread_cond_clockwait pthread_rwlock_clockrdlock "
    "pthread_rwlock_clockwrlock pthread_cleanup_push __pthread_register_cancel pthread_tryjoin_np "
    "pthread_timedjoin_np sem_open sem_clockwait getcontext setcontext makecontext swapcontext clone aio_read "
    "aio_write "
    "lio_listio timer_create mq_notify readv preadv preadv2 recvmsg recvmmsg process_vm_readv iconv closefrom "
    "close_range initstate setstate seed48 lcong48 srandom_r initstate_r ";

static bool is_unmodelled(const char *name) {
    char word[80];
    int n = snprintf(word, sizeof word, " %s ", name);
    return n < (int)sizeof word && strstr(unmodelled_names, word);
}

static const struct Known *find_known(const char *name) {
    for (size_t i = 0; i < COUNT(known); i++)
        if (known[i].prefix ? starts_with(name, known[i].name) : !strcmp(name, known[i].name))
            return &known[i];
    static const struct Known unmodelled = { .read = call_unmodelled };
    return is_unmodelled(name) ? &unmodelled : NULL;
}

bool read_knows(const char *function) {
    return find_known(function) != NULL;
}

// ---- functions of the program ----
// An argument passed by value in memory: the callee gets a copy.
static void push_argument(Reader *r, LLVMValueRef call, unsigned i, VecTerm *out) {
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

static bool copies_memory(LLVMValueRef call, unsigned fixed) {
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

static void call_function(Reader *r, LLVMValueRef call, LLVMValueRef function) {
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
static void call_pointer(Reader *r, LLVMValueRef call) {
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

// ---- functions nobody defines ----
// Where the caller has made room for the result: the function writes it, and has no business there later.
static bool is_result(LLVMValueRef call, unsigned i) {
    static const char sret[] = "sret";
    unsigned kind = LLVMGetEnumAttributeKindForName(sret, sizeof sret - 1);
    return LLVMGetCallSiteEnumAttribute(call, i + 1, kind) != NULL;
}

// What it may write: what it can reach by its arguments, or could before.
static void havoc_reachable(Reader *r, LLVMValueRef call, const char *name) {
    VecTerm args = { 0 };
    bool copies = copies_memory(call, LLVMGetNumArgOperands(call));
    VarId mark = copies ? new_var(r, "stack", pointer_sort(r), false) : 0;
    if (copies)
        emit(r, (Cmd){ .kind = CMD_STACK_SAVE, .var = mark });
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        if (is_result(call, i))
            emit(r, (Cmd){ .kind = CMD_HAVOC, .a = value_term(r, arg(call, i)) });
        else if (!LLVMIsNull(arg(call, i)))
            push_argument(r, call, i, &args);
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < args.count; i++) // what a pointer fits in
        if (sort_kind(r->t, term_sort(r->t, args.at[i])) == SORT_BV &&
            sort_width(r->t, term_sort(r->t, args.at[i])) >= r->p->pointer_bits && !term_is_const(r->t, args.at[i]))
            args.at[n++] = args.at[i];
    emit(r, (Cmd){ .kind = CMD_HAVOC, .n = n, .terms = copy_terms(r, n, args.at), .text = text_name(r, name) });
    if (copies)
        emit(r, (Cmd){ .kind = CMD_STACK_RESTORE, .a = var_term(r->p, mark) });
    vec_free(&args);
}

static bool gives_function(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMIsAFunction(arg(call, i)))
            return true;
    return false;
}

// Functions that compilers call for what the language has: libatomic, libgcc.  They are not of the program's world,
// so none of them returns just anything.
static bool is_runtime(const char *name) {
    static const char *const prefixes[] = { "__builtin_",           "__atomic_", "__sync_", "_Unwind_",
                                            "__cpu_indicator_init", "__emutls_" };
    static const char *const stems[] = {
        "mul",   "div",     "mod",    "udiv",  "umod",     "divmod", "udivmod", "mulo", "ashl",  "ashr",  "lshr",
        "neg",   "abs",     "cmp",    "ucmp",  "popcount", "parity", "clz",     "ctz",  "ffs",   "bswap", "clrsb",
        "add",   "sub",     "eq",     "ne",    "lt",       "le",     "gt",      "ge",   "unord", "fix",   "fixuns",
        "float", "floatun", "extend", "trunc", "powi",     "addv",   "subv",    "mulv", "negv",  "absv"
    };
    static const char modes[] = "qhsdtxcfi"; // of the operands, as in __muldc3 and __fixunsxfti
    for (size_t i = 0; i < COUNT(prefixes); i++)
        if (starts_with(name, prefixes[i]))
            return true;
    for (size_t i = 0; i < COUNT(stems) && starts_with(name, "__"); i++) {
        size_t n = strlen(stems[i]), m = 0;
        if (strncmp(name + 2, stems[i], n))
            continue;
        m = strspn(name + 2 + n, modes);
        const char *rest = name + 2 + n + m;
        if (m >= 2 && m <= 4 && (!*rest || (strchr("234", *rest) && !rest[1])))
            return true;
    }
    return false;
}

// Where the program asks for errno a function that nobody describes may have set it.
static void change_errno(Reader *r) {
    LLVMValueRef f = LLVMGetNamedFunction(r->module, "__hone_any_errno");
    if (!f || LLVMIsDeclaration(f) || r->in->externals != EXTERNALS_HAVOC)
        return;
    want_function(r, f);
    emit(r, (Cmd){ .kind = CMD_CALL, .callee = map_find(&r->functions, (uintptr_t)f) });
}

static bool has_external_variables(const Program *p) {
    for (ObjId o = 1; o < p->objects.count; o++)
        if (p->objects.at[o].external && !p->objects.at[o].constant)
            return true;
    return false;
}

static void call_external(Reader *r, LLVMValueRef call, const char *name) {
    Arena *a = r->p->arena;
    if (is_runtime(name)) {
        call_unmodelled(r, call, name);
        return;
    }
    if (r->in->externals == EXTERNALS_STOP) {
        call_unmodelled(r, call, arena_printf(a, "%s, which has no body", name));
        return;
    }
    bool havoc = r->in->externals == EXTERNALS_HAVOC;
    if (havoc)
        havoc_reachable(r, call, r->p->funcs.at[r->func].outside ? "a function from outside" : name);
    if (r->p->funcs.at[r->func].outside) {
        set_inputs(r, call, INPUT_EXTERNAL, "a function from outside");
        return;
    }
    change_errno(r);
    const char *writes = !havoc                         ? "nothing"
                         : has_external_variables(r->p) ? "only through its pointers and to external variables"
                                                        : "only through its pointers";
    const char *calls = !havoc && gives_function(call) ? ", and does not call the function that it is given" : "";
    program_assume_that(
        r->p, arena_printf(a, "%s, which has no body, returns any value and writes %s%s", name, writes, calls));
    set_inputs(r, call, INPUT_EXTERNAL, name);
}

// fprintf(stderr, "...", ...) whose result is not used and that stores nothing: no effect we see.
static bool is_message(Reader *r, LLVMValueRef call, const char *name) {
    int format = library_format_argument(name);
    if (format < 1 || (unsigned)format >= LLVMGetNumArgOperands(call) || LLVMGetFirstUse(call))
        return false;
    if (own_has(r->module, name) || own_has(r->module, "stderr"))
        return false;
    LLVMValueRef stream = arg(call, 0);
    LLVMValueRef from = LLVMIsALoadInst(stream) ? LLVMGetOperand(stream, 0) : NULL;
    const char *text = constant_text(arg(call, (unsigned)format));
    return from && LLVMIsAGlobalVariable(from) && !strcmp(LLVMGetValueName2(from, &(size_t){ 0 }), "stderr") && text &&
           !library_format_stores(text);
}

// Functions of the library that take memory by malloc: the program's, where it defines that.
static bool uses_own_malloc(Reader *r, LLVMValueRef callee, const char *name) {
    static const char *const users[] = { "strdup",   "__strdup",       "strndup",        "wcsdup",
                                         "asprintf", "vasprintf",      "__asprintf_chk", "__vasprintf_chk",
                                         "getline",  "getdelim",       "__getdelim",     "getcwd",
                                         "realpath", "open_memstream", "scandir",        "getaddrinfo" };
    bool uses = false;
    for (size_t i = 0; i < COUNT(users); i++)
        uses |= !strcmp(name, users[i]);
    return uses && !own_has(r->module, name) && LLVMGetLinkage(callee) != LLVMInternalLinkage &&
           (own_has(r->module, "malloc") || own_has(r->module, "realloc"));
}

static bool takes_wide(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (type_is_wide(LLVMTypeOf(arg(call, i))))
            return true;
    return false;
}

// Behind its other names; 'watched' gets one of them that is watched, or stays.
static LLVMValueRef called_function(Reader *r, LLVMValueRef call, const char **watched) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    for (; LLVMIsAGlobalAlias(callee); callee = LLVMAliasGetAliasee(callee))
        if (events_have_call(&r->in->events, LLVMGetValueName2(callee, &(size_t){ 0 })))
            *watched = LLVMGetValueName2(callee, &(size_t){ 0 });
    if (!*watched && LLVMIsAFunction(callee))
        *watched = watched_name(r, callee);
    return callee;
}

// The model of an instruction of the processor, or NULL.
static LLVMValueRef instruction_model(Reader *r, const char *name) {
    char model[100];
    LLVMValueRef found = library_intrinsic(name, model, sizeof model) ? LLVMGetNamedFunction(r->module, model) : NULL;
    return found && !LLVMIsDeclaration(found) ? found : NULL;
}

void read_call(Reader *r, LLVMValueRef call) {
    const char *watched = NULL;
    LLVMValueRef callee = called_function(r, call, &watched);
    if (LLVMIsAInlineAsm(callee)) {
        read_asm(r, call, callee);
        return;
    }
    if (!LLVMIsAFunction(callee)) {
        call_pointer(r, call);
        return;
    }
    const char *name = LLVMGetValueName2(callee, &(size_t){ 0 });
    const struct Known *k;
    LLVMValueRef model = instruction_model(r, name);
    if (model) {
        call_function(r, call, model);
    } else if (starts_with(name, "llvm.")) {
        if (takes_wide(call) || !read_intrinsic(r, call, name + 5))
            call_unmodelled(r, call, name);
    } else if (watched) {
        read_watched_call(r, watched);
        call_unmodelled(r, call, name); // sets the value; nothing gets here
    } else if (is_message(r, call, name)) {
        return;
    } else if (uses_own_malloc(r, callee, name)) {
        call_unmodelled(r, call, arena_printf(r->p->arena, "%s, which calls the program's malloc", name));
    } else if (!LLVMIsDeclaration(callee)) {
        call_function(r, call, callee);
    } else if ((k = find_known(name)) && LLVMGetNumArgOperands(call) >= k->needs) {
        k->read(r, call, name);
        if (!r->at && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind &&
            !map_get(&r->values, (uintptr_t)call, NULL))
            call_unmodelled(r, call, name);
    } else {
        call_external(r, call, name);
    }
}
