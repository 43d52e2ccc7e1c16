// read_call.c - what a call means: an event, a command, a function of the program, or one that nobody defines
#include "frontend/read/read_call.h"
#include "frontend/library.h"
#include "frontend/own.h"
#include "frontend/printed.h"
#include <llvm-c/DebugInfo.h>

// ---- watched functions ----
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
    assert(LLVMIsAFunction(function));
    const char *name = LLVMGetValueName2(function, &(size_t){ 0 });
    if (events_have_call(&r->in->events, name))
        return name;
    return events_have_call(&r->in->events, c_name(r, function)) ? c_name(r, function) : NULL;
}

void read_watched_call(Reader *r, const char *name) {
    assert(events_have_call(&r->in->events, name));
    emit_end(r, cmd_event(EVENT_CALL, text_name(r, name)), r->p->stop);
}

// ---- what is called ----
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
    assert(LLVMIsACallInst(call));
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
    LLVMValueRef model = instruction_model(r, name);
    if (model) {
        call_function(r, call, model);
    } else if (starts_with(name, "llvm.")) {
        if (takes_wide(call) || !read_intrinsic(r, call, name + 5))
            call_unmodelled(r, call, name);
    } else if (watched) {
        read_watched_call(r, watched);
        call_unmodelled(r, call, name); // sets the value; nothing gets here
    } else if (printed_is_message(r->module, call, name)) {
        return;
    } else if (uses_own_malloc(r, callee, name)) {
        call_unmodelled(r, call, arena_printf(r->p->arena, "%s, which calls the program's malloc", name));
    } else if (!LLVMIsDeclaration(callee)) {
        call_function(r, call, callee);
    } else if (!read_command(r, call, name)) {
        call_external(r, call, name);
    }
}
