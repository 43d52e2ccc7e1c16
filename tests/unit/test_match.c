// test_match.c - match and leap on small random programs, against exhaustive execution
//
// A program is a graph of a few locations over variables of four bits: tests, assignments, inputs of two bits.  All
// its states are explored by the interpreter; what an engine claims must agree, without any check by src/answer/.
#include "build_program.h"
#include "explore.h"
#include "engine/engine.h"

enum { LOCATIONS = 7, VARIABLES = 3, WIDTH = 4, INPUT_VALUES = 4, MOST_STATES = 200000 };

typedef struct Small {
    Build b;
    uint64_t random;
    VarId var[VARIABLES], in;
    LocId loc[LOCATIONS];
} Small;

static uint32_t pick(Small *s, uint32_t n) {
    return (uint32_t)(random_next(&s->random) >> 33) % n;
}

static Term small_term(Small *s, uint32_t depth) {
    Terms *t = s->b.t;
    switch (pick(s, depth ? 5 : 3)) {
    case 0:
        return term_bv(t, pick(s, 16), WIDTH);
    case 1:
    case 2:
        return val(&s->b, s->var[pick(s, VARIABLES)]);
    case 3:
        return term_2(t, OP_BV_ADD, small_term(s, 0), term_bv(t, 1 + pick(s, 2), WIDTH));
    default:
        return term_2(t, pick(s, 2) ? OP_BV_ADD : OP_BV_XOR, small_term(s, depth - 1), small_term(s, depth - 1));
    }
}

static Term small_test(Small *s) {
    static const Op ops[] = { OP_BV_SLT, OP_BV_ULE, OP_EQ };
    Term a = val(&s->b, s->var[pick(s, VARIABLES)]), b = small_term(s, 0);
    Op op = ops[pick(s, 3)];
    return op == OP_EQ ? term_eq(s->b.t, a, b) : term_2(s->b.t, op, a, b);
}

// What a location does; the last one is the error, the one before it the end.
static void small_location(Small *s, uint32_t i) {
    Build *b = &s->b;
    b->at = s->loc[i];
    LocId one = s->loc[pick(s, LOCATIONS)], other = s->loc[pick(s, LOCATIONS)];
    VarId x = s->var[pick(s, VARIABLES)];
    if (i == LOCATIONS - 1) {
        stop(b, CMD_ERROR, (Term){ 0 }, "reached");
    } else if (i == LOCATIONS - 2) {
        ret(b, num(b, 0));
    } else if (pick(s, 3) == 0) {
        edge(b, one, cmd_assign(b->p, x, small_term(s, 2)));
    } else if (pick(s, 3) == 0) {
        put(b, (Cmd){ .kind = CMD_INPUT, .var = s->in, .input = INPUT_NONDET, .text = program_name(b->p, "nondet") });
        edge(b, one, cmd_assign(b->p, x, term_zext(b->t, val(b, s->in), WIDTH)));
    } else {
        Term test = small_test(s);
        edge(b, one, cmd_assume(test));
        edge(b, other, cmd_assume(term_not(b->t, test)));
    }
}

static Program *small_program(uint64_t seed) {
    Small s = { .b = begin(), .random = seed };
    for (uint32_t i = 0; i < VARIABLES; i++)
        s.var[i] = local_of(&s.b, "x", bv(&s.b, WIDTH));
    s.in = local_of(&s.b, "in", bv(&s.b, 2));
    for (uint32_t i = 0; i < VARIABLES; i++)
        set(&s.b, s.var[i], term_bv(s.b.t, pick(&s, 3), WIDTH));
    set(&s.b, s.in, term_bv(s.b.t, 0, 2));
    s.loc[0] = place(&s.b);
    edge(&s.b, s.loc[0], (Cmd){ .kind = CMD_SKIP });
    for (uint32_t i = 1; i < LOCATIONS; i++)
        s.loc[i] = place(&s.b);
    for (uint32_t i = 0; i < LOCATIONS; i++)
        small_location(&s, i);
    program_check(s.b.p);
    return s.b.p;
}

// ---- all states ----
static bool reaches_error(Program *p) {
    Explored all = explore(p, INPUT_VALUES, MOST_STATES);
    assert_true(all.complete || all.error);
    return all.error;
}

// ---- claims ----
typedef struct Tally {
    uint32_t safe, unsafe, nothing;
} Tally;

static void judge(uint64_t seed, const char *engine, Options options, bool error, Tally *tally) {
    Program *p = small_program(seed);
    Claim claim;
    claim_init(&claim);
    engine_run(engine_find(engine), &(Task){ .program = p, .options = &options }, &claim);
    if ((claim.kind == CLAIM_SAFE && error) || (claim.kind == CLAIM_UNSAFE && !error))
        fail_msg("program %llu: %s is wrong", (unsigned long long)seed, engine);
    tally->safe += claim.kind == CLAIM_SAFE;
    tally->unsafe += claim.kind == CLAIM_UNSAFE;
    tally->nothing += claim.kind == CLAIM_NOTHING;
    if (claim.kind == CLAIM_UNSAFE) {
        RunResult r;
        RunOptions o = run_options();
        o.inputs = &claim.run.trace;
        interpret(p, &o, &r);
        assert_int_equal(r.end, RUN_ERROR);
        run_result_free(&r);
    }
    claim_free(&claim);
    program_free(p);
}

static uint64_t programs(void) { // HONE_MATCH_PROGRAMS=1000 makes it longer
    const char *n = getenv("HONE_MATCH_PROGRAMS");
    return n ? strtoull(n, NULL, 10) : 40;
}

static void test_random_programs(void **state) {
    (void)state;
    static const Options options[] = { { .bound = 12, .exactness = EXACT_MUST, .facts = FACTS_NONE },
                                       { .bound = 12, .exactness = EXACT_MAY, .facts = FACTS_NONE },
                                       { .bound = 12, .exactness = EXACT_MAY, .order = ORDER_DFS },
                                       { .bound = 6, .exactness = EXACT_NONE, .facts = FACTS_NONE },
                                       { 0 } };
    static const char *const names[] = { "match must", "match may", "match depth first", "match none", "leap" };
    Tally tally[COUNT(options)] = { 0 };
    for (uint64_t seed = 1, n = programs(); seed <= n; seed++) {
        Program *p = small_program(seed);
        bool error = reaches_error(p);
        program_free(p);
        for (uint32_t i = 0; i < COUNT(options); i++)
            judge(seed, i == COUNT(options) - 1 ? "leap" : "match", options[i], error, &tally[i]);
    }
    for (uint32_t i = 0; i < COUNT(options); i++)
        print_message("%s: %u safe, %u unsafe, %u not decided\n", names[i], tally[i].safe, tally[i].unsafe,
                      tally[i].nothing);
    assert_true(tally[0].unsafe && tally[1].safe);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_random_programs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
