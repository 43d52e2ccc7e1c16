// read_volatile.c - volatile memory that devices or other programs change
//
// A volatile variable of the program's own is an ordinary one here.  One that is only declared may be a register of a
// device: each read is an input.  So is each read of memory that the program names by its address, as embedded code
// does; what is written there is of no effect that we see.
#include "frontend/read/read.h"
#include "program/edit.h"

enum { FIRST_PAGE = 4096 }; // never mapped: accesses are errors

static bool is_gep(LLVMValueRef v) {
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

// What an address is computed from.
static LLVMValueRef base_of(LLVMValueRef address) {
    while (is_gep(address))
        address = LLVMGetOperand(address, 0);
    if (LLVMIsALoadInst(address)) { // a constant pointer
        LLVMValueRef from = LLVMGetOperand(address, 0);
        bool constant = LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from) && LLVMGetInitializer(from) &&
                        LLVMTypeOf(LLVMGetInitializer(from)) == LLVMTypeOf(address);
        return constant ? base_of(LLVMGetInitializer(from)) : address;
    }
    return address;
}

static bool is_number(LLVMValueRef base) {
    bool cast = LLVMIsAIntToPtrInst(base) || (LLVMIsAConstantExpr(base) && LLVMGetConstOpcode(base) == LLVMIntToPtr);
    LLVMValueRef from = cast ? LLVMGetOperand(base, 0) : NULL;
    return from && LLVMIsAConstantInt(from) && LLVMGetIntTypeWidth(LLVMTypeOf(from)) <= 64 &&
           LLVMConstIntGetZExtValue(from) >= FIRST_PAGE;
}

static bool is_external(LLVMValueRef base) {
    return LLVMIsAGlobalVariable(base) && LLVMIsDeclaration(base);
}

static Term outside_term(Reader *r, const Leaf *leaf) {
    return var_term(r->p, emit_input(r, leaf->sort, INPUT_LIBRARY, OUTSIDE_READ, leaf->pointer));
}

bool read_volatile(Reader *r, LLVMValueRef access) {
    bool load = LLVMIsALoadInst(access) != NULL;
    LLVMValueRef base = base_of(LLVMGetOperand(access, load ? 0 : 1));
    bool number = is_number(base);
    if (!number && !(is_external(base) && load))
        return false;
    if (number)
        program_assume_that(r->p, "volatile memory that the program names by its address is the environment's: reading "
                                  "it gives anything, writing it changes nothing");
    else
        object_of(r, base); // says that it may hold anything
    if (!load)
        return true;
    VecLeaf leaves = { 0 };
    type_leaves(r, LLVMTypeOf(access), 0, &leaves);
    Term *terms = arena_array(r->p->arena, Term, leaves.count);
    for (uint32_t i = 0; i < leaves.count; i++)
        terms[i] = outside_term(r, &leaves.at[i]);
    set_value(r, access, leaves.count, terms);
    vec_free(&leaves);
    return true;
}

// ---- through pointers ----
static bool has_pointers(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
    case LLVMFunctionTypeKind:
        return true;
    case LLVMArrayTypeKind:
        return has_pointers(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (has_pointers(LLVMStructGetTypeAtIndex(type, i)))
                return true;
        return false;
    default:
        return false;
    }
}

// Does the address go elsewhere than to loads and stores?  'plain': is one of them not volatile?
static bool escapes(LLVMValueRef address, bool *plain) {
    bool found = false;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool access = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address);
        if (access)
            *plain |= !LLVMGetVolatile(user);
        else if (is_gep(user))
            found |= escapes(user, plain);
        else
            found = true;
    }
    return found;
}

// External variables of numbers that may be registers: whether one is volatile the bitcode does not tell.
static bool has_changing(Reader *r) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g && !r->looked_for_changing; g = LLVMGetNextGlobal(g)) {
        bool plain = false;
        if (is_external(g) && !has_pointers(LLVMGlobalGetValueType(g)) && escapes(g, &plain) && !plain)
            map_put(&r->changing, (uintptr_t)g, 1);
    }
    r->looked_for_changing = true;
    return r->changing.count > 0;
}

void blur_volatile(Reader *r, LLVMValueRef load, const VecLeaf *leaves, Term terms[]) {
    LLVMValueRef base = base_of(LLVMGetOperand(load, 0));
    if (LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base) || !has_changing(r))
        return;
    Term changes = var_term(r->p, emit_input(r, bool_sort(r), INPUT_LIBRARY, OUTSIDE_READ, false));
    for (uint32_t i = 0; i < leaves->count; i++)
        terms[i] = term_ite(r->t, changes, outside_term(r, &leaves->at[i]), terms[i]);
}
