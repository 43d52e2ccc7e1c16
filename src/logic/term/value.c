// value.c - integer operations on concrete values; floats are in value_float.c
//
// The 128-bit arithmetic of the compiler does all the work.  Results are
// masked to their width; signed operations look at sign-extended operands.
#include "logic/term/value_float.h"

static inline UWide wide(Value v) {
    return (UWide)v.hi << 64 | v.lo;
}

static inline Value narrow(UWide v) {
    return (Value){ (uint64_t)v, (uint64_t)(v >> 64) };
}

Value value_truncate(Value v, uint32_t width) {
    assert(width >= 1);
    return width >= 128 ? v : narrow(wide(v) & ones(width));
}

int64_t value_signed(Value v, uint32_t width) {
    assert(width >= 1 && width <= 64);
    return (int64_t)(v.lo << (64 - width)) >> (64 - width);
}

bool value_equal(Value a, Value b) {
    return a.lo == b.lo && a.hi == b.hi;
}

bool value_can_apply(Op op) {
    switch (op) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_EQ:
    case OP_ITE:
        return true;
    default:
        return (op >= OP_BV_ADD && op <= OP_BV_SEXT) || (op >= OP_FP_ADD && op <= OP_FP_TO_BITS);
    }
}

Value value_of_term(const Terms *t, Term constant) {
    Value v;
    term_bits(t, constant, &v.lo, &v.hi);
    return v;
}

Term term_of_value(Terms *t, Value v, Sort s) {
    switch (sort_kind(t, s)) {
    case SORT_BOOL:
        return term_bool(t, v.lo & 1);
    case SORT_BV:
        return term_bv128(t, v.lo, v.hi, sort_width(t, s));
    case SORT_FLOAT:
        return term_fp_bits(t, v.lo, v.hi, s);
    default:
        bug("a value of this sort has no term");
    }
}

// ---- division with SMT-LIB's results for a zero divisor ----
static UWide divide_unsigned(Op op, UWide a, UWide b) {
    if (op == OP_BV_UDIV)
        return b ? a / b : ~(UWide)0;
    return b ? a % b : a;
}

// Signs are treated apart, so that the least number divided by -1 wraps.
static UWide divide_signed(Op op, Wide a, Wide b) {
    UWide x = a < 0 ? -(UWide)a : (UWide)a, y = b < 0 ? -(UWide)b : (UWide)b;
    if (op == OP_BV_SREM) {
        UWide r = y ? x % y : x;
        return a < 0 ? -r : r;
    }
    if (!y)
        return a < 0 ? 1 : ~(UWide)0;
    UWide q = x / y;
    return (a < 0) != (b < 0) ? -q : q;
}

static UWide shift(Op op, UWide a, UWide by, uint32_t width) {
    assert(width >= 1 && width <= 128);
    if (op == OP_BV_ASHR) {
        uint32_t n = by >= width ? width - 1 : (uint32_t)by;
        return (UWide)(bv_signed(a, width) >> n);
    }
    if (by >= width)
        return 0;
    return op == OP_BV_SHL ? a << (uint32_t)by : a >> (uint32_t)by;
}

static UWide fold_many(const OpType *type, const Value arg[]) {
    assert(type->arity >= 1);
    UWide v = wide(arg[0]);
    for (uint32_t i = 1; i < type->arity; i++) {
        UWide x = wide(arg[i]);
        switch (type->op) {
        case OP_AND:
        case OP_BV_AND:
            v &= x;
            break;
        case OP_OR:
        case OP_BV_OR:
            v |= x;
            break;
        case OP_BV_XOR:
            v ^= x;
            break;
        case OP_BV_ADD:
            v += x;
            break;
        default:
            v *= x;
            break;
        }
    }
    return v;
}

static bool compare(Op op, UWide a, UWide b, uint32_t width) {
    Wide x = bv_signed(a, width), y = bv_signed(b, width);
    switch (op) {
    case OP_BV_ULT:
        return a < b;
    case OP_BV_ULE:
        return a <= b;
    case OP_BV_SLT:
        return x < y;
    default:
        return x <= y;
    }
}

// Operations on one or two numbers of 'arg_width' bits.
static UWide apply_number(const OpType *type, UWide a, UWide b) {
    uint32_t w = type->arg_width;
    Op op = (Op)type->op;
    switch (op) {
    case OP_NOT:
        return a ^ 1;
    case OP_BV_NOT:
        return ~a;
    case OP_BV_NEG:
        return -a;
    case OP_BV_UDIV:
    case OP_BV_UREM:
        return divide_unsigned(op, a, b);
    case OP_BV_SDIV:
    case OP_BV_SREM:
        return divide_signed(op, bv_signed(a, w), bv_signed(b, w));
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR:
        return shift(op, a, b, w);
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE:
        return compare(op, a, b, w);
    case OP_BV_CONCAT: // the second argument's width is what is left
        return a << (type->width - w) | b;
    case OP_BV_EXTRACT:
        return a >> type->imm1;
    case OP_BV_ZEXT:
        return a;
    case OP_BV_SEXT:
        return (UWide)bv_signed(a, w);
    default:
        bug("value_apply: operation %d has no values", type->op);
    }
}

Value value_apply(const OpType *type, const Value arg[]) {
    assert(value_can_apply((Op)type->op) && type->width >= 1 && type->width <= 128 && type->arity >= 1);
    Op op = (Op)type->op;
    switch (op) {
    case OP_ITE:
        return arg[0].lo ? arg[1] : arg[2];
    case OP_EQ:
        return (Value){ value_equal(arg[0], arg[1]), 0 };
    case OP_AND:
    case OP_OR:
    case OP_BV_ADD:
    case OP_BV_MUL:
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR:
        return value_truncate(narrow(fold_many(type, arg)), type->width);
    case OP_BV_CONCAT:
        if (type->arity != 2)
            bug("value_apply: a concat of more than two parts");
        break;
    default:
        if (op >= OP_FP_ADD && op <= OP_FP_TO_BITS)
            return float_apply(type, arg);
        break;
    }
    UWide b = type->arity > 1 ? wide(arg[1]) : 0;
    return value_truncate(narrow(apply_number(type, wide(arg[0]), b)), type->width);
}

bool value_is_defined(const OpType *type, const Value arg[]) {
    if (type->op == OP_FP_TO_SBV || type->op == OP_FP_TO_UBV)
        return float_fits_integer(type, arg[0]);
    return type->op != OP_BV_CONCAT || type->arity == 2;
}
