// Runs random programs before and after each pass: the outcome, the exit code
// and the inputs consumed must be the same, and the program well-formed.
#include "program/edit.h"
#include "program/lower.h"
#include "program/simplify.h"
#include "program/slice.h"
#include "random_program.h"
#include <setjmp.h>
#include <cmocka.h>

enum { PROGRAMS = 40, RUNS = 6 };
static uint64_t programs(void) { // more on demand
    return getenv("PROGRAMS") ? strtoull(getenv("PROGRAMS"), NULL, 10) : PROGRAMS;
}
typedef bool (*Pass)(Program *p);

static void run(const Program *p, uint64_t seed, RunResult *result) {
    RunOptions o = run_options();
    o.then = SOURCE_RANDOM;
    o.seed = seed;
    o.check_choices = true;
    o.max_steps = 200000;
    interpret(p, &o, result);
}

// The same inputs in order, and the same initial bytes in any order.
static bool same_inputs(const Trace *a, const Trace *b, bool with_memory) {
    if (a->inputs.count != b->inputs.count)
        return false;
    for (uint32_t i = 0; i < a->inputs.count; i++)
        if (!value_equal(a->inputs.at[i].value, b->inputs.at[i].value) || a->inputs.at[i].kind != b->inputs.at[i].kind)
            return false;
    for (uint32_t i = 0; with_memory && i < a->memory.count; i++) {
        const TraceByte *m = &a->memory.at[i];
        uint8_t byte;
        if (!trace_byte(b, m->object, m->offset, &byte) || byte != m->byte)
            return false;
    }
    return !with_memory || a->memory.count == b->memory.count;
}

static void replay(const Program *p, const Trace *trace, RunResult *result) {
    RunOptions o = run_options();
    o.inputs = trace;
    o.check_choices = true;
    o.max_steps = 200000;
    interpret(p, &o, result);
}

// A memory error may come before or after the other bytes of a block are read.
static void compare(const Program *before, const Program *after, uint64_t seed) {
    for (uint64_t i = 0; i < RUNS; i++) {
        RunResult a = { 0 }, b = { 0 };
        run(before, i, &a);
        replay(after, &a.trace, &b);
        bool same =
            a.end == b.end && a.exit_code == b.exit_code && same_inputs(&a.trace, &b.trace, a.end != RUN_MEMORY_ERROR);
        if (!same && getenv("SHOW")) {
            program_print(before, stderr);
            program_print(after, stderr);
        }
        if (!same)
            fail_msg("program %llu, run %llu: %s (%s), then %s (%s)", (unsigned long long)seed, (unsigned long long)i,
                     run_end_text(a.end), a.message.text, run_end_text(b.end), b.message.text);
        run_result_free(&a);
        run_result_free(&b);
    }
}

static uint32_t edges_of(const Program *p) {
    return program_stats(p).edges;
}

// Returns by how much all programs together shrank or grew, in edges.
static int64_t try_pass(Pass pass, RandomShape shape) {
    int64_t before = 0, after = 0;
    for (uint64_t seed = 1, n = programs(); seed <= n; seed++) {
        Program *p = random_program(seed, shape), *q = random_program(seed, shape);
        uint32_t old_edges = edges_of(q);
        before += old_edges;
        bool changed = pass(q);
        program_check(q);
        after += edges_of(q);
        if (!changed)
            assert_int_equal(old_edges, edges_of(q));
        compare(p, q, seed);
        program_free(p);
        program_free(q);
    }
    return after - before;
}

static const RandomShape usual = { .functions = 3, .statements = 8, .depth = 3 };

static bool dead_kept(Program *p) {
    return simplify_dead(p, LOADS_KEPT);
}
static bool inline_small_budget(Program *p) {
    return simplify_inline(p, 150);
}
static bool inline_all(Program *p) {
    return simplify_inline(p, 0);
}
static bool indirect(Program *p) {
    return simplify_indirect(p, NULL, NULL);
}
static bool chains_after_forward(Program *p) {
    bool changed = simplify_forward(p);
    changed |= simplify_chains(p);
    changed |= simplify_dead(p, LOADS_KEPT);
    return changed | simplify_chains(p);
}
static bool everything(Program *p) {
    simplify_indirect(p, NULL, NULL);
    return program_simplify(p, PASS_ALL);
}
static bool all_but_inline(Program *p) {
    return program_simplify(p, PASS_ALL & ~PASS_INLINE);
}

static uint32_t some_width(void *context, const Cmd *cmd, uint64_t offset) {
    (void)context;
    (void)cmd;
    return offset == LOWER_ANY ? 1 : offset % 8 == 0 ? 4 : 2;
}
static bool lower_all(Program *p) {
    return lower_blocks(p, NULL);
}
static bool lower_into_loops(Program *p) {
    return lower_blocks(p, &(LowerOptions){ .cell_bytes = some_width, .most_cells = 3 });
}
static void test_lower(void **state) {
    (void)state;
    RandomShape shape = { .functions = 2, .statements = 10, .depth = 2, .blocks = true };
    assert_true(try_pass(lower_all, shape) > 0);
    try_pass(lower_into_loops, shape);
}

// A slice keeps less than a pass: whether error is reached, and by which inputs.
static bool same_error(const RunResult *a, const RunResult *b, SliceMemory memory) {
    if (memory == MEMORY_TAKEN_SAFE && a->end == RUN_MEMORY_ERROR)
        return true;
    if (a->end != RUN_ERROR && b->end != RUN_ERROR)
        return true;
    return a->end == b->end && same_inputs(&a->trace, &b->trace, false);
}

static void compare_slice(const Program *before, const Program *after, SliceMemory memory, uint64_t seed) {
    for (uint64_t i = 0; i < RUNS; i++) {
        RunResult a = { 0 }, b = { 0 };
        run(before, i, &a);
        replay(after, &a.trace, &b);
        if (!same_error(&a, &b, memory))
            fail_msg("program %llu, run %llu: %s (%s), then %s (%s)", (unsigned long long)seed, (unsigned long long)i,
                     run_end_text(a.end), a.message.text, run_end_text(b.end), b.message.text);
        run_result_free(&a);
        run_result_free(&b);
    }
}

static void try_slice(SliceMemory memory, bool simplified) {
    int64_t before = 0, after = 0;
    for (uint64_t seed = 1, n = programs(); seed <= n; seed++) {
        Program *p = random_program(seed, usual), *q = random_program(seed, usual);
        before += edges_of(q);
        if (simplified)
            everything(q);
        program_slice(q, memory);
        program_check(q);
        if (simplified)
            program_simplify(q, PASS_ALL);
        after += edges_of(q);
        compare_slice(p, q, memory, seed);
        program_free(p);
        program_free(q);
    }
    assert_true(after < before);
}

static void test_slice(void **state) {
    (void)state;
    try_slice(MEMORY_MAY_FAIL, false);
    try_slice(MEMORY_TAKEN_SAFE, false);
    try_slice(MEMORY_MAY_FAIL, true);
    try_slice(MEMORY_TAKEN_SAFE, true);
}

static void test_unreachable(void **state) {
    (void)state;
    assert_true(try_pass(simplify_unreachable, usual) <= 0);
}
static void test_constants(void **state) {
    (void)state;
    assert_true(try_pass(simplify_constants, usual) < 0);
}
static void test_forward(void **state) {
    (void)state;
    assert_true(try_pass(simplify_forward, usual) == 0);
}
static void test_dead(void **state) {
    (void)state;
    assert_true(try_pass(dead_kept, usual) == 0);
}
static void test_skips(void **state) {
    (void)state;
    assert_true(try_pass(simplify_skips, usual) < 0);
}
static void test_chains(void **state) {
    (void)state;
    assert_true(try_pass(simplify_chains, usual) < 0);
    assert_true(try_pass(chains_after_forward, usual) < 0);
}
static void test_inline(void **state) {
    (void)state;
    try_pass(inline_small_budget, usual);
    assert_true(try_pass(inline_all, usual) > 0);
}
static void test_indirect(void **state) {
    (void)state;
    assert_true(try_pass(indirect, usual) > 0);
}
static void test_everything(void **state) {
    (void)state;
    assert_true(try_pass(all_but_inline, usual) < 0);
    try_pass(everything, usual);
    try_pass(everything, (RandomShape){ .functions = 5, .statements = 14, .depth = 4 });
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unreachable), cmocka_unit_test(test_constants), cmocka_unit_test(test_forward),
        cmocka_unit_test(test_dead),        cmocka_unit_test(test_skips),     cmocka_unit_test(test_chains),
        cmocka_unit_test(test_inline),      cmocka_unit_test(test_indirect),  cmocka_unit_test(test_everything),
        cmocka_unit_test(test_lower),       cmocka_unit_test(test_slice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
