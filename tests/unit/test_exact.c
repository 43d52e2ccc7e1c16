// test_exact.c - formulas as C expressions: the compiled expression has the value of the formula
//
// Random formulas over variables of all integer types are printed, compiled with checks for undefined
// behaviour, and run on random values: the results must be those of the terms.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "logic/term/term.h"
#include "program/run/trace.h"
#include <unistd.h>

enum { FORMULAS = 400, POINTS = 12, DEPTH = 4 };

typedef struct Kind {
    const char *type, *name;
    uint32_t width;
    bool is_signed;
} Kind;
static const Kind kinds[] = {
    { "signed char", "c", 8, true }, { "unsigned char", "uc", 8, false },
    { "short", "s", 16, true },      { "unsigned short", "us", 16, false },
    { "int", "i", 32, true },        { "int", "j", 32, true },
    { "unsigned", "u", 32, false },  { "unsigned", "v", 32, false },
    { "long long", "l", 64, true },  { "unsigned long long", "ul", 64, false },
};

static uint64_t seed = 20;

static uint32_t pick(uint32_t n) {
    return (uint32_t)(random_next(&seed) % n);
}

static bool name_of_var(void *context, Term variable, CName *name) {
    Terms *t = context;
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (!strcmp(term_name(t, variable), kinds[i].name)) {
            *name = (CName){ .text = kinds[i].name, .is_signed = kinds[i].is_signed };
            return true;
        }
    return false;
}

static Term variable(Terms *t, uint32_t i) {
    return term_var(t, kinds[i].name, sort_bv(t, kinds[i].width));
}

static Term formula(Terms *t, int depth);

static Term constant(Terms *t, uint32_t width) {
    static const uint64_t special[] = { 0,    1,     2,     5,          127,        128,       255,
                                        1000, 32767, 65535, 0x7fffffff, 0x80000000, UINT64_MAX };
    uint64_t x = special[pick(COUNT(special))];
    return term_bv(t, pick(3) ? x : -x, width);
}

static Term number(Terms *t, uint32_t width, int depth);

// Another width and back: extensions and cuts.
static Term converted(Terms *t, uint32_t width, int depth) {
    static const uint32_t widths[] = { 3, 8, 13, 16, 32, 37, 64 };
    uint32_t other = widths[pick(COUNT(widths))];
    if (other == width)
        return number(t, width, depth - 1);
    Term a = number(t, other, depth - 1);
    if (other > width) {
        uint32_t low = pick(2) ? 0 : pick(other - width + 1);
        return term_extract(t, a, low + width - 1, low);
    }
    return pick(2) ? term_sext(t, a, width) : term_zext(t, a, width);
}

static Term number(Terms *t, uint32_t width, int depth) {
    static const Op ops[] = { OP_BV_ADD, OP_BV_ADD, OP_BV_MUL, OP_BV_AND, OP_BV_OR, OP_BV_XOR };
    uint32_t choice = pick(12);
    if (depth <= 0 || choice < 3) {
        uint32_t first = pick(COUNT(kinds));
        for (uint32_t i = 0; i < COUNT(kinds); i++)
            if (kinds[(first + i) % COUNT(kinds)].width == width)
                return variable(t, (first + i) % COUNT(kinds));
        return depth <= 0 ? constant(t, width) : converted(t, width, depth);
    }
    if (choice == 3)
        return constant(t, width);
    if (choice == 4)
        return term_1(t, pick(2) ? OP_BV_NEG : OP_BV_NOT, number(t, width, depth - 1));
    if (choice == 5) {
        static const Op shifts[] = { OP_BV_SHL, OP_BV_LSHR, OP_BV_ASHR };
        return term_2(t, shifts[pick(3)], number(t, width, depth - 1), term_bv(t, pick(width), width));
    }
    if (choice == 6) {
        static const Op divisions[] = { OP_BV_UDIV, OP_BV_UREM, OP_BV_SDIV, OP_BV_SREM };
        return term_2(t, divisions[pick(4)], number(t, width, depth - 1), constant(t, width));
    }
    if (choice == 7)
        return term_ite(t, formula(t, depth - 2), number(t, width, depth - 1), number(t, width, depth - 1));
    if (choice < 10)
        return converted(t, width, depth);
    return term_2(t, ops[pick(COUNT(ops))], number(t, width, depth - 1), number(t, width, depth - 1));
}

// a*x + b*y + c <= d in bits enough: as interpolants are.
static Term linear(Terms *t) {
    Op op = pick(3) ? OP_BV_SLE : pick(2) ? OP_BV_SLT : OP_EQ;
    Term sum = constant(t, 16);
    sum = term_sext(t, sum, 40);
    for (uint32_t i = pick(3); i-- > 0;) {
        Term x = number(t, pick(2) ? 32 : 8, 0);
        Term wide = pick(2) ? term_sext(t, x, 40) : term_zext(t, x, 40);
        sum = term_2(t, OP_BV_ADD, sum, term_2(t, OP_BV_MUL, term_bv(t, pick(7) - 3ull, 40), wide));
    }
    Term right = term_sext(t, number(t, 32, 0), 40);
    return term_2(t, op, sum, right);
}

static Term formula(Terms *t, int depth) {
    static const Op relations[] = { OP_BV_SLT, OP_BV_SLE, OP_BV_ULT, OP_BV_ULE, OP_EQ };
    static const uint32_t widths[] = { 8, 16, 32, 32, 64, 13 };
    uint32_t choice = depth > 1 ? pick(8) : 7;
    if (choice == 0)
        return term_and(t, formula(t, depth - 1), formula(t, depth - 1));
    if (choice == 1)
        return term_or(t, formula(t, depth - 1), formula(t, depth - 1));
    if (choice == 2)
        return term_not(t, formula(t, depth - 1));
    if (choice == 3)
        return linear(t);
    uint32_t width = widths[pick(COUNT(widths))];
    return term_2(t, relations[pick(COUNT(relations))], number(t, width, depth - 1), number(t, width, depth - 1));
}

// ---- comparing with a compiler ----
typedef struct Case {
    Term formula;
    char wanted[POINTS + 1];
} Case;

static void write_program(FILE *out, Terms *t, uint32_t n, const Case cases[], const Text texts[],
                          uint64_t points[][COUNT(kinds)]) {
    (void)t;
    fputs("#include <stdio.h>\n", out);
    for (size_t k = 0; k < COUNT(kinds); k++)
        fprintf(out, "static %s %s;\n", kinds[k].type, kinds[k].name);
    for (uint32_t i = 0; i < n; i++)
        fprintf(out, "static int f%u(void) { return %s; }\n", i, texts[i].at);
    fputs("int main(void) {\n", out);
    for (uint32_t p = 0; p < POINTS; p++) {
        for (size_t k = 0; k < COUNT(kinds); k++)
            fprintf(out, "    %s = (%s)0x%llxULL;\n", kinds[k].name, kinds[k].type, (unsigned long long)points[p][k]);
        for (uint32_t i = 0; i < n; i++)
            fprintf(out, "    if (f%u() != %c) { printf(\"%u at %u\\n\"); return 1; }\n", i, cases[i].wanted[p], i, p);
    }
    fputs("    return 0;\n}\n", out);
}

static bool runs_well(const char *options) {
    char command[400];
    snprintf(
        command, sizeof command,
        "cc -w %s -fsanitize=undefined -fsanitize-undefined-trap-on-error -o exact-test exact-test.c && ./exact-test",
        options);
    return system(command) == 0;
}

static void test_compiler(void **state) {
    (void)state;
    Terms *t = terms_new();
    static Case cases[FORMULAS];
    static Text texts[FORMULAS];
    static uint64_t points[POINTS][COUNT(kinds)];
    uint32_t n = 0, tried = 0;
    for (uint32_t p = 0; p < POINTS; p++)
        for (size_t k = 0; k < COUNT(kinds); k++)
            points[p][k] = random_value(&seed, (ValueType){ SORT_BV, kinds[k].width, 0 }).lo;
    for (; n < FORMULAS; tried++) {
        Term f = formula(t, DEPTH), from[COUNT(kinds)], to[COUNT(kinds)];
        texts[n].count = 0;
        if (!term_print_exact(t, f, name_of_var, t, &texts[n]))
            continue;
        cases[n].formula = f;
        for (uint32_t p = 0; p < POINTS; p++) {
            for (uint32_t k = 0; k < COUNT(kinds); k++) {
                from[k] = variable(t, k);
                to[k] = term_bv(t, points[p][k], kinds[k].width);
            }
            Term value = term_substitute(t, f, COUNT(kinds), from, to);
            assert_true(term_is_const(t, value));
            cases[n].wanted[p] = term_same(value, term_true(t)) ? '1' : '0';
        }
        n++;
    }
    assert_true(tried < 8 * FORMULAS); // most have a text
    char directory[] = "/tmp/hone-exact-XXXXXX";
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
    FILE *out = fopen("exact-test.c", "w");
    write_program(out, t, n, cases, texts, points);
    fclose(out);
    bool good = runs_well("");
    assert_true(good);
    remove("exact-test.c"), remove("exact-test"), rmdir(directory);
    for (uint32_t i = 0; i < n; i++)
        vec_free(&texts[i]);
    terms_free(t);
}

// ---- how it looks ----
static void expect(Terms *t, Term f, const char *text) {
    Text out = { 0 };
    assert_true(term_print_exact(t, f, name_of_var, t, &out));
    assert_string_equal(out.at, text);
    vec_free(&out);
}

static void test_text(void **state) {
    (void)state;
    Terms *t = terms_new();
    Term i = term_var(t, "i", sort_bv(t, 32)), j = term_var(t, "j", sort_bv(t, 32)),
         u = term_var(t, "u", sort_bv(t, 32));
    Term c = term_var(t, "c", sort_bv(t, 8)), x = term_var(t, "x", sort_bv(t, 32));
    Text out = { 0 };
    expect(t, term_2(t, OP_BV_SLE, i, term_bv(t, 5, 32)), "i <= 5");
    expect(t, term_2(t, OP_BV_SLE, term_bv(t, -5ull, 32), i), "i >= -5");
    expect(t, term_not(t, term_eq(t, i, j)), "i != j");
    expect(t, term_2(t, OP_BV_ULT, u, term_bv(t, 10, 32)), "u <= 9");
    expect(t, term_2(t, OP_BV_ULT, i, term_bv(t, 10, 32)), "(unsigned int)i <= 9");
    expect(t, term_2(t, OP_BV_SLE, u, term_bv(t, 10, 32)), "(int)u <= 10");
    expect(t, term_eq(t, c, term_bv(t, -1ull, 8)), "c == -1");
    // sums in 34 bits do not wrap
    Term sum = term_2(t, OP_BV_ADD, term_sext(t, i, 34), term_1(t, OP_BV_NEG, term_sext(t, j, 34)));
    expect(t, term_2(t, OP_BV_SLE, sum, term_bv(t, 0, 34)), "i <= j");
    expect(t, term_2(t, OP_BV_SLE, sum, term_bv(t, 3, 34)), "i <= (long long)j + 3");
    // no name, no text
    assert_false(term_print_exact(t, term_eq(t, x, i), name_of_var, t, &out));
    assert_int_equal(out.count, 0);
    assert_false(term_print_exact(t, term_eq(t, term_2(t, OP_BV_UDIV, i, j), i), name_of_var, t, &out));
    vec_free(&out);
    terms_free(t);
}

int main(int argc, char **argv) {
    seed = argc > 1 ? strtoull(argv[1], NULL, 10) : seed;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_compiler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
