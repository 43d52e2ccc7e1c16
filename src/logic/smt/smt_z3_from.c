// smt_z3_from.c - Z3 to terms: formulas and values of models
#include "logic/smt/smt_z3.h"

Sort sort_from_z3(Bridge *b, Z3_sort s) {
    Terms *t = b->t;
    switch (Z3_get_sort_kind(b->z3, s)) {
    case Z3_BOOL_SORT:
        return sort_bool(t);
    case Z3_INT_SORT:
        return sort_int(t);
    case Z3_REAL_SORT:
        return sort_real(t);
    case Z3_BV_SORT:
        return sort_bv(t, Z3_get_bv_sort_size(b->z3, s));
    case Z3_FLOATING_POINT_SORT:
        return sort_float(t, Z3_fpa_get_ebits(b->z3, s), Z3_fpa_get_sbits(b->z3, s));
    case Z3_ARRAY_SORT: {
        Sort index = sort_from_z3(b, Z3_get_array_sort_domain(b->z3, s));
        Sort element = sort_from_z3(b, Z3_get_array_sort_range(b->z3, s));
        return index.id && element.id ? sort_array(t, index, element) : (Sort){ 0 };
    }
    default:
        return (Sort){ 0 };
    }
}

// ---- constants ----
// From digits of a binary number, the highest first.
static Term bits_from_text(Terms *t, const char *digits, uint32_t width) {
    assert(width >= 1);
    Term whole = { 0 };
    uint32_t n = (uint32_t)strlen(digits);
    for (uint32_t done = 0; done < width;) { // the number may lack leading zeros
        uint32_t part = width - done < 64 ? width - done : 64;
        uint64_t v = 0;
        for (uint32_t i = 0; i < part; i++) {
            uint32_t place = width - 1 - (done + i); // of the bit
            v = v << 1 | (place < n && digits[n - 1 - place] == '1');
        }
        Term piece = term_bv(t, v, part);
        whole = whole.id ? term_2(t, OP_BV_CONCAT, whole, piece) : piece;
        done += part;
    }
    return whole;
}

static Term bv_from_z3(Bridge *b, Z3_ast a, uint32_t width) {
    uint64_t v;
    if (width <= 64 && Z3_get_numeral_uint64(b->z3, a, &v))
        return term_bv(b->t, v, width);
    return bits_from_text(b->t, Z3_get_numeral_binary_string(b->z3, a), width);
}

// A number of SMT-LIB's floating-point sort is a float with that value; which NaN it is, nobody may look at.
static Term fp_from_z3(Bridge *b, Z3_ast a, Sort s) {
    Terms *t = b->t;
    uint32_t e = sort_exponent(t, s), f = sort_significand(t, s) - 1;
    bool special = Z3_fpa_is_numeral_nan(b->z3, a) || Z3_fpa_is_numeral_inf(b->z3, a);
    if (e + f + 1 > 128)
        return (Term){ 0 };
    Term exponent = term_bv128(t, ~(uint64_t)0, ~(uint64_t)0, e), fraction = term_bv(t, 0, f);
    if (Z3_fpa_is_numeral_nan(b->z3, a))
        fraction = term_bv(t, 1, f); // any other than 0: all NaNs are one
    if (!special) {
        exponent = bv_from_z3(b, Z3_fpa_get_numeral_exponent_bv(b->z3, a, true), e);
        fraction = bv_from_z3(b, Z3_fpa_get_numeral_significand_bv(b->z3, a), f);
    }
    Term sign = term_bv(t, Z3_fpa_is_numeral_negative(b->z3, a), 1);
    Term bits = term_2(t, OP_BV_CONCAT, sign, term_2(t, OP_BV_CONCAT, exponent, fraction));
    return term_from_ieee(t, bits, s);
}

static Term number_from_z3(Bridge *b, Z3_ast a, Sort s) {
    if (!Z3_is_numeral_ast(b->z3, a))
        return (Term){ 0 };
    char *text = strdup(Z3_get_numeral_string(b->z3, a)), *slash = strchr(text, '/');
    if (slash)
        *slash = 0;
    Term c = { 0 };
    if (!strpbrk(text, ".?")) // an irrational number has no exact text
        c = sort_kind(b->t, s) == SORT_INT ? term_int_text(b->t, text) : term_real(b->t, text, slash ? slash + 1 : "1");
    free(text);
    return c;
}

static Term numeral_from_z3(Bridge *b, Z3_ast a) {
    Sort s = sort_from_z3(b, Z3_get_sort(b->z3, a));
    switch (sort_kind(b->t, s)) {
    case SORT_BV:
        return bv_from_z3(b, a, sort_width(b->t, s));
    case SORT_FLOAT:
        return fp_from_z3(b, a, s);
    case SORT_INT:
    case SORT_REAL:
        return number_from_z3(b, a, s);
    default:
        return (Term){ 0 };
    }
}

// ---- operations ----
static Term fold_from(Terms *t, Op op, uint32_t n, const Term x[]) {
    assert(n >= 1);
    return n == 1 ? x[0] : term_build(t, op, (Sort){ 0 }, n, x, 0, 0);
}

static Term negated(Terms *t, Term a) {
    if (sort_kind(t, term_sort(t, a)) == SORT_BV)
        return term_1(t, OP_BV_NEG, a);
    Term minus = sort_kind(t, term_sort(t, a)) == SORT_INT ? term_int(t, -1) : term_real(t, "-1", "1");
    return term_2(t, OP_MUL, minus, a);
}

static Term difference(Terms *t, Op op, uint32_t n, const Term x[]) {
    assert(n >= 1);
    Term d = x[0];
    for (uint32_t i = 1; i < n; i++)
        d = term_2(t, op, d, negated(t, x[i]));
    return d;
}

// = on numbers, where all NaNs are one.
static Term equal(Terms *t, Term x, Term y) {
    return sort_kind(t, term_sort(t, x)) == SORT_FLOAT ? term_same_number(t, x, y) : term_eq(t, x, y);
}

static Term distinct(Terms *t, uint32_t n, const Term x[]) {
    Term all = term_true(t);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            all = term_and(t, all, term_not(t, equal(t, x[i], x[j])));
    return all;
}

typedef struct Same { // Z3 operations that are ours, perhaps with swapped arguments
    Z3_decl_kind kind;
    Op op;
    bool swapped;
} Same;

static const Same sames[] = {
    { Z3_OP_NOT, OP_NOT, false },
    { Z3_OP_AND, OP_AND, false },
    { Z3_OP_OR, OP_OR, false },
    { Z3_OP_IFF, OP_EQ, false },
    { Z3_OP_ITE, OP_ITE, false },
    { Z3_OP_ADD, OP_ADD, false },
    { Z3_OP_MUL, OP_MUL, false },
    { Z3_OP_IDIV, OP_DIV, false },
    { Z3_OP_MOD, OP_MOD, false },
    { Z3_OP_DIV, OP_RDIV, false },
    { Z3_OP_LE, OP_LE, false },
    { Z3_OP_LT, OP_LT, false },
    { Z3_OP_GE, OP_LE, true },
    { Z3_OP_GT, OP_LT, true },
    { Z3_OP_TO_REAL, OP_TO_REAL, false },
    { Z3_OP_TO_INT, OP_TO_INT, false },
    { Z3_OP_BADD, OP_BV_ADD, false },
    { Z3_OP_BMUL, OP_BV_MUL, false },
    { Z3_OP_BNEG, OP_BV_NEG, false },
    { Z3_OP_BUDIV, OP_BV_UDIV, false },
    { Z3_OP_BUDIV_I, OP_BV_UDIV, false },
    { Z3_OP_BUREM, OP_BV_UREM, false },
    { Z3_OP_BUREM_I, OP_BV_UREM, false },
    { Z3_OP_BSDIV, OP_BV_SDIV, false },
    { Z3_OP_BSDIV_I, OP_BV_SDIV, false },
    { Z3_OP_BSREM, OP_BV_SREM, false },
    { Z3_OP_BSREM_I, OP_BV_SREM, false },
    { Z3_OP_BAND, OP_BV_AND, false },
    { Z3_OP_BOR, OP_BV_OR, false },
    { Z3_OP_BXOR, OP_BV_XOR, false },
    { Z3_OP_BNOT, OP_BV_NOT, false },
    { Z3_OP_BSHL, OP_BV_SHL, false },
    { Z3_OP_BLSHR, OP_BV_LSHR, false },
    { Z3_OP_BASHR, OP_BV_ASHR, false },
    { Z3_OP_ULT, OP_BV_ULT, false },
    { Z3_OP_ULEQ, OP_BV_ULE, false },
    { Z3_OP_UGT, OP_BV_ULT, true },
    { Z3_OP_UGEQ, OP_BV_ULE, true },
    { Z3_OP_SLT, OP_BV_SLT, false },
    { Z3_OP_SLEQ, OP_BV_SLE, false },
    { Z3_OP_SGT, OP_BV_SLT, true },
    { Z3_OP_SGEQ, OP_BV_SLE, true },
    { Z3_OP_CONCAT, OP_BV_CONCAT, false },
    { Z3_OP_BV2INT, OP_BV_TO_NAT, false },
    { Z3_OP_SELECT, OP_SELECT, false },
    { Z3_OP_STORE, OP_STORE, false },
    { Z3_OP_FPA_NEG, OP_FP_NEG, false },
    { Z3_OP_FPA_ABS, OP_FP_ABS, false },
    { Z3_OP_FPA_EQ, OP_FP_EQ, false },
    { Z3_OP_FPA_LT, OP_FP_LT, false },
    { Z3_OP_FPA_LE, OP_FP_LE, false },
    { Z3_OP_FPA_GT, OP_FP_LT, true },
    { Z3_OP_FPA_GE, OP_FP_LE, true },
    { Z3_OP_FPA_IS_NAN, OP_FP_IS_NAN, false },
};

static const Same *same_of(Z3_decl_kind kind) {
    for (uint32_t i = 0; i < COUNT(sames); i++)
        if (sames[i].kind == kind)
            return &sames[i];
    return NULL;
}

static Term as_bits(Terms *t, Term variable) {
    bool is_float = sort_kind(t, term_sort(t, variable)) == SORT_FLOAT;
    return is_float ? term_1(t, OP_FP_TO_BITS, variable) : variable;
}

static Term symbol_from_z3(Bridge *b, Z3_func_decl f, Sort s, uint32_t n, const Term x[]) {
    Z3_symbol name = Z3_get_decl_name(b->z3, f);
    if (Z3_get_symbol_kind(b->z3, name) == Z3_INT_SYMBOL) {
        int id = Z3_get_symbol_int(b->z3, name);
        bool ours =
            n == 0 && id > 0 && (uint32_t)id <= terms_count(b->t) && term_op(b->t, (Term){ (uint32_t)id }) == OP_VAR;
        return ours ? as_bits(b->t, (Term){ (uint32_t)id }) : (Term){ 0 };
    }
    const char *text = Z3_get_symbol_string(b->z3, name);
    if (strncmp(text, "fmod:", 5) == 0 && n == 2)
        return term_2(b->t, OP_FP_FMOD, x[0], x[1]);
    return strncmp(text, "f:", 2) == 0 ? term_apply(b->t, text + 2, s, n, x) : (Term){ 0 };
}

static int int_parameter(Bridge *b, Z3_func_decl f, unsigned i) {
    return Z3_get_decl_int_parameter(b->z3, f, i);
}

static Term app_from_z3(Bridge *b, Z3_ast a, uint32_t n, const Term x[]) {
    Terms *t = b->t;
    Z3_func_decl f = Z3_get_app_decl(b->z3, Z3_to_app(b->z3, a));
    Z3_decl_kind kind = Z3_get_decl_kind(b->z3, f);
    Sort s = sort_from_z3(b, Z3_get_sort(b->z3, a));
    const Same *same = same_of(kind);
    if (!s.id)
        return (Term){ 0 };
    if (same && same->swapped)
        return term_2(t, same->op, x[1], x[0]);
    if (same && (same->op == OP_AND || same->op == OP_OR) && n < 2)
        return n ? x[0] : term_bool(t, same->op == OP_AND);
    if (same)
        return n == 1 ? term_1(t, same->op, x[0]) : fold_from(t, same->op, n, x);
    switch (kind) {
    case Z3_OP_TRUE:
    case Z3_OP_FALSE:
        return term_bool(t, kind == Z3_OP_TRUE);
    case Z3_OP_EQ:
        return equal(t, x[0], x[1]);
    case Z3_OP_FPA_TO_FP: // of bits only
        return n == 1 && sort_kind(t, term_sort(t, x[0])) == SORT_BV ? term_from_ieee(t, x[0], s) : (Term){ 0 };
    case Z3_OP_IMPLIES:
        return term_implies(t, x[0], x[1]);
    case Z3_OP_XOR:
        return n == 2 ? term_not(t, term_eq(t, x[0], x[1])) : (Term){ 0 };
    case Z3_OP_DISTINCT:
        return distinct(t, n, x);
    case Z3_OP_SUB:
        return difference(t, OP_ADD, n, x);
    case Z3_OP_BSUB:
        return difference(t, OP_BV_ADD, n, x);
    case Z3_OP_UMINUS:
        return negated(t, x[0]);
    case Z3_OP_EXTRACT:
        return term_extract(t, x[0], (uint32_t)int_parameter(b, f, 0), (uint32_t)int_parameter(b, f, 1));
    case Z3_OP_ZERO_EXT:
        return term_zext(t, x[0], sort_width(t, s));
    case Z3_OP_SIGN_EXT:
        return term_sext(t, x[0], sort_width(t, s));
    case Z3_OP_BIT2BOOL:
        return term_eq(t, term_extract(t, x[0], (uint32_t)int_parameter(b, f, 0), (uint32_t)int_parameter(b, f, 0)),
                       term_bv(t, 1, 1));
    case Z3_OP_CONST_ARRAY:
        return term_const_array(t, s, x[0]);
    case Z3_OP_UNINTERPRETED:
        return symbol_from_z3(b, f, s, n, x);
    default:
        return (Term){ 0 };
    }
}

static bool is_value(Bridge *b, Z3_ast a) {
    Z3_ast_kind kind = Z3_get_ast_kind(b->z3, a);
    if (kind == Z3_NUMERAL_AST)
        return true;
    Z3_sort s = Z3_get_sort(b->z3, a);
    return kind == Z3_APP_AST && Z3_get_sort_kind(b->z3, s) == Z3_FLOATING_POINT_SORT && Z3_is_numeral_ast(b->z3, a);
}

// The term of a node whose arguments are done; no term where it has none.
static Term node_from_z3(Bridge *b, Z3_ast a, uint32_t n, const Term x[], uint32_t n_bound, const Term bound[]) {
    if (is_value(b, a))
        return numeral_from_z3(b, a);
    if (Z3_get_ast_kind(b->z3, a) == Z3_VAR_AST) {
        uint32_t i = Z3_get_index_value(b->z3, a);
        return i < n_bound && bound[i].id ? as_bits(b->t, bound[i]) : (Term){ 0 };
    }
    return Z3_get_ast_kind(b->z3, a) == Z3_APP_AST ? app_from_z3(b, a, n, x) : (Term){ 0 };
}

Term from_z3(Bridge *b, Z3_ast root, uint32_t n_bound, const Term bound[]) {
    assert(root && (!n_bound || bound));
    VEC(Z3_ast) stack = { 0 }; // inside 'root', so alive
    Map done = { 0 };
    VecTerm x = { 0 };
    Term result = { 0 };
    vec_push(&stack, root);
    while (stack.count) {
        Z3_ast a = vec_last(&stack);
        uint64_t key = Z3_get_ast_id(b->z3, a);
        uint32_t before = stack.count, n = 0;
        x.count = 0;
        if (Z3_get_ast_kind(b->z3, a) == Z3_APP_AST && !is_value(b, a))
            n = Z3_get_app_num_args(b->z3, Z3_to_app(b->z3, a));
        for (uint32_t i = 0; i < n; i++) {
            Z3_ast y = Z3_get_app_arg(b->z3, Z3_to_app(b->z3, a), i);
            uint32_t have = map_find(&done, Z3_get_ast_id(b->z3, y));
            if (!have)
                vec_push(&stack, y);
            vec_push(&x, (Term){ have });
        }
        if (stack.count > before)
            continue;
        result = node_from_z3(b, a, n, x.at, n_bound, bound);
        if (!result.id)
            break;
        map_put(&done, key, result.id);
        stack.count--;
    }
    vec_free(&stack);
    vec_free(&x);
    map_free(&done);
    return result;
}

// ---- values ----
// An array given as a function: its entries as stores over its default.
static Term function_value(Bridge *b, Z3_model model, Z3_func_decl f, Sort s) {
    Z3_func_interp table = Z3_model_get_func_interp(b->z3, model, f);
    if (!table)
        return (Term){ 0 };
    Z3_func_interp_inc_ref(b->z3, table);
    Term other = from_z3(b, Z3_func_interp_get_else(b->z3, table), 0, NULL);
    Term array = other.id ? term_const_array(b->t, s, other) : (Term){ 0 };
    for (uint32_t i = 0; array.id && i < Z3_func_interp_get_num_entries(b->z3, table); i++) {
        Z3_func_entry entry = Z3_func_interp_get_entry(b->z3, table, i);
        Z3_func_entry_inc_ref(b->z3, entry);
        Term index = from_z3(b, Z3_func_entry_get_arg(b->z3, entry, 0), 0, NULL);
        Term value = from_z3(b, Z3_func_entry_get_value(b->z3, entry), 0, NULL);
        array = index.id && value.id ? term_3(b->t, OP_STORE, array, index, value) : (Term){ 0 };
        Z3_func_entry_dec_ref(b->z3, entry);
    }
    Z3_func_interp_dec_ref(b->z3, table);
    return array;
}

Term value_from_z3(Bridge *b, Z3_model model, Z3_ast a) {
    assert(model && a);
    Z3_ast v;
    if (!Z3_model_eval(b->z3, model, a, true, &v))
        return (Term){ 0 };
    Z3_inc_ref(b->z3, v);
    Sort s = sort_from_z3(b, Z3_get_sort(b->z3, v));
    Term value;
    if (Z3_is_as_array(b->z3, v))
        value = function_value(b, model, Z3_get_as_array_func_decl(b->z3, v), s);
    else
        value = from_z3(b, v, 0, NULL);
    Z3_dec_ref(b->z3, v);
    return value;
}
