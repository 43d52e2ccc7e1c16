// read_loop.c - the loop statements of the source, and which variables can be named at their heads
//
// clang marks the branch back to a loop's head with the place of the statement.
// Which value a C variable has at the head is what debug information said last
// on every way there: a forward analysis over the blocks, one variable at a time.
// Passes left a variable without a statement where several values meet that nobody
// reads; it has no known value there.
#include "frontend/read/read.h"
#include <llvm-c/DebugInfo.h>

enum { UNSEEN = 0, SEVERAL = UINT32_MAX };
enum { MOST_WORK = 5000000 }; // variables times blocks: beyond, only variables in memory have values

typedef struct Said { // a debug statement about a variable
    LLVMValueRef call;
    uint32_t block;
} Said;

typedef struct Variable { // of the C function
    LLVMMetadataRef node, scope;
    Name name;
    uint32_t line;
    ObjId object;       // where it lives in memory
    VEC(Said) said;     // by block, in order
    uint32_t *at_start; // per block: which of 'said' (1 + index) holds at its start; UNSEEN, SEVERAL
} Variable;

typedef struct Loops {
    Reader *r;
    uint32_t n;
    LLVMBasicBlockRef *blocks;
    Map number; // block -> 1 + index
    VEC(Variable) vars;
    Map var_of; // DILocalVariable -> 1 + index
} Loops;

// ---- variables ----
static bool is_parent(Reader *r, LLVMMetadataRef scope, LLVMMetadataRef outer) {
    enum { PARENT = 1 };
    for (int depth = 0; scope && depth < 1000; depth++) {
        if (scope == outer)
            return true;
        LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
        if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind)
            return false;
        scope = node_operand(r, scope, PARENT);
    }
    return false;
}

static Variable *variable_of(Loops *l, LLVMMetadataRef node) {
    enum { NAME = 1 };
    uint32_t i = map_find(&l->var_of, (uintptr_t)node);
    if (i)
        return &l->vars.at[i - 1];
    LLVMMetadataRef name = node_operand(l->r, node, NAME);
    unsigned length = 0;
    const char *text =
        name ? LLVMGetMDString(LLVMMetadataAsValue(LLVMGetModuleContext(l->r->module), name), &length) : "";
    Variable *v = vec_add(&l->vars);
    map_put(&l->var_of, (uintptr_t)node, l->vars.count);
    v->node = node;
    v->scope = LLVMDIVariableGetScope(node);
    v->line = LLVMDIVariableGetLine(node);
    v->name = length ? name_ofn(l->r->p->names, text, length) : (Name){ 0 };
    return v;
}

static void note_statement(Loops *l, LLVMValueRef call, uint32_t block) {
    Variable *v = variable_of(l, LLVMValueAsMetadata(LLVMGetOperand(call, 1)));
    if (!LLVMIsADbgDeclareInst(call)) {
        vec_push(&v->said, (Said){ call, block });
        return;
    }
    LLVMValueRef address;
    Name name;
    uint32_t object = 0;
    if (binding_parts(l->r, call, &address, &name) && map_get(&l->r->objects, (uintptr_t)address, &object) &&
        l->r->p->objects.at[object].kind == OBJ_STACK)
        v->object = object;
}

static void collect(Loops *l) {
    for (uint32_t b = 0; b < l->n; b++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(l->blocks[b]); v; v = LLVMGetNextInstruction(v))
            if (LLVMIsADbgVariableIntrinsic(v))
                note_statement(l, v, b);
}

// ---- which statement holds where ----
static bool meet(uint32_t *at, uint32_t with) {
    uint32_t old = *at;
    if (with != UNSEEN && old != with)
        *at = old == UNSEEN ? with : SEVERAL;
    return *at != old;
}

// Where nothing was said yet the value is unknown: at the entry SEVERAL.
static void flow(Loops *l, Variable *v) {
    assert(!v->at_start);
    uint32_t *last = base_alloc(l->n * sizeof *last); // per block: its last statement
    v->at_start = base_alloc(l->n * sizeof *v->at_start);
    for (uint32_t i = 0; i < v->said.count; i++)
        last[v->said.at[i].block] = i + 1;
    v->at_start[0] = SEVERAL;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < l->n; b++) {
            uint32_t out = last[b] ? last[b] : v->at_start[b];
            LLVMValueRef end = LLVMGetBasicBlockTerminator(l->blocks[b]);
            for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
                uint32_t to = map_find(&l->number, (uintptr_t)LLVMGetSuccessor(end, i)) - 1;
                changed |= meet(&v->at_start[to], out);
            }
        }
    }
    free(last);
}

// What is said right at the start of the head, of its phi nodes, holds there already.
static LLVMValueRef said_at_head(const Variable *v, LLVMBasicBlockRef head) {
    LLVMValueRef found = NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(head); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsADbgVariableIntrinsic(i)) {
            if (LLVMValueAsMetadata(LLVMGetOperand(i, 1)) == v->node)
                found = i;
        } else if (!LLVMIsAPHINode(i)) {
            break;
        }
    }
    return found;
}

// The whole variable, as it is: no piece of it, nothing to be computed first.
static bool says_all(LLVMValueRef call) {
    enum { EXPRESSION = 2 };
    char *text = LLVMPrintValueToString(LLVMGetOperand(call, EXPRESSION));
    bool empty = strstr(text, "DIExpression()") != NULL;
    LLVMDisposeMessage(text);
    return empty;
}

static Term value_said(Loops *l, LLVMValueRef call) {
    Reader *r = l->r;
    LLVMValueRef value;
    Name name;
    if (!call || !binding_parts(r, call, &value, &name) || LLVMIsUndef(value) || !type_is_scalar(LLVMTypeOf(value)) ||
        !says_all(call))
        return (Term){ 0 };
    if (!LLVMIsConstant(value) && !map_get(&r->values, (uintptr_t)value, NULL))
        return (Term){ 0 };
    return value_of(r, value).at[0];
}

static Term value_at_head(Loops *l, Variable *v, LLVMBasicBlockRef head) {
    assert(map_find(&l->number, (uintptr_t)head));
    LLVMValueRef call = said_at_head(v, head);
    uint32_t index = map_find(&l->number, (uintptr_t)head) - 1;
    if (!call && v->said.count && (uint64_t)l->vars.count * l->n <= MOST_WORK) {
        if (!v->at_start)
            flow(l, v);
        uint32_t which = v->at_start[index];
        if (which != UNSEEN && which != SEVERAL)
            call = v->said.at[which - 1].call;
    }
    return value_said(l, call);
}

// ---- loops ----
// Does another variable of the name hide 'v' or make it doubtful which one is meant?
static bool is_hidden(Loops *l, const Variable *v, LLVMMetadataRef scope) {
    for (uint32_t i = 0; i < l->vars.count; i++) {
        const Variable *w = &l->vars.at[i];
        if (w != v && w->name.id == v->name.id && is_parent(l->r, scope, w->scope) &&
            !(w->scope != v->scope && is_parent(l->r, v->scope, w->scope)))
            return true;
    }
    return false;
}

static void add_loop(Loops *l, LLVMMetadataRef at, LLVMBasicBlockRef head) {
    enum { TYPE = 3 };
    Program *p = l->r->p;
    LLVMMetadataRef scope = LLVMDILocationGetScope(at);
    unsigned length = 0;
    const char *file = LLVMDIFileGetFilename(LLVMDIScopeGetFile(scope), &length);
    SourceLoop loop = { .loc = block_loc(l->r, head), .func = l->r->func, .first = p->loop_vars.count };
    loop.pos =
        (SrcPos){ file_id(l->r, file ? file : "", length), LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at) };
    for (uint32_t i = 0; i < l->vars.count; i++) {
        Variable *v = &l->vars.at[i];
        if (!v->name.id || !is_parent(l->r, scope, v->scope))
            continue;
        LoopVar var = { .c_name = v->name };
        // A declaration behind the loop is not in scope there, but keeps the name from meaning anything else for us.
        if (v->line <= loop.pos.line && !is_hidden(l, v, scope)) {
            var.c_type = plain_type(l->r, node_operand(l->r, v->node, TYPE));
            var.object = v->object;
            var.value = v->object ? (Term){ 0 } : value_at_head(l, v, head);
        }
        vec_push(&p->loop_vars, var);
        loop.n++;
    }
    vec_push(&p->loops, loop);
}

static LLVMMetadataRef loop_place(Reader *r, LLVMValueRef branch) {
    LLVMValueRef mark =
        LLVMGetMetadata(branch, LLVMGetMDKindIDInContext(LLVMGetModuleContext(r->module), "llvm.loop", 9));
    LLVMValueRef operands[32];
    unsigned n = mark ? LLVMGetMDNodeNumOperands(mark) : 0;
    if (!n || n > COUNT(operands))
        return NULL;
    LLVMGetMDNodeOperands(mark, operands);
    for (unsigned i = 1; i < n; i++) {
        LLVMMetadataRef node = operands[i] ? LLVMValueAsMetadata(operands[i]) : NULL;
        if (node && LLVMGetMetadataKind(node) == LLVMDILocationMetadataKind)
            return node;
    }
    return NULL;
}

// Where a branch with a mark goes back to.
static LLVMBasicBlockRef head_of(const Loops *l, LLVMValueRef branch, uint32_t block) {
    assert(block < l->n);
    LLVMBasicBlockRef head = NULL;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(branch, i);
        if (map_find(&l->number, (uintptr_t)to) <= block + 1)
            head = to;
    }
    return head;
}

void read_loops(Reader *r, uint32_t n, LLVMBasicBlockRef blocks[]) {
    assert(n && r->func);
    Loops l = { .r = r, .n = n, .blocks = blocks };
    Map known = { 0 }; // heads: 'continue' goes back as well
    for (uint32_t b = 0; b < n; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks[b]);
        LLVMMetadataRef at = LLVMGetInstructionOpcode(end) == LLVMBr ? loop_place(r, end) : NULL;
        if (!at)
            continue;
        if (!l.number.count) { // the first loop
            for (uint32_t i = 0; i < n; i++)
                map_put(&l.number, (uintptr_t)blocks[i], i + 1);
            collect(&l);
        }
        LLVMBasicBlockRef head = head_of(&l, end, b);
        if (head && !map_find(&known, (uintptr_t)head))
            add_loop(&l, at, head);
        map_put(&known, (uintptr_t)head, 1);
    }
    map_free(&known);
    for (uint32_t i = 0; i < l.vars.count; i++) {
        vec_free(&l.vars.at[i].said);
        free(l.vars.at[i].at_start);
    }
    vec_free(&l.vars);
    map_free(&l.number);
    map_free(&l.var_of);
}
