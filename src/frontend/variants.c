#include "frontend/variants.h"
#include "base/base.h"
#include "frontend/library.h"
#include "frontend/read/read.h"
#include <string.h>

// The library function, where the program uses it and does not define it.
static LLVMValueRef library_function(LLVMModuleRef program, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(program, name);
    return f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f) ? f : NULL;
}

static bool is_call_of(LLVMValueRef user, LLVMValueRef function) {
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

static void redirect(LLVMValueRef call, LLVMValueRef variant) {
    assert(LLVMIsACallInst(call) && LLVMIsAFunction(variant));
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, variant);
}

static LLVMValueRef variant_of(LLVMModuleRef program, LLVMValueRef function, const char *name) {
    LLVMValueRef variant = LLVMGetNamedFunction(program, name);
    return variant ? variant : LLVMAddFunction(program, name, LLVMGlobalGetValueType(function));
}

// Calls of 'name' for which 'needs' says so become calls of 'variant'.
static void direct(LLVMModuleRef program, const char *name, const char *variant, bool (*needs)(LLVMValueRef call)) {
    LLVMValueRef function = library_function(program, name);
    LLVMUseRef next;
    for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (is_call_of(user, function) && needs(user))
            redirect(user, variant_of(program, function, variant));
    }
}

// ---- formats ----
static bool is_known_format(LLVMValueRef text, int depth);

// A local variable that nothing but such texts is assigned to: passes will put the texts in its place.
static bool holds_known_formats(LLVMValueRef variable, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool assigns = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
                       is_known_format(LLVMGetOperand(user, 0), depth + 1);
        if (!assigns && !LLVMIsALoadInst(user) && !LLVMIsADbgInfoIntrinsic(user))
            return false;
    }
    return true;
}

// A literal (one that stores is told later), or one of several texts that store nothing.
static bool is_known_format(LLVMValueRef text, int depth) {
    enum { DEEP = 4 };
    const char *literal = constant_text(text);
    if (literal)
        return depth == 0 || !library_format_stores(literal);
    if (depth == DEEP)
        return false;
    if (LLVMIsALoadInst(text) && LLVMIsAAllocaInst(LLVMGetOperand(text, 0)))
        return holds_known_formats(LLVMGetOperand(text, 0), depth);
    if (LLVMIsASelectInst(text))
        return is_known_format(LLVMGetOperand(text, 1), depth + 1) &&
               is_known_format(LLVMGetOperand(text, 2), depth + 1);
    unsigned n = LLVMIsAPHINode(text) ? LLVMCountIncoming(text) : 0;
    for (unsigned i = 0; i < n; i++)
        if (!is_known_format(LLVMGetIncomingValue(text, i), depth + 1))
            return false;
    return n > 0;
}

static bool has_open_format(LLVMValueRef call) {
    return LLVMGetNumArgOperands(call) >= 1 && !is_known_format(LLVMGetOperand(call, 0), 0);
}

// ---- comparisons ----
static LLVMValueRef base_of(LLVMValueRef address) {
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsABitCastInst(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

// Functions of the library that only look.
static bool only_looks(const char *name) {
    static const char *const names[] = { "strcmp",
                                         "strncmp",
                                         "strcasecmp",
                                         "strncasecmp",
                                         "strcoll",
                                         "strlen",
                                         "strnlen",
                                         "memcmp",
                                         "bcmp",
                                         "wcscmp",
                                         "wcsncmp",
                                         "wcslen",
                                         "strchr",
                                         "strrchr",
                                         "strstr",
                                         "memchr",
                                         "abs",
                                         "labs",
                                         "llabs",
                                         "fabs",
                                         "fabsf",
                                         "toupper",
                                         "tolower",
                                         "isalpha",
                                         "isdigit",
                                         "isupper",
                                         "islower",
                                         "isspace",
                                         "isalnum",
                                         "__ctype_b_loc",
                                         "__ctype_tolower_loc",
                                         "__ctype_toupper_loc" };
    for (size_t i = 0; i < COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static bool has_no_effect(LLVMValueRef function, int depth);

static bool call_has_no_effect(LLVMValueRef call, int depth) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee))
        return false;
    const char *name = LLVMGetValueName2(callee, &(size_t){ 0 });
    if (!strncmp(name, "llvm.dbg.", 9))
        return true;
    if (!strncmp(name, "llvm.mem", 8) || !strncmp(name, "llvm.lifetime.", 14))
        return LLVMIsAAllocaInst(base_of(LLVMGetOperand(call, name[5] == 'l' ? 1 : 0)));
    if (!strncmp(name, "llvm.", 5))
        return !strncmp(name, "llvm.fabs", 9) || !strncmp(name, "llvm.abs", 8);
    return LLVMIsDeclaration(callee) ? only_looks(name) : has_no_effect(callee, depth + 1);
}

// The function writes nothing but its own variables.
static bool has_no_effect(LLVMValueRef function, int depth) {
    assert(LLVMIsAFunction(function));
    enum { DEEP = 8 };
    if (LLVMIsDeclaration(function) || depth > DEEP)
        return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            if (LLVMIsACallInst(v) && !call_has_no_effect(v, depth))
                return false;
            if (LLVMIsAStoreInst(v) && (LLVMGetVolatile(v) || !LLVMIsAAllocaInst(base_of(LLVMGetOperand(v, 1)))))
                return false;
            if ((LLVMIsALoadInst(v) && LLVMGetVolatile(v)) || LLVMIsAAtomicRMWInst(v) || LLVMIsAAtomicCmpXchgInst(v) ||
                LLVMIsAVAArgInst(v) || LLVMIsAFenceInst(v))
                return false;
        }
    return true;
}

static bool address_is_taken(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (!is_call_of(LLVMGetUser(use), function))
            return true;
    return false;
}

// A comparison that comes through a pointer is one of those whose addresses are taken.
static bool all_have_no_effect(LLVMModuleRef program, unsigned parameters) {
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f))
        if (LLVMCountParams(f) == parameters && address_is_taken(f) && !has_no_effect(f, 0))
            return false;
    return true;
}

static bool compares_with_effect(LLVMValueRef call) {
    LLVMModuleRef program = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    unsigned n = LLVMGetNumArgOperands(call);
    if (n < 4)
        return false;
    LLVMValueRef compare = LLVMGetOperand(call, 3);
    return LLVMIsAFunction(compare) ? !has_no_effect(compare, 0) : !all_have_no_effect(program, n - 2);
}

// ---- mutexes ----
bool starts_threads(LLVMModuleRef program) {
    static const char *const names[] = { "pthread_create", "thrd_create", "__hone_thread_create" };
    for (size_t i = 0; i < COUNT(names); i++)
        if (LLVMGetNamedFunction(program, names[i]))
            return true;
    return false;
}

// A part that is a mutex and is not all zero: its kind is another.
static bool has_odd_mutex(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMIsNull(value) || LLVMIsUndef(value))
        return false;
    const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    if (name && strstr(name, "pthread_mutex"))
        return true;
    if (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (has_odd_mutex(LLVMGetOperand(value, (unsigned)i)))
            return true;
    return false;
}

// A mtx_t that may be recursive.
static bool has_recursive(LLVMModuleRef program) {
    enum { IS_RECURSIVE = 1 };
    LLVMValueRef init = library_function(program, "mtx_init");
    for (LLVMUseRef use = init ? LLVMGetFirstUse(init) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        bool known =
            is_call_of(call, init) && LLVMGetNumArgOperands(call) == 2 && LLVMIsAConstantInt(LLVMGetOperand(call, 1));
        if (!known || LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) & IS_RECURSIVE)
            return true;
    }
    return false;
}

static bool has_kinds(LLVMModuleRef program) {
    if (library_function(program, "pthread_mutexattr_settype") || has_recursive(program))
        return true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(program); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && has_odd_mutex(LLVMGetInitializer(g)))
            return true;
    return false;
}

static bool always(LLVMValueRef call) {
    (void)call;
    return true;
}

static void direct_mutexes(LLVMModuleRef program) {
    static const char *const names[] = {
        "pthread_mutex_init",
        "pthread_mutex_destroy",
        "pthread_mutex_lock",
        "pthread_mutex_trylock",
        "pthread_mutex_unlock",
        "pthread_mutex_timedlock",
        "pthread_cond_wait",
        "pthread_cond_timedwait",
        "pthread_mutexattr_settype",
        "mtx_init",
        "mtx_lock",
        "mtx_trylock",
        "mtx_timedlock",
        "mtx_unlock",
        "cnd_wait",
        "cnd_timedwait",
    };
    for (size_t i = 0; i < COUNT(names); i++) {
        char variant[80];
        snprintf(variant, sizeof variant, "__hone_%s", names[i]);
        direct(program, names[i], variant, always);
    }
}

void choose_variants(LLVMModuleRef program, bool checks_memory) {
    direct(program, "printf", "__hone_printf", has_open_format);
    if (checks_memory) {
        direct(program, "memcmp", "__hone_memcmp", always);
        direct(program, "bcmp", "__hone_memcmp", always);
        direct(program, "wmemcmp", "__hone_wmemcmp", always);
    }
    direct(program, "qsort", "__hone_qsort", compares_with_effect);
    direct(program, "qsort_r", "__hone_qsort_r", compares_with_effect);
    if (!starts_threads(program) || has_kinds(program))
        direct_mutexes(program);
}
