// Building, checking and printing programs.
#include "program/program.h"
#include <setjmp.h>
#include <cmocka.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Small { // int f(int x) { if (x < 3) error(); return x + 1; }
    Program *p;
    FuncId f;
    VarId x, y;
    LocId small, large, after;
    EdgeId assume, assign, ret, error;
} Small;

static Small small_program(void) {
    Small s = { .p = program_new(32) };
    Program *p = s.p;
    SrcPos pos = { .line = 3, .column = 7 };
    Sort word = sort_bv(p->terms, 32);
    vec_push(&p->files, program_name(p, "a.c"));
    pos.file = p->files.count - 1;
    s.f = program_func(p, "f");
    p->funcs.at[s.f].defined = true;
    p->entry = s.f;
    vec_push(&p->funcs.at[s.f].results, word);
    s.x = program_var(p, s.f, "x", word, VAR_PARAM);
    s.y = program_var(p, s.f, "x", word, VAR_LOCAL);
    vec_push(&p->funcs.at[s.f].params, s.x);
    s.small = program_loc(p, s.f, pos);
    s.large = program_loc(p, s.f, pos);
    s.after = program_loc(p, s.f, pos);
    Term c = term_2(p->terms, OP_BV_SLT, var_term(p, s.x), term_bv(p->terms, 3, 32));
    s.assume = program_edge(p, p->funcs.at[s.f].entry, s.small, pos, cmd_assume(c));
    program_edge(p, p->funcs.at[s.f].entry, s.large, pos, cmd_assume(term_not(p->terms, c)));
    s.error = program_edge(p, s.small, p->error, pos,
                           cmd_error(program_goal(p, GOAL_ASSERTION, "a \"bad\"\n value", pos, s.f)));
    Term next = term_2(p->terms, OP_BV_ADD, var_term(p, s.x), term_bv(p->terms, 1, 32));
    s.assign = program_edge(p, s.large, s.after, pos, cmd_assign(p, s.y, next));
    Cmd ret = { .kind = CMD_RETURN, .n = 1, .terms = arena_array(p->arena, Term, 1) };
    ret.terms[0] = var_term(p, s.y);
    s.ret = program_edge(p, s.after, p->funcs.at[s.f].exit, pos, ret);
    return s;
}

// program_check in a child: true if it found nothing.
static bool passes(const Program *p) {
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        program_check(p);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void test_names(void **state) {
    (void)state;
    Small s = small_program();
    Program *p = s.p;
    assert_string_equal(term_name(p->terms, var_term(p, s.x)), "x");
    assert_string_equal(term_name(p->terms, var_term(p, s.y)), "x.1");
    VarId taken = program_var(p, s.f, "x.2", sort_bv(p->terms, 8), VAR_LOCAL);
    VarId third = program_var(p, s.f, "x", sort_bv(p->terms, 8), VAR_LOCAL);
    assert_string_equal(term_name(p->terms, var_term(p, taken)), "x.2");
    assert_string_equal(term_name(p->terms, var_term(p, third)), "x.3");
    assert_int_equal(program_var_of(p, var_term(p, third)), third);
    assert_int_equal(program_func(p, "f"), s.f);
    assert_int_equal(program_find_func(p, "g"), 0);
    ObjId o = program_object(p, OBJ_GLOBAL, "o");
    assert_int_equal(p->vars.at[p->objects.at[o].address].object, o);
    assert_int_equal(p->vars.at[p->objects.at[o].address].kind, VAR_ADDRESS);
    ObjId function = program_object(p, OBJ_FUNCTION, "f");
    assert_int_equal(p->funcs.at[s.f].object, function);
    assert_int_equal(p->objects.at[function].func, s.f);
    program_assume_that(p, "all is well");
    program_assume_that(p, "all is well");
    assert_int_equal(p->assumptions.count, 2);
    assert_true(passes(p));
    program_free(p);
}

static void test_edges(void **state) {
    (void)state;
    Small s = small_program();
    Program *p = s.p;
    LocId entry = p->funcs.at[s.f].entry;
    EdgeId second = p->edges.at[s.assume].next_out;
    program_delete_edge(p, second);
    assert_int_equal(p->locs.at[entry].last_out, s.assume);
    EdgeId third = program_edge(p, entry, s.large, (SrcPos){ 0 }, cmd_assume(term_true(p->terms)));
    program_delete_edge(p, s.assume);
    assert_int_equal(p->locs.at[entry].first_out, third);
    assert_true(passes(p));
    program_delete_edge(p, third);
    assert_int_equal(p->locs.at[entry].first_out, 0);
    assert_int_equal(p->locs.at[entry].last_out, 0);
    assert_true(passes(p));
    program_free(p);
}

static void test_stats(void **state) {
    (void)state;
    Small s = small_program();
    ProgramStats stats = program_stats(s.p);
    assert_int_equal(stats.functions, 1);
    assert_int_equal(stats.edges, 5);
    assert_int_equal(stats.locations, 6); // with 'error' and the exit
    assert_int_equal(stats.loops_heads, 0);
    program_edge(s.p, s.after, s.large, (SrcPos){ 0 }, (Cmd){ .kind = CMD_SKIP });
    assert_int_equal(program_stats(s.p).loops_heads, 1);
    program_free(s.p);
}

// Each of these faults is found.
static void test_faults(void **state) {
    (void)state;
    for (uint32_t fault = 0; fault < 20; fault++) {
        Small s = small_program();
        Program *p = s.p;
        FuncId g = program_func(p, "g");
        p->funcs.at[g].defined = true;
        VarId other = program_var(p, g, "z", sort_bv(p->terms, 32), VAR_LOCAL);
        VarId narrow = program_var(p, s.f, "n", sort_bv(p->terms, 8), VAR_LOCAL);
        Edge *assign = &p->edges.at[s.assign], *ret = &p->edges.at[s.ret], *assume = &p->edges.at[s.assume];
        assert_true(passes(p));
        switch (fault) {
        case 0: // out of scope
            assign->cmd.terms[0] = var_term(p, other);
            break;
        case 1:
            assign->cmd.vars[0] = other;
            break;
        case 2: // sorts
            assign->cmd.terms[0] = var_term(p, narrow);
            break;
        case 3:
            assume->cmd.a = var_term(p, narrow);
            break;
        case 4: // where edges lead
            assign->to = p->funcs.at[g].entry;
            break;
        case 5:
            ret->to = s.small;
            break;
        case 6:
            assign->to = p->error;
            break;
        case 7: // an assumption beside a command
            program_edge(p, p->funcs.at[s.f].entry, s.small, (SrcPos){ 0 }, (Cmd){ .kind = CMD_SKIP });
            break;
        case 8:
            ret->cmd.n = 0;
            break;
        case 9: // accesses
            assign->cmd = (Cmd){ .kind = CMD_LOAD, .var = s.y, .a = var_term(p, s.x), .bytes = 2 };
            break;
        case 10:
            assign->cmd = (Cmd){ .kind = CMD_STORE, .a = var_term(p, narrow), .b = var_term(p, s.x), .bytes = 4 };
            break;
        case 11: // calls
            assign->cmd = (Cmd){ .kind = CMD_CALL, .callee = s.f };
            break;
        case 12: // an unknown variable
            assume->cmd.a = term_var(p->terms, "stray", sort_bool(p->terms));
            break;
        case 13:
            p->locs.at[s.large].last_out = s.assume;
            break;
        case 14: // goals
            p->edges.at[s.error].cmd.goal = 0;
            break;
        case 15:
            p->edges.at[s.error].cmd.goal = p->goals.count;
            break;
        case 16:
            p->goals.at[1].text = (Name){ 0 };
            break;
        case 17:
            p->goals.at[1].func = p->funcs.count;
            break;
        case 18:
            p->edges.at[s.error].to = p->stop;
            break;
        case 19: // events
            assign->cmd = (Cmd){ .kind = CMD_EVENT, .event = EVENT_CALL, .text = program_name(p, "f") };
            assert_true(passes(p));
            p->monitored = true;
            break;
        }
        if (passes(p))
            fail_msg("fault %u was not found", fault);
        program_free(p);
    }
}

static char *printed(const Program *p, void (*print)(const Program *, FILE *)) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    print(p, out);
    fclose(out);
    return text;
}

static void test_print(void **state) {
    (void)state;
    Small s = small_program();
    char *text = printed(s.p, program_print);
    assert_non_null(strstr(text, "entry function f(x) -> bv32"));
    assert_non_null(strstr(text, "[a.c:3:7]  x.1 := x + 1"));
    assert_non_null(strstr(text, "-> error  [a.c:3:7]  error goal 1 \"a \\\"bad\\\"\\n value\""));
    assert_non_null(strstr(text, "goal 1 assertion  [a.c:3:7]  \"a \\\"bad\\\"\\n value\" in f\n"));
    free(text);
    text = printed(s.p, program_print_dot);
    assert_non_null(strstr(text, "subgraph cluster_1"));
    assert_non_null(strstr(text, "label=\"error goal 1 \\\"a \\\\\\\"bad\\\\\\\"\\\\n value\\\"\""));
    free(text);
    program_free(s.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),  cmocka_unit_test(test_edges), cmocka_unit_test(test_stats),
        cmocka_unit_test(test_faults), cmocka_unit_test(test_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
