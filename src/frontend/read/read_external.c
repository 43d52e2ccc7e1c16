// read_external.c - calls of functions nobody defines, as --externals says
#include "frontend/read/read_call.h"

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

void call_external(Reader *r, LLVMValueRef call, const char *name) {
    assert(*name);
    assert(LLVMIsDeclaration(LLVMGetCalledValue(call)) || !LLVMIsAFunction(LLVMGetCalledValue(call)));
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
