// code.c - terms compiled to flat code for repeated evaluation
//
// One instruction per node, each writing its own register.  The two top bits of an
// operand select a register, a constant or a slot of a bank.
// Numbers of at most 64 bits have instructions of their own; all else goes
// through value_apply.
#include "logic/term/table.h"

enum { IN_REGISTER, IN_CONSTANTS, IN_BANK0, IN_BANK1 };
#define OPERAND(where, index) ((uint32_t)(where) << 30 | (index))

// X(name, value of the result, from a, b (uint64_t), w (width) and mask).
#define FAST(X)                                                      \
    X(NOT, a ^ 1)                                                    \
    X(AND, a &b)                                                     \
    X(OR, a | b)                                                     \
    X(XOR, a ^ b)                                                    \
    X(EQ, a == b)                                                    \
    X(ADD, (a + b) & mask)                                           \
    X(MUL, (a * b) & mask)                                           \
    X(NEG, (0 - a) & mask)                                           \
    X(INVERT, ~a &mask)                                              \
    X(ULT, a < b)                                                    \
    X(ULE, a <= b)                                                   \
    X(SLT, extend(a, w) < extend(b, w))                              \
    X(SLE, extend(a, w) <= extend(b, w))                             \
    X(SHL, b >= w ? 0 : (a << b) & mask)                             \
    X(LSHR, b >= w ? 0 : a >> b)                                     \
    X(ASHR, (uint64_t)(extend(a, w) >> (b >= w ? w - 1 : b)) & mask) \
    X(EXTRACT, (a >> in->shift) & mask)                              \
    X(SEXT, (uint64_t)extend(a, in->shift) & mask)                   \
    X(CONCAT, a << in->shift | b)                                    \
    X(COPY, a)

typedef enum Fast {
#define FAST_NAME(name, value) FAST_##name,
    FAST(FAST_NAME)
#undef FAST_NAME
        FAST_ITE,
    FAST_SLOW // value_apply, with the operands listed in 'operands'
} Fast;

typedef struct Instruction {
    uint8_t fast;
    uint8_t width; // of the arguments, or of the result where mask is used
    uint8_t shift;
    uint32_t a, b, c; // operands; SLOW: a is the index of its OpType, b of its first operand
    uint64_t mask;
} Instruction;

struct Code {
    VEC(Instruction) code; // instruction i writes register i
    VEC(Value) constants;
    VEC(OpType) types;
    VecU32 operands, results;
};

static inline int64_t extend(uint64_t a, uint32_t width) {
    return (int64_t)(a << (64 - width)) >> (64 - width);
}

// ---- compiling ----
typedef struct Compiler {
    Terms *t;
    Code *code;
    CodeSlot slot;
    void *context;
    Map done; // term -> operand + 1
} Compiler;

static uint32_t operand_of(const Compiler *c, Term a) {
    assert(map_find(&c->done, a.id));
    return map_find(&c->done, a.id) - 1;
}

static uint32_t emit(Compiler *c, Instruction in) {
    if (c->code->code.count >= 1u << 30)
        bug("a term too large to compile");
    vec_push(&c->code->code, in);
    return OPERAND(IN_REGISTER, c->code->code.count - 1);
}

static Fast fast_of(Op op) {
    switch (op) {
    case OP_NOT:
        return FAST_NOT;
    case OP_AND:
    case OP_BV_AND:
        return FAST_AND;
    case OP_OR:
    case OP_BV_OR:
        return FAST_OR;
    case OP_BV_XOR:
        return FAST_XOR;
    case OP_EQ:
        return FAST_EQ;
    case OP_ITE:
        return FAST_ITE;
    case OP_BV_ADD:
        return FAST_ADD;
    case OP_BV_MUL:
        return FAST_MUL;
    case OP_BV_NEG:
        return FAST_NEG;
    case OP_BV_NOT:
        return FAST_INVERT;
    case OP_BV_ULT:
        return FAST_ULT;
    case OP_BV_ULE:
        return FAST_ULE;
    case OP_BV_SLT:
        return FAST_SLT;
    case OP_BV_SLE:
        return FAST_SLE;
    case OP_BV_SHL:
        return FAST_SHL;
    case OP_BV_LSHR:
        return FAST_LSHR;
    case OP_BV_ASHR:
        return FAST_ASHR;
    case OP_BV_EXTRACT:
        return FAST_EXTRACT;
    case OP_BV_ZEXT:
        return FAST_COPY;
    case OP_BV_SEXT:
        return FAST_SEXT;
    case OP_BV_CONCAT:
        return FAST_CONCAT;
    default:
        return FAST_SLOW;
    }
}

static uint32_t emit_slow(Compiler *c, Term a, OpType type) {
    assert(type.arity >= 1 && type.arity <= 3);
    Instruction in = { .fast = FAST_SLOW, .a = c->code->types.count, .b = c->code->operands.count };
    vec_push(&c->code->types, type);
    for (uint32_t i = 0; i < type.arity; i++)
        vec_push(&c->code->operands, operand_of(c, arg_of(c->t, a, i)));
    return emit(c, in);
}

// Operations with more than two arguments become a chain.
static uint32_t emit_chain(Compiler *c, Term a, Instruction in, OpType type) {
    uint32_t n = node_of(c->t, a)->n, sum = operand_of(c, arg_of(c->t, a, 0));
    for (uint32_t i = 1; i < n; i++) {
        uint32_t next = operand_of(c, arg_of(c->t, a, i));
        if (in.fast != FAST_SLOW) {
            in.a = sum;
            in.b = next;
            sum = emit(c, in);
            continue;
        }
        Instruction slow = { .fast = FAST_SLOW, .a = c->code->types.count, .b = c->code->operands.count };
        vec_push(&c->code->types, type);
        vec_push(&c->code->operands, sum);
        vec_push(&c->code->operands, next);
        sum = emit(c, slow);
    }
    return sum;
}

// The type of one step of such a chain.
static OpType step_type(const Terms *t, Term a) {
    uint16_t width = (uint16_t)width_of(t, a);
    return (OpType){ .op = (uint8_t)op_of(t, a), .arity = 2, .width = width, .arg_width = width };
}

static void check_sort(const Terms *t, Term a) {
    SortKind kind = kind_of(t, a);
    if ((kind != SORT_BOOL && kind != SORT_BV && kind != SORT_FLOAT) || width_of(t, a) > 128)
        bug("code_new: a term without a concrete value");
}

static uint32_t compile_node(Compiler *c, Term a) {
    Terms *t = c->t;
    Op op = op_of(t, a);
    uint32_t n = node_of(t, a)->n, width = width_of(t, a);
    if (!value_can_apply(op))
        bug("code_new: operation %d has no concrete value", op);
    Term first = arg_of(t, a, op == OP_ITE ? 1 : 0);
    check_sort(t, first);
    uint32_t arg_width = width_of(t, first);
    Fast fast = width <= 64 && arg_width <= 64 ? fast_of(op) : FAST_SLOW;
    if (op == OP_ITE)
        fast = FAST_ITE;
    Instruction in = { .fast = (uint8_t)fast, .width = (uint8_t)(arg_width & 255), .mask = (uint64_t)ones(width) };
    if (op == OP_BV_EXTRACT)
        in.shift = (uint8_t)extra_of(t, a)[1];
    else if (op == OP_BV_SEXT)
        in.shift = (uint8_t)arg_width;
    else if (op == OP_BV_CONCAT)
        in.shift = (uint8_t)(width - arg_width);
    if (n > 2 && op != OP_ITE && op != OP_FP_FMA)
        return emit_chain(c, a, in, step_type(t, a));
    if (fast == FAST_SLOW)
        return emit_slow(c, a, op_type(t, a));
    in.a = operand_of(c, arg_of(t, a, 0));
    in.b = n > 1 ? operand_of(c, arg_of(t, a, 1)) : in.a;
    in.c = n > 2 ? operand_of(c, arg_of(t, a, 2)) : in.a;
    return emit(c, in);
}

static uint32_t compile_leaf(Compiler *c, Term a) {
    check_sort(c->t, a);
    if (op_of(c->t, a) == OP_VAR) {
        uint32_t slot = c->slot(c->context, a), index = slot & ~SLOT_BANK1;
        assert(index < (1u << 30) - 1);
        return OPERAND(slot & SLOT_BANK1 ? IN_BANK1 : IN_BANK0, index);
    }
    if (!term_is_const(c->t, a))
        bug("code_new: a leaf without a concrete value");
    vec_push(&c->code->constants, value_of_term(c->t, a));
    return OPERAND(IN_CONSTANTS, c->code->constants.count - 1);
}

static void compile(Compiler *c, Term root) {
    VecTerm stack = { 0 };
    vec_push(&stack, root);
    while (stack.count) {
        Term a = vec_last(&stack);
        uint32_t n = node_of(c->t, a)->n, before = stack.count;
        if (map_get(&c->done, a.id, NULL)) {
            stack.count--;
            continue;
        }
        for (uint32_t i = n; i-- > 0;)
            if (!map_get(&c->done, arg_of(c->t, a, i).id, NULL))
                vec_push(&stack, arg_of(c->t, a, i));
        if (stack.count > before)
            continue;
        uint32_t operand = n ? compile_node(c, a) : compile_leaf(c, a);
        map_put(&c->done, a.id, operand + 1);
        stack.count--;
    }
    vec_free(&stack);
}

Code *code_new(Terms *t, uint32_t n, const Term results[], CodeSlot slot, void *context) {
    assert(slot && (!n || results));
    Compiler c = { .t = t, .code = base_alloc(sizeof(Code)), .slot = slot, .context = context };
    for (uint32_t i = 0; i < n; i++) {
        check_sort(t, results[i]);
        compile(&c, results[i]);
        vec_push(&c.code->results, operand_of(&c, results[i]));
    }
    map_free(&c.done);
    return c.code;
}

void code_free(Code *code) {
    if (!code)
        return;
    vec_free(&code->code);
    vec_free(&code->constants);
    vec_free(&code->types);
    vec_free(&code->operands);
    vec_free(&code->results);
    free(code);
}

// ---- running ----
typedef struct Machine {
    const Value *base[4];
} Machine;

static inline const Value *fetch(const Machine *m, uint32_t operand) {
    return &m->base[operand >> 30][operand & ((1u << 30) - 1)];
}

static Value run_slow(const Code *code, const Machine *m, const Instruction *in) {
    assert(in->a < code->types.count && in->b + code->types.at[in->a].arity <= code->operands.count);
    const OpType *type = &code->types.at[in->a];
    Value arg[3];
    for (uint32_t i = 0; i < type->arity; i++)
        arg[i] = *fetch(m, code->operands.at[in->b + i]);
    return value_apply(type, arg);
}

static void run(const Code *code, const Machine *m, Value *registers) {
    const Instruction *in = code->code.at, *end = in + code->code.count;
    for (Value *out = registers; in < end; in++, out++) {
        uint64_t a, b, mask = in->mask;
        uint32_t w = in->width;
        (void)w;
        switch ((Fast)in->fast) {
#define FAST_CASE(name, value)                                     \
    case FAST_##name:                                              \
        a = fetch(m, in->a)->lo, b = fetch(m, in->b)->lo, (void)b; \
        out->lo = (value), out->hi = 0;                            \
        break;
            FAST(FAST_CASE)
#undef FAST_CASE
        case FAST_ITE:
            *out = *fetch(m, fetch(m, in->a)->lo ? in->b : in->c);
            break;
        case FAST_SLOW:
            *out = run_slow(code, m, in);
            break;
        }
    }
}

void code_run(const Code *code, const Value *const bank[2], Value out[]) {
    assert(out || !code->results.count);
    Value few[64], *registers = few;
    if (code->code.count > COUNT(few))
        registers = base_alloc(code->code.count * sizeof *registers);
    Machine m = { { registers, code->constants.at, bank[0], bank[1] } };
    run(code, &m, registers);
    for (uint32_t i = 0; i < code->results.count; i++)
        out[i] = *fetch(&m, code->results.at[i]);
    if (registers != few)
        free(registers);
}
