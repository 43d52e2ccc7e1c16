// smt_z3_to.c - terms to Z3
#include "logic/smt/smt_z3.h"
#include "logic/term/facet.h"
#include "logic/term/table.h"

static void keep_going(Z3_context z3, Z3_error_code code) {
    (void)z3, (void)code; // the code is read by bridge_note
}

void bridge_open(Bridge *b, Terms *t) {
    assert(t);
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
    for (uint32_t i = 0; i < b->numbers.count; i++)
        if (b->numbers.at[i])
            Z3_dec_ref(b->z3, Z3_sort_to_ast(b->z3, b->numbers.at[i]));
    vec_free(&b->asts);
    vec_free(&b->sorts);
    vec_free(&b->numbers);
    Z3_del_context(b->z3);
}

void bridge_trim(Bridge *b) {
    enum { MANY = 2000000 };
    if (b->asts.count > MANY)
        forget(b);
}

void bridge_note(Bridge *b) {
    Z3_error_code code = Z3_get_error_code(b->z3);
    if (code == Z3_OK || b->failed)
        return;
    b->failed = true;
    reason_set(&b->why, "%s", Z3_get_error_msg(b->z3, code));
}

bool bridge_failed(Bridge *b, const char **why) {
    bridge_note(b);
    bool failed = b->failed;
    b->failed = false;
    *why = b->why.text;
    return failed;
}

// ---- limits ----
// Steps that Z3 makes in a second: measured from 0.6 to 4 million.
enum { STEPS = 1500000, PATIENCE = 4 };
static double clock_steps;

double smt_clock(void) {
    return clock_steps / STEPS;
}

void bridge_count(Bridge *b, Z3_stats stats) {
    Z3_stats_inc_ref(b->z3, stats);
    for (unsigned i = 0; i < Z3_stats_size(b->z3, stats); i++) {
        if (strcmp(Z3_stats_get_key(b->z3, stats, i), "rlimit count") != 0)
            continue;
        double now = Z3_stats_is_uint(b->z3, stats, i) ? Z3_stats_get_uint_value(b->z3, stats, i)
                                                       : Z3_stats_get_double_value(b->z3, stats, i);
        clock_steps += now > b->counted ? now - b->counted : 0;
        b->counted = now;
    }
    Z3_stats_dec_ref(b->z3, stats);
}

void smt_clock_add(double seconds) {
    assert(seconds >= 0);
    clock_steps += seconds * STEPS;
}

unsigned limit_steps(SmtLimits limits) {
    assert(limits.seconds >= 0);
    double steps = limits.resources ? (double)limits.resources : limits.seconds * STEPS;
    return steps > UINT32_MAX ? 0 : (unsigned)steps;
}

unsigned limit_milliseconds(SmtLimits limits) {
    assert(limits.seconds >= 0);
    double ms = PATIENCE * limits.seconds * 1000;
    return ms <= 0 || ms > 4e9 ? UINT32_MAX : ms < 1 ? 1 : (unsigned)ms;
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
    case SORT_FLOAT: // its bits: see facet.h
        return Z3_mk_bv_sort(b->z3, sort_width(t, s));
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
    assert(width >= 1 && width <= 128);
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

// Keeps an intermediate result alive as long as the translations.
static Z3_ast hold(Bridge *b, Z3_ast a) {
    bridge_note(b);
    if (!a) {
        b->failed = true;
        return NULL;
    }
    Z3_inc_ref(b->z3, a);
    vec_push(&b->asts, a);
    return a;
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
    case OP_FP_CONST:
        if (sort_width(t, s) > 128)
            return wide_bits_to_z3(b, a, sort_width(t, s));
        term_bits(t, a, &low, &high);
        return bits_to_z3(b, low, high, sort_width(t, s));
    case OP_INT_CONST:
    case OP_REAL_CONST:
        return Z3_mk_numeral(b->z3, term_number(t, a), sort_to_z3(b, s));
    default:
        bug("no such leaf for the solver");
    }
}

// ---- operations ----
static Z3_ast binary_to_z3(Z3_context z3, Op op, Z3_ast a, Z3_ast b) {
    switch (op) {
    case OP_EQ:
        return Z3_mk_eq(z3, a, b);
    case OP_DIV:
    case OP_RDIV:
        return Z3_mk_div(z3, a, b);
    case OP_MOD:
        return Z3_mk_mod(z3, a, b);
    case OP_LE:
        return Z3_mk_le(z3, a, b);
    case OP_LT:
        return Z3_mk_lt(z3, a, b);
    case OP_BV_ADD:
        return Z3_mk_bvadd(z3, a, b);
    case OP_BV_MUL:
        return Z3_mk_bvmul(z3, a, b);
    case OP_BV_UDIV:
        return Z3_mk_bvudiv(z3, a, b);
    case OP_BV_UREM:
        return Z3_mk_bvurem(z3, a, b);
    case OP_BV_SDIV:
        return Z3_mk_bvsdiv(z3, a, b);
    case OP_BV_SREM:
        return Z3_mk_bvsrem(z3, a, b);
    case OP_BV_AND:
        return Z3_mk_bvand(z3, a, b);
    case OP_BV_OR:
        return Z3_mk_bvor(z3, a, b);
    case OP_BV_XOR:
        return Z3_mk_bvxor(z3, a, b);
    case OP_BV_SHL:
        return Z3_mk_bvshl(z3, a, b);
    case OP_BV_LSHR:
        return Z3_mk_bvlshr(z3, a, b);
    case OP_BV_ASHR:
        return Z3_mk_bvashr(z3, a, b);
    case OP_BV_ULT:
        return Z3_mk_bvult(z3, a, b);
    case OP_BV_ULE:
        return Z3_mk_bvule(z3, a, b);
    case OP_BV_SLT:
        return Z3_mk_bvslt(z3, a, b);
    case OP_BV_SLE:
        return Z3_mk_bvsle(z3, a, b);
    case OP_BV_CONCAT:
        return Z3_mk_concat(z3, a, b);
    case OP_SELECT:
        return Z3_mk_select(z3, a, b);
    default:
        return NULL;
    }
}

static Z3_ast unary_to_z3(Bridge *b, Term a, Z3_ast x) {
    Terms *t = b->t;
    switch (term_op(t, a)) {
    case OP_NOT:
        return Z3_mk_not(b->z3, x);
    case OP_TO_REAL:
        return Z3_mk_int2real(b->z3, x);
    case OP_TO_INT:
        return Z3_mk_real2int(b->z3, x);
    case OP_BV_NEG:
        return Z3_mk_bvneg(b->z3, x);
    case OP_BV_NOT:
        return Z3_mk_bvnot(b->z3, x);
    case OP_BV_EXTRACT:
        return Z3_mk_extract(b->z3, term_imm(t, a, 0), term_imm(t, a, 1), x);
    case OP_BV_ZEXT:
        return Z3_mk_zero_ext(b->z3, term_imm(t, a, 0), x);
    case OP_BV_SEXT:
        return Z3_mk_sign_ext(b->z3, term_imm(t, a, 0), x);
    case OP_BV_TO_NAT:
        return Z3_mk_bv2int(b->z3, x, false);
    case OP_ARRAY_CONST:
        return Z3_mk_const_array(b->z3, sort_to_z3(b, sort_index(t, term_sort(t, a))), x);
    default:
        return NULL;
    }
}

static Z3_ast mode_to_z3(Bridge *b, Rounding mode) {
    switch (mode) {
    case ROUND_EVEN:
        return hold(b, Z3_mk_fpa_rne(b->z3));
    case ROUND_AWAY:
        return hold(b, Z3_mk_fpa_rna(b->z3));
    case ROUND_UP:
        return hold(b, Z3_mk_fpa_rtp(b->z3));
    case ROUND_DOWN:
        return hold(b, Z3_mk_fpa_rtn(b->z3));
    case ROUND_ZERO:
        return hold(b, Z3_mk_fpa_rtz(b->z3));
    }
    bug("no rounding mode %d", mode);
}

// Z3's floating-point sort for the numbers of a FLOAT sort.
static Z3_sort number_sort(Bridge *b, Sort s) {
    assert(sort_kind(b->t, s) == SORT_FLOAT);
    if (s.id >= b->numbers.count)
        vec_resize(&b->numbers, s.id + 1);
    if (!b->numbers.at[s.id]) {
        b->numbers.at[s.id] = Z3_mk_fpa_sort(b->z3, sort_exponent(b->t, s), sort_significand(b->t, s));
        Z3_inc_ref(b->z3, Z3_sort_to_ast(b->z3, b->numbers.at[s.id]));
    }
    return b->numbers.at[s.id];
}

static Z3_ast fmod_to_z3(Bridge *b, Term a, const Z3_ast x[]) {
    assert(term_op(b->t, a) == OP_FP_FMOD);
    char name[40];
    Sort s = term_sort(b->t, a);
    Z3_sort z = number_sort(b, s), both[2] = { z, z };
    b->fmod = true;
    snprintf(name, sizeof name, "fmod:%u:%u", sort_exponent(b->t, s), sort_significand(b->t, s));
    Z3_func_decl f = Z3_mk_func_decl(b->z3, Z3_mk_string_symbol(b->z3, name), 2, both, z);
    return Z3_mk_app(b->z3, f, 2, x);
}

// An operation on numbers, or a test of them: 'x' are numbers, or integers where those are the arguments.
static Z3_ast float_to_z3(Bridge *b, Term a, const Z3_ast x[]) {
    Terms *t = b->t;
    Z3_context z3 = b->z3;
    Op op = term_op(t, a);
    Rounding mode = op == OP_FP_ROUND                          ? (Rounding)term_imm(t, a, 0)
                    : op == OP_FP_TO_SBV || op == OP_FP_TO_UBV ? ROUND_ZERO
                                                               : ROUND_EVEN;
    bool number = sort_kind(t, term_sort(t, a)) == SORT_FLOAT;
    Z3_ast r = mode_to_z3(b, mode);
    Z3_sort s = number ? number_sort(b, term_sort(t, a)) : NULL;
    uint32_t width = sort_width(t, term_sort(t, a)), second = op == OP_FP_ADD || op == OP_FP_MUL;
    if (second && Z3_get_ast_id(z3, x[0]) > Z3_get_ast_id(z3, x[1])) // numbers: a + b is b + a
        second = 0;
    switch (op) {
    case OP_FP_EQ:
        return Z3_mk_fpa_eq(z3, x[0], x[1]);
    case OP_FP_LT:
        return Z3_mk_fpa_lt(z3, x[0], x[1]);
    case OP_FP_LE:
        return Z3_mk_fpa_leq(z3, x[0], x[1]);
    case OP_FP_IS_NAN:
        return Z3_mk_fpa_is_nan(z3, x[0]);
    case OP_FP_NEG:
        return Z3_mk_fpa_neg(z3, x[0]);
    case OP_FP_ABS:
        return Z3_mk_fpa_abs(z3, x[0]);
    case OP_FP_ADD:
        return Z3_mk_fpa_add(z3, r, x[1 - second], x[second]);
    case OP_FP_SUB:
        return Z3_mk_fpa_sub(z3, r, x[0], x[1]);
    case OP_FP_MUL:
        return Z3_mk_fpa_mul(z3, r, x[1 - second], x[second]);
    case OP_FP_DIV:
        return Z3_mk_fpa_div(z3, r, x[0], x[1]);
    case OP_FP_FMOD:
        return fmod_to_z3(b, a, x);
    case OP_FP_FMA:
        return Z3_mk_fpa_fma(z3, r, x[0], x[1], x[2]);
    case OP_FP_SQRT:
        return Z3_mk_fpa_sqrt(z3, r, x[0]);
    case OP_FP_ROUND:
        return Z3_mk_fpa_round_to_integral(z3, r, x[0]);
    case OP_FP_FROM_SBV:
        return Z3_mk_fpa_to_fp_signed(z3, r, x[0], s);
    case OP_FP_FROM_UBV:
        return Z3_mk_fpa_to_fp_unsigned(z3, r, x[0], s);
    case OP_FP_FROM_FP:
        return Z3_mk_fpa_to_fp_float(z3, r, x[0], s);
    case OP_FP_TO_SBV:
        return Z3_mk_fpa_to_sbv(z3, r, x[0], width);
    case OP_FP_TO_UBV:
        return Z3_mk_fpa_to_ubv(z3, r, x[0], width);
    default:
        bug("no float operation %d for the solver", op);
    }
}

// ---- bits of floats ----
static Z3_ast bits_const(Bridge *b, UWide bits, uint32_t width) {
    return hold(b, bits_to_z3(b, (uint64_t)bits, (uint64_t)(bits >> 64), width));
}

static Z3_ast extract(Bridge *b, Z3_ast x, uint32_t high, uint32_t low) {
    assert(high >= low);
    return hold(b, Z3_mk_extract(b->z3, high, low, x));
}

static Z3_ast concat(Bridge *b, Z3_ast high, Z3_ast low) {
    return hold(b, Z3_mk_concat(b->z3, high, low));
}

static Z3_ast equal(Bridge *b, Z3_ast x, Z3_ast y) {
    return hold(b, Z3_mk_eq(b->z3, x, y));
}

static Z3_ast choose(Bridge *b, Z3_ast c, Z3_ast x, Z3_ast y) {
    return hold(b, Z3_mk_ite(b->z3, c, x, y));
}

static Z3_ast both(Bridge *b, Z3_ast x, Z3_ast y) {
    return hold(b, Z3_mk_and(b->z3, 2, (Z3_ast[]){ x, y }));
}

static Z3_ast negation(Bridge *b, Z3_ast x) {
    return hold(b, Z3_mk_not(b->z3, x));
}

// The 80-bit format: does the exponent demand an integer bit, and is it there?
static Z3_ast exponent_is_zero(Bridge *b, Z3_ast bits) {
    return equal(b, extract(b, bits, 78, 64), bits_const(b, 0, 15));
}

static Z3_ast lacks_integer_bit(Bridge *b, Z3_ast bits) {
    return equal(b, extract(b, bits, 63, 63), bits_const(b, 0, 1));
}

static Z3_ast is_unsupported(Bridge *b, Z3_ast bits) {
    return both(b, negation(b, exponent_is_zero(b, bits)), lacks_integer_bit(b, bits));
}

// Two kinds of patterns are not canonical: a denormal with integer bit is the
// normal number it says, and a number without it is invalid, a NaN.
static Z3_ast number_of_extended(Bridge *b, Z3_ast bits, Sort s) {
    Z3_ast small = both(b, exponent_is_zero(b, bits), negation(b, lacks_integer_bit(b, bits)));
    Z3_ast exponent = choose(b, small, bits_const(b, 1, 15), extract(b, bits, 78, 64));
    Z3_ast ieee = concat(b, extract(b, bits, 79, 79), concat(b, exponent, extract(b, bits, 62, 0)));
    Z3_ast number = hold(b, Z3_mk_fpa_to_fp_bv(b->z3, ieee, number_sort(b, s)));
    return choose(b, is_unsupported(b, bits), hold(b, Z3_mk_fpa_nan(b->z3, number_sort(b, s))), number);
}

static Z3_ast number_of_bits(Bridge *b, Z3_ast bits, Sort s) {
    if (sort_is_extended(b->t, s))
        return number_of_extended(b, bits, s);
    return Z3_mk_fpa_to_fp_bv(b->z3, bits, number_sort(b, s));
}

// Of a number that is no NaN: Z3 leaves the bits of a NaN open.
static Z3_ast bits_of_number(Bridge *b, Z3_ast x, Sort s) {
    Z3_ast bits = hold(b, Z3_mk_fpa_to_ieee_bv(b->z3, x));
    if (!sort_is_extended(b->t, s))
        return bits;
    Z3_ast zero = equal(b, extract(b, bits, 77, 63), bits_const(b, 0, 15));
    Z3_ast integer_bit = choose(b, zero, bits_const(b, 0, 1), bits_const(b, 1, 1));
    return concat(b, extract(b, bits, 78, 63), concat(b, integer_bit, extract(b, bits, 62, 0)));
}

// One name may be applied to arguments of different sorts: Z3 tells them apart.
static Z3_ast apply_to_z3(Bridge *b, Term a, uint32_t n, const Z3_ast x[]) {
    assert(term_op(b->t, a) == OP_APPLY);
    Text name = { 0 };
    text_add(&name, "f:%s", term_name(b->t, a));
    Z3_sort *domain = base_alloc((n + 1) * sizeof *domain);
    for (uint32_t i = 0; i < n; i++)
        domain[i] = sort_to_z3(b, term_sort(b->t, term_arg(b->t, a, i)));
    Z3_symbol symbol = Z3_mk_string_symbol(b->z3, name.at);
    Z3_func_decl f = Z3_mk_func_decl(b->z3, symbol, n, domain, sort_to_z3(b, term_sort(b->t, a)));
    Z3_ast made = Z3_mk_app(b->z3, f, n, x);
    free(domain);
    vec_free(&name);
    return made;
}

static Z3_ast many_to_z3(Bridge *b, Op op, uint32_t n, const Z3_ast x[]) {
    assert(n >= 1);
    switch (op) {
    case OP_AND:
        return Z3_mk_and(b->z3, n, x);
    case OP_OR:
        return Z3_mk_or(b->z3, n, x);
    case OP_ADD:
        return Z3_mk_add(b->z3, n, x);
    case OP_MUL:
        return Z3_mk_mul(b->z3, n, x);
    case OP_ITE:
        return Z3_mk_ite(b->z3, x[0], x[1], x[2]);
    case OP_STORE:
        return Z3_mk_store(b->z3, x[0], x[1], x[2]);
    default:
        return NULL;
    }
}

static Z3_ast node_to_z3(Bridge *b, Term a, uint32_t n, const Z3_ast x[]) {
    Op op = term_op(b->t, a);
    Z3_ast made = NULL;
    if (op == OP_APPLY)
        return apply_to_z3(b, a, n, x);
    if (n == 0)
        return leaf_to_z3(b, a);
    made = many_to_z3(b, op, n, x);
    if (!made && n == 1)
        made = unary_to_z3(b, a, x[0]);
    if (!made && n >= 2)
        made = binary_to_z3(b->z3, op, x[0], x[1]);
    for (uint32_t i = 2; made && op == OP_BV_ADD && i < n; i++)
        made = Z3_mk_bvadd(b->z3, hold(b, made), x[i]);
    return made ? made : float_to_z3(b, a, x);
}

// ---- the walk ----
static Z3_ast facet_to_z3(Bridge *b, Facet f, FacetForm form, uint32_t n, const Z3_ast x[]) {
    Sort s = term_sort(b->t, f.term);
    uint32_t width = form == FORM_FLIP || form == FORM_CLEAR ? sort_width(b->t, s) : 1;
    UWide sign = (UWide)1 << (width - 1);
    switch (form) {
    case FORM_SAME:
        return x[0];
    case FORM_TO_NUMBER:
        return number_of_bits(b, x[0], s);
    case FORM_PACK:
        return bits_of_number(b, x[0], s);
    case FORM_FLIP:
        return Z3_mk_bvxor(b->z3, x[0], bits_const(b, sign, width));
    case FORM_CLEAR:
        return Z3_mk_bvand(b->z3, x[0], bits_const(b, sign - 1, width));
    case FORM_RESULT:
        return Z3_mk_ite(b->z3, x[0], x[1], x[2]);
    case FORM_TERM:
        if (f.kind == NUMBER && n == 0)
            return number_of_bits(b, hold(b, leaf_to_z3(b, f.term)), s);
        return node_to_z3(b, f.term, n, x);
    }
    bug("no such form of a facet");
}

Z3_ast to_z3(Bridge *b, Term root) {
    assert(root.id);
    VecFacet stack = { 0 }, needs = { 0 };
    VEC(Z3_ast) x = { 0 };
    Facet whole = { root, BITS };
    vec_push(&stack, whole);
    while (stack.count) {
        Facet f = vec_last(&stack);
        uint32_t before = stack.count;
        if (map_find(&b->index, facet_key(f))) {
            stack.count--;
            continue;
        }
        x.count = 0;
        FacetForm form = facet_needs(b->t, f, &needs);
        for (uint32_t i = 0; i < needs.count; i++) {
            uint32_t place = map_find(&b->index, facet_key(needs.at[i]));
            if (!place)
                vec_push(&stack, needs.at[i]);
            vec_push(&x, place ? b->asts.at[place - 1] : NULL);
        }
        if (stack.count > before)
            continue;
        if (!hold(b, facet_to_z3(b, f, form, needs.count, x.at)))
            break;
        map_put(&b->index, facet_key(f), b->asts.count);
        b->translated++;
        stack.count--;
    }
    vec_free(&stack);
    vec_free(&needs);
    vec_free(&x);
    uint32_t place = map_find(&b->index, facet_key(whole));
    return place ? b->asts.at[place - 1] : Z3_mk_true(b->z3);
}
