// smt_z3_to.c - terms to Z3
#include "logic/smt_z3.h"

static void keep_going(Z3_context z3, Z3_error_code code) {
    (void)z3, (void)code; // the code is read by bridge_failed
}

void bridge_open(Bridge *b, Terms *t) {
    Z3_config config = Z3_mk_config();
    *b = (Bridge){ .t = t, .z3 = Z3_mk_context_rc(config) };
    Z3_del_config(config);
    Z3_set_error_handler(b->z3, keep_going);
}

static void forget(Bridge *b) {
    for (uint32_t i = 0; i < b->asts.count; i++)
        Z3_dec_ref(b->z3, b->asts.at[i]);
    b->asts.count = 0;
    map_free(&b->index);
}

void bridge_close(Bridge *b) {
    forget(b);
    for (uint32_t i = 0; i < b->sorts.count; i++)
        if (b->sorts.at[i])
            Z3_dec_ref(b->z3, Z3_sort_to_ast(b->z3, b->sorts.at[i]));
    vec_free(&b->asts);
    vec_free(&b->sorts);
    Z3_del_context(b->z3);
}

void bridge_trim(Bridge *b) {
    enum { MANY = 2000000 };
    if (b->asts.count > MANY)
        forget(b);
}

bool bridge_failed(Bridge *b, const char **why) {
    Z3_error_code code = Z3_get_error_code(b->z3);
    if (code == Z3_OK)
        return false;
    *why = Z3_get_error_msg(b->z3, code);
    return true;
}

// ---- sorts ----
static Z3_sort make_sort(Bridge *b, Sort s) {
    Terms *t = b->t;
    switch (sort_kind(t, s)) {
    case SORT_NONE:
        break;
    case SORT_BOOL:
        return Z3_mk_bool_sort(b->z3);
    case SORT_INT:
        return Z3_mk_int_sort(b->z3);
    case SORT_REAL:
        return Z3_mk_real_sort(b->z3);
    case SORT_BV:
        return Z3_mk_bv_sort(b->z3, sort_width(t, s));
    case SORT_FLOAT:
        return Z3_mk_fpa_sort(b->z3, sort_exponent(t, s), sort_significand(t, s));
    case SORT_ARRAY: {
        Z3_sort index = sort_to_z3(b, sort_index(t, s)), element = sort_to_z3(b, sort_element(t, s));
        return Z3_mk_array_sort(b->z3, index, element);
    }
    }
    bug("no sort for the solver");
}

Z3_sort sort_to_z3(Bridge *b, Sort s) {
    if (s.id >= b->sorts.count)
        vec_resize(&b->sorts, s.id + 1);
    if (b->sorts.at[s.id])
        return b->sorts.at[s.id];
    Z3_sort made = make_sort(b, s);
    Z3_inc_ref(b->z3, Z3_sort_to_ast(b->z3, made));
    b->sorts.at[s.id] = made;
    return made;
}

// ---- leaves ----
static Z3_ast bits_to_z3(Bridge *b, uint64_t low, uint64_t high, uint32_t width) {
    if (width <= 64)
        return Z3_mk_unsigned_int64(b->z3, low, sort_to_z3(b, sort_bv(b->t, width)));
    bool bits[128];
    for (uint32_t i = 0; i < width; i++)
        bits[i] = (i < 64 ? low >> i : high >> (i - 64)) & 1;
    return Z3_mk_bv_numeral(b->z3, width, bits);
}

static Z3_ast wide_bits_to_z3(Bridge *b, Term a, uint32_t width) {
    bool *bits = base_alloc(width * sizeof *bits);
    for (uint32_t i = 0; i < width; i++)
        bits[i] = term_imm(b->t, a, i / 32) >> i % 32 & 1;
    Z3_ast made = Z3_mk_bv_numeral(b->z3, width, bits);
    free(bits);
    return made;
}

static Z3_ast fp_to_z3(Bridge *b, Term a) {
    uint64_t low, high;
    Sort s = term_sort(b->t, a);
    term_bits(b->t, a, &low, &high);
    Z3_ast bits = bits_to_z3(b, low, high, sort_width(b->t, s));
    Z3_inc_ref(b->z3, bits);
    Z3_ast made = Z3_mk_fpa_to_fp_bv(b->z3, bits, sort_to_z3(b, s));
    Z3_inc_ref(b->z3, made);
    Z3_dec_ref(b->z3, bits);
    Z3_ast value = Z3_simplify(b->z3, made);
    Z3_inc_ref(b->z3, value);
    Z3_dec_ref(b->z3, made);
    Z3_dec_ref_later(b, value);
    return value;
}

static Z3_ast leaf_to_z3(Bridge *b, Term a) {
    Terms *t = b->t;
    Sort s = term_sort(t, a);
    uint64_t low, high;
    switch (term_op(t, a)) {
    case OP_VAR:
        return Z3_mk_const(b->z3, Z3_mk_int_symbol(b->z3, (int)a.id), sort_to_z3(b, s));
    case OP_TRUE:
        return Z3_mk_true(b->z3);
    case OP_FALSE:
        return Z3_mk_false(b->z3);
    case OP_BV_CONST:
        if (sort_width(t, s) > 128)
            return wide_bits_to_z3(b, a, sort_width(t, s));
        term_bits(t, a, &low, &high);
        return bits_to_z3(b, low, high, sort_width(t, s));
    case OP_FP_CONST:
        return fp_to_z3(b, a);
    case OP_INT_CONST:
    case OP_REAL_CONST:
        return Z3_mk_numeral(b->z3, term_number(t, a), sort_to_z3(b, s));
    default:
        bug("no such leaf for the solver");
    }
}
