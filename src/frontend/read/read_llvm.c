// read_llvm.c - an LLVM module becomes a Program
//
// See read.h for the idea.  Functions are read on demand, from the entry on;
// blocks in reverse post-order, so that every value is known before its uses,
// phi nodes apart, which are variables assigned on the edges into their block.
// What follows a call that never returns is still read, so that all values are known,
// but emits nothing (r->at is 0).
#include "frontend/read/read_llvm.h"
#include "frontend/linker.h"
#include "frontend/notes.h"
#include "frontend/own.h"
#include "frontend/read/read.h"
#include "frontend/sequence.h"
#include "program/edit.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

// ---- types ----
Sort bool_sort(Reader *r) {
    return sort_bool(r->t);
}

Sort pointer_sort(Reader *r) {
    return sort_bv(r->t, r->p->pointer_bits);
}

Term address_const(Reader *r, uint64_t value) {
    return term_bv(r->t, value, r->p->pointer_bits);
}

bool type_is_scalar(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind &&
           kind != LLVMVoidTypeKind && !type_is_wide(type);
}

bool type_is_vector(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

LLVMTypeRef type_of_lane(LLVMTypeRef type) {
    return type_is_vector(type) ? LLVMGetElementType(type) : type;
}

bool type_is_packed(Reader *r, LLVMTypeRef type) {
    if (!type_is_vector(type))
        return false;
    LLVMTypeRef lane = LLVMGetElementType(type);
    return LLVMSizeOfTypeInBits(r->layout, lane) != 8 * LLVMABISizeOfType(r->layout, lane);
}

bool type_is_known(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMX86_MMXTypeKind:
        return true;
    default:
        return false;
    }
}

Leaf type_leaf(Reader *r, LLVMTypeRef type) {
    assert(!type_is_wide(type));
    Leaf leaf = { .type = type };
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        uint32_t width = LLVMGetIntTypeWidth(type);
        leaf.sort = width == 1 ? sort_bool(r->t) : sort_bv(r->t, width);
        break;
    }
    case LLVMPointerTypeKind:
        leaf.sort = pointer_sort(r);
        leaf.pointer = true;
        break;
    case LLVMHalfTypeKind:
        leaf.sort = sort_float(r->t, 5, 11);
        break;
    case LLVMFloatTypeKind:
        leaf.sort = sort_float(r->t, 8, 24);
        break;
    case LLVMDoubleTypeKind:
        leaf.sort = sort_float(r->t, 11, 53);
        break;
    case LLVMX86_FP80TypeKind:
        leaf.sort = sort_float(r->t, 15, 64);
        break;
    case LLVMFP128TypeKind:
        leaf.sort = sort_float(r->t, 15, 113);
        break;
    case LLVMX86_MMXTypeKind:
        leaf.sort = sort_bv(r->t, 64);
        break;
    case LLVMBFloatTypeKind: // its bits, see read_vector.c
        leaf.sort = sort_bv(r->t, 16);
        break;
    default:
        bug("a scalar of LLVM type kind %d", LLVMGetTypeKind(type));
    }
    return leaf;
}

void type_leaves(Reader *r, LLVMTypeRef type, uint64_t offset, VecLeaf *out) {
    assert(type && out);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMVoidTypeKind)
        return;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            type_leaves(r, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(r->layout, type, i), out);
    } else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t n = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);
        uint64_t stride = LLVMABISizeOfType(r->layout, element);
        for (uint64_t i = 0; i < n; i++)
            type_leaves(r, element, offset + i * stride, out);
    } else if (type_is_wide(type)) {
        wide_leaves(r, type, offset, out);
    } else if (type_is_known(type)) { // else no leaves; what uses the type is unmodelled, see odd_types
        Leaf leaf = type_leaf(r, type);
        leaf.offset = offset;
        vec_push(out, leaf);
    }
}

// ---- emitting ----
// Does the command lead to 'stop'?
static inline bool ends_run(CmdKind kind) {
    return kind == CMD_EXIT || kind == CMD_ABORT || kind == CMD_TRAP || kind == CMD_UNMODELLED ||
           kind == CMD_THREAD_EXIT;
}

void emit(Reader *r, Cmd cmd) {
    assert(!ends_run(cmd.kind));
    if (!r->at)
        return;
    LocId to = program_loc(r->p, r->func, r->pos);
    program_edge(r->p, r->at, to, r->pos, cmd);
    r->at = to;
}

void emit_end(Reader *r, Cmd cmd, LocId to) {
    assert(to && to < r->p->locs.count);
    assert(!ends_run(cmd.kind) || to == r->p->stop);
    if (r->at)
        program_edge(r->p, r->at, to, r->pos, cmd);
    r->at = 0;
}

static void end_if(Reader *r, Term condition, CmdKind kind, const char *text) {
    assert(sort_kind(r->t, term_sort(r->t, condition)) == SORT_BOOL);
    assert(ends_run(kind));
    if (!r->at || term_op(r->t, condition) == OP_FALSE)
        return;
    LocId end = program_loc(r->p, r->func, r->pos);
    program_edge(r->p, r->at, end, r->pos, cmd_assume(condition));
    program_edge(r->p, end, r->p->stop, r->pos, (Cmd){ .kind = kind, .text = program_name(r->p, text) });
    emit(r, cmd_assume(term_not(r->t, condition)));
}

void emit_trap_if(Reader *r, Term condition, const char *text) {
    end_if(r, condition, CMD_TRAP, text);
}

void emit_unmodelled_if(Reader *r, Term condition, const char *what) {
    end_if(r, condition, CMD_UNMODELLED, what);
}

void emit_unmodelled(Reader *r, const char *what) {
    emit_end(r, (Cmd){ .kind = CMD_UNMODELLED, .text = program_name(r->p, what) }, r->p->stop);
}

VarId new_var(Reader *r, const char *stem, Sort sort, bool pointer) {
    assert(r->func);
    assert(!pointer || sort.id == pointer_sort(r).id);
    VarId var = program_var(r->p, r->func, stem, sort, VAR_LOCAL);
    r->p->vars.at[var].pointer = pointer;
    r->p->vars.at[var].pos = r->pos;
    return var;
}

VarId emit_input(Reader *r, Sort sort, InputKind kind, const char *text, bool pointer) {
    static const char *const stems[] = { "nondet", "uninit", "extern", "library", "memory" };
    assert((size_t)kind < COUNT(stems));
    VarId var = new_var(r, stems[kind], sort, pointer);
    emit(r, (Cmd){ .kind = CMD_INPUT, .var = var, .input = kind, .text = program_name(r->p, text) });
    return var;
}

// Bytes in memory of a leaf; the 80-bit float has 10 of them.
static uint32_t leaf_bytes(Reader *r, const Leaf *leaf) {
    assert(leaf->type);
    return (uint32_t)LLVMStoreSizeOfType(r->layout, leaf->type);
}

static void mark_access(Cmd *cmd, LLVMValueRef access) {
    if (!access || (!LLVMIsALoadInst(access) && !LLVMIsAStoreInst(access)))
        return;
    cmd->is_volatile = LLVMGetVolatile(access);
    cmd->atomic = LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic;
}

static Term plus(Reader *r, Term address, uint64_t offset) {
    assert(term_sort(r->t, address).id == pointer_sort(r).id);
    return term_2(r->t, OP_BV_ADD, address, address_const(r, offset));
}

Term load_leaf(Reader *r, Term address, const Leaf *leaf, LLVMValueRef access) {
    bool boolean = sort_kind(r->t, leaf->sort) == SORT_BOOL;
    Cmd cmd = { .kind = CMD_LOAD, .a = plus(r, address, leaf->offset), .bytes = leaf_bytes(r, leaf) };
    cmd.var = new_var(r, access ? stem_of(r, access, "load") : "load", boolean ? sort_bv(r->t, 8) : leaf->sort,
                      leaf->pointer);
    mark_access(&cmd, access);
    emit(r, cmd);
    Term value = var_term(r->p, cmd.var);
    return boolean ? as_bool(r, value) : value;
}

void store_leaf(Reader *r, Term address, const Leaf *leaf, Term value, LLVMValueRef access) {
    if (sort_kind(r->t, leaf->sort) == SORT_BOOL)
        value = convert_int(r, value, sort_bv(r->t, 8));
    Cmd cmd = { .kind = CMD_STORE, .a = plus(r, address, leaf->offset), .b = value, .bytes = leaf_bytes(r, leaf) };
    cmd.number = !leaf->pointer;
    mark_access(&cmd, access);
    emit(r, cmd);
}

// ---- memory instructions ----
static void read_load(Reader *r, LLVMValueRef v) {
    if (LLVMGetVolatile(v) && read_volatile(r, v))
        return;
    Term address = value_term(r, LLVMGetOperand(v, 0));
    VecLeaf leaves = { 0 };
    if (type_is_packed(r, LLVMTypeOf(v))) {
        load_packed(r, v, address);
        return;
    }
    type_leaves(r, LLVMTypeOf(v), 0, &leaves);
    Term *terms = arena_array(r->p->arena, Term, leaves.count);
    for (uint32_t i = 0; i < leaves.count; i++)
        terms[i] = load_leaf(r, address, &leaves.at[i], v);
    if (LLVMGetVolatile(v))
        blur_volatile(r, v, &leaves, terms);
    set_value(r, v, leaves.count, terms);
    vec_free(&leaves);
}

// Storing an undefined value leaves the old bytes: they may be anything, so that is one
// of the values it may have; but then they must be inputs, which leaf_term makes them.
static void read_store(Reader *r, LLVMValueRef v) {
    if (LLVMGetVolatile(v) && read_volatile(r, v))
        return;
    LLVMValueRef what = LLVMGetOperand(v, 0);
    Term address = value_term(r, LLVMGetOperand(v, 1));
    Slice s = value_of(r, what);
    VecLeaf leaves = { 0 };
    if (type_is_packed(r, LLVMTypeOf(what))) {
        store_packed(r, v, address);
        return;
    }
    type_leaves(r, LLVMTypeOf(what), 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        store_leaf(r, address, &leaves.at[i], leaf_term(r, s, i, what), v);
    vec_free(&leaves);
}

uint64_t element_bytes(const Reader *r, LLVMTypeRef type) {
    bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    return array ? LLVMABISizeOfType(r->layout, LLVMGetElementType(type)) : 0;
}

static void read_alloca(Reader *r, LLVMValueRef v) {
    assert(LLVMIsAAllocaInst(v));
    LLVMTypeRef type = LLVMGetAllocatedType(v);
    uint64_t size = LLVMABISizeOfType(r->layout, type);
    const char *name = stem_of(r, v, "local");
    ObjId object = program_object(r->p, OBJ_STACK, name);
    Term count = convert_int(r, value_term(r, LLVMGetOperand(v, 0)), pointer_sort(r));
    Term bytes = term_2(r->t, OP_BV_MUL, address_const(r, size), count);
    Object *o = &r->p->objects.at[object];
    map_put(&r->objects, (uintptr_t)v, object); // for read_binding
    o->func = r->func;
    o->pos = r->pos;
    o->align = LLVMGetAlignment(v);
    o->element = element_bytes(r, type);
    if (term_is_const(r->t, bytes)) {
        uint64_t high;
        term_bits(r->t, bytes, &o->size, &high);
        read_unscoped(r, v);
    }
    VarId var = new_var(r, arena_printf(r->p->arena, "&%s", name), pointer_sort(r), true);
    emit(r, (Cmd){ .kind = CMD_ALLOC, .var = var, .a = bytes, .object = object });
    set_term(r, v, var_term(r->p, var));
}

static Term rmw_term(Reader *r, LLVMAtomicRMWBinOp op, Term old, Term arg) {
    Terms *t = r->t;
    switch (op) {
    case LLVMAtomicRMWBinOpXchg:
        return arg;
    case LLVMAtomicRMWBinOpAdd:
        return term_2(t, OP_BV_ADD, old, arg);
    case LLVMAtomicRMWBinOpSub:
        return term_bv_sub(t, old, arg);
    case LLVMAtomicRMWBinOpAnd:
        return term_2(t, OP_BV_AND, old, arg);
    case LLVMAtomicRMWBinOpNand:
        return term_1(t, OP_BV_NOT, term_2(t, OP_BV_AND, old, arg));
    case LLVMAtomicRMWBinOpOr:
        return term_2(t, OP_BV_OR, old, arg);
    case LLVMAtomicRMWBinOpXor:
        return term_2(t, OP_BV_XOR, old, arg);
    case LLVMAtomicRMWBinOpMax:
        return term_ite(t, term_2(t, OP_BV_SLT, old, arg), arg, old);
    case LLVMAtomicRMWBinOpMin:
        return term_ite(t, term_2(t, OP_BV_SLT, old, arg), old, arg);
    case LLVMAtomicRMWBinOpUMax:
        return term_ite(t, term_2(t, OP_BV_ULT, old, arg), arg, old);
    case LLVMAtomicRMWBinOpUMin:
        return term_ite(t, term_2(t, OP_BV_ULT, old, arg), old, arg);
    case LLVMAtomicRMWBinOpFAdd:
        return term_2(t, OP_FP_ADD, old, arg);
    case LLVMAtomicRMWBinOpFSub:
        return term_2(t, OP_FP_SUB, old, arg);
    default:
        return (Term){ 0 };
    }
}

static Cmd plain(CmdKind kind) {
    return (Cmd){ .kind = kind };
}

static void mark_last_atomic(Reader *r) {
    if (r->at)
        vec_last(&r->p->edges).cmd.atomic = true;
}

// "sdiv i256": what the instruction does, and on what.
static const char *instruction_name(Reader *r, LLVMValueRef v) {
    char *text = LLVMPrintValueToString(v);
    const char *equals = strstr(text, " = "), *start = equals ? equals + 3 : text + strspn(text, " ");
    const char *name = arena_printf(r->p->arena, "the instruction %.*s", (int)strcspn(start, "%,(@"), start);
    LLVMDisposeMessage(text);
    return name;
}

static void read_atomic_rmw(Reader *r, LLVMValueRef v) {
    Term address = value_term(r, LLVMGetOperand(v, 0)), arg = value_term(r, LLVMGetOperand(v, 1));
    Leaf leaf = type_leaf(r, LLVMTypeOf(v));
    emit(r, plain(CMD_ATOMIC_BEGIN));
    Term old = load_leaf(r, address, &leaf, NULL);
    mark_last_atomic(r);
    Term new = rmw_term(r, LLVMGetAtomicRMWBinOp(v), old, arg);
    if (!new.id) {
        emit_unmodelled(r, instruction_name(r, v));
        new = old;
    }
    store_leaf(r, address, &leaf, new, NULL);
    mark_last_atomic(r);
    emit(r, plain(CMD_ATOMIC_END));
    set_term(r, v, old);
}

static void read_cmpxchg(Reader *r, LLVMValueRef v) {
    Term address = value_term(r, LLVMGetOperand(v, 0));
    Term expected = value_term(r, LLVMGetOperand(v, 1)), new = value_term(r, LLVMGetOperand(v, 2));
    Leaf leaf = type_leaf(r, LLVMTypeOf(LLVMGetOperand(v, 1)));
    emit(r, plain(CMD_ATOMIC_BEGIN));
    Term old = load_leaf(r, address, &leaf, NULL);
    mark_last_atomic(r);
    Term same = term_eq(r->t, old, expected);
    store_leaf(r, address, &leaf, term_ite(r->t, same, new, old), NULL);
    mark_last_atomic(r);
    emit(r, plain(CMD_ATOMIC_END));
    set_value(r, v, 2, (Term[]){ old, same });
}

// ---- control ----
LocId block_loc(Reader *r, LLVMBasicBlockRef block) {
    uint32_t loc;
    if (map_get(&r->blocks, (uintptr_t)block, &loc))
        return loc;
    loc = program_loc(r->p, r->func, r->pos);
    map_put(&r->blocks, (uintptr_t)block, loc);
    return loc;
}

static LLVMValueRef phi_value(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    bug("a phi node lacks a predecessor");
}

// From r->at on: assigns the phi nodes of 'to' for the way from 'from', and goes there.
static void go_to(Reader *r, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    VEC(VarId) vars = { 0 };
    VecTerm terms = { 0 };
    LLVMValueRef phi = LLVMGetFirstInstruction(to);
    for (; phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef in = phi_value(phi, from);
        Slice left = value_of(r, phi), right = value_of(r, in);
        for (uint32_t i = 0; i < left.count; i++) {
            Term value = leaf_term(r, right, i, in);
            if (term_same(value, left.at[i]))
                continue;
            vec_push(&vars, program_var_of(r->p, left.at[i]));
            vec_push(&terms, value);
        }
    }
    Cmd cmd = vars.count ? cmd_assign_n(r->p, vars.count, vars.at, terms.at) : plain(CMD_SKIP);
    emit_end(r, cmd, block_loc(r, to));
    vec_free(&vars);
    vec_free(&terms);
}

// A block whose phi nodes need nothing on this way is entered by the ASSUME itself.
static void branch_to(Reader *r, Term condition, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LocId start = r->at;
    if (!start || term_op(r->t, condition) == OP_FALSE)
        return;
    if (!LLVMIsAPHINode(LLVMGetFirstInstruction(to))) {
        program_edge(r->p, start, block_loc(r, to), r->pos, cmd_assume(condition));
        return;
    }
    emit(r, cmd_assume(condition));
    go_to(r, from, to);
    r->at = start;
}

static void read_branch(Reader *r, LLVMValueRef v, LLVMBasicBlockRef from) {
    if (!LLVMIsConditional(v)) {
        go_to(r, from, LLVMGetSuccessor(v, 0));
        return;
    }
    LLVMBasicBlockRef yes = LLVMGetSuccessor(v, 0), no = LLVMGetSuccessor(v, 1);
    Term condition = value_term(r, LLVMGetCondition(v));
    if (yes == no) {
        go_to(r, from, yes);
        return;
    }
    branch_to(r, condition, from, yes);
    branch_to(r, term_not(r->t, condition), from, no);
    r->at = 0;
}

static void read_switch(Reader *r, LLVMValueRef v, LLVMBasicBlockRef from) {
    LLVMValueRef on = LLVMGetOperand(v, 0);
    Slice s = value_of(r, on); // a wide integer has several leaves
    Term *value = arena_array(r->p->arena, Term, s.count);
    for (uint32_t k = 0; k < s.count; k++)
        value[k] = leaf_term(r, s, k, on);
    unsigned n = LLVMGetNumSuccessors(v);
    VecTerm tests = { 0 };
    for (unsigned i = 1; i < n; i++) {
        Slice constant = value_of(r, LLVMGetOperand(v, 2 * i));
        Term test = term_true(r->t);
        for (uint32_t k = 0; k < s.count; k++)
            test = term_and(r->t, test, term_eq(r->t, value[k], constant.at[k]));
        vec_push(&tests, test);
    }
    // cases of one target go together
    for (unsigned i = 1; i < n; i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(v, i);
        bool first = true;
        for (unsigned k = 1; k < i && first; k++)
            first = LLVMGetSuccessor(v, k) != to;
        if (!first || to == LLVMGetSwitchDefaultDest(v))
            continue;
        VecTerm same = { 0 };
        for (unsigned k = i; k < n; k++)
            if (LLVMGetSuccessor(v, k) == to)
                vec_push(&same, tests.at[k - 1]);
        branch_to(r, term_or_n(r->t, same.count, same.at), from, to);
        vec_free(&same);
    }
    VecTerm others = { 0 };
    for (unsigned k = 1; k < n; k++)
        if (LLVMGetSuccessor(v, k) != LLVMGetSwitchDefaultDest(v))
            vec_push(&others, term_not(r->t, tests.at[k - 1]));
    branch_to(r, term_and_n(r->t, others.count, others.at), from, LLVMGetSwitchDefaultDest(v));
    vec_free(&tests);
    vec_free(&others);
    r->at = 0;
}

static void read_indirect_branch(Reader *r, LLVMValueRef v, LLVMBasicBlockRef from) {
    Term address = value_term(r, LLVMGetOperand(v, 0));
    VecTerm tests = { 0 };
    for (unsigned i = 0; i < LLVMGetNumSuccessors(v); i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(v, i);
        ObjId object = object_of(r, LLVMBlockAddress(r->function, to));
        Term test = term_eq(r->t, address, var_term(r->p, r->p->objects.at[object].address));
        bool known = false;
        for (uint32_t k = 0; k < tests.count && !known; k++)
            known = term_same(tests.at[k], test);
        if (known)
            continue;
        vec_push(&tests, test);
        branch_to(r, test, from, to);
    }
    Term wild = term_not(r->t, term_or_n(r->t, tests.count, tests.at));
    emit(r, cmd_assume(wild));
    emit_end(r, (Cmd){ .kind = CMD_TRAP, .text = program_name(r->p, "jump to a wrong address") }, r->p->stop);
    vec_free(&tests);
}

static void read_return(Reader *r, LLVMValueRef v) {
    Cmd cmd = { .kind = CMD_RETURN };
    if (LLVMGetNumOperands(v)) {
        LLVMValueRef what = LLVMGetOperand(v, 0);
        Slice s = value_of(r, what);
        cmd.n = s.count;
        cmd.number = LLVMGetTypeKind(LLVMTypeOf(what)) == LLVMIntegerTypeKind;
        cmd.terms = arena_array(r->p->arena, Term, s.count);
        for (uint32_t i = 0; i < s.count; i++)
            cmd.terms[i] = leaf_term(r, s, i, what);
    }
    emit_end(r, cmd, r->p->funcs.at[r->func].exit);
}

// Terms beyond this size get a variable of their own.
enum { LARGE_TERM = 40 };

static void name_large_terms(Reader *r, LLVMValueRef v) {
    Slice *s = &vec_last(&r->slices);
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->at[i].id || term_arity(r->t, s->at[i]) == 0 || term_size(r->t, s->at[i]) <= LARGE_TERM)
            continue;
        VarId var =
            new_var(r, "value", term_sort(r->t, s->at[i]), LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind);
        emit(r, cmd_assign(r->p, var, s->at[i]));
        s->at[i] = var_term(r->p, var);
    }
}

// __builtin_unreachable(), or the end of a function that must not return.
static void read_unreachable(Reader *r) {
    Name text = program_name(r->p, "code is reached that must not be");
    emit(r, cmd_event(EVENT_UNDEFINED, text));
    emit_end(r, (Cmd){ .kind = CMD_TRAP, .text = text }, r->p->stop);
}

static void read_terminator(Reader *r, LLVMValueRef v, LLVMBasicBlockRef block) {
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMBr:
        read_branch(r, v, block);
        return;
    case LLVMSwitch:
        read_switch(r, v, block);
        return;
    case LLVMIndirectBr:
        read_indirect_branch(r, v, block);
        return;
    case LLVMRet:
        read_return(r, v);
        return;
    case LLVMUnreachable:
        read_unreachable(r);
        return;
    default:
        emit_unmodelled(r, LLVMGetInstructionOpcode(v) == LLVMCallBr ? "asm goto" : "exception handling");
        set_undefined(r, v);
    }
}

static void read_instruction(Reader *r, LLVMValueRef v, LLVMBasicBlockRef block) {
    if (LLVMIsATerminatorInst(v)) {
        read_terminator(r, v, block);
        return;
    }
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPHI:
    case LLVMFence:
        return;
    case LLVMAlloca:
        read_alloca(r, v);
        return;
    case LLVMLoad:
        read_load(r, v);
        return;
    case LLVMStore:
        read_store(r, v);
        return;
    case LLVMCall:
        read_call(r, v);
        return;
    case LLVMAtomicRMW:
        read_atomic_rmw(r, v);
        return;
    case LLVMAtomicCmpXchg:
        read_cmpxchg(r, v);
        return;
    default:
        if (read_pure(r, v))
            name_large_terms(r, v);
        else {
            emit_unmodelled(r, instruction_name(r, v));
            set_undefined(r, v);
        }
    }
}

// ---- source positions ----
FileId file_id(Reader *r, const char *text, size_t length) {
    Name name = name_ofn(r->p->names, text, length);
    uint32_t id;
    if (map_get(&r->files, name.id, &id))
        return id;
    id = r->p->files.count;
    vec_push(&r->p->files, name);
    map_put(&r->files, name.id, id);
    return id;
}

static SrcPos instruction_pos(Reader *r, LLVMValueRef v, SrcPos before) {
    unsigned line = LLVMGetDebugLocLine(v), length = 0;
    if (!line)
        return before;
    const char *file = LLVMGetDebugLocFilename(v, &length);
    return (SrcPos){ file_id(r, file ? file : "", length), line, LLVMGetDebugLocColumn(v) };
}

static SrcPos function_pos(Reader *r, LLVMValueRef function) {
    unsigned length = 0;
    LLVMMetadataRef program = LLVMGetSubprogram(function);
    if (!program)
        return (SrcPos){ 0 };
    const char *file = LLVMDIFileGetFilename(LLVMDIScopeGetFile(program), &length);
    return (SrcPos){ file_id(r, file ? file : "", length), LLVMDISubprogramGetLine(program), 1 };
}

// ---- functions ----
void want_function(Reader *r, LLVMValueRef function) {
    if (map_get(&r->functions, (uintptr_t)function, NULL))
        return;
    FuncId func = program_func(r->p, LLVMGetValueName2(function, &(size_t){ 0 }));
    map_put(&r->functions, (uintptr_t)function, func);
    LLVMValueRef caller = LLVMIsDeclaration(function) ? outside_caller(r, function) : NULL;
    LLVMValueRef body = caller ? caller : function;
    map_put(&r->functions, (uintptr_t)body, func);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    VecLeaf leaves = { 0 };
    type_leaves(r, LLVMGetReturnType(type), 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        vec_push(&r->p->funcs.at[func].results, leaves.at[i].sort);
    vec_free(&leaves);
    r->p->funcs.at[func].pos = function_pos(r, function);
    r->p->funcs.at[func].variadic = LLVMIsFunctionVarArg(type);
    r->p->funcs.at[func].defined = !LLVMIsDeclaration(body);
    if (!LLVMIsDeclaration(body))
        vec_push(&r->todo, body);
}

// The blocks that can be reached, in reverse post-order; explicit stack.
typedef VEC(LLVMBasicBlockRef) VecBlock;
static void reverse_post_order(LLVMValueRef function, VecBlock *out) {
    VecBlock stack = { 0 };
    VecU32 next = { 0 };
    Map seen = { 0 };
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    vec_push(&stack, entry);
    vec_push(&next, 0);
    map_put(&seen, (uintptr_t)entry, 1);
    while (stack.count) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(vec_last(&stack));
        uint32_t i = vec_last(&next)++;
        if (i >= LLVMGetNumSuccessors(end)) {
            vec_push(out, vec_pop(&stack));
            next.count--;
            continue;
        }
        LLVMBasicBlockRef to = LLVMGetSuccessor(end, i);
        if (map_get(&seen, (uintptr_t)to, NULL))
            continue;
        map_put(&seen, (uintptr_t)to, 1);
        vec_push(&stack, to);
        vec_push(&next, 0);
    }
    for (uint32_t i = 0; i < out->count / 2; i++) {
        LLVMBasicBlockRef b = out->at[i];
        out->at[i] = out->at[out->count - 1 - i];
        out->at[out->count - 1 - i] = b;
    }
    vec_free(&stack);
    vec_free(&next);
    map_free(&seen);
}

// What C calls a value: the first variable that debug information binds to it.
static void find_names(Reader *r, const VecBlock *blocks) {
    map_free(&r->c_names);
    for (uint32_t i = 0; i < blocks->count; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(blocks->at[i]); v; v = LLVMGetNextInstruction(v)) {
            LLVMValueRef value;
            Name name;
            if (LLVMIsADbgVariableIntrinsic(v) && binding_parts(r, v, &value, &name) &&
                !map_get(&r->c_names, (uintptr_t)value, NULL))
                map_put(&r->c_names, (uintptr_t)value, name.id);
        }
}

const char *stem_of(Reader *r, LLVMValueRef v, const char *otherwise) {
    uint32_t name;
    return map_get(&r->c_names, (uintptr_t)v, &name) ? program_text(r->p, (Name){ name }) : otherwise;
}

static void add_params(Reader *r) {
    VecLeaf leaves = { 0 };
    for (unsigned i = 0; i < LLVMCountParams(r->function); i++) {
        LLVMValueRef param = LLVMGetParam(r->function, i);
        leaves.count = 0;
        type_leaves(r, LLVMTypeOf(param), 0, &leaves);
        Term *terms = arena_array(r->p->arena, Term, leaves.count);
        for (uint32_t k = 0; k < leaves.count; k++) {
            VarId var = program_var(r->p, r->func, stem_of(r, param, "param"), leaves.at[k].sort, VAR_PARAM);
            r->p->vars.at[var].pointer = leaves.at[k].pointer;
            r->p->vars.at[var].pos = r->pos;
            vec_push(&r->p->funcs.at[r->func].params, var);
            terms[k] = var_term(r->p, var);
        }
        set_value(r, param, leaves.count, terms);
    }
    if (r->p->funcs.at[r->func].variadic) {
        r->varargs = program_var(r->p, r->func, "varargs", pointer_sort(r), VAR_PARAM);
        r->p->vars.at[r->varargs].pointer = true;
        vec_push(&r->p->funcs.at[r->func].params, r->varargs);
    }
    vec_free(&leaves);
}

static void add_phis(Reader *r, LLVMBasicBlockRef block) {
    LLVMValueRef v = LLVMGetFirstInstruction(block);
    VecLeaf leaves = { 0 };
    for (; v && LLVMIsAPHINode(v); v = LLVMGetNextInstruction(v)) {
        leaves.count = 0;
        type_leaves(r, LLVMTypeOf(v), 0, &leaves);
        Term *terms = arena_array(r->p->arena, Term, leaves.count);
        for (uint32_t k = 0; k < leaves.count; k++) {
            terms[k] = var_term(r->p, new_var(r, stem_of(r, v, "phi"), leaves.at[k].sort, leaves.at[k].pointer));
        }
        set_value(r, v, leaves.count, terms);
    }
    vec_free(&leaves);
}

static void read_function(Reader *r, LLVMValueRef function) {
    assert(!LLVMIsDeclaration(function));
    r->function = function;
    r->func = map_find(&r->functions, (uintptr_t)function);
    assert(r->func && r->p->funcs.at[r->func].defined);
    r->varargs = 0;
    r->pos = function_pos(r, function);
    map_free(&r->blocks);
    VecBlock order = { 0 };
    reverse_post_order(function, &order);
    find_names(r, &order);
    add_params(r);
    LocId entry = program_loc(r->p, r->func, r->pos), exit = program_loc(r->p, r->func, r->pos);
    r->p->funcs.at[r->func].entry = entry;
    r->p->funcs.at[r->func].exit = exit;
    for (uint32_t i = 0; i < order.count; i++)
        add_phis(r, order.at[i]);
    r->at = entry;
    if (watched_name(r, function)) { // whoever calls it, through a pointer or from the library
        read_watched_call(r, watched_name(r, function));
        vec_free(&order);
        return;
    }
    go_to(r, NULL, order.at[0]);
    SrcPos start = r->pos;
    for (uint32_t i = 0; i < order.count; i++) {
        LLVMValueRef v = LLVMGetFirstInstruction(order.at[i]);
        r->at = block_loc(r, order.at[i]);
        for (r->pos = start; v; v = LLVMGetNextInstruction(v)) {
            r->pos = instruction_pos(r, v, r->pos);
            if (r->at && (!r->p->locs.at[r->at].pos.line || !LLVMGetPreviousInstruction(v)))
                r->p->locs.at[r->at].pos = r->pos;
            if (map_find(&r->undecided, (uintptr_t)v))
                emit_unmodelled(r, "the address of a symbol that is found when the program is linked or loaded");
            const char *odd = odd_types(r, v);
            if (odd)
                emit_unmodelled(r, odd);
            if (!odd || LLVMIsATerminatorInst(v))
                read_instruction(r, v, order.at[i]);
            else
                set_undefined(r, v);
        }
    }
    read_loops(r, order.count, order.at);
    vec_free(&order);
}

// Where the program starts: arguments are made only for a function that looks at them.
static LLVMValueRef find_entry(LLVMModuleRef module, const char *name) {
    LLVMValueRef start = LLVMGetNamedFunction(module, FRONTEND_START), entry = LLVMGetNamedFunction(module, name);
    bool looks = false;
    if (!start)
        return entry;
    for (unsigned i = 1; entry && i < LLVMCountParams(entry); i++)
        looks |= LLVMGetFirstUse(LLVMGetParam(entry, i)) != NULL;
    return looks ? start : LLVMGetNamedFunction(module, FRONTEND_START_BARE);
}

// Compilers know what functions of the library do, and put other code, or calls of their own, where they like.
static void assume_own(Reader *r) {
    const char *name;
    for (uint32_t i = 0; (name = own_name(r->module, i)); i++)
        if (LLVMGetNamedFunction(r->module, name) && LLVMGetFirstUse(LLVMGetNamedFunction(r->module, name)))
            program_assume_that(r->p, arena_printf(r->p->arena,
                                                   "%s, which the program defines, is called where the program calls "
                                                   "it and there only (as with -fno-builtin)",
                                                   name));
}

static bool uses_any(Reader *r, const char *const names[]) {
    for (uint32_t i = 0; names[i]; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(r->module, names[i]);
        if (f && LLVMGetFirstUse(f) && !own_has(r->module, names[i]))
            return true;
    }
    return false;
}

// An address can be written to a file or a pipe and be read from it again.
static void assume_files(Reader *r) {
    static const char *const reads[] = { "read",  "pread", "readv", "recv",   "recvfrom", "fread",    "fgets",
                                         "fgetc", "getc",  "mmap",  "fscanf", "getline",  "getdelim", NULL };
    static const char *const writes[] = { "write", "pwrite", "writev", "send",    "sendto", "fwrite",
                                          "fputs", "fputc",  "putc",   "fprintf", NULL };
    if (uses_any(r, reads) && uses_any(r, writes))
        program_assume_that(r->p, "what is read from files, pipes and sockets is no address of an object");
}

// Does a program ask for the locale of its environment?  The model of the library takes that for the C locale.
static bool asks_for_locale(Reader *r) {
    LLVMValueRef f = LLVMGetNamedFunction(r->module, "setlocale");
    for (LLVMUseRef u = f && !own_has(r->module, "setlocale") ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        const char *name =
            LLVMIsACallInst(call) && LLVMGetNumArgOperands(call) == 2 ? constant_text(LLVMGetOperand(call, 1)) : NULL;
        bool null = LLVMIsACallInst(call) && LLVMIsAConstantPointerNull(LLVMGetOperand(call, 1));
        if (!null && (!name || !*name))
            return true;
    }
    return false;
}

static void assume_linked(Reader *r) {
    static const char *const prints[] = { "printf", "vprintf", "puts", "putchar", NULL };
    static const char *const number[] = { "__errno_location", NULL };
    size_t length;
    if (notes_text(r->module, UNOPTIMISED_NOTE, 0))
        program_assume_that(r->p,
                            "__builtin_constant_p and __builtin_object_size say what they say without optimisation");
    const char *sentence, *assembly = LLVMGetModuleInlineAsm(r->module, &length);
    for (unsigned i = 0; (sentence = linker_assumption(r->module, i)); i++)
        program_assume_that(r->p, sentence);
    assume_files(r);
    if (asks_for_locale(r))
        program_assume_that(r->p, "the locale of the environment is the C locale");
    if (uses_any(r, prints) && uses_any(r, number)) // a call that fails sets errno
        program_assume_that(r->p, "printf, puts and putchar never fail");
    if (strspn(assembly, " \t\n;") < length)
        program_assume_that(r->p, "assembly outside of functions does nothing to what is written in C");
}

static void assume_orders(Reader *r) {
    bool weak = false;
    for (uint32_t i = 0; i < r->todo.count; i++)
        weak = weak || read_has_weak_orders(r->todo.at[i]);
    if (weak && program_has_threads(r->p))
        program_assume_that(r->p, "atomic operations of weaker orders are taken as sequentially consistent");
}

Program *read_llvm(LLVMModuleRef module, const FrontendInput *in, Reason *why) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    assert(LLVMPointerSize(layout) * 8 == in->pointer_bits);
    LLVMValueRef entry = find_entry(module, in->entry);
    if (!entry || LLVMIsDeclaration(entry)) {
        reason_set(why, "there is no function '%s' to start from (see --entry)", in->entry);
        return NULL;
    }
    Program *p = program_new(LLVMPointerSize(layout) * 8);
    p->distinct = in->distinct;
    Reader r = { .p = p, .t = p->terms, .in = in, .module = module, .layout = layout };
    find_undecided(&r);
    if (sequence_is_open(module))
        program_assume_that(p, "where C leaves the order of evaluation open it is clang's");
    assume_own(&r);
    assume_linked(&r);
    p->entry = read_start(&r, entry);
    LLVMValueRef also = in->also ? LLVMGetNamedFunction(module, in->also) : NULL;
    if (also)
        want_function(&r, also);
    while (r.done < r.todo.count)
        read_function(&r, r.todo.at[r.done++]);
    assume_orders(&r);
    map_free(&r.values);
    map_free(&r.objects);
    map_free(&r.functions);
    map_free(&r.outside);
    map_free(&r.undecided);
    map_free(&r.changing);
    map_free(&r.files);
    map_free(&r.c_names);
    map_free(&r.blocks);
    vec_free(&r.slices);
    vec_free(&r.todo);
    return p;
}
