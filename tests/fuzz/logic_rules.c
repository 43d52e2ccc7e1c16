// logic_rules - the simplifier and the constant folder against the solver
//
//   logic_rules [COUNT [SEED [EVERY]]]
//
// Builds random terms twice: as they are, and simplified at each step.  The
// solver must find both equal.  Floats are checked on constants: what value.h
// computes must be what the solver computes.  With EVERY, each so many
// checks one is also put to the second solver, which must agree.  Prints one line; exit code 1
// and the offending terms if anything differs.
#include "logic/smt/smt.h"
#include "logic/smt/smt_process.h"
#include "logic/term/table.h"
#include <math.h>

static Terms *t;
static Smt *smt;
static uint64_t seed = 88172645463325252u;
static SmtProcess *second;
static uint64_t checked, undecided, every, asked;

static uint32_t draw(uint32_t n) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 33) % n;
}

static uint64_t draw64(void) {
    return (uint64_t)draw(1u << 31) << 33 ^ (uint64_t)draw(1u << 31) << 11 ^ draw(1u << 31);
}

typedef struct Pair { // one meaning, two terms
    Term raw, simple;
} Pair;

static Pair build(Op op, Sort s, uint32_t n, const Pair x[], uint32_t imm0, uint32_t imm1) {
    Term raw[3], simple[3];
    uint32_t imm[2] = { imm0, imm1 };
    for (uint32_t i = 0; i < n; i++) {
        raw[i] = x[i].raw;
        simple[i] = x[i].simple;
    }
    uint32_t m = op == OP_BV_EXTRACT ? 2 : op == OP_BV_ZEXT || op == OP_BV_SEXT || op == OP_FP_ROUND ? 1 : 0;
    Sort sort = infer_sort(t, op, s, n, raw, imm0, imm1);
    return (Pair){ intern(t, op, sort, n, raw, m, imm), term_build(t, op, s, n, simple, imm0, imm1) };
}

static Pair build_2(Op op, Pair a, Pair b) {
    return build(op, (Sort){ 0 }, 2, (Pair[]){ a, b }, 0, 0);
}

static void differ(Pair p) {
    Text a = { 0 }, b = { 0 };
    term_print_smt(t, p.raw, &a);
    term_print_smt(t, p.simple, &b);
    printf("WRONG\n  %s\n  %s\n", a.at, b.at);
    exit(1);
}

static void check(Pair p) {
    if (p.raw.id == p.simple.id)
        return;
    Term eq = intern(t, OP_EQ, sort_bool(t), 2, (Term[]){ p.raw, p.simple }, 0, NULL);
    checked++;
    if (every && checked % every == 0) {
        SmtValidity opinion = smt_process_valid(second, eq);
        asked += opinion != SMT_UNDECIDED;
        if (opinion == SMT_INVALID)
            differ(p);
    }
    switch (smt_valid(smt, eq)) {
    case SMT_VALID:
        return;
    case SMT_UNDECIDED:
        undecided++;
        return;
    case SMT_INVALID:
        differ(p);
    }
}

// ---- bit-vectors, Booleans, arrays ----
static Pair leaf_bv(uint32_t width) {
    char name[20];
    Term a;
    if (draw(3)) {
        sprintf(name, "v%u_%u", width, draw(3));
        a = term_var(t, name, sort_bv(t, width));
    } else {
        a = term_bv(t, draw(2) ? draw(4) : draw(3) ? (uint64_t)0 - draw(3) : draw64(), width);
    }
    return (Pair){ a, a };
}

static Pair fit(Pair x, uint32_t width) {
    uint32_t w = width_of(t, x.raw);
    if (w < width)
        return build(draw(2) ? OP_BV_ZEXT : OP_BV_SEXT, (Sort){ 0 }, 1, &x, width - w, 0);
    uint32_t low = w == width ? 0 : draw(w - width + 1);
    return w == width ? x : build(OP_BV_EXTRACT, (Sort){ 0 }, 1, &x, low + width - 1, low);
}

static Pair compare(Pair a, Pair b) {
    static const Op ops[] = { OP_EQ, OP_BV_ULT, OP_BV_ULE, OP_BV_SLT, OP_BV_SLE };
    return build_2(ops[draw(5)], a, fit(b, width_of(t, a.raw)));
}

static Pair step_bv(const Pair pool[], uint32_t count) {
    static const Op ops[] = { OP_BV_ADD,  OP_BV_ADD, OP_BV_ADD, OP_BV_MUL, OP_BV_UDIV, OP_BV_UREM, OP_BV_SDIV,
                              OP_BV_SREM, OP_BV_AND, OP_BV_OR,  OP_BV_XOR, OP_BV_SHL,  OP_BV_LSHR, OP_BV_ASHR };
    Pair a = pool[draw(count)], b = pool[draw(count)], c = pool[draw(count)];
    switch (draw(7)) {
    case 0:
        return build(draw(2) ? OP_BV_NEG : OP_BV_NOT, (Sort){ 0 }, 1, &a, 0, 0);
    case 1:
        return width_of(t, a.raw) + width_of(t, b.raw) <= 24 ? build_2(OP_BV_CONCAT, a, b) : a;
    case 2:
        return fit(a, 1 + draw(20));
    case 3: {
        Pair ite[3] = { compare(b, c), a, fit(b, width_of(t, a.raw)) };
        return build(OP_ITE, (Sort){ 0 }, 3, ite, 0, 0);
    }
    default:
        return build_2(ops[draw(COUNT(ops))], a, fit(b, width_of(t, a.raw)));
    }
}

static Pair step_bool(const Pair pool[], uint32_t count, const Pair bools[], uint32_t n) {
    static const Op ops[] = { OP_AND, OP_OR, OP_EQ };
    if (n < 3 || draw(2))
        return compare(pool[draw(count)], pool[draw(count)]);
    Pair x[3] = { bools[draw(n)], bools[draw(n)], bools[draw(n)] };
    if (draw(4) == 0)
        return build(OP_NOT, (Sort){ 0 }, 1, x, 0, 0);
    return draw(4) ? build_2(ops[draw(3)], x[0], x[1]) : build(OP_ITE, (Sort){ 0 }, 3, x, 0, 0);
}

static void round_bv(void) {
    static const uint32_t widths[] = { 1, 3, 4, 8 };
    Pair pool[24], bools[10], array;
    uint32_t count = 0, n = 0;
    array.raw = array.simple = term_var(t, "m", sort_array(t, sort_bv(t, 4), sort_bv(t, 4)));
    while (count < 5)
        pool[count++] = leaf_bv(widths[draw(4)]);
    while (count < COUNT(pool)) {
        pool[count] = draw(6) ? step_bv(pool, count) : leaf_bv(widths[draw(4)]);
        count++;
        if (n < COUNT(bools))
            bools[n] = step_bool(pool, count, bools, n), n++;
        if (draw(3) == 0) {
            Pair x[3] = { array, fit(pool[draw(count)], 4), fit(pool[draw(count)], 4) };
            array = build(OP_STORE, (Sort){ 0 }, 3, x, 0, 0);
        }
        if (draw(3) == 0 && count < COUNT(pool)) {
            pool[count] = build_2(OP_SELECT, array, fit(pool[draw(count)], 4));
            count++;
        }
    }
    check(pool[count - 1]);
    check(pool[count - 2]);
    check(bools[n - 1]);
    check(bools[n - 2]);
}

// ---- linear arithmetic ----
static Pair number(Sort s) {
    char text[12];
    sprintf(text, "%d", (int)draw(11) - 5);
    Term a = sort_kind(t, s) == SORT_INT ? term_int_text(t, text) : term_real(t, text, draw(2) ? "1" : "3");
    return (Pair){ a, a };
}

static Pair step_number(Sort s, const Pair pool[], uint32_t count) {
    Pair a = pool[draw(count)], b = pool[draw(count)];
    bool integer = sort_kind(t, s) == SORT_INT;
    switch (draw(6)) {
    case 0:
        return build_2(OP_MUL, number(s), a);
    case 1: {
        Term d = integer ? term_int(t, 1 + draw(4)) : term_real(t, "3", "2");
        return build_2(integer ? (draw(2) ? OP_DIV : OP_MOD) : OP_RDIV, a, (Pair){ d, d });
    }
    case 2: {
        Pair ite[3] = { build_2(draw(2) ? OP_LE : OP_LT, a, b), a, b };
        return build(OP_ITE, (Sort){ 0 }, 3, ite, 0, 0);
    }
    default:
        return build_2(OP_ADD, a, b);
    }
}

static void round_number(void) {
    Sort s = draw(2) ? sort_int(t) : sort_real(t);
    Pair pool[16];
    uint32_t count = 0;
    for (; count < 3; count++) {
        char name[8];
        sprintf(name, "%c%u", sort_kind(t, s) == SORT_INT ? 'i' : 'r', count);
        pool[count].raw = pool[count].simple = term_var(t, name, s);
    }
    pool[count++] = number(s);
    while (count < COUNT(pool))
        pool[count] = step_number(s, pool, count), count++;
    static const Op ops[] = { OP_EQ, OP_LE, OP_LT };
    for (int i = 0; i < 4; i++) {
        check(build_2(ops[draw(3)], pool[draw(count)], pool[draw(count)]));
        Pair f = build_2(ops[draw(3)], pool[draw(count)], number(s));
        check(build(OP_NOT, (Sort){ 0 }, 1, &f, 0, 0));
    }
}

// ---- floats: constants only ----
static Pair float_constant(Sort s) {
    uint32_t width = sort_width(t, s), e = sort_exponent(t, s), f = sort_significand(t, s) - 1, at = width - 1 - e;
    UWide bits = (UWide)draw64() << 64 | draw64();
    UWide exponent = ((UWide)1 << (e - 1)) - 8 + draw(16);
    if (draw(3))
        bits = (bits & (ones(at) | (UWide)1 << (width - 1))) | exponent << at; // a middling number
    if (draw(6) == 0)
        bits &= ~(ones(e) << at); // zero or subnormal
    if (draw(6) == 0)
        bits |= ones(e) << at; // infinite, or a NaN
    if (draw(6) == 0)
        bits &= ~ones(f);
    if (draw(3) == 0)
        bits &= ~ones(f - f / 3);          // few digits, so that ties occur
    if (sort_is_extended(t, s) && draw(6)) // else the integer bit may contradict the exponent
        bits = (bits & ~((UWide)1 << f)) | (bits & ones(e) << at ? (UWide)1 << f : 0);
    Term a = term_fp_bits(t, (uint64_t)bits, (uint64_t)(bits >> 64), s);
    return (Pair){ a, a };
}

// Rules about the bits of floats that are not constants.
static void round_float_bits(void) {
    Sort s = draw(2) ? sort_float(t, 8, 24) : sort_float(t, 5, 11), w = sort_bv(t, sort_width(t, s));
    bool single = sort_width(t, s) == 32;
    Term a = term_var(t, single ? "float" : "half", s), b = term_var(t, single ? "bits32" : "bits16", w);
    Term condition = term_var(t, "condition", sort_bool(t));
    Pair x = { a, a }, u = { b, b }, c = { condition, condition };
    Pair k = float_constant(s), ku = build(OP_FP_TO_BITS, (Sort){ 0 }, 1, &k, 0, 0);
    Pair floats[5] = { x, build(OP_FP_FROM_BITS, s, 1, &u, 0, 0), k },
         bits[5] = { u, build(OP_FP_TO_BITS, (Sort){ 0 }, 1, &x, 0, 0), ku };
    floats[3] = build(OP_ITE, (Sort){ 0 }, 3, (Pair[]){ c, floats[draw(3)], floats[draw(3)] }, 0, 0);
    bits[3] = build(OP_ITE, (Sort){ 0 }, 3, (Pair[]){ c, bits[draw(3)], bits[draw(3)] }, 0, 0);
    floats[4] = build(OP_FP_FROM_BITS, s, 1, &bits[draw(4)], 0, 0);
    UWide sign = (UWide)1 << (sort_width(t, s) - 1), mask = draw(2) ? sign : sign - 1;
    Pair m = { bv_make(t, mask, sort_width(t, s)), bv_make(t, mask, sort_width(t, s)) };
    static const Op bitwise[] = { OP_BV_AND, OP_BV_OR, OP_BV_XOR };
    bits[4] = build_2(bitwise[draw(3)], bits[draw(4)], m);
    check(build_2(OP_EQ, floats[draw(5)], floats[draw(5)]));
    check(build_2(OP_EQ, bits[draw(5)], bits[draw(5)]));
    check(build_2(OP_FP_EQ, floats[draw(5)], floats[draw(5)]));
    check(build(OP_FP_IS_NAN, (Sort){ 0 }, 1, &floats[draw(5)], 0, 0));
    check(bits[4]);
}

static void round_float(void) {
    const Sort sorts[] = { sort_float(t, 5, 11), sort_float(t, 8, 24), sort_float(t, 11, 53), sort_float(t, 15, 64),
                           sort_float(t, 15, 113) };
    static const Op two[] = { OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV, OP_FP_EQ, OP_FP_LT, OP_FP_LE, OP_EQ };
    static const Op one[] = { OP_FP_SQRT, OP_FP_NEG, OP_FP_ABS, OP_FP_ROUND, OP_FP_IS_NAN, OP_FP_TO_BITS };
    Sort s = sorts[draw(5)], other = sorts[draw(5)];
    Pair x[3] = { float_constant(s), float_constant(s), float_constant(s) };
    check(build(two[draw(COUNT(two))], (Sort){ 0 }, 2, x, 0, 0));
    check(build(one[draw(COUNT(one))], (Sort){ 0 }, 1, x, draw(5), 0));
    if (sort_width(t, s) <= 64)
        check(build(OP_FP_FMA, (Sort){ 0 }, 3, x, 0, 0));
    if (other.id != s.id)
        check(build(OP_FP_FROM_FP, other, 1, x, 0, 0));
    uint32_t width = 1 + draw(draw(2) ? 128 : 20);
    check(build(draw(2) ? OP_FP_TO_SBV : OP_FP_TO_UBV, sort_bv(t, width), 1, x, 0, 0));
    Term bits = bv_make(t, (UWide)draw64() << 64 | draw64() >> draw(64), width);
    Pair number_bits = { bits, bits };
    check(build(draw(2) ? OP_FP_FROM_SBV : OP_FP_FROM_UBV, s, 1, &number_bits, 0, 0));
    bits = bv_make(t, (UWide)draw64() << 64 | draw64(), sort_width(t, s));
    number_bits = (Pair){ bits, bits };
    check(build(OP_FP_FROM_BITS, s, 1, &number_bits, 0, 0));
}

static void renew(void) {
    smt_process_free(second);
    smt_free(smt);
    terms_free(t);
    t = terms_new();
    smt = smt_new(t, (SmtLimits){ .seconds = 2 });
    second = smt_process_new(t, NULL, (SmtLimits){ .seconds = 5 });
}

int main(int argc, char **argv) {
    uint32_t rounds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000;
    seed += argc > 2 ? strtoul(argv[2], NULL, 10) * 0x9e3779b97f4a7c15u : 0;
    every = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    renew();
    double start = clock_cpu();
    for (uint32_t i = 0; i < rounds; i++) {
        if (i % 500 == 499) // keeps tables small
            renew();
        round_bv();
        round_number();
        round_float();
        round_float_bits();
    }
    printf("logic_rules rounds %u checked %lu undecided %lu second solver %lu wrong 0 seconds %.1f\n", rounds,
           (unsigned long)checked, (unsigned long)undecided, (unsigned long)asked, clock_cpu() - start);
    smt_process_free(second);
    smt_free(smt);
    terms_free(t);
    return 0;
}
