#include "frontend/syntax/same_code.h"
#include <llvm-c/Target.h>

enum { MOST_PHIS = 1 << 20 };

// A place in a function: before an instruction.
typedef struct Point {
    LLVMValueRef at;        // NULL: the code goes round for ever without doing anything
    LLVMBasicBlockRef from; // at the start of a block: where it was entered from, if that is one
} Point;
typedef struct Pair {
    Point old, new;
} Pair;
typedef struct Walk { // through one function and its copy
    Same *s;
    VEC(Pair) work;
    Map seen; // instruction of the copy -> 1 + index in 'pairs' of the one it was met with
    VEC(LLVMValueRef) pairs;
    uint32_t phis; // steps over them
} Walk;

static const char *name_of_function(LLVMValueRef f) {
    return LLVMIsAFunction(f) ? LLVMGetValueName2(f, &(size_t){ 0 }) : "";
}

bool is_checker_name(const Copy *copy, const char *name) {
    return !strncmp(name, copy->checker, strlen(copy->checker));
}

static bool differ(Same *s, LLVMValueRef at, const char *what) {
    unsigned line = at ? LLVMGetDebugLocLine(at) : 0;
    if (line)
        reason_set(s->why, "line %u: %s", line, what);
    else
        reason_set(s->why, "%s", what);
    return false;
}

// ---- what the inserted text may do ----
// The compiler may leave out the directories that a path shares with the current one.
static bool is_file(const char *path, const char *name, size_t length) {
    size_t n = strlen(path);
    return n >= length && !memcmp(path + n - length, name, length) && (n == length || path[n - length - 1] == '/');
}

static bool is_inserted(const Same *s, LLVMValueRef v);

static uint32_t index_of(const Same *s, LLVMValueRef v) {
    return map_find(&s->position, (uintptr_t)LLVMGetInstructionParent(v));
}

// The values of && and || have no place: they belong to what uses them.
static bool is_for_inserted(const Same *s, LLVMValueRef phi) {
    LLVMUseRef use = LLVMGetFirstUse(phi);
    for (; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool later = LLVMIsAPHINode(user) && index_of(s, user) > index_of(s, phi); // expressions have no loops
        if (LLVMIsAPHINode(user) ? !later || !is_for_inserted(s, user) : !is_inserted(s, user))
            return false;
    }
    return LLVMGetFirstUse(phi);
}

static bool is_inserted(const Same *s, LLVMValueRef v) {
    unsigned line = LLVMGetDebugLocLine(v), column = LLVMGetDebugLocColumn(v), length = 0;
    const char *file = NULL;
    if (!line && LLVMIsAPHINode(v))
        return is_for_inserted(s, v);
    for (uint32_t i = 0; line && i < s->copy->ranges.count; i++) {
        const InsertedRange *r = &s->copy->ranges.at[i];
        if (line != r->line || column < r->first || column > r->last)
            continue;
        if (!file && !(file = LLVMGetDebugLocFilename(v, &length)))
            return false;
        if (is_file(r->file, file, length))
            return true;
    }
    return false;
}

// Does a constant offset from a variable stay within it?  Then its address is good.
static bool is_in_variable(LLVMTargetDataRef layout, LLVMValueRef address, unsigned long long bytes) {
    unsigned long long offset = 0;
    while (LLVMIsAGetElementPtrInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr)) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
        for (int i = 1; i < LLVMGetNumOperands(address); i++) {
            LLVMValueRef index = LLVMGetOperand(address, (unsigned)i);
            if (!LLVMIsAConstantInt(index) || LLVMConstIntGetSExtValue(index) < 0)
                return false;
            unsigned long long n = LLVMConstIntGetZExtValue(index);
            if (n > UINT32_MAX)
                return false;
            bool member = i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind;
            if (member) {
                offset += LLVMOffsetOfElement(layout, type, (unsigned)n);
                type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
                continue;
            }
            if (i > 1)
                type = LLVMGetElementType(type);
            offset += n * LLVMABISizeOfType(layout, type);
        }
        address = LLVMGetOperand(address, 0);
    }
    LLVMTypeRef type = NULL;
    if (LLVMIsAAllocaInst(address) && LLVMIsAConstantInt(LLVMGetOperand(address, 0)))
        type = LLVMGetAllocatedType(address);
    else if (LLVMIsAGlobalVariable(address))
        type = LLVMGlobalGetValueType(address);
    return type && LLVMTypeIsSized(type) && offset + bytes <= LLVMABISizeOfType(layout, type);
}

static bool may_load(Same *s, LLVMValueRef v) {
    assert(LLVMIsALoadInst(v));
    if (LLVMGetVolatile(v) || LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->new);
    if (!is_in_variable(layout, LLVMGetOperand(v, 0), LLVMStoreSizeOfType(layout, LLVMTypeOf(v))))
        s->copy->reads_memory = true;
    return true;
}

// By a number other than 0, and -1, by which the smallest number cannot be divided.
static bool may_divide(LLVMValueRef v) {
    assert(LLVMGetNumOperands(v) == 2);
    LLVMValueRef by = LLVMGetOperand(v, 1);
    return LLVMIsAConstantInt(by) && !LLVMIsNull(by) && by != LLVMConstAllOnes(LLVMTypeOf(by));
}

static bool may_call(const Same *s, LLVMValueRef v) {
    static const char *const harmless[] = { "llvm.sadd.with.overflow.",
                                            "llvm.ssub.with.overflow.",
                                            "llvm.smul.with.overflow.",
                                            "llvm.uadd.with.overflow.",
                                            "llvm.usub.with.overflow.",
                                            "llvm.umul.with.overflow.",
                                            "llvm.fabs.",
                                            "llvm.is.fpclass." };
    const char *name = name_of_function(LLVMGetCalledValue(v));
    if (is_checker_name(s->copy, name))
        return true;
    for (size_t i = 0; i < COUNT(harmless); i++)
        if (!strncmp(name, harmless[i], strlen(harmless[i])))
            return true;
    return false;
}

static bool may_be_inserted(Same *s, LLVMValueRef v) {
    assert(LLVMIsAInstruction(v));
    LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
    switch (opcode) {
    case LLVMLoad:
        return may_load(s, v);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return may_divide(v);
    case LLVMCall:
        return may_call(s, v);
    case LLVMPHI:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMGetElementPtr:
    case LLVMExtractValue:
    case LLVMExtractElement:
    case LLVMFreeze:
    case LLVMFNeg:
        return true;
    default:
        return LLVMIsABinaryOperator(v) || LLVMIsACastInst(v);
    }
}

// ---- inserted branches ----
static uint32_t position(const Walk *w, LLVMBasicBlockRef b) {
    return map_find(&w->s->position, (uintptr_t)b);
}

// What clang's checks for overflow lead to: an error of its own.
static bool is_trap(LLVMBasicBlockRef b) {
    LLVMValueRef first = LLVMGetFirstInstruction(b), last = LLVMGetBasicBlockTerminator(b);
    return LLVMIsACallInst(first) && !strcmp(name_of_function(LLVMGetCalledValue(first)), "llvm.ubsantrap") &&
           LLVMGetNextInstruction(first) == last && LLVMIsAUnreachableInst(last);
}

static bool is_silent_branch(LLVMValueRef v) {
    return LLVMIsABranchInst(v) && (!LLVMIsConditional(v) || LLVMIsAConstantInt(LLVMGetCondition(v)));
}

static LLVMBasicBlockRef target(LLVMValueRef branch) {
    bool second = LLVMIsConditional(branch) && LLVMIsNull(LLVMGetCondition(branch));
    return LLVMGetSuccessor(branch, second);
}

// The blocks still to be looked at, the first in the function's order last.
static void add_block(const Walk *w, VecU32 *open, LLVMBasicBlockRef b) {
    uint32_t n = position(w, b), i = open->count;
    for (uint32_t k = 0; k < open->count; k++)
        if (open->at[k] == n)
            return;
    vec_push(open, n);
    for (; i > 0 && open->at[i - 1] < n; i--)
        open->at[i] = open->at[i - 1];
    open->at[i] = n;
}

static bool add_successors(Walk *w, VecU32 *open, LLVMBasicBlockRef from) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    if (!LLVMIsABranchInst(end))
        return differ(w->s, end, "an invariant does more than to read variables");
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
        if (is_trap(next))
            continue;
        if (position(w, next) <= position(w, from)) // expressions have no loops
            return differ(w->s, end, "an invariant does more than to read variables");
        add_block(w, open, next);
    }
    return true;
}

// All of the block, but for its branch, is inserted.
static bool is_inner(Same *s, LLVMBasicBlockRef b) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v != end; v = LLVMGetNextInstruction(v))
        if (!LLVMIsADbgInfoIntrinsic(v) && (!is_inserted(s, v) || !may_be_inserted(s, v)))
            return differ(s, v, "an invariant does more than to read variables");
    return is_silent_branch(end) || is_inserted(s, end) || differ(s, end, "an invariant changes what comes next");
}

// Where the ways join that an inserted branch opens.  Blocks are in the order of the text, so the first ones are
// looked into until one is left.
static bool join(Walk *w, LLVMValueRef branch, Point *p) {
    VecU32 open = { 0 };
    LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(branch));
    bool good = add_successors(w, &open, LLVMGetInstructionParent(branch));
    unsigned n = LLVMCountBasicBlocks(f);
    VEC(LLVMBasicBlockRef) blocks = { 0 };
    vec_resize(&blocks, n);
    LLVMGetBasicBlocks(f, blocks.at);
    while (good && open.count > 1) {
        LLVMBasicBlockRef b = blocks.at[vec_pop(&open) - 1];
        good = is_inner(w->s, b) && add_successors(w, &open, b);
    }
    if (good && !open.count)
        good = differ(w->s, branch, "an invariant ends the run");
    if (good)
        *p = (Point){ LLVMGetFirstInstruction(blocks.at[open.at[0] - 1]), NULL };
    vec_free(&blocks);
    vec_free(&open);
    return good;
}

// ---- walking ----
static void go(Point *p, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    *p = (Point){ LLVMGetFirstInstruction(to), from };
}

// To the next instruction that does something, over the inserted ones in the copy.
static bool advance(Walk *w, Point *p, bool in_copy) {
    Map passed = { 0 }; // branches: coming to one again, it goes round for ever
    bool good = true;
    while (good) {
        LLVMValueRef v = p->at;
        if (LLVMIsADbgInfoIntrinsic(v)) {
            p->at = LLVMGetNextInstruction(v);
        } else if (is_silent_branch(v)) {
            if (map_find(&passed, (uintptr_t)v)) {
                p->at = NULL;
                break;
            }
            map_put(&passed, (uintptr_t)v, 1);
            go(p, LLVMGetInstructionParent(v), target(v));
        } else if (!in_copy || !is_inserted(w->s, v)) {
            break;
        } else if (LLVMIsABranchInst(v)) {
            if (map_find(&passed, (uintptr_t)v)) {
                p->at = NULL;
                break;
            }
            map_put(&passed, (uintptr_t)v, 1);
            good = join(w, v, p);
        } else if (may_be_inserted(w->s, v)) {
            p->at = LLVMGetNextInstruction(v);
        } else {
            good = differ(w->s, v, "an invariant does more than to read variables");
        }
    }
    map_free(&passed);
    return good;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; from && i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static bool same_phi(const Same *s, const Point *old, const Point *new) {
    LLVMValueRef x = LLVMIsAPHINode(new->at) ? incoming(old->at, old->from) : NULL;
    LLVMValueRef y = x ? incoming(new->at, new->from) : NULL;
    return y && same_type(LLVMTypeOf(old->at), LLVMTypeOf(new->at)) && same_value(s, x, y);
}

static uint32_t keep(Same *s, LLVMValueRef v) {
    vec_push(&s->values, v);
    return s->values.count;
}

// From now on the two are alike; each has one like.
static bool pair_values(Same *s, LLVMValueRef old, LLVMValueRef new) {
    uint32_t i = map_find(&s->to_new, (uintptr_t)old), k = map_find(&s->to_old, (uintptr_t) new);
    if (i || k)
        return i && k && s->values.at[i - 1] == new && s->values.at[k - 1] == old;
    map_put(&s->to_new, (uintptr_t)old, keep(s, new));
    map_put(&s->to_old, (uintptr_t) new, keep(s, old));
    return true;
}

static void follow(Walk *w, const Pair *at) {
    LLVMValueRef old = at->old.at, new = at->new.at;
    if (!LLVMIsATerminatorInst(old)) {
        Pair next = { { LLVMGetNextInstruction(old), at->old.from }, { LLVMGetNextInstruction(new), at->new.from } };
        vec_push(&w->work, next);
        return;
    }
    for (unsigned i = 0; i < LLVMGetNumSuccessors(old); i++) {
        Pair next;
        go(&next.old, LLVMGetInstructionParent(old), LLVMGetSuccessor(old, i));
        go(&next.new, LLVMGetInstructionParent(new), LLVMGetSuccessor(new, i));
        vec_push(&w->work, next);
    }
}

static bool same_cases(LLVMValueRef old, LLVMValueRef new) {
    int n = LLVMGetNumOperands(old);
    bool same = n == LLVMGetNumOperands(new);
    for (int i = 2; i < n && same; i += 2)
        same = LLVMGetOperand(old, (unsigned)i) == LLVMGetOperand(new, (unsigned)i);
    return same;
}

static bool step(Walk *w, Pair at) {
    static const char changed[] = "with the invariants put in the program does something else";
    if (!advance(w, &at.old, false) || !advance(w, &at.new, true))
        return false;
    LLVMValueRef old = at.old.at, new = at.new.at;
    if (!old || !new)
        return old == new || differ(w->s, old ? old : new, changed);
    uint32_t met = map_find(&w->seen, (uintptr_t) new);
    bool phi = LLVMIsAPHINode(old);
    if (phi && w->phis++ > MOST_PHIS)
        return differ(w->s, new, changed);
    if (met && !phi)
        return w->pairs.at[met - 1] == old || differ(w->s, new, changed);
    bool same = phi ? same_phi(w->s, &at.old, &at.new)
                    : same_instruction(w->s, old, new) && (!LLVMIsASwitchInst(old) || same_cases(old, new));
    if (!same || !pair_values(w->s, old, new))
        return differ(w->s, new, changed);
    if (!met) {
        vec_push(&w->pairs, old);
        map_put(&w->seen, (uintptr_t) new, w->pairs.count);
    }
    follow(w, &at);
    return true;
}

static bool same_body(Same *s, LLVMValueRef old, LLVMValueRef new) {
    Walk w = { .s = s };
    uint32_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(new); b; b = LLVMGetNextBasicBlock(b))
        map_put(&s->position, (uintptr_t)b, ++n);
    for (unsigned i = 0; i < LLVMCountParams(old); i++)
        pair_values(s, LLVMGetParam(old, i), LLVMGetParam(new, i));
    Pair start = { { LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(old)), NULL },
                   { LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(new)), NULL } };
    vec_push(&w.work, start);
    bool same = true;
    while (same && w.work.count)
        same = step(&w, vec_pop(&w.work));
    map_free(&w.seen);
    vec_free(&w.pairs);
    vec_free(&w.work);
    return same;
}

// ---- modules ----
static bool same_functions(Same *s) {
    for (LLVMValueRef f = LLVMGetFirstFunction(s->old); f; f = LLVMGetNextFunction(f)) {
        const char *name = name_of_function(f);
        LLVMValueRef g = LLVMGetNamedFunction(s->new, name);
        if (is_checker_name(s->copy, name))
            return differ(s, NULL, "the program has a function with the name of a check");
        if (!g || !same_head(f, g)) {
            reason_set(s->why, "with the invariants put in, %.100s() is another function", name);
            return false;
        }
        if (!LLVMIsDeclaration(f) && !same_body(s, f, g))
            return false;
    }
    return true;
}

static bool same_variables(Same *s) {
    for (LLVMValueRef v = LLVMGetFirstGlobal(s->old); v; v = LLVMGetNextGlobal(v)) {
        const char *name = LLVMGetValueName2(v, &(size_t){ 0 });
        LLVMValueRef new = LLVMGetNamedGlobal(s->new, name);
        if (!*name || (new &&same_global(s, v, new))) // without a name: whatever uses it is not alike
            continue;
        reason_set(s->why, "with the invariants put in, %.100s is another variable", name);
        return false;
    }
    return true;
}

// What the copy has more must not be seen by other files.
static bool is_own(LLVMValueRef v) {
    return LLVMIsDeclaration(v) || LLVMGetLinkage(v) == LLVMInternalLinkage || LLVMGetLinkage(v) == LLVMPrivateLinkage;
}

static bool has_nothing_more(Same *s) {
    bool good = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(s->new); f && good; f = LLVMGetNextFunction(f))
        good = is_own(f) || LLVMGetNamedFunction(s->old, name_of_function(f));
    for (LLVMValueRef v = LLVMGetFirstGlobal(s->new); v && good; v = LLVMGetNextGlobal(v))
        good = is_own(v) || LLVMGetNamedGlobal(s->old, LLVMGetValueName2(v, &(size_t){ 0 }));
    size_t n = 0, m = 0;
    const char *x = LLVMGetModuleInlineAsm(s->old, &n), *y = LLVMGetModuleInlineAsm(s->new, &m);
    good = good && n == m && !memcmp(x, y, n);
    LLVMValueRef a = LLVMGetFirstGlobalAlias(s->old), b = LLVMGetFirstGlobalAlias(s->new);
    for (; a && b && good; a = LLVMGetNextGlobalAlias(a), b = LLVMGetNextGlobalAlias(b))
        good = same_value(s, a, b) && same_value(s, LLVMAliasGetAliasee(a), LLVMAliasGetAliasee(b));
    good = good && !a && !b && !LLVMGetFirstGlobalIFunc(s->new);
    return good || differ(s, NULL, "with the invariants put in the program has more parts");
}

bool same_code(LLVMModuleRef original, LLVMModuleRef module, Copy *copy, Reason *why) {
    Same s = { .old = original, .new = module, .copy = copy, .why = why };
    bool same = same_functions(&s) && same_variables(&s) && has_nothing_more(&s);
    map_free(&s.to_new);
    map_free(&s.to_old);
    map_free(&s.position);
    vec_free(&s.values);
    return same;
}
