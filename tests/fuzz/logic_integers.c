// logic_integers - the translation of bit-vectors to integers against values
//
//   logic_integers [COUNT [SEED]]
//
// Random formulas at widths 4 to 64, random values of their variables.  Over-
// approximation: if the formula is true of the values, its translation together with
// the values must be satisfiable.  Exactness: where the translation claims to be exact,
// that of a formula false of the values must be unsatisfiable with them.  Way back:
// a formula over the integers and its bit-vector form must agree on the values.
// Prints one line; exit code 1 if anything is wrong.
#include "logic/reason/integer.h"
#include "logic/smt/smt.h"
#include "logic/term/value.h"

enum { VARS = 4, POOL = 18 };

static Terms *t;
static Smt *smt;
static Integers *ints;
static uint64_t seed = 88172645463325252u;
static uint64_t over, exact, back, undecided;

static uint32_t draw(uint32_t n) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 33) % n;
}

static Term vars[VARS], values[VARS];

static Term fit(Term a, uint32_t width) {
    uint32_t w = sort_width(t, term_sort(t, a));
    if (w < width)
        return draw(2) ? term_zext(t, a, width) : term_sext(t, a, width);
    uint32_t low = draw(w - width + 1);
    return term_extract(t, a, low + width - 1, low);
}

static Term constant(uint32_t width) {
    uint64_t v = draw(3) ? draw(6) : (uint64_t)draw(1u << 31) << 33 ^ draw(1u << 31);
    return term_bv(t, draw(3) ? v : 0 - v, width);
}

static Term step(const Term pool[], uint32_t count, bool only_exact) {
    static const Op ops[] = { OP_BV_ADD, OP_BV_ADD, OP_BV_MUL, OP_BV_UDIV, OP_BV_UREM, OP_BV_SDIV, OP_BV_SREM,
                              OP_BV_AND, OP_BV_OR,  OP_BV_XOR, OP_BV_SHL,  OP_BV_LSHR, OP_BV_ASHR };
    Term a = pool[draw(count)], b = pool[draw(count)];
    uint32_t w = sort_width(t, term_sort(t, a));
    switch (draw(7)) {
    case 0:
        return term_1(t, draw(2) ? OP_BV_NEG : OP_BV_NOT, a);
    case 1:
        return fit(a, 4 + draw(61));
    case 2: {
        uint32_t wb = sort_width(t, term_sort(t, b));
        return w + wb <= 64 ? term_2(t, OP_BV_CONCAT, a, b) : term_bv_sub(t, a, fit(b, w));
    }
    case 3:
        return term_ite(t, term_2(t, draw(2) ? OP_BV_ULT : OP_BV_SLT, a, fit(b, w)), a, fit(pool[draw(count)], w));
    default: {
        Op op = ops[draw(only_exact ? 2 : COUNT(ops))];
        bool by_constant = draw(3) == 0;
        return term_2(t, op, a, by_constant ? constant(w) : fit(b, w));
    }
    }
}

static Term formula(bool only_exact) {
    static const uint32_t widths[] = { 4, 8, 16, 32, 64 };
    static const Op order[] = { OP_EQ, OP_BV_ULT, OP_BV_ULE, OP_BV_SLT, OP_BV_SLE };
    Term pool[POOL];
    uint32_t count = 0, width = draw(3) ? widths[draw(5)] : 4 + draw(61);
    for (uint32_t i = 0; i < VARS; i++) {
        char name[16];
        uint32_t w = draw(3) ? width : widths[draw(5)];
        sprintf(name, "v%u_%u", i, w);
        vars[i] = pool[count++] = term_var(t, name, sort_bv(t, w));
        values[i] = constant(w);
    }
    while (count < POOL)
        pool[count] = step(pool, count, only_exact), count++;
    Term all = term_true(t);
    for (int i = 0; i < 3; i++) {
        Term a = pool[count - 1 - draw(6)], b = fit(pool[draw(count)], sort_width(t, term_sort(t, a)));
        Term atom = term_2(t, order[draw(5)], a, b);
        all = i == 1 ? term_or(t, all, atom) : term_and(t, all, atom);
    }
    return all;
}

// The signed value of a constant as an integer.
static Term signed_integer(Term value) {
    uint32_t w = sort_width(t, term_sort(t, value));
    return term_int(t, value_signed(value_of_term(t, value), w));
}

static void fail(const char *what, Term f) {
    Text out = { 0 };
    term_print_smt(t, f, &out);
    printf("WRONG %s\n  %s\n", what, out.at);
    for (uint32_t i = 0; i < VARS; i++)
        printf("  %s = %s\n", term_name(t, vars[i]), term_number(t, signed_integer(values[i])));
    exit(1);
}

static SmtAnswer with_values(Term translated) {
    smt_push(smt);
    smt_assert(smt, translated);
    for (uint32_t i = 0; i < VARS; i++)
        smt_assert(smt, term_eq(t, integers_variable(ints, vars[i]), signed_integer(values[i])));
    SmtAnswer answer = smt_check(smt);
    smt_pop(smt);
    undecided += answer == SMT_UNKNOWN;
    return answer;
}

static void check_formula(Term f) {
    Term at = term_substitute(t, f, VARS, vars, values); // folds to a constant
    if (!term_is_const(t, at))
        fail("a formula of constants that does not fold", f);
    Term holds = term_op(t, at) == OP_TRUE ? f : term_not(t, f);
    over++;
    if (with_values(integers_translate(ints, holds)) == SMT_UNSAT)
        fail("a behaviour is excluded", holds);
    Term fails = term_not(t, holds);
    if (!integers_is_exact(ints, fails))
        return;
    exact++;
    if (with_values(integers_translate(ints, fails)) == SMT_SAT)
        fail("exact, but allows more", fails);
}

static void check_back(void) {
    Term sum[2];
    for (int k = 0; k < 2; k++) {
        sum[k] = term_int(t, (int)draw(100) - 50);
        for (uint32_t i = 0; i < VARS; i++) {
            Term c = term_int(t, (int)draw(7) - 3);
            sum[k] = term_2(t, OP_ADD, sum[k], term_2(t, OP_MUL, c, integers_variable(ints, vars[i])));
        }
        if (draw(3) == 0)
            sum[k] = term_2(t, draw(2) ? OP_DIV : OP_MOD, sum[k], term_int(t, 1 + draw(9)));
    }
    static const Op ops[] = { OP_LE, OP_LT, OP_EQ };
    Term f = term_2(t, ops[draw(3)], sum[0], sum[1]), g = integers_back(ints, f), from[VARS], to[VARS];
    if (!g.id)
        return;
    for (uint32_t i = 0; i < VARS; i++) {
        from[i] = integers_variable(ints, vars[i]);
        to[i] = signed_integer(values[i]);
    }
    back++;
    if (!term_same(term_substitute(t, f, VARS, from, to), term_substitute(t, g, VARS, vars, values)))
        fail("the way back", f);
}

static void renew(void) {
    integers_free(ints);
    smt_free(smt);
    terms_free(t);
    t = terms_new();
    smt = smt_new(t, (SmtLimits){ .seconds = 2 });
    ints = integers_new(t);
}

int main(int argc, char **argv) {
    uint32_t rounds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 500;
    seed += argc > 2 ? strtoul(argv[2], NULL, 10) * 0x9e3779b97f4a7c15u : 0;
    double start = clock_cpu();
    for (uint32_t i = 0; i < rounds; i++) {
        if (i % 200 == 0)
            renew();
        check_formula(formula(i % 2));
        check_back();
    }
    printf("logic_integers terms %u over-approximated %lu exact %lu back %lu undecided %lu wrong 0 seconds %.1f\n",
           rounds, (unsigned long)over, (unsigned long)exact, (unsigned long)back, (unsigned long)undecided,
           clock_cpu() - start);
    integers_free(ints);
    smt_free(smt);
    terms_free(t);
    return 0;
}
