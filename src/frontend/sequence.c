#include "frontend/sequence.h"
#include "base/map.h"
#include "base/vec.h"

static const char note[] = "hone.open.order";
enum { READS = 1, WRITES = 2, DEEPEST = 64 };

typedef struct Call {
    LLVMValueRef caller;
    uint32_t next; // 1 + index of the next call of the same function, or 0
} Call;
typedef struct Sequence {
    Map does; // function -> READS, WRITES: memory that others can see, itself or by what it calls
    VEC(Call) calls;
    Map calls_of; // function -> 1 + index of the first call of it
} Sequence;

// ---- what functions do ----
// A local variable that nobody has the address of.
static bool is_private(LLVMValueRef address) {
    if (!LLVMIsAAllocaInst(address))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool direct = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address);
        if (!direct && !LLVMIsADbgDeclareInst(user))
            return false;
    }
    return true;
}

// Is something handed over that can be written through?
static bool takes_pointer(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        bool constant = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v);
        if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind && !constant)
            return true;
    }
    return false;
}

// Functions without body have no effect on variables but through pointers.
static uint32_t does(const Sequence *s, LLVMValueRef call) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(f) || LLVMIsDeclaration(f))
        return LLVMIsAFunction(f) && !takes_pointer(call) ? 0 : READS | WRITES;
    return map_find(&s->does, (uintptr_t)f);
}

// What the function does itself; its calls are noted.
static uint32_t body_does(Sequence *s, LLVMValueRef f) {
    uint32_t found = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            if (LLVMIsALoadInst(v) && !is_private(LLVMGetOperand(v, 0)))
                found |= READS;
            else if (LLVMIsAStoreInst(v) && !is_private(LLVMGetOperand(v, 1)))
                found |= WRITES;
            else if (LLVMIsAAtomicRMWInst(v) || LLVMIsAAtomicCmpXchgInst(v))
                found |= READS | WRITES;
            else if (LLVMIsACallInst(v)) {
                uintptr_t callee = (uintptr_t)LLVMGetCalledValue(v);
                found |= does(s, v);
                vec_push(&s->calls, (Call){ f, map_find(&s->calls_of, callee) });
                map_put(&s->calls_of, callee, s->calls.count);
            }
        }
    return found;
}

static void find_effects(Sequence *s, LLVMModuleRef program) {
    VEC(LLVMValueRef) work = { 0 };
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f)) {
        map_put(&s->does, (uintptr_t)f, body_does(s, f));
        vec_push(&work, f);
    }
    while (work.count) {
        LLVMValueRef f = vec_pop(&work);
        uint32_t now = map_find(&s->does, (uintptr_t)f);
        for (uint32_t i = map_find(&s->calls_of, (uintptr_t)f); i; i = s->calls.at[i - 1].next) {
            LLVMValueRef caller = s->calls.at[i - 1].caller;
            uint32_t known = map_find(&s->does, (uintptr_t)caller);
            if (!(now & ~known))
                continue;
            map_put(&s->does, (uintptr_t)caller, known | now);
            vec_push(&work, caller);
        }
    }
    vec_free(&work);
}

// ---- expressions ----
// What evaluating an operand does.  Values of one expression stay in registers; between statements they are in memory.
static uint32_t operand_does(const Sequence *s, LLVMValueRef v, uint32_t depth) {
    uint32_t found = 0;
    if (!LLVMIsAInstruction(v) || LLVMIsAAllocaInst(v) || LLVMIsAPHINode(v))
        return 0;
    if (depth > DEEPEST)
        return READS | WRITES;
    if (LLVMIsALoadInst(v) && !is_private(LLVMGetOperand(v, 0)))
        found = READS;
    else if (LLVMIsACallInst(v))
        found = does(s, v);
    for (int i = 0, n = LLVMGetNumOperands(v); i < n && found != (READS | WRITES); i++)
        found |= operand_does(s, LLVMGetOperand(v, (unsigned)i), depth + 1);
    return found;
}

static bool is_open(const Sequence *s, LLVMValueRef v) {
    bool looked_at = LLVMIsABinaryOperator(v) || LLVMIsACmpInst(v) || LLVMIsAGetElementPtrInst(v) || LLVMIsACallInst(v);
    uint32_t before = 0;
    for (int i = 0, n = looked_at ? LLVMGetNumOperands(v) : 0; i < n; i++) {
        uint32_t here = operand_does(s, LLVMGetOperand(v, (unsigned)i), 0);
        if ((here && before & WRITES) || (before && here & WRITES))
            return true;
        before |= here;
    }
    return false;
}

void sequence_look(LLVMModuleRef program) {
    Sequence s = { 0 };
    bool found = false;
    find_effects(&s, program);
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f && !found; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && !found; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && !found; v = LLVMGetNextInstruction(v))
                found = is_open(&s, v);
    if (found)
        LLVMGetOrInsertNamedMetadata(program, note, sizeof note - 1);
    map_free(&s.does);
    map_free(&s.calls_of);
    vec_free(&s.calls);
}

bool sequence_is_open(LLVMModuleRef program) {
    return LLVMGetNamedMetadata(program, note, sizeof note - 1) != NULL;
}
