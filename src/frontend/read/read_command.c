// read_command.c - library functions that are commands: what each does is one line of a table, and a few lines of code
#include "frontend/instrument.h"
#include "frontend/library.h"
#include "frontend/read/read_call.h"
#include "frontend/read/read_llvm.h"
#include <errno.h>

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
void set_inputs(Reader *r, LLVMValueRef call, InputKind kind, const char *text) {
    VecLeaf leaves = { 0 };
    VecTerm terms = { 0 };
    type_leaves(r, LLVMTypeOf(call), 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        vec_push(&terms, var_term(r->p, emit_input(r, leaves.at[i].sort, kind, text, leaves.at[i].pointer)));
    set_value(r, call, terms.count, terms.at);
    vec_free(&leaves);
    vec_free(&terms);
}

// ---- assertions ----
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
    emit(r, cmd_event(EVENT_ASSERTION, text_name(r, name)));
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

static void call_wrong(Reader *r, LLVMValueRef call, const char *name) {
    emit(r, cmd_event(EVENT_LIBRARY, text_name(r, literal(call, name))));
}

static void call_trap(Reader *r, LLVMValueRef call, const char *name) {
    call_wrong(r, call, name);
    emit_end(r, (Cmd){ .kind = CMD_TRAP, .text = text_name(r, literal(call, name)) }, r->p->stop);
}

void call_unmodelled(Reader *r, LLVMValueRef call, const char *name) {
    assert(name && *name);
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

// ---- rules ----
// __hone_rule_verdict(what a handler returned, rule, event): see frontend/rules/handlers.h.
static void call_rule_verdict(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    const Rule *rule = &r->in->rules->at[LLVMConstIntGetZExtValue(arg(call, 1))];
    const RuleEvent *e = &rule->events.at[LLVMConstIntGetZExtValue(arg(call, 2))];
    Term verdict = value_term(r, arg(call, 0));
    for (uint32_t i = e->first_abort; i < e->first_abort + e->n_aborts && r->at; i++) {
        Term violated = term_eq(r->t, verdict, term_bv(r->t, i + 1, 32));
        LocId start = r->at;
        emit(r, cmd_assume(violated));
        const char *text = rule_abort_text(rule, i, r->p->arena);
        emit_end(r, cmd_event(EVENT_RULE, text_name(r, text)), r->p->stop);
        r->at = start;
        emit(r, cmd_assume(term_not(r->t, violated)));
    }
    emit(r, cmd_assume(term_not(r->t, term_eq(r->t, verdict, term_bv(r->t, UINT32_MAX, 32))))); // RULE_HALT
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
    assert(term_sort(r->t, size).id == pointer_sort(r).id);
    ObjId object = program_object(r->p, OBJ_HEAP, name);
    r->p->objects.at[object].func = r->func;
    r->p->objects.at[object].pos = r->pos;
    r->p->objects.at[object].align = 16;
    VarId var = new_var(r, name, pointer_sort(r), true);
    emit(r, (Cmd){ .kind = CMD_ALLOC, .var = var, .a = size, .object = object });
    return var_term(r->p, var);
}

// Is there no memory left for the function of that name?
static Term runs_out(Reader *r, const char *name) {
    if (!r->in->malloc_may_fail) {
        program_assume_that(r->p, "malloc, calloc and realloc never fail");
        return term_false(r->t);
    }
    const char *text = arena_printf(r->p->arena, "%s%s", name, MEMORY_FAILS);
    return var_term(r->p, emit_input(r, bool_sort(r), INPUT_LIBRARY, text, false));
}

// No process has so many bytes: half of the addresses of a user on x86-64, or what is over PTRDIFF_MAX elsewhere.
static Term is_no_size(Reader *r, Term size) {
    assert(term_sort(r->t, size).id == pointer_sort(r).id);
    uint32_t bits = r->p->pointer_bits, most = bits == 64 ? 47 : bits - 1;
    return nonzero(r, term_extract(r->t, size, bits - 1, most));
}

// Where 'failed', errno is ENOMEM, if the program uses errno at all.
static void say_no_memory(Reader *r, Term failed) {
    assert(sort_kind(r->t, term_sort(r->t, failed)) == SORT_BOOL);
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

static Term emit_memory(Reader *r, Term bytes, bool zero) {
    Term pointer = emit_alloc(r, bytes, zero ? "calloc" : "malloc");
    if (zero)
        emit(r, (Cmd){ .kind = CMD_SET, .a = pointer, .b = term_bv(r->t, 0, 8), .c = bytes });
    return pointer;
}

// Where objects that are left are counted, there must be none if 'failed'.
static Term alloc_unless(Reader *r, Term failed, Term size, bool zero) {
    VarId result = new_var(r, "memory", pointer_sort(r), true);
    LocId start = r->at, end = program_loc(r->p, r->func, r->pos);
    emit(r, cmd_assume(failed));
    emit_end(r, cmd_assign(r->p, result, address_const(r, 0)), end);
    r->at = start;
    emit(r, cmd_assume(term_not(r->t, failed)));
    Term pointer = emit_memory(r, size, zero);
    emit_end(r, cmd_assign(r->p, result, pointer), end);
    r->at = end;
    return var_term(r->p, result);
}

// With --externals pure (SV-COMP) memory is there whatever its size: a run that asks for too much is none.
static Term leave_out(Reader *r, Term too_large) {
    if (r->in->externals != EXTERNALS_PURE || r->in->malloc_may_fail || !r->at || term_is_const(r->t, too_large))
        return too_large;
    emit(r, cmd_assume(term_not(r->t, too_large)));
    return term_false(r->t);
}

static Term alloc_or_null(Reader *r, Term size, Term too_large, const char *name, bool zero) {
    too_large = leave_out(r, too_large);
    Term null = address_const(r, 0), failed = term_or(r->t, too_large, runs_out(r, name)), pointer;
    bool counted = r->in->events.kept || r->in->events.lost || r->in->malloc_may_fail;
    if (counted && r->at && !term_is_const(r->t, failed)) {
        pointer = alloc_unless(r, failed, size, zero);
        say_no_memory(r, failed);
        return pointer;
    }
    pointer = emit_memory(r, term_ite(r->t, failed, null, size), zero);
    say_no_memory(r, failed);
    return term_ite(r->t, failed, null, pointer);
}

static void call_malloc(Reader *r, LLVMValueRef call, const char *name) {
    Term size = pointer_arg(r, call, 0);
    bool model = starts_with(name, "__hone");
    set_result(r, call,
               model ? emit_alloc(r, size, "malloc") : alloc_or_null(r, size, is_no_size(r, size), name, false));
}

static void call_lend(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    ObjId object = r->p->objects.count;
    set_result(r, call, emit_alloc(r, pointer_arg(r, call, 0), "library"));
    r->p->objects.at[object].lent = true;
}

// void *__hone_allocate("function", bytes): what a model gives to the program.
static void call_allocate(Reader *r, LLVMValueRef call, const char *name) {
    set_result(r, call, alloc_or_null(r, pointer_arg(r, call, 1), term_false(r->t), literal(call, name), false));
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
    Term to = pointer_arg(r, call, 0);
    Cmd cmd = { .kind = CMD_COPY, .a = to, .b = pointer_arg(r, call, 1), .c = pointer_arg(r, call, 2) };
    cmd.apart = !strcmp(name, "memcpy");
    emit(r, cmd);
    set_result(r, call, to);
}

static void call_memset(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    Term to = pointer_arg(r, call, 0);
    Term byte = convert_int(r, value_term(r, arg(call, 1)), sort_bv(r->t, 8));
    emit(r, (Cmd){ .kind = CMD_SET, .a = to, .b = byte, .c = pointer_arg(r, call, 2) });
    set_result(r, call, to);
}

// Is a process after a fork as one without, but for what fork returns?  Not where it shares memory with the other,
// where there are threads, which the child has not, and where the model of a function knows what it gave before.
static void call_may_fork(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    static const char *const others[] = { "mmap",  "mmap64", "shmat",         "pthread_create", "thrd_create", "clone",
                                          "vfork", "clock",  "clock_gettime", "pthread_atfork", NULL };
    bool may = true;
    for (uint32_t i = 0; others[i]; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(r->module, others[i]);
        may = may && (!f || !LLVMGetFirstUse(f));
    }
    set_term(r, call, term_bv(r->t, may, 32));
}

static void call_object_size(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    VarId var = new_var(r, "size", pointer_sort(r), false);
    emit(r, (Cmd){ .kind = CMD_OBJECT_SIZE, .var = var, .a = pointer_arg(r, call, 0) });
    set_result(r, call, var_term(r->p, var));
}

static void call_havoc(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    Cmd cmd = { .kind = CMD_HAVOC, .a = pointer_arg(r, call, 0) };
    if (LLVMGetNumArgOperands(call) > 1)
        cmd.c = pointer_arg(r, call, 1);
    emit(r, cmd);
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
static void store_unless_null(Reader *r, Term address, Leaf leaf, Term value) {
    assert(term_sort(r->t, address).id == pointer_sort(r).id);
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

// pthread_create(thread, attributes, function, argument), thrd_create(thread, function, argument).
static void call_create(Reader *r, LLVMValueRef call, const char *name) {
    bool c11 = *name == 't';
    unsigned function = c11 ? 1 : 2;
    Term where = pointer_arg(r, call, 0);
    Term number = create_thread(r, arg(call, function), pointer_arg(r, call, function + 1));
    store_unless_null(r, where, word_leaf(r), number);
    program_assume_that(r->p, c11 ? "thrd_create never fails" : "pthread_create never fails");
    program_assume_that(r->p, "threads see each other's writes in one order (sequential consistency)");
    set_zero(r, call);
}

static void call_thread_create(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    set_result(r, call, create_thread(r, arg(call, 0), pointer_arg(r, call, 1)));
}

static Term join_thread(Reader *r, Term thread) {
    assert(term_sort(r->t, thread).id == pointer_sort(r).id);
    VarId var = new_var(r, "joined", pointer_sort(r), true);
    emit(r, (Cmd){ .kind = CMD_THREAD_JOIN, .var = var, .a = thread });
    return var_term(r->p, var);
}

static void call_pthread_join(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    Term value = join_thread(r, pointer_arg(r, call, 0));
    store_unless_null(r, pointer_arg(r, call, 1), word_leaf(r), value);
    set_zero(r, call);
}

static void call_thrd_join(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    enum { INT_BITS = 32 };
    Leaf leaf = type_leaf(r, LLVMIntTypeInContext(LLVMGetModuleContext(r->module), INT_BITS));
    Term value = convert_int(r, join_thread(r, pointer_arg(r, call, 0)), leaf.sort);
    store_unless_null(r, pointer_arg(r, call, 1), leaf, value);
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
    Term result = convert_int(r, value_term(r, arg(call, 0)), pointer_sort(r)); // of thrd_exit: an int
    emit_end(r, (Cmd){ .kind = CMD_THREAD_EXIT, .a = result }, r->p->stop);
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

static void call_interrupt(Reader *r, LLVMValueRef call, const char *name) {
    (void)call;
    InterruptStep step = strstr(name, "_begin") ? INTERRUPT_BEGIN
                         : strstr(name, "_end") ? INTERRUPT_END
                         : strstr(name, "_off") ? INTERRUPTS_OFF
                                                : INTERRUPTS_ON;
    emit(r, (Cmd){ .kind = CMD_INTERRUPT, .interrupt = step });
}

static void call_ignored(Reader *r, LLVMValueRef call, const char *name) {
    (void)name;
    set_zero(r, call);
}

// A local variable without initial value: see instrument.c.  Never read: no input.
static void call_uninit(Reader *r, LLVMValueRef call, const char *name) {
    bool part = !strncmp(name, UNSET_PART_SOURCE, strlen(UNSET_PART_SOURCE));
    if (LLVMGetFirstUse(call))
        set_inputs(r, call, INPUT_UNINIT, part ? UNSET_PART : UNSET_VARIABLE);
}

// Functions without a body that are commands.  'needs' is the least number of arguments.
typedef struct Known {
    const char *name;
    bool prefix;
    unsigned needs;
    void (*read)(Reader *r, LLVMValueRef call, const char *name);
} Known;
static const Known known[] = {
    { UNSET_SOURCE, true, 0, call_uninit },
    { UNSET_PART_SOURCE, true, 0, call_uninit },
    { "__hone_keep", false, 0, call_ignored },
    { ESCAPES_PIN, false, 0, call_ignored },
    { "__hone_rule_verdict", false, 3, call_rule_verdict },
    { "__hone_input_", true, 0, call_library_input },
    { "__hone_assume", false, 1, call_assume },
    { "__hone_trap", false, 0, call_trap },
    { "__hone_unmodelled", false, 0, call_unmodelled },
    { "__hone_wrong", false, 0, call_wrong },
    { "__hone_odd_format", false, 0, call_odd_format },
    { "__hone_odd_scan_format", false, 0, call_odd_format },
    { "__hone_havoc", false, 1, call_havoc },
    { "__hone_exit", false, 1, call_exit },
    { "__hone_destructors", false, 0, call_destructors },
    { "__hone_abort", false, 0, call_abort },
    { "__hone_malloc", false, 1, call_malloc },
    { "__hone_lend", false, 1, call_lend },
    { "__hone_allocate", false, 2, call_allocate },
    { "__hone_free", false, 1, call_free },
    { "__hone_object_size", false, 1, call_object_size },
    { "__hone_may_fork", false, 0, call_may_fork },
    { "__hone_mutex_", true, 1, call_mutex },
    { "__hone_thread_create", false, 2, call_thread_create },
    { "__hone_thread_join", false, 1, call_thread_join },
    { "__hone_thread_exit", false, 1, call_thread_exit },
    { "__hone_atomic_begin", false, 0, call_atomic_begin },
    { "__hone_atomic_end", false, 0, call_atomic_end },
    { INTERRUPT_PREFIX, true, 0, call_interrupt },
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
    { "pthread_create", false, 4, call_create },
    { "pthread_join", false, 2, call_pthread_join },
    { "pthread_exit", false, 1, call_thread_exit },
    { "thrd_create", false, 3, call_create },
    { "thrd_join", false, 2, call_thrd_join },
    { "thrd_exit", false, 1, call_thread_exit },
    { "pthread_mutex_init", false, 1, call_mutex },
    { "pthread_mutex_lock", false, 1, call_mutex },
    { "pthread_mutex_trylock", false, 1, call_mutex },
    { "pthread_mutex_unlock", false, 1, call_mutex },
    { "pthread_mutex_destroy", false, 1, call_ignored },
    { "longjmp", false, 0, call_unmodelled },
    { "_longjmp", false, 0, call_unmodelled },
    { "siglongjmp", false, 0, call_unmodelled },
    { "sigset", false, 0, call_unmodelled },
    { "sigvec", false, 0, call_unmodelled },
    { "__sigaction", false, 0, call_unmodelled },
    { "__bsd_signal", false, 0, call_unmodelled },
    { "sigreturn", false, 0, call_unmodelled },
    { "vfork", false, 0, call_unmodelled },
};

// Functions of the library that do what "returns any value and writes through its pointers" does not say: they call a
// function that they are given, write later or through pointers that they find in memory, change the state of others,
// or do not return.
static const char unmodelled_names[] =
    " tsearch tfind tdelete twalk twalk_r tdestroy hsearch hcreate ftw ftw64 nftw nftw64 scandir scandir64 scandirat "
    "glob glob64 fts_open dl_iterate_phdr argp_parse _obstack_begin _obstack_begin_1 _obstack_newchunk fopencookie "
    "fmemopen open_memstream open_wmemstream register_printf_function register_printf_specifier __cxa_atexit "
    "__register_atfork pthread_mutexattr_setrobust "
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

static const Known *find_known(const char *name) {
    assert(name);
    for (size_t i = 0; i < COUNT(known); i++)
        if (known[i].prefix ? starts_with(name, known[i].name) : !strcmp(name, known[i].name))
            return &known[i];
    static const Known unmodelled = { .read = call_unmodelled };
    return is_unmodelled(name) ? &unmodelled : NULL;
}

bool read_knows(const char *function) {
    return find_known(function) != NULL;
}

bool read_command(Reader *r, LLVMValueRef call, const char *name) {
    assert(LLVMIsACallInst(call));
    const Known *k = find_known(name);
    if (!k || LLVMGetNumArgOperands(call) < k->needs)
        return false;
    k->read(r, call, name);
    if (!r->at && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind && !map_get(&r->values, (uintptr_t)call, NULL))
        call_unmodelled(r, call, name); // sets the value; nothing gets here
    return true;
}
