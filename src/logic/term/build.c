// build.c - building terms: sort rules, constant folding, the short forms
//
// term_build finds the result sort, folds where all arguments are constants
// and value.h defines the operation, moves an operation with constant other
// arguments into a choice between constants, and leaves the rest to the
// simplifier of the operation's family.
#include "logic/term/table.h"

static const char *const op_names[] = { "none",
#define OP_TEXT(op, smt) #op,
                                        OPS(OP_TEXT)
#undef OP_TEXT
};

static void ill_sorted(Op op) {
    bug("ill-sorted arguments of %s", op_names[op]);
}

// ---- sorts of results ----
typedef struct Signature {
    SortKind arg;   // kind of the arguments; NONE: any
    uint8_t n, max; // number of arguments; max 0: exactly n, else at least n
    SortKind result;
} Signature;

enum { MANY = 1 };

// Operations whose arguments have one sort and whose result is that sort
// (result NONE) or BOOL.  The others are treated by 'infer_mixed'.
static const Signature signatures[] = {
    [OP_NOT] = { SORT_BOOL, 1, 0, SORT_BOOL },        [OP_AND] = { SORT_BOOL, 2, MANY, SORT_BOOL },
    [OP_OR] = { SORT_BOOL, 2, MANY, SORT_BOOL },      [OP_EQ] = { SORT_NONE, 2, 0, SORT_BOOL },
    [OP_DIV] = { SORT_INT, 2, 0, SORT_NONE },         [OP_MOD] = { SORT_INT, 2, 0, SORT_NONE },
    [OP_RDIV] = { SORT_REAL, 2, 0, SORT_NONE },       [OP_ADD] = { SORT_NONE, 2, MANY, SORT_NONE },
    [OP_MUL] = { SORT_NONE, 2, MANY, SORT_NONE },     [OP_LE] = { SORT_NONE, 2, 0, SORT_BOOL },
    [OP_LT] = { SORT_NONE, 2, 0, SORT_BOOL },         [OP_BV_ADD] = { SORT_BV, 2, MANY, SORT_NONE },
    [OP_BV_MUL] = { SORT_BV, 2, MANY, SORT_NONE },    [OP_BV_NEG] = { SORT_BV, 1, 0, SORT_NONE },
    [OP_BV_UDIV] = { SORT_BV, 2, 0, SORT_NONE },      [OP_BV_UREM] = { SORT_BV, 2, 0, SORT_NONE },
    [OP_BV_SDIV] = { SORT_BV, 2, 0, SORT_NONE },      [OP_BV_SREM] = { SORT_BV, 2, 0, SORT_NONE },
    [OP_BV_AND] = { SORT_BV, 2, MANY, SORT_NONE },    [OP_BV_OR] = { SORT_BV, 2, MANY, SORT_NONE },
    [OP_BV_XOR] = { SORT_BV, 2, MANY, SORT_NONE },    [OP_BV_NOT] = { SORT_BV, 1, 0, SORT_NONE },
    [OP_BV_SHL] = { SORT_BV, 2, 0, SORT_NONE },       [OP_BV_LSHR] = { SORT_BV, 2, 0, SORT_NONE },
    [OP_BV_ASHR] = { SORT_BV, 2, 0, SORT_NONE },      [OP_BV_ULT] = { SORT_BV, 2, 0, SORT_BOOL },
    [OP_BV_ULE] = { SORT_BV, 2, 0, SORT_BOOL },       [OP_BV_SLT] = { SORT_BV, 2, 0, SORT_BOOL },
    [OP_BV_SLE] = { SORT_BV, 2, 0, SORT_BOOL },       [OP_FP_ADD] = { SORT_FLOAT, 2, 0, SORT_NONE },
    [OP_FP_SUB] = { SORT_FLOAT, 2, 0, SORT_NONE },    [OP_FP_MUL] = { SORT_FLOAT, 2, 0, SORT_NONE },
    [OP_FP_DIV] = { SORT_FLOAT, 2, 0, SORT_NONE },    [OP_FP_FMOD] = { SORT_FLOAT, 2, 0, SORT_NONE },
    [OP_FP_FMA] = { SORT_FLOAT, 3, 0, SORT_NONE },    [OP_FP_SQRT] = { SORT_FLOAT, 1, 0, SORT_NONE },
    [OP_FP_NEG] = { SORT_FLOAT, 1, 0, SORT_NONE },    [OP_FP_ABS] = { SORT_FLOAT, 1, 0, SORT_NONE },
    [OP_FP_ROUND] = { SORT_FLOAT, 1, 0, SORT_NONE },  [OP_FP_EQ] = { SORT_FLOAT, 2, 0, SORT_BOOL },
    [OP_FP_LT] = { SORT_FLOAT, 2, 0, SORT_BOOL },     [OP_FP_LE] = { SORT_FLOAT, 2, 0, SORT_BOOL },
    [OP_FP_IS_NAN] = { SORT_FLOAT, 1, 0, SORT_BOOL },
};

static bool is_arith(Op op) {
    return op == OP_ADD || op == OP_MUL || op == OP_LE || op == OP_LT;
}

static Sort infer_uniform(Terms *t, Op op, uint32_t n, const Term arg[]) {
    const Signature *g = &signatures[op];
    if (g->max == MANY ? n < g->n : n != g->n)
        ill_sorted(op);
    Sort s = sort_of(t, arg[0]);
    SortKind kind = sort_kind(t, s);
    if ((g->arg && kind != g->arg) || (is_arith(op) && kind != SORT_INT && kind != SORT_REAL))
        ill_sorted(op);
    for (uint32_t i = 1; i < n; i++)
        if (sort_of(t, arg[i]).id != s.id)
            ill_sorted(op);
    return g->result == SORT_BOOL ? sort_of(t, t->yes) : s;
}

// The kind of argument and result of the conversions with an explicit result.
static bool conversion_fits(const Terms *t, Op op, Sort to, Sort from) {
    SortKind source = sort_kind(t, from), target = sort_kind(t, to);
    switch (op) {
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
        return source == SORT_BV && target == SORT_FLOAT;
    case OP_FP_FROM_FP:
        return source == SORT_FLOAT && target == SORT_FLOAT;
    case OP_FP_FROM_BITS:
        return source == SORT_BV && target == SORT_FLOAT && sort_width(t, from) == sort_width(t, to);
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV:
        return source == SORT_FLOAT && target == SORT_BV;
    case OP_ARRAY_CONST:
        return target == SORT_ARRAY && sort_element(t, to).id == from.id;
    default:
        return false;
    }
}

static Sort infer_bits(Terms *t, Op op, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    uint32_t width = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (kind_of(t, arg[i]) != SORT_BV)
            ill_sorted(op);
        width += width_of(t, arg[i]);
    }
    if (op == OP_BV_CONCAT ? n < 2 : n != 1)
        ill_sorted(op);
    if (op == OP_BV_EXTRACT && (imm0 < imm1 || imm0 >= width))
        ill_sorted(op);
    return sort_bv(t, op == OP_BV_CONCAT ? width : op == OP_BV_EXTRACT ? imm0 - imm1 + 1 : width + imm0);
}

static Sort infer_array(Terms *t, Op op, uint32_t n, const Term arg[]) {
    Sort a = sort_of(t, arg[0]);
    if (n != (op == OP_SELECT ? 2u : 3u) || sort_kind(t, a) != SORT_ARRAY ||
        sort_index(t, a).id != sort_of(t, arg[1]).id)
        ill_sorted(op);
    if (op == OP_SELECT)
        return sort_element(t, a);
    if (sort_element(t, a).id != sort_of(t, arg[2]).id)
        ill_sorted(op);
    return a;
}

static Sort infer_mixed(Terms *t, Op op, Sort result, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    switch (op) {
    case OP_ITE:
        if (n != 3 || kind_of(t, arg[0]) != SORT_BOOL || sort_of(t, arg[1]).id != sort_of(t, arg[2]).id)
            ill_sorted(op);
        return sort_of(t, arg[1]);
    case OP_TO_REAL:
    case OP_TO_INT:
        if (n != 1 || kind_of(t, arg[0]) != (op == OP_TO_REAL ? SORT_INT : SORT_REAL))
            ill_sorted(op);
        return op == OP_TO_REAL ? sort_real(t) : sort_int(t);
    case OP_BV_CONCAT:
    case OP_BV_EXTRACT:
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        return infer_bits(t, op, n, arg, imm0, imm1);
    case OP_BV_TO_NAT:
        if (n != 1 || kind_of(t, arg[0]) != SORT_BV)
            ill_sorted(op);
        return sort_int(t);
    case OP_FP_TO_BITS:
        if (n != 1 || kind_of(t, arg[0]) != SORT_FLOAT)
            ill_sorted(op);
        return sort_bv(t, width_of(t, arg[0]));
    case OP_SELECT:
    case OP_STORE:
        return infer_array(t, op, n, arg);
    default:
        if (n != 1 || !result.id || !conversion_fits(t, op, result, sort_of(t, arg[0])))
            ill_sorted(op);
        return result;
    }
}

Sort infer_sort(Terms *t, Op op, Sort result, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    bool uniform = (size_t)op < COUNT(signatures) && signatures[op].n;
    Sort s = uniform ? infer_uniform(t, op, n, arg) : infer_mixed(t, op, result, n, arg, imm0, imm1);
    if (result.id && result.id != s.id)
        ill_sorted(op);
    return s;
}

// ---- constant folding ----
// Is a float of this sort one that value.h computes exactly?
static bool exact_float(const Terms *t, Sort s) {
    uint32_t e = sort_exponent(t, s), f = sort_significand(t, s);
    return (e == 5 && f == 11) || (e == 8 && f == 24) || (e == 11 && f == 53) || (e == 15 && (f == 64 || f == 113));
}

static bool exact_sort(const Terms *t, Sort s) {
    switch (sort_kind(t, s)) {
    case SORT_BOOL:
        return true;
    case SORT_BV:
        return sort_width(t, s) <= 128;
    case SORT_FLOAT:
        return exact_float(t, s);
    default:
        return false;
    }
}

static OpType type_for(const Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    assert(n < 256);
    Sort first = n ? sort_of(t, arg[op == OP_ITE ? 1 : 0]) : s;
    return (OpType){ .op = (uint8_t)op,
                     .arity = (uint8_t)n,
                     .width = (uint16_t)sort_width(t, s),
                     .arg_width = (uint16_t)sort_width(t, first),
                     .exponent = sort_kind(t, s) == SORT_FLOAT ? (uint8_t)sort_exponent(t, s) : 0,
                     .arg_exponent = sort_kind(t, first) == SORT_FLOAT ? (uint8_t)sort_exponent(t, first) : 0,
                     .imm0 = imm0,
                     .imm1 = imm1 };
}

OpType op_type(const Terms *t, Term a) {
    const TermNode *node = node_of(t, a);
    assert(node->n && node->n < 256);
    return type_for(t, (Op)node->op, sort_of(t, a), node->n, args_of(t, a), term_imm(t, a, 0), term_imm(t, a, 1));
}

// Gives op(arg) as a constant, or no term.  Conversions of floats to integers
// out of range have no fixed value in SMT-LIB, so they do not fold.
static Term fold(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    Value v[3];
    if (n > 3 || !value_can_apply(op) || !exact_sort(t, s))
        return (Term){ 0 };
    for (uint32_t i = 0; i < n; i++) {
        if (!term_is_const(t, arg[i]) || !exact_sort(t, sort_of(t, arg[i])))
            return (Term){ 0 };
        v[i] = value_of_term(t, arg[i]);
    }
    OpType type = type_for(t, op, s, n, arg, imm0, imm1);
    if (!value_is_defined(&type, v))
        return (Term){ 0 };
    return term_of_value(t, value_apply(&type, v), s);
}

// op(.., ite(c, k1, k2), ..) with all else constant becomes ite(c, k1', k2').
static Term fold_into_choice(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    uint32_t choice = n;
    if (n == 0 || n > 3 || op == OP_ITE || op == OP_NOT)
        return (Term){ 0 };
    for (uint32_t i = 0; i < n; i++) {
        if (op_of(t, arg[i]) == OP_ITE && choice == n)
            choice = i;
        else if (!term_is_const(t, arg[i]))
            return (Term){ 0 };
    }
    if (choice == n)
        return (Term){ 0 };
    Term ite = arg[choice], branch[2], one[3];
    memcpy(one, arg, n * sizeof *arg);
    for (int k = 0; k < 2; k++) {
        one[choice] = arg_of(t, ite, (uint32_t)k + 1);
        branch[k] = fold(t, op, s, n, one, imm0, imm1);
        if (!branch[k].id)
            return (Term){ 0 };
    }
    return simplify_ite(t, arg_of(t, ite, 0), branch[0], branch[1]);
}

// ---- building ----
static Term simplify(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    if (op >= OP_ADD && op <= OP_TO_INT)
        return simplify_arith(t, op, s, n, arg);
    if (op >= OP_BV_ADD && op <= OP_BV_TO_NAT)
        return simplify_bv(t, op, s, n, arg, imm0, imm1);
    if (op >= OP_FP_ADD && op <= OP_FP_TO_BITS)
        return simplify_float(t, op, s, n, arg, imm0);
    switch (op) {
    case OP_NOT:
        return simplify_not(t, arg[0]);
    case OP_AND:
    case OP_OR:
        return simplify_and_or(t, op, n, arg);
    case OP_EQ:
        return simplify_eq(t, arg[0], arg[1]);
    case OP_ITE:
        return simplify_ite(t, arg[0], arg[1], arg[2]);
    case OP_SELECT:
        return simplify_select(t, arg[0], arg[1]);
    case OP_STORE:
        return simplify_store(t, arg[0], arg[1], arg[2]);
    case OP_ARRAY_CONST:
        return intern(t, op, s, n, arg, 0, NULL);
    default:
        bug("term_build cannot build %s", op_names[op]);
    }
}

Term term_build(Terms *t, Op op, Sort result, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    assert(op != OP_NONE && op != OP_APPLY && (!n || arg));
    Sort s = infer_sort(t, op, result, n, arg, imm0, imm1);
    if (n <= 3) {
        Term folded = fold(t, op, s, n, arg, imm0, imm1);
        if (!folded.id)
            folded = fold_into_choice(t, op, s, n, arg, imm0, imm1);
        if (folded.id)
            return folded;
    }
    return simplify(t, op, s, n, arg, imm0, imm1);
}

Term term_apply(Terms *t, const char *function, Sort result, uint32_t n, const Term arg[]) {
    assert(function && *function && result.id);
    uint32_t name = name_of(t->names, function).id;
    return intern(t, OP_APPLY, result, n, arg, 1, &name);
}

Term term_1(Terms *t, Op op, Term a) {
    return term_build(t, op, (Sort){ 0 }, 1, &a, 0, 0);
}

Term term_2(Terms *t, Op op, Term a, Term b) {
    return term_build(t, op, (Sort){ 0 }, 2, (Term[]){ a, b }, 0, 0);
}

Term term_3(Terms *t, Op op, Term a, Term b, Term c) {
    return term_build(t, op, (Sort){ 0 }, 3, (Term[]){ a, b, c }, 0, 0);
}

Term term_not(Terms *t, Term a) {
    assert(kind_of(t, a) == SORT_BOOL);
    return term_1(t, OP_NOT, a);
}

Term term_and(Terms *t, Term a, Term b) {
    assert(kind_of(t, a) == SORT_BOOL && kind_of(t, b) == SORT_BOOL);
    return term_2(t, OP_AND, a, b);
}

Term term_or(Terms *t, Term a, Term b) {
    assert(kind_of(t, a) == SORT_BOOL && kind_of(t, b) == SORT_BOOL);
    return term_2(t, OP_OR, a, b);
}

Term term_implies(Terms *t, Term a, Term b) {
    return term_or(t, term_not(t, a), b);
}

Term term_and_n(Terms *t, uint32_t n, const Term arg[]) {
    return n == 0 ? t->yes : n == 1 ? arg[0] : term_build(t, OP_AND, (Sort){ 0 }, n, arg, 0, 0);
}

Term term_or_n(Terms *t, uint32_t n, const Term arg[]) {
    return n == 0 ? t->no : n == 1 ? arg[0] : term_build(t, OP_OR, (Sort){ 0 }, n, arg, 0, 0);
}

Term term_eq(Terms *t, Term a, Term b) {
    assert(sort_of(t, a).id == sort_of(t, b).id);
    return term_2(t, OP_EQ, a, b);
}

Term term_ite(Terms *t, Term c, Term a, Term b) {
    assert(kind_of(t, c) == SORT_BOOL && sort_of(t, a).id == sort_of(t, b).id);
    return term_3(t, OP_ITE, c, a, b);
}

Term term_bv_sub(Terms *t, Term a, Term b) {
    assert(kind_of(t, a) == SORT_BV && width_of(t, a) == width_of(t, b));
    return term_2(t, OP_BV_ADD, a, term_1(t, OP_BV_NEG, b));
}

Term term_extract(Terms *t, Term a, uint32_t high, uint32_t low) {
    assert(high >= low && high < width_of(t, a));
    return term_build(t, OP_BV_EXTRACT, (Sort){ 0 }, 1, &a, high, low);
}

Term term_zext(Terms *t, Term a, uint32_t width) {
    assert(width >= width_of(t, a));
    return term_build(t, OP_BV_ZEXT, (Sort){ 0 }, 1, &a, width - width_of(t, a), 0);
}

Term term_sext(Terms *t, Term a, uint32_t width) {
    assert(width >= width_of(t, a));
    return term_build(t, OP_BV_SEXT, (Sort){ 0 }, 1, &a, width - width_of(t, a), 0);
}

Term term_convert(Terms *t, Op op, Sort to, Term a) {
    assert(op >= OP_FP_FROM_SBV && op <= OP_FP_TO_BITS);
    return term_build(t, op, to, 1, &a, 0, 0);
}

Term term_same_number(Terms *t, Term a, Term b) {
    assert(kind_of(t, a) == SORT_FLOAT && sort_of(t, a).id == sort_of(t, b).id);
    Term both = term_and(t, term_1(t, OP_FP_IS_NAN, a), term_1(t, OP_FP_IS_NAN, b));
    return term_or(t, term_eq(t, a, b), both);
}

Term term_from_ieee(Terms *t, Term bits, Sort s) {
    assert(sort_kind(t, s) == SORT_FLOAT && kind_of(t, bits) == SORT_BV);
    assert(width_of(t, bits) == sort_exponent(t, s) + sort_significand(t, s));
    if (sort_is_extended(t, s)) {
        Term zero = term_eq(t, term_extract(t, bits, 77, 63), term_bv(t, 0, 15));
        Term integer_bit = term_ite(t, zero, term_bv(t, 0, 1), term_bv(t, 1, 1));
        Term low = term_2(t, OP_BV_CONCAT, integer_bit, term_extract(t, bits, 62, 0));
        bits = term_2(t, OP_BV_CONCAT, term_extract(t, bits, 78, 63), low);
    }
    return term_convert(t, OP_FP_FROM_BITS, s, bits);
}

Term term_const_array(Terms *t, Sort array, Term value) {
    assert(sort_kind(t, array) == SORT_ARRAY && sort_element(t, array).id == sort_of(t, value).id);
    return term_build(t, OP_ARRAY_CONST, array, 1, &value, 0, 0);
}
