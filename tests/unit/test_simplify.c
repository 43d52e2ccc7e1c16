// Runs random programs before and after each pass: the outcome, the exit code
// and the inputs consumed must be the same, and the program well-formed.
#include "program/edit.h"
#include "program/pass/lower.h"
#include "program/pass/simplify.h"
#include "program/pass/slice.h"
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
static const RandomShape in_bounds = { .functions = 2, .statements = 12, .depth = 3, .in_bounds = true };

static bool dead_kept(Program *p) {
    return simplify_dead(p, LOADS_KEPT);
}
static bool inline_small_budget(Program *p) {
    return simplify_inline(p, 150);
}
static bool inline_all(Program *p) {
    return simplify_inline(p, inline_budget(p));
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

static void try_slice(SliceMemory memory, RandomShape shape, bool simplified) {
    int64_t before = 0, after = 0;
    for (uint64_t seed = 1, n = programs(); seed <= n; seed++) {
        Program *p = random_program(seed, shape), *q = random_program(seed, shape);
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
    try_slice(MEMORY_MAY_FAIL, usual, false);
    try_slice(MEMORY_TAKEN_SAFE, usual, false);
    try_slice(MEMORY_TAKEN_SAFE, in_bounds, false);
    try_slice(MEMORY_MAY_FAIL, usual, true);
    try_slice(MEMORY_TAKEN_SAFE, in_bounds, true);
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

// ---- small programs, each with something a pass could get wrong ----
typedef struct Build {
    Program *p;
    FuncId f;
    LocId at;
} Build;

static Build build_function(Program *p, const char *name) {
    Build b = { p ? p : program_new(64), 0, 0 };
    b.f = program_func(b.p, name);
    b.p->funcs.at[b.f].defined = true;
    b.p->entry = b.f;
    b.at = b.p->funcs.at[b.f].entry;
    return b;
}

static LocId place(Build *b) {
    return program_loc(b->p, b->f, (SrcPos){ 0 });
}

static void arc(Build *b, LocId from, LocId to, Cmd cmd) {
    program_edge(b->p, from, to, (SrcPos){ 0 }, cmd);
}

static void then(Build *b, Cmd cmd) {
    LocId next = place(b);
    arc(b, b->at, next, cmd);
    b->at = next;
}

static Term local32(Build *b, const char *name) {
    return var_term(b->p, program_var(b->p, b->f, name, sort_bv(b->p->terms, 32), VAR_LOCAL));
}

static Cmd set(Build *b, Term var, Term value) {
    return cmd_assign(b->p, program_var_of(b->p, var), value);
}

static Cmd input_to(Build *b, Term var) {
    return (Cmd){ .kind = CMD_INPUT, .var = program_var_of(b->p, var), .text = program_name(b->p, "nondet") };
}

static Term num(Build *b, uint64_t n) {
    return term_bv(b->p->terms, n, 32);
}

static Term less(Build *b, Term x, Term y) {
    return term_2(b->p->terms, OP_BV_ULT, x, y);
}

static Term same_as(Build *b, Term x, Term y) {
    return term_eq(b->p->terms, x, y);
}

// From 'from' to 'yes' where c holds, else to 'no'.
static void branch(Build *b, LocId from, Term c, LocId yes, LocId no) {
    arc(b, from, yes, cmd_assume(c));
    arc(b, from, no, cmd_assume(term_not(b->p->terms, c)));
}

static void error_at(Build *b, LocId loc) {
    arc(b, loc, b->p->error, cmd_error(program_goal(b->p, GOAL_CALL, "bad", (SrcPos){ 0 }, b->f)));
}

static void return_at(Build *b, LocId loc) {
    arc(b, loc, b->p->funcs.at[b->f].exit, (Cmd){ .kind = CMD_RETURN });
}

// x keeps the i of the round before: x := i must not be forwarded across i := i + 1.
static Program *last_round(void) {
    Build b = build_function(NULL, "main");
    Term i = local32(&b, "i"), x = local32(&b, "x");
    LocId head = place(&b), body = place(&b), out = place(&b), look = place(&b), bad = place(&b), next = place(&b),
          step = place(&b);
    arc(&b, b.at, head, set(&b, i, num(&b, 0)));
    branch(&b, head, less(&b, i, num(&b, 3)), body, out);
    branch(&b, body, less(&b, num(&b, 0), i), look, next);
    branch(&b, look, same_as(&b, x, i), bad, next);
    arc(&b, next, step, set(&b, x, i));
    arc(&b, step, head, set(&b, i, term_2(b.p->terms, OP_BV_ADD, i, num(&b, 1))));
    error_at(&b, bad);
    return_at(&b, out);
    return b.p;
}

// x is set in the first round only, on one of two ways into a location.
static Program *first_round(void) {
    Build b = build_function(NULL, "main");
    Term i = local32(&b, "i"), x = local32(&b, "x"), a = local32(&b, "a");
    LocId head = place(&b), body = place(&b), out = place(&b), first = place(&b), later = place(&b), meet = place(&b),
          bad = place(&b), step = place(&b), test = place(&b);
    arc(&b, b.at, head, set(&b, i, num(&b, 0)));
    branch(&b, head, less(&b, i, num(&b, 3)), body, out);
    arc(&b, body, test, input_to(&b, a));
    branch(&b, test, same_as(&b, i, num(&b, 0)), first, later);
    arc(&b, first, meet, set(&b, x, a));
    arc(&b, later, meet, (Cmd){ .kind = CMD_SKIP });
    branch(&b, meet, less(&b, x, a), bad, step);
    arc(&b, step, head, set(&b, i, term_2(b.p->terms, OP_BV_ADD, i, num(&b, 1))));
    error_at(&b, bad);
    return_at(&b, out);
    return b.p;
}

// x := y, y := input at once, then a test of x: it has the old y.
static Program *parallel(void) {
    Build b = build_function(NULL, "main");
    Term x = local32(&b, "x"), y = local32(&b, "y"), a = local32(&b, "a"), z = local32(&b, "z");
    then(&b, input_to(&b, y));
    then(&b, input_to(&b, a));
    then(&b, input_to(&b, z));
    VarId vars[] = { program_var_of(b.p, x), program_var_of(b.p, y) };
    Term terms[] = { y, a };
    LocId bad = place(&b), good = place(&b);
    then(&b, cmd_assign_n(b.p, 2, vars, terms));
    branch(&b, b.at, less(&b, x, z), bad, good);
    arc(&b, bad, b.p->stop, (Cmd){ .kind = CMD_EXIT, .a = y });
    error_at(&b, good);
    return b.p;
}

// int *f(void) { int x = 5; return &x; }  The object is dead when main reads it.
static Program *dead_object(void) {
    Program *p = program_new(64);
    Sort pointer = sort_bv(p->terms, 64);
    Build f = build_function(p, "f");
    vec_push(&p->funcs.at[f.f].results, pointer);
    ObjId site = program_object(p, OBJ_STACK, "x");
    p->objects.at[site].func = f.f;
    VarId address = program_var(p, f.f, "a", pointer, VAR_LOCAL);
    then(&f, (Cmd){ .kind = CMD_ALLOC, .var = address, .object = site, .a = term_bv(p->terms, 4, 64) });
    then(&f, (Cmd){ .kind = CMD_STORE, .a = var_term(p, address), .b = num(&f, 5), .bytes = 4 });
    Cmd ret = { .kind = CMD_RETURN, .n = 1, .terms = arena_array(p->arena, Term, 1) };
    ret.terms[0] = var_term(p, address);
    arc(&f, f.at, p->funcs.at[f.f].exit, ret);
    Build b = build_function(p, "main");
    VarId got = program_var(p, b.f, "got", pointer, VAR_LOCAL);
    Cmd call = { .kind = CMD_CALL, .callee = f.f, .n_vars = 1, .vars = arena_array(p->arena, VarId, 1) };
    call.vars[0] = got;
    then(&b, call);
    Term x = local32(&b, "x");
    then(&b, (Cmd){ .kind = CMD_LOAD, .var = program_var_of(p, x), .a = var_term(p, got), .bytes = 4 });
    error_at(&b, b.at);
    return p;
}

// A loop that does not end stands before the error: no slice may step over it.
static Program *endless(void) {
    Build b = build_function(NULL, "main");
    Term a = local32(&b, "a"), i = local32(&b, "i");
    then(&b, input_to(&b, a));
    LocId head = place(&b), body = place(&b), out = place(&b);
    arc(&b, b.at, head, set(&b, i, num(&b, 0)));
    branch(&b, head, less(&b, a, num(&b, 100)), out, body);
    arc(&b, body, head, set(&b, i, term_2(b.p->terms, OP_BV_ADD, i, num(&b, 1))));
    error_at(&b, out);
    return b.p;
}

// memmove(array + 1, array, n) and back, n an input; the sum of bytes decides.
static Program *overlapping(void) {
    Build b = build_function(NULL, "main");
    Program *p = b.p;
    ObjId o = program_object(p, OBJ_GLOBAL, "array");
    p->objects.at[o].size = 8;
    p->objects.at[o].init = arena_alloc(p->arena, 8);
    for (uint8_t i = 0; i < 8; i++)
        p->objects.at[o].init[i] = (uint8_t)(i * i + 1);
    Term base = var_term(p, p->objects.at[o].address), n = local32(&b, "n"), x = local32(&b, "x");
    Term one = term_2(p->terms, OP_BV_ADD, base, term_bv(p->terms, 1, 64));
    then(&b, input_to(&b, n));
    Term size = term_zext(p->terms, term_2(p->terms, OP_BV_AND, n, num(&b, 7)), 64);
    then(&b, (Cmd){ .kind = CMD_COPY, .a = one, .b = base, .c = size });
    then(&b, (Cmd){ .kind = CMD_LOAD, .var = program_var_of(p, x), .a = base, .bytes = 4 });
    Term y = local32(&b, "y");
    then(&b, (Cmd){ .kind = CMD_COPY, .a = base, .b = one, .c = size });
    then(&b, (Cmd){ .kind = CMD_LOAD, .var = program_var_of(p, y), .a = one, .bytes = 4 });
    arc(&b, b.at, p->stop, (Cmd){ .kind = CMD_EXIT, .a = term_2(p->terms, OP_BV_XOR, x, y) });
    return p;
}

// What is stored is loaded again and decides.
static Program *through_memory(void) {
    Build b = build_function(NULL, "main");
    Program *p = b.p;
    ObjId o = program_object(p, OBJ_GLOBAL, "word");
    p->objects.at[o].size = 4;
    Term base = var_term(p, p->objects.at[o].address), a = local32(&b, "a"), y = local32(&b, "y");
    then(&b, input_to(&b, a));
    then(&b, (Cmd){ .kind = CMD_STORE, .a = base, .b = a, .bytes = 4 });
    then(&b, (Cmd){ .kind = CMD_LOAD, .var = program_var_of(p, y), .a = base, .bytes = 4 });
    LocId bad = place(&b), good = place(&b);
    branch(&b, b.at, less(&b, y, num(&b, 100)), bad, good);
    error_at(&b, bad);
    return_at(&b, good);
    return p;
}

// Two tests lead to one place, but for some values both fail: the run blocks.
static Program *gap(void) {
    Build b = build_function(NULL, "main");
    Term a = local32(&b, "a");
    LocId on = place(&b);
    then(&b, input_to(&b, a));
    arc(&b, b.at, on, cmd_assume(less(&b, a, num(&b, 3))));
    arc(&b, b.at, on, cmd_assume(less(&b, num(&b, 1000), a)));
    error_at(&b, on);
    return b.p;
}

static uint32_t words(void *context, const Cmd *cmd, uint64_t offset) {
    (void)context;
    (void)cmd;
    (void)offset;
    return 4;
}

// HAVOC of a named object becomes an input that is stored.
static void test_havoc(void **state) {
    (void)state;
    Build b = build_function(NULL, "main");
    Program *p = b.p;
    ObjId o = program_object(p, OBJ_GLOBAL, "word");
    p->objects.at[o].size = 4;
    Term base = var_term(p, p->objects.at[o].address), x = local32(&b, "x");
    then(&b, (Cmd){ .kind = CMD_HAVOC, .a = base });
    then(&b, (Cmd){ .kind = CMD_LOAD, .var = program_var_of(p, x), .a = base, .bytes = 4 });
    LocId bad = place(&b), good = place(&b);
    branch(&b, b.at, same_as(&b, x, num(&b, 77)), bad, good);
    error_at(&b, bad);
    return_at(&b, good);
    assert_true(lower_blocks(p, &(LowerOptions){ .cell_bytes = words }));
    assert_false(lower_blocks(p, NULL));
    program_check(p);
    Trace trace;
    trace_init(&trace);
    trace_add_input(&trace, INPUT_MEMORY, "havoc", (SrcPos){ 0 }, value_type(p->terms, sort_bv(p->terms, 32)),
                    (Value){ 77, 0 });
    RunResult r = { 0 };
    replay(p, &trace, &r);
    assert_int_equal(r.end, RUN_ERROR);
    run_result_free(&r);
    trace_free(&trace);
    program_free(p);
}

static void each_pass_on(Program *(*make)(void)) {
    static const Pass passes[] = { simplify_unreachable, simplify_constants, simplify_forward, dead_kept,
                                   simplify_skips,       simplify_chains,    inline_all,       everything,
                                   all_but_inline,       lower_all,          lower_into_loops, chains_after_forward };
    Program *before = make();
    program_check(before);
    for (uint32_t i = 0; i < COUNT(passes); i++) {
        Program *after = make();
        passes[i](after);
        program_check(after);
        compare(before, after, i);
        program_free(after);
    }
    for (SliceMemory memory = MEMORY_MAY_FAIL; memory <= MEMORY_TAKEN_SAFE; memory++) {
        Program *after = make();
        program_slice(after, memory);
        compare_slice(before, after, memory, 0);
        program_free(after);
    }
    program_free(before);
}

static void test_small_programs(void **state) {
    (void)state;
    each_pass_on(last_round);
    each_pass_on(first_round);
    each_pass_on(parallel);
    each_pass_on(dead_object);
    each_pass_on(endless);
    each_pass_on(overlapping);
    each_pass_on(through_memory);
    each_pass_on(gap);
}

// What the passes are for: simple things must vanish.
static void test_precision(void **state) {
    (void)state;
    // if (1 + 1 == 2) return; error();   nothing is left but the return
    Build b = build_function(NULL, "main");
    Term x = local32(&b, "x"), y = local32(&b, "y");
    LocId yes = place(&b), no = place(&b);
    then(&b, set(&b, x, num(&b, 1)));
    then(&b, set(&b, y, term_2(b.p->terms, OP_BV_ADD, x, x)));
    branch(&b, b.at, same_as(&b, y, num(&b, 2)), yes, no);
    return_at(&b, yes);
    error_at(&b, no);
    program_simplify(b.p, PASS_ALL);
    assert_int_equal(edges_of(b.p), 1);
    program_free(b.p);
    // t := global; if (t < 3) error();   the test is about the global itself
    b = build_function(NULL, "main");
    Term global = var_term(b.p, program_var(b.p, 0, "g", sort_bv(b.p->terms, 32), VAR_GLOBAL));
    Term t = local32(&b, "t");
    yes = place(&b), no = place(&b);
    then(&b, set(&b, t, global));
    branch(&b, b.at, less(&b, t, num(&b, 3)), yes, no);
    error_at(&b, yes);
    return_at(&b, no);
    program_simplify(b.p, PASS_ALL);
    assert_int_equal(edges_of(b.p), 4);
    assert_true(
        term_same(b.p->edges.at[b.p->locs.at[b.p->funcs.at[b.f].entry].first_out].cmd.a, less(&b, global, num(&b, 3))));
    program_free(b.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unreachable), cmocka_unit_test(test_constants), cmocka_unit_test(test_forward),
        cmocka_unit_test(test_dead),        cmocka_unit_test(test_skips),     cmocka_unit_test(test_chains),
        cmocka_unit_test(test_inline),      cmocka_unit_test(test_indirect),  cmocka_unit_test(test_everything),
        cmocka_unit_test(test_lower),       cmocka_unit_test(test_slice),     cmocka_unit_test(test_small_programs),
        cmocka_unit_test(test_precision),   cmocka_unit_test(test_havoc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
