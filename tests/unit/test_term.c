// Terms: the table, the simplifier, walks and printing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "logic/term/term.h"
#include "logic/term/value.h"

static Terms *t;

static int set_up(void **state) {
    (void)state;
    t = terms_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    terms_free(t);
    return 0;
}

static void assert_same(Term a, Term b) {
    if (a.id == b.id)
        return;
    Text x = { 0 }, y = { 0 };
    term_print_smt(t, a, &x);
    term_print_smt(t, b, &y);
    fprintf(stderr, "differ:\n  %s\n  %s\n", x.at, y.at);
    fail();
}

static void assert_text(Term a, const char *smt, const char *c) {
    Text x = { 0 };
    term_print_smt(t, a, &x);
    assert_string_equal(x.at, smt);
    x.count = 0;
    term_print_c(t, a, &x);
    assert_string_equal(x.at, c);
    vec_free(&x);
}

static Term bv(const char *name, uint32_t width) {
    return term_var(t, name, sort_bv(t, width));
}

static Term var_int(const char *name) {
    return term_var(t, name, sort_int(t));
}

static Term var_bool(const char *name) {
    return term_var(t, name, sort_bool(t));
}

static void equal_terms_share(void **state) {
    (void)state;
    Term x = bv("x", 32), y = bv("y", 32);
    assert_same(bv("x", 32), x);
    assert_same(term_2(t, OP_BV_ADD, x, y), term_2(t, OP_BV_ADD, y, x));
    assert_same(term_eq(t, x, y), term_eq(t, y, x));
    uint32_t count = terms_count(t);
    term_2(t, OP_BV_ADD, x, y);
    assert_int_equal(terms_count(t), count);
    assert_true(term_fresh(t, "x", sort_bool(t)).id != term_fresh(t, "x", sort_bool(t)).id);
}

static void connectives(void **state) {
    (void)state;
    Term a = var_bool("a"), b = var_bool("b"), c = var_bool("c"), yes = term_true(t), no = term_false(t);
    assert_same(term_and(t, a, yes), a);
    assert_same(term_and(t, a, no), no);
    assert_same(term_and(t, a, term_not(t, a)), no);
    assert_same(term_or(t, a, term_not(t, a)), yes);
    assert_same(term_and(t, term_and(t, a, b), c), term_and(t, a, term_and(t, c, b)));
    assert_same(term_not(t, term_not(t, a)), a);
    assert_same(term_ite(t, a, b, b), b);
    assert_same(term_ite(t, term_not(t, a), b, c), term_ite(t, a, c, b));
    assert_same(term_ite(t, a, yes, no), a);
    assert_same(term_eq(t, a, term_not(t, a)), no);
    assert_same(term_eq(t, term_not(t, a), term_not(t, b)), term_eq(t, a, b));
    Term x = bv("x", 8), y = bv("y", 8);
    Term less = term_2(t, OP_BV_ULT, x, y), not_less = term_2(t, OP_BV_ULE, y, x);
    assert_same(term_not(t, less), not_less);
    assert_same(term_and(t, less, not_less), no);
    assert_same(term_or(t, less, not_less), yes);
}

static void sums(void **state) {
    (void)state;
    Term x = bv("x", 32), y = bv("y", 32), one = term_bv(t, 1, 32), two = term_bv(t, 2, 32), three = term_bv(t, 3, 32);
    assert_same(term_2(t, OP_BV_ADD, term_2(t, OP_BV_ADD, x, one), two), term_2(t, OP_BV_ADD, x, three));
    assert_same(term_bv_sub(t, term_2(t, OP_BV_ADD, x, y), y), x);
    assert_same(term_2(t, OP_BV_ADD, x, x), term_2(t, OP_BV_SHL, x, one));
    assert_same(term_eq(t, term_2(t, OP_BV_ADD, x, one), three), term_eq(t, x, two));
    assert_same(term_eq(t, term_2(t, OP_BV_ADD, x, one), term_2(t, OP_BV_ADD, x, two)), term_false(t));
    Term i = var_int("i"), j = var_int("j");
    Term sum = term_build(t, OP_ADD, (Sort){ 0 }, 3, (Term[]){ i, j, term_int(t, 5) }, 0, 0);
    assert_same(term_2(t, OP_ADD, sum, term_2(t, OP_MUL, term_int(t, -1), j)), term_2(t, OP_ADD, i, term_int(t, 5)));
    assert_same(term_2(t, OP_LT, i, term_int(t, 10)), term_2(t, OP_LE, i, term_int(t, 9)));
    assert_same(term_2(t, OP_LE, term_2(t, OP_MUL, term_int(t, 2), i), term_int(t, 9)),
                term_2(t, OP_LE, i, term_int(t, 4)));
    assert_same(term_eq(t, term_2(t, OP_MUL, term_int(t, 2), i), term_int(t, 9)), term_false(t));
    Term large = term_int_text(t, "123456789012345678901234567890123456789012345678901234567890");
    assert_string_equal(term_number(t, large), "123456789012345678901234567890123456789012345678901234567890");
    assert_same(term_2(t, OP_ADD, large, large), term_2(t, OP_MUL, term_int(t, 2), large));
    assert_string_equal(term_number(t, term_real(t, "6", "-8")), "-3/4");
}

static void bits(void **state) {
    (void)state;
    Term x = bv("x", 32), b = bv("b", 8);
    Term part[4];
    for (uint32_t i = 0; i < 4; i++)
        part[i] = term_extract(t, x, 8 * i + 7, 8 * i);
    Term low = term_2(t, OP_BV_CONCAT, part[1], part[0]), high = term_2(t, OP_BV_CONCAT, part[3], part[2]);
    assert_same(term_2(t, OP_BV_CONCAT, high, low), x);
    assert_same(term_extract(t, term_zext(t, b, 32), 7, 0), b);
    assert_same(term_extract(t, term_zext(t, b, 32), 31, 8), term_bv(t, 0, 24));
    assert_same(term_sext(t, term_zext(t, b, 16), 32), term_zext(t, b, 32));
    assert_same(term_2(t, OP_BV_AND, x, term_bv(t, 255, 32)), term_zext(t, part[0], 32));
    assert_same(term_eq(t, term_zext(t, b, 32), term_bv(t, 300, 32)), term_false(t));
    assert_same(term_eq(t, term_zext(t, b, 32), term_bv(t, 200, 32)), term_eq(t, b, term_bv(t, 200, 8)));
    Term flag = var_bool("flag"), as_int = term_ite(t, flag, term_bv(t, 1, 32), term_bv(t, 0, 32));
    assert_same(term_not(t, term_eq(t, as_int, term_bv(t, 0, 32))), flag);
    assert_same(term_2(t, OP_BV_SLT, term_bv(t, 0, 32), as_int), flag);
    Term c = term_zext(t, b, 32), d = term_zext(t, bv("d", 8), 32);
    assert_same(term_extract(t, term_2(t, OP_BV_ADD, c, d), 7, 0), term_2(t, OP_BV_ADD, b, bv("d", 8)));
}

static void arrays(void **state) {
    (void)state;
    Sort word = sort_bv(t, 32), s = sort_array(t, word, sort_bv(t, 8));
    Term a = term_var(t, "a", s), i = bv("i", 32), j = bv("j", 32), v = bv("v", 8), w = bv("w", 8);
    Term next = term_2(t, OP_BV_ADD, i, term_bv(t, 1, 32));
    Term stored = term_3(t, OP_STORE, term_3(t, OP_STORE, a, i, v), next, w);
    assert_same(term_2(t, OP_SELECT, stored, i), v);
    assert_same(term_2(t, OP_SELECT, stored, next), w);
    assert_int_equal(term_op(t, term_2(t, OP_SELECT, stored, j)), OP_SELECT);
    assert_same(term_3(t, OP_STORE, a, i, term_2(t, OP_SELECT, a, i)), a);
    Term zero = term_const_array(t, s, term_bv(t, 0, 8));
    assert_same(term_2(t, OP_SELECT, zero, j), term_bv(t, 0, 8));
    assert_same(term_3(t, OP_STORE, zero, j, term_bv(t, 0, 8)), zero);
}

// Long chains of stores at constant places, with branches and stores at unknown places between: every version reads
// what was written last, and where that is unknown the select stays.
static void long_chains_of_stores(void **state) {
    (void)state;
    enum { PLACES = 40, VERSIONS = 3000 };
    static Term array[VERSIONS], cell[VERSIONS][PLACES];
    Sort byte = sort_bv(t, 8);
    Term x = bv("x", 8);
    uint64_t seed = 7;
    array[0] = term_var(t, "m", sort_array(t, byte, byte));
    for (uint32_t v = 1; v < VERSIONS; v++) {
        uint64_t r = seed = hash_mix(seed + v);
        uint32_t from = r % 8 ? v - 1 : (uint32_t)(r >> 8) % v, place = (uint32_t)(r >> 32) % PLACES;
        bool somewhere = r % 512 == 1;
        Term value = term_bv(t, r >> 40 & 255, 8);
        array[v] = term_3(t, OP_STORE, array[from], somewhere ? x : term_bv(t, place, 8), value);
        memcpy(cell[v], cell[from], sizeof cell[v]);
        if (somewhere)
            memset(cell[v], 0, sizeof cell[v]);
        else
            cell[v][place] = value;
        uint32_t old = (uint32_t)(r >> 16) % v;
        for (uint32_t i = 0; i < PLACES; i++) {
            Term now = term_2(t, OP_SELECT, array[v], term_bv(t, i, 8));
            Term before = term_2(t, OP_SELECT, array[old], term_bv(t, i, 8));
            assert_true(cell[v][i].id ? term_same(now, cell[v][i]) : term_op(t, now) == OP_SELECT);
            assert_true(cell[old][i].id ? term_same(before, cell[old][i]) : term_op(t, before) == OP_SELECT);
        }
    }
}

static void floats(void **state) {
    (void)state;
    Sort f = sort_float(t, 8, 24);
    Term x = term_var(t, "x", f), y = term_var(t, "y", f), nan = term_fp_bits(t, 0x7f800001, 0, f),
         other = term_fp_bits(t, 0xffc12345, 0, f);
    Term bits = term_1(t, OP_FP_TO_BITS, x), c = var_bool("c"), b = bv("b", 32), sign = term_bv(t, 0x80000000, 32);
    assert_same(term_eq(t, nan, other), term_false(t));
    assert_same(term_1(t, OP_FP_TO_BITS, other), term_bv(t, 0xffc12345, 32));
    assert_same(term_1(t, OP_FP_NEG, nan), term_fp_bits(t, 0xff800001, 0, f));
    assert_same(term_2(t, OP_FP_ADD, nan, other), term_fp_bits(t, 0x7fc00001, 0, f)); // the first, made quiet
    assert_same(term_2(t, OP_FP_ADD, other, nan), other);
    assert_same(term_1(t, OP_FP_TO_BITS, term_convert(t, OP_FP_FROM_BITS, f, b)), b);
    assert_same(term_eq(t, bits, term_1(t, OP_FP_TO_BITS, y)), term_eq(t, x, y));
    assert_same(term_ite(t, c, bits, term_bv(t, 0x7f800001, 32)), term_1(t, OP_FP_TO_BITS, term_ite(t, c, x, nan)));
    assert_same(term_2(t, OP_BV_XOR, bits, sign), term_1(t, OP_FP_TO_BITS, term_1(t, OP_FP_NEG, x)));
    assert_same(term_2(t, OP_BV_AND, bits, term_bv(t, 0x7fffffff, 32)),
                term_1(t, OP_FP_TO_BITS, term_1(t, OP_FP_ABS, x)));
    assert_same(term_eq(t, nan, nan), term_true(t));
    assert_same(term_2(t, OP_FP_EQ, nan, nan), term_false(t));
    assert_same(term_1(t, OP_FP_NEG, term_1(t, OP_FP_NEG, x)), x);
    assert_same(term_convert(t, OP_FP_FROM_BITS, f, term_1(t, OP_FP_TO_BITS, x)), x);
    Term large = term_fp_bits(t, 0x4f800000, 0, f); // 2^32
    assert_int_equal(term_op(t, term_convert(t, OP_FP_TO_SBV, sort_bv(t, 32), large)), OP_FP_TO_SBV);
    assert_same(term_convert(t, OP_FP_TO_SBV, sort_bv(t, 64), large), term_bv(t, (uint64_t)1 << 32, 64));
}

static void walks(void **state) {
    (void)state;
    Term i = var_int("i"), j = var_int("j"), a = var_bool("a");
    Term le = term_2(t, OP_LE, i, j), eq = term_eq(t, i, term_int(t, 3));
    Term f = term_or(t, term_and(t, le, term_not(t, a)), eq);
    VecTerm out = { 0 };
    term_atoms(t, f, &out);
    assert_int_equal(out.count, 3);
    out.count = 0;
    term_vars(t, f, &out);
    assert_int_equal(out.count, 3);
    vec_free(&out);
    assert_same(term_substitute(t, f, 2, (Term[]){ i, j }, (Term[]){ j, i }),
                term_or(t, term_and(t, term_2(t, OP_LE, j, i), term_not(t, a)), term_eq(t, j, term_int(t, 3))));
    assert_same(term_substitute(t, f, 1, (Term[]){ i }, (Term[]){ term_int(t, 3) }), term_true(t));
    Term nnf = term_nnf(t, term_not(t, f));
    assert_same(nnf, term_and(t, term_or(t, term_not(t, le), a), term_not(t, eq)));
    assert_int_equal(term_size(t, term_and(t, a, le)), 5);
}

static void printing(void **state) {
    (void)state;
    Term x = bv("x", 32), y = bv("y", 32), i = var_int("i");
    assert_text(term_2(t, OP_BV_SLT, x, term_bv(t, 10, 32)), "(bvsle x #x00000009)", "x <= 9");
    assert_text(term_2(t, OP_BV_ULE, x, y), "(bvule x y)", "(unsigned int)x <= (unsigned int)y");
    assert_text(term_bv_sub(t, x, y), "(bvadd x (bvneg y))", "x - y");
    assert_text(term_2(t, OP_LE, term_int(t, -3), i), "(<= (- 3) i)", "-3 <= i");
    assert_text(term_not(t, term_eq(t, x, y)), "(not (= x y))", "x != y");
    Term sum = term_2(t, OP_BV_MUL, x, y), first = term_eq(t, sum, x), f = term_and(t, first, term_eq(t, sum, y));
    assert_text(f, "(let ((?1 (bvmul x y))) (and (= x ?1) (= y ?1)))", "x == x * y && y == x * y");
    assert_text(term_var(t, "f::x", sort_bool(t)), "|f::x|", "f::x");
    assert_text(term_fp_bits(t, 0x3f800000, 0, sort_float(t, 8, 24)), "#x3f800000", "1.0f");
    assert_text(term_fp_bits(t, 0x3dcccccd, 0, sort_float(t, 8, 24)), "#x3dcccccd", "0.1f");
    assert_text(term_fp_bits(t, 0x7e37e43c8800759c, 0, sort_float(t, 11, 53)), "#x7e37e43c8800759c", "1e+300");
}

// ---- the simplifier against direct evaluation ----
static uint64_t seed = 1;

static uint32_t draw(uint32_t n) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 33) % n;
}

enum { VARS = 4 };
typedef struct Both { // a term and its value, computed without simplification
    Term term;
    Value value;
    uint32_t width; // 0: Bool
} Both;

static Value bank[4 * VARS];

static uint32_t slot_of(void *context, Term variable) {
    (void)context;
    const char *name = term_name(t, variable);
    return (uint32_t)strtoul(name + 1, NULL, 10);
}

static Value value_of(Term a) {
    Value out;
    Code *code = code_new(t, 1, &a, slot_of, NULL);
    code_run(code, (const Value *[]){ bank, NULL }, &out);
    code_free(code);
    return out;
}

static Both leaf(const uint32_t widths[4]) {
    uint32_t k = draw(4), w = widths[k];
    char name[16];
    if (draw(3)) {
        uint32_t slot = k * VARS + draw(VARS);
        sprintf(name, "v%u", slot);
        return (Both){ bv(name, w), bank[slot], w };
    }
    Value v = { draw(3) ? draw(5) : (uint64_t)draw(1u << 31) << 33 ^ draw(1u << 31), 0 };
    if (draw(4) == 0)
        v = (Value){ ~(uint64_t)0 - draw(3), ~(uint64_t)0 };
    v = value_truncate(v, w);
    return (Both){ term_bv128(t, v.lo, v.hi, w), v, w };
}

static Both make(Op op, uint32_t n, const Both x[], uint32_t width, uint32_t imm0, uint32_t imm1) {
    Term arg[3];
    Value v[3];
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = x[i].term;
        v[i] = x[i].value;
    }
    uint32_t first = x[op == OP_ITE].width;
    OpType type = { .op = (uint8_t)op,
                    .arity = (uint8_t)n,
                    .width = (uint16_t)(width ? width : 1),
                    .arg_width = (uint16_t)(first ? first : 1),
                    .imm0 = imm0,
                    .imm1 = imm1 };
    return (Both){ term_build(t, op, (Sort){ 0 }, n, arg, imm0, imm1), value_apply(&type, v), width };
}

// Fits 'x' to a width by extension or extraction.
static Both fit(Both x, uint32_t width) {
    if (x.width < width)
        return make(draw(2) ? OP_BV_ZEXT : OP_BV_SEXT, 1, &x, width, width - x.width, 0);
    if (x.width == width)
        return x;
    uint32_t low = draw(x.width - width + 1);
    return make(OP_BV_EXTRACT, 1, &x, width, low + width - 1, low);
}

static Both step(const Both pool[], uint32_t count, const Both bools[], uint32_t n_bools) {
    static const Op binary[] = { OP_BV_ADD,  OP_BV_ADD, OP_BV_ADD, OP_BV_MUL, OP_BV_UDIV, OP_BV_UREM, OP_BV_SDIV,
                                 OP_BV_SREM, OP_BV_AND, OP_BV_OR,  OP_BV_XOR, OP_BV_SHL,  OP_BV_LSHR, OP_BV_ASHR };
    Both x[3] = { pool[draw(count)], pool[draw(count)], pool[draw(count)] };
    switch (draw(6)) {
    case 0:
        return make(draw(2) ? OP_BV_NEG : OP_BV_NOT, 1, x, x[0].width, 0, 0);
    case 1:
        if (x[0].width + x[1].width <= 128)
            return make(OP_BV_CONCAT, 2, x, x[0].width + x[1].width, 0, 0);
        return x[0];
    case 2:
        if (n_bools) {
            Both y[3] = { bools[draw(n_bools)], x[0], fit(x[1], x[0].width) };
            return make(OP_ITE, 3, y, x[0].width, 0, 0);
        }
        return fit(x[0], 1 + draw(x[0].width));
    case 3:
        return fit(x[0], 1 + draw(100));
    default:
        x[1] = fit(x[1], x[0].width);
        return make(binary[draw(COUNT(binary))], 2, x, x[0].width, 0, 0);
    }
}

static Both step_bool(const Both pool[], uint32_t count, const Both bools[], uint32_t n_bools) {
    static const Op order[] = { OP_EQ, OP_BV_ULT, OP_BV_ULE, OP_BV_SLT, OP_BV_SLE };
    static const Op logic[] = { OP_AND, OP_OR, OP_EQ, OP_NOT, OP_ITE };
    if (n_bools > 2 && draw(3) == 0) {
        Both b[3] = { bools[draw(n_bools)], bools[draw(n_bools)], bools[draw(n_bools)] };
        Op op = logic[draw(COUNT(logic))];
        return make(op, op == OP_NOT ? 1 : op == OP_ITE ? 3 : 2, b, 0, 0, 0);
    }
    Both x[2] = { pool[draw(count)], pool[draw(count)] };
    x[1] = fit(x[1], x[0].width);
    return make(order[draw(COUNT(order))], 2, x, 0, 0, 0);
}

static void check_both(Both x) {
    Value v = value_of(x.term);
    if (value_equal(v, x.value))
        return;
    Text out = { 0 };
    term_print_smt(t, x.term, &out);
    fprintf(stderr, "wrong value of %s\n", out.at);
    fail();
}

static void random_terms_keep_their_value(void **state) {
    (void)state;
    static const uint32_t sets[][4] = {
        { 8, 8, 8, 8 }, { 1, 8, 32, 64 }, { 3, 5, 64, 100 }, { 4, 4, 1, 128 }, { 32, 32, 64, 16 }
    };
    for (uint32_t round = 0; round < 500; round++) {
        Both pool[40], bools[20];
        uint32_t n_bools = 0, count = 0;
        Terms *keep = t;
        t = terms_new();
        for (uint32_t i = 0; i < COUNT(bank); i++) {
            bank[i] = (Value){ (uint64_t)draw(1u << 31) << 33 ^ draw(1u << 31), draw(1u << 31) };
            if (draw(2))
                bank[i] = (Value){ draw(4), 0 };
            bank[i] = value_truncate(bank[i], sets[round % COUNT(sets)][i / VARS]);
        }
        while (count < 6)
            pool[count++] = leaf(sets[round % COUNT(sets)]);
        while (count < COUNT(pool)) {
            pool[count] = draw(5) ? step(pool, count, bools, n_bools) : leaf(sets[round % COUNT(sets)]);
            check_both(pool[count++]);
            if (draw(3) == 0 && n_bools < COUNT(bools)) {
                bools[n_bools] = step_bool(pool, count, bools, n_bools);
                check_both(bools[n_bools++]);
            }
        }
        terms_free(t);
        t = keep;
    }
}

static void deep_terms(void **state) {
    (void)state;
    enum { DEPTH = 1000000 };
    Term x = bv("x", 32), y = bv("y", 32), a = x, f = var_bool("a");
    Sort s = sort_array(t, sort_bv(t, 32), sort_bv(t, 32));
    Term array = term_var(t, "m", s);
    for (uint32_t i = 0; i < DEPTH; i++) {
        a = term_2(t, i % 2 ? OP_BV_XOR : OP_BV_MUL, a, i % 3 ? y : x);
        a = term_2(t, OP_BV_ADD, a, term_bv(t, i, 32));
        f = term_not(t, term_and(t, f, var_bool(i % 2 ? "b" : "c")));
        array = term_3(t, OP_STORE, array, a, y);
    }
    assert_true(term_size(t, a) > DEPTH);
    term_substitute(t, a, 1, &x, &y);
    VecTerm vars = { 0 };
    term_vars(t, term_2(t, OP_SELECT, array, x), &vars);
    assert_int_equal(vars.count, 3);
    vec_free(&vars);
    term_nnf(t, f);
    Text out = { 0 };
    term_print_smt(t, f, &out);
    assert_true(out.count > DEPTH);
    out.count = 0;
    term_print_c(t, f, &out);
    vec_free(&out);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(equal_terms_share),
        TEST(connectives),
        TEST(sums),
        TEST(bits),
        TEST(arrays),
        TEST(long_chains_of_stores),
        TEST(floats),
        TEST(walks),
        TEST(printing),
        TEST(random_terms_keep_their_value),
        TEST(deep_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
