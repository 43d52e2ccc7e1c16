// Tests of the bounded model checker: its maps, how values lie in memory, and
// - the test that matters - random programs, on which no claim may contradict the
// interpreter.
#include "engine/bmc/bmc_map.h"
#include "engine/engine.h"
#include "program/step/encode.h"
#include "program/pass/simplify.h"
#include "random_program.h"
#include <setjmp.h>
#include <cmocka.h>

enum { PROGRAMS = 30, RUNS = 30, KEYS = 700, CHANGES = 3000 };
static uint64_t programs(void) { // more on demand
    return getenv("PROGRAMS") ? strtoull(getenv("PROGRAMS"), NULL, 10) : PROGRAMS;
}

// ---- persistent maps ----
static Term larger(void *self, uint32_t key, Term a, Term b) {
    (void)self;
    (void)key;
    return a.id > b.id ? a : b;
}

static void test_map(void **unused) {
    (void)unused;
    PMaps *maps = pmaps_new();
    PMap m[3] = { { 0 } };
    static uint32_t wanted[3][KEYS];
    uint64_t random = 1;
    for (uint32_t i = 0; i < CHANGES; i++) {
        uint32_t which = random_next(&random) % 2, key = random_next(&random) % (i % 2 ? KEYS : 40);
        uint32_t value = random_next(&random) % 5;
        m[which] = pmap_put(maps, m[which], which + 1, key, (Term){ value });
        wanted[which][key] = value;
    }
    m[2] = pmap_join(maps, m[0], m[1], 3, larger, NULL);
    m[0] = pmap_put(maps, m[0], 4, 7, (Term){ 99 }); // a map is not changed by what becomes of others
    for (uint32_t key = 0; key < KEYS; key++) {
        uint32_t a = wanted[0][key], b = wanted[1][key];
        assert_int_equal(pmap_get(maps, m[0], key).id, key == 7 ? 99 : a);
        assert_int_equal(pmap_get(maps, m[1], key).id, b);
        assert_int_equal(pmap_get(maps, m[2], key).id, a > b ? a : b);
    }
    pmaps_free(maps);
}

// ---- values in memory ----
static void expect_bits(Terms *t, Term value, uint32_t bytes, uint64_t low, uint64_t high) {
    uint64_t have_low, have_high;
    Term bits = encode_to_bits(t, value, bytes);
    term_bits(t, bits, &have_low, &have_high);
    assert_int_equal(sort_width(t, term_sort(t, bits)), 8 * bytes);
    assert_true(have_low == low && have_high == high);
    assert_int_equal(encode_from_bits(t, bits, term_sort(t, value)).id, value.id);
}

static Term float_of(Terms *t, long double x, Sort s) {
    return term_of_value(t, value_from_float(x, s, t), s);
}

static void test_values(void **unused) {
    (void)unused;
    Terms *t = terms_new();
    Sort single = sort_float(t, 8, 24), extended = sort_float(t, 15, 64);
    expect_bits(t, term_bv(t, 0x1234, 16), 2, 0x1234, 0);
    expect_bits(t, term_bv(t, 0x5, 3), 1, 5, 0);
    expect_bits(t, term_true(t), 1, 1, 0);
    expect_bits(t, float_of(t, -1.5L, single), 4, 0xbfc00000, 0);
    expect_bits(t, float_of(t, 1.0L, extended), 10, 0x8000000000000000, 0x3fff);
    expect_bits(t, float_of(t, -3.0L, extended), 12, 0xc000000000000000, 0xc000);
    expect_bits(t, float_of(t, 0.0L, extended), 16, 0, 0);
    // a number without its integer bit is no number; a denormal with it is the least normal one
    Term invalid = encode_from_bits(t, term_bv128(t, 0x4000000000000000, 0x3fff, 80), extended);
    assert_int_equal(term_1(t, OP_FP_IS_NAN, invalid).id, term_true(t).id);
    Term least = encode_from_bits(t, term_bv128(t, 0x8000000000000000, 0, 80), extended);
    Term same = term_2(t, OP_FP_EQ, least, encode_from_bits(t, term_bv128(t, 0x8000000000000000, 1, 80), extended));
    assert_int_equal(same.id, term_true(t).id);
    expect_bits(t, least, 10, 0x8000000000000000, 0); // and keeps its bits
    expect_bits(t, term_fp_bits(t, 0xff812345, 0, single), 4, 0xff812345, 0);
    terms_free(t);
}

// ---- random programs ----
typedef struct Tally {
    uint32_t safe, unsafe, nothing, replayed;
} Tally;

static bool run_reaches(const Program *p, const RunOptions *o) {
    RunResult r = { 0 };
    interpret(p, o, &r);
    bool reached = r.end == RUN_ERROR;
    run_result_free(&r);
    return reached;
}

// Does some run on random inputs reach the error?
static bool error_found(const Program *p) {
    RunOptions o = run_options();
    o.then = SOURCE_RANDOM;
    o.max_steps = 100000;
    for (o.seed = 0; o.seed < RUNS; o.seed++)
        if (run_reaches(p, &o))
            return true;
    return false;
}

static void judge(uint64_t seed, RandomShape shape, Tally *tally) {
    Program *p = random_program(seed, shape);
    simplify_indirect(p, NULL, NULL);
    program_simplify(p, seed % 2 ? PASS_ALL : PASS_ALL & ~PASS_INLINE);
    Options options = { .bound = 8 };
    Claim claim;
    claim_init(&claim);
    engine_run(engine_find("bmc"), &(Task){ p, &options }, &claim);
    if (claim.kind == CLAIM_SAFE && error_found(p)) {
        fprintf(stderr, "program %llu is claimed safe, and is not\n", (unsigned long long)seed);
        assert_true(false);
    }
    tally->safe += claim.kind == CLAIM_SAFE;
    tally->nothing += claim.kind == CLAIM_NOTHING;
    if (claim.kind == CLAIM_UNSAFE) {
        RunOptions o = run_options();
        o.inputs = &claim.run.trace;
        bool reached = run_reaches(p, &o);
        tally->unsafe++;
        tally->replayed += reached;
        if (!reached && !claim.run.hints.count) {
            fprintf(stderr, "program %llu is claimed unsafe; its trace says otherwise\n", (unsigned long long)seed);
            assert_true(false);
        }
    }
    claim_free(&claim);
    program_free(p);
}

static void random_programs(RandomShape shape) {
    Tally tally = { 0 };
    for (uint64_t seed = 1, n = programs(); seed <= n; seed++)
        judge(seed, shape, &tally);
    print_message("%u safe, %u unsafe (%u by the inputs alone), %u not decided\n", tally.safe, tally.unsafe,
                  tally.replayed, tally.nothing);
    assert_true(tally.safe && tally.unsafe); // else nothing was tested
}

static void test_random(void **unused) {
    (void)unused;
    random_programs((RandomShape){ .functions = 3, .statements = 6, .depth = 2 });
}

static void test_random_memory(void **unused) {
    (void)unused;
    random_programs((RandomShape){ .functions = 2, .statements = 6, .depth = 2, .blocks = true, .in_bounds = true });
}

// ---- endless loops ----
// The entry is the head of a loop that ends when an input is not 0; each round
// adds 'step' to a global variable, and when that is 5 the error is reached.
static Program *endless(uint32_t step) {
    Program *p = program_new(64);
    Terms *t = p->terms;
    FuncId f = program_func(p, "main");
    Sort word = sort_bv(t, 32);
    p->entry = f;
    p->funcs.at[f].defined = true;
    LocId head = p->funcs.at[f].entry, test = program_loc(p, f, (SrcPos){ 0 }), more = program_loc(p, f, (SrcPos){ 0 });
    LocId last = program_loc(p, f, (SrcPos){ 0 });
    VarId x = program_var(p, f, "x", word, VAR_LOCAL), c = program_var(p, 0, "c", word, VAR_GLOBAL);
    Term zero = term_eq(t, var_term(p, x), term_bv(t, 0, 32)), five = term_eq(t, var_term(p, c), term_bv(t, 5, 32));
    program_edge(p, head, test, (SrcPos){ 0 }, (Cmd){ .kind = CMD_INPUT, .var = x });
    program_edge(p, test, more, (SrcPos){ 0 }, cmd_assume(zero));
    program_edge(p, test, p->stop, (SrcPos){ 0 }, cmd_assume(term_not(t, zero)));
    Term sum = term_2(t, OP_BV_ADD, var_term(p, c), term_bv(t, step, 32));
    program_edge(p, more, last, (SrcPos){ 0 }, cmd_assign(p, c, sum));
    program_edge(p, last, p->error, (SrcPos){ 0 }, cmd_assume(five));
    program_edge(p, last, head, (SrcPos){ 0 }, cmd_assume(term_not(t, five)));
    return p;
}

static void expect_claim(uint32_t step, int64_t bound, ClaimKind kind) {
    Program *p = endless(step);
    Options options = { .bound = bound };
    Claim claim;
    claim_init(&claim);
    engine_run(engine_find("bmc"), &(Task){ p, &options }, &claim);
    assert_int_equal(claim.kind, kind);
    if (kind == CLAIM_NOTHING)
        assert_string_equal(claim.reason.text, "bound");
    if (kind == CLAIM_UNSAFE)
        assert_int_equal(claim.run.trace.inputs.count, 5);
    claim_free(&claim);
    program_free(p);
}

static void test_endless(void **unused) {
    (void)unused;
    expect_claim(1, 3, CLAIM_NOTHING); // the error is beyond the bound
    expect_claim(1, 10, CLAIM_UNSAFE);
    expect_claim(2, 10, CLAIM_NOTHING);
    expect_claim(0, 3, CLAIM_SAFE); // every round is like the first
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_map),    cmocka_unit_test(test_values),        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_random), cmocka_unit_test(test_random_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
