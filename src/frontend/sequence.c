#include "frontend/sequence.h"
#include "base/map.h"
#include <string.h>

static const char note[] = "hone.open.order";
enum { READS = 1, WRITES = 2, DEEPEST = 64 };

typedef struct Sequence {
    Map does; // function -> READS, WRITES: memory that others can see, itself or by what it calls
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

static bool starts_with(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

// Functions without body have no effect on variables but through pointers; those of blocks of memory have.
static uint32_t does(const Sequence *s, LLVMValueRef call) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(f))
        return LLVMIsAInlineAsm(f) ? 0 : READS | WRITES;
    const char *name = LLVMGetValueName2(f, &(size_t){ 0 });
    if (starts_with(name, "llvm.mem") || starts_with(name, "mem") || starts_with(name, "str"))
        return READS | WRITES;
    return map_find(&s->does, (uintptr_t)f);
}

static uint32_t body_does(const Sequence *s, LLVMValueRef f) {
    uint32_t found = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            if (LLVMIsALoadInst(v) && !is_private(LLVMGetOperand(v, 0)))
                found |= READS;
            else if (LLVMIsAStoreInst(v) && !is_private(LLVMGetOperand(v, 1)))
                found |= WRITES;
            else if (LLVMIsAAtomicRMWInst(v) || LLVMIsAAtomicCmpXchgInst(v))
                found |= READS | WRITES;
            else if (LLVMIsACallInst(v))
                found |= does(s, v);
        }
    return found;
}

static void find_effects(Sequence *s, LLVMModuleRef program) {
    for (bool more = true; more;) {
        more = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f)) {
            uint32_t known = map_find(&s->does, (uintptr_t)f), now = body_does(s, f);
            if (now & ~known) {
                map_put(&s->does, (uintptr_t)f, known | now);
                more = true;
            }
        }
    }
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
}

bool sequence_is_open(LLVMModuleRef program) {
    return LLVMGetNamedMetadata(program, note, sizeof note - 1) != NULL;
}
