// test_emit.c - a program written in C does what the interpreter does: operations on values of all kinds, rules
#include "build_program.h"
#include "base/sandbox/sandbox.h"
#include "program/run/emit.h"
#include <unistd.h>

enum { CASES = 60 };
static const Op operations[] = { OP_BV_ADD, OP_BV_MUL, OP_BV_UDIV, OP_BV_UREM, OP_BV_SDIV, OP_BV_SREM,
                                 OP_BV_AND, OP_BV_OR,  OP_BV_XOR,  OP_BV_SHL,  OP_BV_LSHR, OP_BV_ASHR,
                                 OP_BV_ULT, OP_BV_ULE, OP_BV_SLT,  OP_BV_SLE,  OP_EQ };
static const uint32_t widths[] = { 1, 8, 13, 32, 64 };

static bool give_none(const void *context, EdgeId input) {
    (void)context, (void)input;
    return false;
}

// The exit code of the program as C: 1 where it reaches the error.
static int run_emitted(const Program *p, const InputRules *rules) {
    char directory[] = "/tmp/hone-emit-XXXXXX", source[64], binary[64];
    assert_non_null(mkdtemp(directory));
    snprintf(source, sizeof source, "%s/p.c", directory);
    snprintf(binary, sizeof binary, "%s/p", directory);
    FILE *out = fopen(source, "w");
    fprintf(out,
            "#include <stdint.h>\n#include <stdlib.h>\nstatic void hone_give(const char *f, uint64_t v) {}\n"
            "static void hone_end(int end, unsigned edge, uint64_t steps) {\n    exit(end == %d);\n}\n",
            RUN_ERROR);
    emit_program(p, rules, give_none, NULL, out);
    fprintf(out, "int main(void) {\n    hone_run();\n    return 2;\n}\n");
    assert_int_equal(fclose(out), 0);
    ProcessResult r;
    process_run((const char *const[]){ "cc", "-w", "-O1", "-o", binary, source, NULL }, 100, &r);
    assert_int_equal(r.code, 0);
    process_result_free(&r);
    process_run((const char *const[]){ binary, NULL }, 100, &r);
    int code = r.end == PROCESS_EXITED ? r.code : -1;
    process_result_free(&r);
    unlink(source);
    unlink(binary);
    rmdir(directory);
    return code;
}

// Goes on where the condition holds; else the program returns.
static void demand(Build *b, Term condition) {
    LocId no = place(b), here = b->at;
    edge(b, no, (Cmd){ .kind = CMD_ASSUME, .a = term_not(b->t, condition) });
    b->at = no;
    ret(b, num(b, 0));
    b->at = here;
    put(b, (Cmd){ .kind = CMD_ASSUME, .a = condition });
}

static void reach_error(Build *b) {
    GoalId goal = program_goal(b->p, GOAL_ASSERTION, "an assertion fails", (SrcPos){ 1, 1, 1 }, b->f);
    edge(b, b->p->error, (Cmd){ .kind = CMD_ERROR, .goal = goal });
}

// One operation on two variables is what it is on constants.
static void add_case(Build *b, uint64_t *seed, uint32_t i) {
    uint32_t width = widths[random_next(seed) % COUNT(widths)];
    Op op = operations[random_next(seed) % COUNT(operations)];
    ValueType type = { SORT_BV, width, 0 };
    Value v = random_value(seed, type), w = random_value(seed, type);
    Term x = term_bv(b->t, v.lo, width), y = term_bv(b->t, w.lo, width);
    char name[2][16];
    VarId vars[2];
    for (int k = 0; k < 2; k++) {
        snprintf(name[k], sizeof name[k], "v%u_%d", i, k);
        vars[k] = local_of(b, name[k], bv(b, width));
        set(b, vars[k], k ? y : x);
    }
    Term wanted = term_2(b->t, op, x, y), made = term_2(b->t, op, val(b, vars[0]), val(b, vars[1]));
    demand(b, term_eq(b->t, made, wanted));
}

static void test_operations(void **state) {
    (void)state;
    uint64_t seed = 7;
    Build b = begin();
    InputRules rules = { 0 };
    for (uint32_t i = 0; i < CASES; i++)
        add_case(&b, &seed, i);
    reach_error(&b);
    RunResult r;
    RunOptions o = run_options();
    interpret(b.p, &o, &r);
    assert_int_equal(r.end, RUN_ERROR);
    run_result_free(&r);
    assert_null(emit_trouble(b.p, &rules));
    assert_int_equal(run_emitted(b.p, &rules), 1);
    program_free(b.p);
}

// Inputs take turns: 1, 0, 1, 0; then one that depends on a variable.
static void test_rules(void **state) {
    (void)state;
    Build b = begin();
    VarId n = local(&b, "n"), x = local(&b, "x"), y = local(&b, "y");
    set(&b, n, num(&b, 0));
    LocId head = place(&b);
    edge(&b, head, (Cmd){ .kind = CMD_SKIP });
    b.at = head;
    LocId out = place(&b);
    edge(&b, out, (Cmd){ .kind = CMD_ASSUME, .a = term_not(b.t, term_2(b.t, OP_BV_ULT, val(&b, n), num(&b, 10))) });
    put(&b, (Cmd){ .kind = CMD_ASSUME, .a = term_2(b.t, OP_BV_ULT, val(&b, n), num(&b, 10)) });
    InputRules rules = { 0 };
    LocId after = place(&b);
    EdgeId first = edge(&b, after, (Cmd){ .kind = CMD_INPUT, .var = x });
    b.at = after;
    LocId then = place(&b);
    EdgeId second = edge(&b, then, (Cmd){ .kind = CMD_INPUT, .var = y });
    b.at = then;
    Term even = term_eq(b.t, term_2(b.t, OP_BV_UREM, val(&b, n), num(&b, 2)), num(&b, 0));
    vec_push(&rules, (InputRule){ first, 2, { num(&b, 1), num(&b, 0) } });
    vec_push(&rules, (InputRule){ second, 1, { term_ite(b.t, even, num(&b, 5), num(&b, 6)) } });
    rules_check(b.p, &rules);
    demand(&b, term_eq(b.t, val(&b, x), term_ite(b.t, even, num(&b, 1), num(&b, 0))));
    demand(&b, term_eq(b.t, val(&b, y), term_ite(b.t, even, num(&b, 5), num(&b, 6))));
    edge(&b, head, cmd_assign(b.p, n, term_2(b.t, OP_BV_ADD, val(&b, n), num(&b, 1))));
    b.at = out;
    reach_error(&b);
    RunResult r;
    RunOptions o = run_options();
    Ruled ruled;
    ruled_open(&ruled, b.p, &rules, &o);
    interpret(b.p, &o, &r);
    ruled_close(&ruled);
    assert_int_equal(r.end, RUN_ERROR);
    assert_int_equal(r.trace.inputs.count, 20);
    run_result_free(&r);
    assert_int_equal(run_emitted(b.p, &rules), 1);
    rules.at[0].n = 1; // always 1: the second round returns
    assert_int_equal(run_emitted(b.p, &rules), 0);
    vec_free(&rules);
    program_free(b.p);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_operations), cmocka_unit_test(test_rules) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
