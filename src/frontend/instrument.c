#include "frontend/instrument.h"
#include "base/map.h"
#include "base/vec.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

typedef struct Instrument {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    VEC(LLVMValueRef) sources; // the opaque functions, one for each type
    Map source_of[2];          // LLVMTypeRef -> index in sources; [1]: of scalar variables
    LLVMValueRef keep;         // the opaque function that pins a variable to memory
    LLVMValueRef escapes;      // the same for one whose address is kept somewhere; NULL: these are not pinned
} Instrument;

// Larger variables stay in memory: of one that is used whole and in parts, sroa would
// make one wide integer.
enum { MOST_PARTS = 16, MOST_BYTES = 16 };

static LLVMValueRef source(Instrument *in, LLVMTypeRef type, bool scalar) {
    uint32_t index;
    if (map_get(&in->source_of[scalar], (uintptr_t)type, &index))
        return in->sources.at[index];
    LLVMValueRef f =
        LLVMAddFunction(in->module, scalar ? UNSET_SOURCE : UNSET_PART_SOURCE, LLVMFunctionType(type, NULL, 0, false));
    map_put(&in->source_of[scalar], (uintptr_t)type, in->sources.count);
    vec_push(&in->sources, f);
    return f;
}

static void store_input(Instrument *in, LLVMTypeRef type, LLVMValueRef address, bool scalar) {
    LLVMValueRef f = source(in, type, scalar);
    LLVMValueRef value = LLVMBuildCall2(in->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
    LLVMBuildStore(in->builder, value, address);
}

// ---- which variables stay in memory anyway ----
static bool is_intrinsic(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && !strncmp(LLVMGetValueName2(callee, &(size_t){ 0 }), "llvm.", 5) &&
           strncmp(LLVMGetValueName2(callee, &(size_t){ 0 }), "llvm.va_", 8);
}

static bool constant_indices(LLVMValueRef gep) {
    for (int i = 1; i < LLVMGetNumOperands(gep); i++)
        if (!LLVMIsConstant(LLVMGetOperand(gep, (unsigned)i)))
            return false;
    return true;
}

// An address that another variable holds, or one of several: once that variable is promoted, so can this be.
static bool is_kept_aside(LLVMValueRef user, LLVMValueRef address) {
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) == address && LLVMIsAAllocaInst(LLVMGetOperand(user, 1)) &&
               !LLVMGetVolatile(user);
    return LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
}

static bool stays_in_memory(LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_kept_aside(user, address)) {
            continue;
        } else if (LLVMIsALoadInst(user)) {
            if (LLVMGetVolatile(user) || LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic)
                return true;
        } else if (LLVMIsAStoreInst(user)) {
            if (LLVMGetOperand(user, 0) == address || LLVMGetVolatile(user) ||
                LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic)
                return true;
        } else if (LLVMIsAGetElementPtrInst(user)) {
            if (!constant_indices(user) || stays_in_memory(user))
                return true;
        } else if (!LLVMIsACallInst(user) || !is_intrinsic(user)) {
            return true;
        }
    }
    return false;
}

// May the address be kept somewhere, for longer than the variable lives?
static bool is_kept(LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool used = LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || (LLVMIsACallInst(user) && is_intrinsic(user)) ||
                    (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
        if (LLVMIsAGetElementPtrInst(user) ? is_kept(user) : !used)
            return true;
    }
    return false;
}

static void pin(Instrument *in, LLVMValueRef function, LLVMValueRef variable) {
    LLVMBuildCall2(in->builder, LLVMGlobalGetValueType(function), function, &variable, 1, "");
}

// ---- the parts of a type, with the padding between them as bytes ----
typedef struct Part {
    LLVMTypeRef type;
    uint64_t offset, size;
} Part;
typedef VEC(Part) VecPart;

static void add_parts(Instrument *in, LLVMTypeRef type, uint64_t offset, VecPart *out) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (out->count > MOST_PARTS)
        return;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            add_parts(in, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(in->layout, type, i), out);
    } else if (kind == LLVMArrayTypeKind) {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t n = LLVMGetArrayLength2(type), size = LLVMABISizeOfType(in->layout, element);
        for (uint64_t i = 0; i < n && i <= MOST_PARTS; i++)
            add_parts(in, element, offset + i * size, out);
    } else {
        vec_push(out, (Part){ type, offset, LLVMStoreSizeOfType(in->layout, type) });
    }
}

static void add_padding(Instrument *in, uint64_t size, VecPart *parts) {
    uint64_t end = 0;
    uint32_t n = parts->count;
    LLVMTypeRef byte = LLVMInt8TypeInContext(in->context);
    for (uint32_t i = 0; i <= n; i++) {
        uint64_t next = i < n ? parts->at[i].offset : size;
        for (; end < next && parts->count <= MOST_PARTS; end++)
            vec_push(parts, (Part){ byte, end, 1 });
        if (i < n)
            end = parts->at[i].offset + parts->at[i].size;
    }
}

static bool is_scalar(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind;
}

// 'named': a variable that must have a value when it is read.
static void initialise(Instrument *in, LLVMValueRef variable, bool named) {
    assert(LLVMIsAAllocaInst(variable));
    LLVMTypeRef type = LLVMGetAllocatedType(variable), byte = LLVMInt8TypeInContext(in->context);
    uint64_t size = LLVMABISizeOfType(in->layout, type);
    VecPart parts = { 0 };
    add_parts(in, type, 0, &parts);
    add_padding(in, size, &parts);
    bool large = parts.count > MOST_PARTS || size > MOST_BYTES;
    if (large) // it stays in memory, where all is well; memory_split takes it apart
        pin(in, in->keep, variable);
    for (uint32_t i = 0; i < parts.count && !large; i++) {
        LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(in->context), parts.at[i].offset, false);
        LLVMValueRef at = parts.at[i].offset ? LLVMBuildGEP2(in->builder, byte, variable, &offset, 1, "") : variable;
        store_input(in, parts.at[i].type, at, named && is_scalar(type) && !i);
    }
    vec_free(&parts);
}

// The variable a debug declaration speaks of.
static LLVMValueRef declared(LLVMValueRef declaration) {
    LLVMValueRef what = NULL;
    LLVMMetadataRef node = LLVMValueAsMetadata(LLVMGetOperand(declaration, 0));
    if (LLVMGetMetadataKind(node) == LLVMLocalAsMetadataMetadataKind)
        LLVMGetMDNodeOperands(LLVMGetOperand(declaration, 0), &what);
    return what;
}

// ---- variables that the source has, or may have: clang describes none that a goto or switch jumps around ----
static bool is_plain(LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsALoadInst(user) && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable))
            return false;
    }
    return true;
}

// What the function returns, in clang's own variable for it?
static bool is_result(LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef load = LLVMGetUser(use), next = LLVMIsALoadInst(load) ? LLVMGetNextInstruction(load) : NULL;
        if (next && LLVMIsAReturnInst(next) && LLVMGetNumOperands(next) && LLVMGetOperand(next, 0) == load)
            return true;
    }
    return false;
}

// Does each caller use the result?  One that does must get one.
static bool callers_use_result(LLVMValueRef f) {
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f || !LLVMGetFirstUse(call))
            return false;
    }
    return LLVMGetFirstUse(f) != NULL;
}

static bool must_have_value(LLVMValueRef f, LLVMValueRef variable) {
    return is_plain(variable) && (!is_result(variable) || callers_use_result(f));
}

typedef struct Place { // initialise 'variable' behind 'after'
    LLVMValueRef variable, after;
} Place;

// A declaration inside a loop begins a new life of its variable each time it is passed.
static void instrument_function(Instrument *in, LLVMValueRef f) {
    VEC(Place) places = { 0 };
    VEC(LLVMValueRef) escaping = { 0 };
    Map chosen = { 0 }, named = { 0 };
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            bool variable = LLVMIsAAllocaInst(v) && LLVMIsConstant(LLVMGetOperand(v, 0));
            if (variable && in->escapes && is_kept(v)) {
                vec_push(&escaping, v);
            } else if (variable && !stays_in_memory(v)) {
                vec_push(&places, (Place){ v, v });
                map_put(&chosen, (uintptr_t)v, 1);
            } else if (LLVMIsADbgDeclareInst(v)) {
                LLVMValueRef what = declared(v);
                map_put(&named, (uintptr_t)what, 1);
                if (what && b != LLVMGetEntryBasicBlock(f) && map_get(&chosen, (uintptr_t)what, NULL))
                    vec_push(&places, (Place){ what, v });
            }
        }
    for (uint32_t i = 0; i < places.count; i++) {
        LLVMPositionBuilderBefore(in->builder, LLVMGetNextInstruction(places.at[i].after));
        initialise(in, places.at[i].variable,
                   map_find(&named, (uintptr_t)places.at[i].variable) || must_have_value(f, places.at[i].variable));
    }
    for (uint32_t i = 0; i < escaping.count; i++) {
        LLVMPositionBuilderBefore(in->builder, LLVMGetNextInstruction(escaping.at[i]));
        pin(in, in->escapes, escaping.at[i]);
    }
    vec_free(&places);
    vec_free(&escaping);
    map_free(&chosen);
    map_free(&named);
}

void instrument(LLVMModuleRef module, bool memory) {
    Instrument in = { .module = module,
                      .context = LLVMGetModuleContext(module),
                      .layout = LLVMGetModuleDataLayout(module) };
    LLVMTypeRef pointer = LLVMPointerTypeInContext(in.context, 0);
    in.builder = LLVMCreateBuilderInContext(in.context);
    LLVMTypeRef pins = LLVMFunctionType(LLVMVoidTypeInContext(in.context), &pointer, 1, false);
    in.keep = LLVMAddFunction(module, "__hone_keep", pins);
    in.escapes = memory ? LLVMAddFunction(module, ESCAPES_PIN, pins) : NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            instrument_function(&in, f);
    LLVMDisposeBuilder(in.builder);
    vec_free(&in.sources);
    map_free(&in.source_of[0]);
    map_free(&in.source_of[1]);
}
