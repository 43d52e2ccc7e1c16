#include "frontend/linker.h"
#include "base/vec.h"
#include "frontend/library.h"
#include "frontend/notes.h"
#include "frontend/read/read_llvm.h"
#include <dlfcn.h>
#include <llvm-c/Target.h>

static const char note[] = "hone.linker";
typedef VEC(LLVMValueRef) VecValue;

static const char *name_of_value(LLVMValueRef v) {
    return LLVMGetValueName2(v, &(size_t){ 0 });
}

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

const char *linker_section(LLVMValueRef v) {
    const char *section = LLVMGetSection(v);
    return section ? section : "";
}

bool linker_has_section(LLVMModuleRef program, const char *prefix) {
    for (LLVMValueRef v = LLVMGetFirstGlobal(program); v; v = LLVMGetNextGlobal(v))
        if (starts_with(linker_section(v), prefix))
            return true;
    return false;
}

// ---- assumptions ----
static void assume(LLVMModuleRef program, const char *format, const char *name) {
    Text text = { 0 };
    text_add(&text, format, name);
    notes_add(program, note, text.at, text.count);
    vec_free(&text);
}

const char *linker_assumption(LLVMModuleRef program, unsigned i) {
    return notes_text(program, note, i);
}

// ---- sections ----
typedef struct Layout {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef data;
    VecValue members;
    VEC(uint64_t) offsets; // of the members
    VecValue fields;       // of the object: initial values of members, and of what lies between them
    uint64_t end, align;
    bool constant;
} Layout;

static void add_member(Layout *l, LLVMValueRef v) {
    assert(LLVMIsAGlobalVariable(v) && LLVMGetInitializer(v));
    LLVMTypeRef type = LLVMGlobalGetValueType(v), byte = LLVMInt8TypeInContext(l->context);
    uint64_t align = LLVMGetAlignment(v) ? LLVMGetAlignment(v) : LLVMABIAlignmentOfType(l->data, type);
    uint64_t gap = (align - l->end % align) % align;
    if (gap)
        vec_push(&l->fields, LLVMConstNull(LLVMArrayType2(byte, gap)));
    vec_push(&l->members, v);
    vec_push(&l->offsets, l->end + gap);
    vec_push(&l->fields, LLVMGetInitializer(v));
    l->end += gap + LLVMABISizeOfType(l->data, type);
    l->align = align > l->align ? align : l->align;
    l->constant = l->constant && LLVMIsGlobalConstant(v);
}

// False: there is something in the section that we cannot place.
static bool find_members(Layout *l, const char *section) {
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        if (!strcmp(linker_section(f), section))
            return false;
    for (LLVMValueRef v = LLVMGetFirstGlobal(l->module); v; v = LLVMGetNextGlobal(v)) {
        if (strcmp(linker_section(v), section) || LLVMIsDeclaration(v))
            continue;
        if (LLVMIsThreadLocal(v))
            return false;
        add_member(l, v);
    }
    return l->members.count > 0;
}

static LLVMValueRef at_offset(const Layout *l, LLVMValueRef object, uint64_t offset) {
    assert(offset <= l->end);
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(l->context), offset, false);
    return offset ? LLVMConstGEP2(LLVMInt8TypeInContext(l->context), object, &index, 1) : object;
}

static void replace_by(const Layout *l, const char *prefix, const char *section, LLVMValueRef value) {
    Text name = { 0 };
    text_add(&name, "%s%s", prefix, section);
    LLVMValueRef declared = LLVMGetNamedGlobal(l->module, name.at);
    if (declared && LLVMIsDeclaration(declared)) {
        LLVMReplaceAllUsesWith(declared, value);
        LLVMDeleteGlobal(declared);
    }
    vec_free(&name);
}

// The object of a section, with the members' initial values.
static void join_members(Layout *l, const char *section) {
    assert(l->members.count == l->offsets.count && l->fields.count >= l->members.count);
    LLVMValueRef init = LLVMConstStructInContext(l->context, l->fields.at, l->fields.count, true);
    LLVMValueRef object = LLVMAddGlobal(l->module, LLVMTypeOf(init), section);
    LLVMSetInitializer(object, init);
    LLVMSetLinkage(object, LLVMInternalLinkage);
    LLVMSetAlignment(object, (unsigned)l->align);
    LLVMSetGlobalConstant(object, l->constant);
    for (uint32_t i = 0; i < l->members.count; i++)
        LLVMReplaceAllUsesWith(l->members.at[i], at_offset(l, object, l->offsets.at[i]));
    for (uint32_t i = 0; i < l->members.count; i++)
        LLVMDeleteGlobal(l->members.at[i]);
    replace_by(l, "__start_", section, object);
    replace_by(l, "__stop_", section, at_offset(l, object, l->end));
    assume(l->module, "the objects in section %s lie side by side in the order in which they are defined", section);
}

static void decide_section(LLVMModuleRef program, const char *section) {
    Layout l = { .module = program,
                 .context = LLVMGetModuleContext(program),
                 .data = LLVMGetModuleDataLayout(program),
                 .align = 1,
                 .constant = true };
    if (find_members(&l, section))
        join_members(&l, section);
    vec_free(&l.members);
    vec_free(&l.offsets);
    vec_free(&l.fields);
}

// The lists that keep variables from being dropped; nothing is dropped from here on.
static void forget_used(LLVMModuleRef program) {
    static const char *const lists[] = { "llvm.used", "llvm.compiler.used" };
    for (size_t i = 0; i < COUNT(lists); i++)
        if (LLVMGetNamedGlobal(program, lists[i]))
            LLVMDeleteGlobal(LLVMGetNamedGlobal(program, lists[i]));
}

// The section of which 'name' is the start or the end, or NULL.
static const char *bounded_section(const char *name) {
    if (starts_with(name, "__start_"))
        return name + strlen("__start_");
    return starts_with(name, "__stop_") ? name + strlen("__stop_") : NULL;
}

static void decide_sections(LLVMModuleRef program) {
    Arena *arena = arena_new();
    VEC(const char *) sections = { 0 };
    for (LLVMValueRef v = LLVMGetFirstGlobal(program); v; v = LLVMGetNextGlobal(v))
        if (LLVMIsDeclaration(v) && bounded_section(name_of_value(v)))
            vec_push(&sections, arena_strdup(arena, bounded_section(name_of_value(v))));
    for (uint32_t i = 0; i < sections.count; i++)
        decide_section(program, sections.at[i]); // the second time there is nothing left of it
    vec_free(&sections);
    arena_free(arena);
}

bool linker_defines(LLVMValueRef variable) {
    static const char *const names[] = { "end",
                                         "_end",
                                         "etext",
                                         "_etext",
                                         "__etext",
                                         "edata",
                                         "_edata",
                                         "__bss_start",
                                         "__executable_start",
                                         "__ehdr_start",
                                         "_DYNAMIC",
                                         "_GLOBAL_OFFSET_TABLE_",
                                         "__dso_handle",
                                         "__init_array_start",
                                         "__init_array_end",
                                         "__preinit_array_start",
                                         "__preinit_array_end",
                                         "__fini_array_start",
                                         "__fini_array_end",
                                         "__rela_iplt_start",
                                         "__rela_iplt_end",
                                         "__data_start",
                                         "data_start",
                                         "__TMC_END__",
                                         "_IO_stdin_used" };
    const char *name = name_of_value(variable);
    bool found = bounded_section(name) != NULL;
    for (size_t i = 0; i < COUNT(names) && !found; i++)
        found = !strcmp(name, names[i]);
    return found && LLVMIsDeclaration(variable);
}

// ---- weak symbols ----
// Names with an underscore are the implementation's: other files may come along with it.
static bool may_be_found(const char *name) {
    void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    bool found = !library || *name == '_' || dlsym(library, name);
    if (library)
        dlclose(library);
    return found;
}

// Hone has a model of it, and it is in the library that every program is linked with.
static bool is_found(const char *name) {
    const char *file = library_file(name);
    return read_knows(name) || (file && strcmp(file, "math.c") != 0);
}

static void decide_weak(LLVMModuleRef program, LLVMValueRef v) {
    if (!LLVMIsDeclaration(v) || LLVMGetLinkage(v) != LLVMExternalWeakLinkage || !LLVMGetFirstUse(v))
        return;
    const char *name = name_of_value(v);
    if (is_found(name)) {
        LLVMSetLinkage(v, LLVMExternalLinkage);
    } else if (!library_file(name) && !may_be_found(name)) {
        assume(program, "%s, which is weak and defined nowhere, is not there: its address is null", name);
        LLVMReplaceAllUsesWith(v, LLVMConstNull(LLVMTypeOf(v)));
    }
}

// ---- functions that are chosen when the program is loaded ----
// Each instruction that uses it reads the variable; what is no instruction keeps it.
static void read_instead(LLVMValueRef chosen, LLVMValueRef variable, LLVMBuilderRef builder) {
    VecValue users = { 0 };
    for (LLVMUseRef use = LLVMGetFirstUse(chosen); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) && !LLVMIsAPHINode(user))
            vec_push(&users, user);
    }
    for (uint32_t i = 0; i < users.count; i++) {
        LLVMPositionBuilderBefore(builder, users.at[i]);
        LLVMValueRef now = LLVMBuildLoad2(builder, LLVMTypeOf(chosen), variable, "");
        for (int k = 0; k < LLVMGetNumOperands(users.at[i]); k++)
            if (LLVMGetOperand(users.at[i], (unsigned)k) == chosen)
                LLVMSetOperand(users.at[i], (unsigned)k, now);
    }
    vec_free(&users);
}

static void decide_chosen(LLVMModuleRef program) {
    LLVMContextRef context = LLVMGetModuleContext(program);
    LLVMValueRef f = LLVMGetFirstGlobalIFunc(program);
    if (!f)
        return;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
    LLVMValueRef choose = LLVMAddFunction(program, LINKER_CHOOSE, type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context), user = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, choose, ""));
    for (; f; f = LLVMGetNextGlobalIFunc(f)) {
        LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(f);
        if (!LLVMIsAFunction(resolver) || LLVMIsDeclaration(resolver) || LLVMCountParams(resolver))
            continue;
        LLVMValueRef variable = LLVMAddGlobal(program, LLVMTypeOf(f), name_of_value(f));
        LLVMSetInitializer(variable, LLVMConstNull(LLVMTypeOf(f)));
        LLVMSetLinkage(variable, LLVMInternalLinkage);
        read_instead(f, variable, user);
        LLVMTypeRef called = LLVMGlobalGetValueType(resolver);
        LLVMBuildStore(builder, LLVMBuildCall2(builder, called, resolver, NULL, 0, ""), variable);
    }
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    LLVMDisposeBuilder(user);
}

void linker_decide(LLVMModuleRef program) {
    forget_used(program);
    decide_sections(program);
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f))
        decide_weak(program, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(program); g; g = LLVMGetNextGlobal(g))
        decide_weak(program, g);
    decide_chosen(program);
}
