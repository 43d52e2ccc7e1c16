// Weak topological orders and cutpoint graphs: the textbook examples, and
// random graphs against the definition.
#include "program/step/cutpoint.h"
#include "program/pass/simplify.h"
#include "random_program.h"
#include <setjmp.h>
#include <cmocka.h>

typedef struct Arc {
    uint32_t from, to;
} Arc;

static Digraph graph_of(uint32_t n, uint32_t m, const Arc arcs[]) {
    VecU32 from = { 0 }, to = { 0 };
    for (uint32_t i = 0; i < m; i++) {
        vec_push(&from, arcs[i].from);
        vec_push(&to, arcs[i].to);
    }
    Digraph g = digraph_new(n, m, from.at, to.at);
    vec_free(&from);
    vec_free(&to);
    return g;
}

static void expect_wto(const Wto *w, const char *expected) {
    Text text = { 0 };
    wto_print(w, &text);
    assert_string_equal(text.at, expected);
    vec_free(&text);
}

#define GRAPH(n, ...) graph_of(n, sizeof((Arc[])__VA_ARGS__) / sizeof(Arc), (Arc[])__VA_ARGS__)

// Two loops in a row: 1 (2) (3) 4 5.
static void test_two_loops(void **state) {
    (void)state;
    Digraph g = GRAPH(6, { { 1, 2 }, { 2, 2 }, { 2, 3 }, { 3, 3 }, { 3, 4 }, { 4, 5 } });
    Wto w = wto_new(&g, 1, 5);
    wto_check(&w, &g);
    expect_wto(&w, "1 (2) (3) 4 5");
    assert_int_equal(wto_next(&w, 2), 2);
    assert_int_equal(wto_exit(&w, 2), 3);
    assert_int_equal(wto_exit(&w, 4), 5);
    assert_int_equal(wto_next(&w, 5), WTO_NONE);
    wto_free(&w);
    digraph_free(&g);
}

// A branch in a loop; 8 is the error: 1 (2 3 4 5 6) 7 9 8.
static void test_branch_in_loop(void **state) {
    (void)state;
    Digraph g = GRAPH(
        10, { { 1, 2 }, { 2, 3 }, { 2, 7 }, { 3, 4 }, { 3, 5 }, { 4, 6 }, { 5, 6 }, { 6, 2 }, { 7, 8 }, { 7, 9 } });
    Wto w = wto_new(&g, 1, 8);
    wto_check(&w, &g);
    expect_wto(&w, "1 (2 3 4 5 6) 7 9 8");
    assert_int_equal(wto_exit(&w, 2), 7);
    assert_int_equal(wto_next(&w, 6), 2);
    assert_int_equal(wto_next(&w, 2), 3);
    wto_free(&w);
    digraph_free(&g);
}

// Nested loops: the exit of the inner one, last in the outer one, is its head.
static void test_nested(void **state) {
    (void)state;
    Digraph g = GRAPH(6, { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 3 }, { 3, 1 }, { 1, 5 } });
    Wto w = wto_new(&g, 0, WTO_NONE);
    wto_check(&w, &g);
    expect_wto(&w, "0 (1 2 (3 4)) 5");
    assert_int_equal(wto_next(&w, 4), 3);
    assert_int_equal(wto_exit(&w, 3), 1);
    assert_int_equal(wto_exit(&w, 1), 5);
    assert_int_equal(wto_exit(&w, 2), 3);
    wto_free(&w);
    digraph_free(&g);
}

// Bourdoncle's example: 1 2 (3 4 (5 6) 7) 8.
static void test_bourdoncle(void **state) {
    (void)state;
    Digraph g = GRAPH(9, { { 1, 2 },
                           { 2, 3 },
                           { 2, 8 },
                           { 3, 4 },
                           { 4, 5 },
                           { 4, 7 },
                           { 5, 6 },
                           { 6, 5 },
                           { 6, 7 },
                           { 7, 3 },
                           { 7, 8 } });
    Wto w = wto_new(&g, 1, WTO_NONE);
    wto_check(&w, &g);
    expect_wto(&w, "1 2 (3 4 (5 6) 7) 8");
    wto_free(&w);
    digraph_free(&g);
}

// A loop with two entries: one of them is the head, all the same.
static void test_irreducible(void **state) {
    (void)state;
    Digraph g = GRAPH(4, { { 0, 1 }, { 0, 2 }, { 1, 2 }, { 2, 1 }, { 2, 3 } });
    Wto w = wto_new(&g, 0, 3);
    wto_check(&w, &g);
    assert_int_equal(wto_is_head(&w, 1) + wto_is_head(&w, 2), 1);
    wto_free(&w);
    digraph_free(&g);
}

static void test_random_graphs(void **state) {
    (void)state;
    uint64_t random = 7;
    for (uint32_t round = 0; round < 3000; round++) {
        uint32_t n = 1 + (uint32_t)(random_next(&random) % 14), m = (uint32_t)(random_next(&random) % (2 * n + 1));
        VEC(Arc) arcs = { 0 };
        for (uint32_t i = 0; i < m; i++) {
            uint32_t from = (uint32_t)(random_next(&random) % n), to = (uint32_t)(random_next(&random) % n);
            vec_push(&arcs, (Arc){ from, to });
        }
        Digraph g = graph_of(n, arcs.count, arcs.at);
        Wto w = wto_new(&g, 0, WTO_NONE);
        wto_check(&w, &g);
        wto_free(&w);
        digraph_free(&g);
        vec_free(&arcs);
    }
}

// Depth must not cost stack: a line of many nodes, each with a loop back.
static void test_deep(void **state) {
    (void)state;
    enum { N = 200000 };
    VEC(Arc) arcs = { 0 };
    for (uint32_t i = 0; i + 1 < N; i++)
        vec_push(&arcs, (Arc){ i, i + 1 });
    vec_push(&arcs, (Arc){ N - 1, 0 });
    Digraph g = graph_of(N, arcs.count, arcs.at);
    Wto w = wto_new(&g, 0, WTO_NONE);
    wto_check(&w, &g);
    assert_int_equal(w.order.count, N);
    Dominators d = dominators_new(&g, 0);
    assert_true(dominates(&d, 5, N - 1) && !dominates(&d, N - 1, 5));
    dominators_free(&d);
    wto_free(&w);
    digraph_free(&g);
    vec_free(&arcs);
}

// u dominates v: without u, the root does not reach v.
static bool reaches_without(const Digraph *g, uint32_t u, uint32_t v) {
    if (u == 0)
        return false;
    uint8_t *seen = base_alloc(g->n);
    VecU32 work = { 0 };
    vec_push(&work, 0);
    seen[0] = 1;
    while (work.count) {
        uint32_t x = vec_pop(&work);
        for (uint32_t k = g->first[x]; k < g->first[x + 1]; k++)
            if (!seen[g->to[k]] && g->to[k] != u) {
                seen[g->to[k]] = 1;
                vec_push(&work, g->to[k]);
            }
    }
    bool reached = seen[v];
    free(seen);
    vec_free(&work);
    return reached;
}

static void test_dominators(void **state) {
    (void)state;
    uint64_t random = 99;
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t n = 2 + (uint32_t)(random_next(&random) % 10), m = (uint32_t)(random_next(&random) % (3 * n));
        VEC(Arc) arcs = { 0 };
        for (uint32_t i = 0; i < m; i++) {
            uint32_t from = (uint32_t)(random_next(&random) % n), to = (uint32_t)(random_next(&random) % n);
            vec_push(&arcs, (Arc){ from, to });
        }
        Digraph g = graph_of(n, arcs.count, arcs.at);
        Dominators d = dominators_new(&g, 0);
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t v = 0; v < n; v++)
                if (dominators_reach(&d, u) && dominators_reach(&d, v))
                    assert_int_equal(dominates(&d, u, v), u == v || !reaches_without(&g, u, v));
        dominators_free(&d);
        digraph_free(&g);
        vec_free(&arcs);
    }
}

// One loop with twenty branches in its body: entry, head and error are the
// points, and the loop is one edge.
static void test_large_block(void **state) {
    (void)state;
    Program *p = program_new(32);
    FuncId f = program_func(p, "main");
    p->funcs.at[f].defined = true;
    p->entry = f;
    Sort word = sort_bv(p->terms, 32);
    VarId s = program_var(p, f, "s", word, VAR_LOCAL);
    Term sum = var_term(p, s), zero = term_bv(p->terms, 0, 32);
    SrcPos pos = { 0 };
    LocId head = program_loc(p, f, pos), at = program_loc(p, f, pos);
    program_edge(p, p->funcs.at[f].entry, head, pos, cmd_assign(p, s, zero));
    program_edge(p, head, at, pos, (Cmd){ .kind = CMD_SKIP });
    for (uint32_t i = 0; i < 20; i++) {
        LocId one = program_loc(p, f, pos), join = program_loc(p, f, pos);
        Term c = term_2(p->terms, OP_BV_ULT, sum, term_bv(p->terms, i + 1, 32));
        program_edge(p, at, one, pos, cmd_assume(c));
        program_edge(p, at, join, pos, cmd_assume(term_not(p->terms, c)));
        program_edge(p, one, join, pos, cmd_assign(p, s, term_2(p->terms, OP_BV_ADD, sum, term_bv(p->terms, 1, 32))));
        at = join;
    }
    LocId bad = program_loc(p, f, pos);
    Term negative = term_2(p->terms, OP_BV_SLT, sum, zero);
    program_edge(p, at, bad, pos, cmd_assume(negative));
    program_edge(p, at, head, pos, cmd_assume(term_not(p->terms, negative)));
    program_edge(p, bad, p->error, pos, cmd_error(program_goal(p, GOAL_CALL, "bad", pos, f)));
    program_check(p);
    CutGraph *g = cut_graph_new(p, f, NULL);
    cut_graph_check(g);
    assert_int_equal(g->points.count, 3);
    assert_int_equal(g->edges.count, 3);
    assert_int_equal(g->edges.at[1].edges.count + g->edges.at[2].edges.count, 2 * 61 + 3);
    expect_wto(&g->wto, "0 (1) 2");
    cut_graph_free(g);
    program_free(p);
}

// The entry alone, and the entry that leads straight to the error.
static void test_no_loops(void **state) {
    (void)state;
    Program *p = program_new(32);
    FuncId f = program_func(p, "main");
    p->funcs.at[f].defined = true;
    p->entry = f;
    CutGraph *g = cut_graph_new(p, f, NULL);
    assert_int_equal(g->points.count, 1);
    assert_int_equal(g->error, WTO_NONE);
    cut_graph_free(g);
    program_edge(p, p->funcs.at[f].entry, p->error, (SrcPos){ 0 },
                 cmd_error(program_goal(p, GOAL_CALL, "bad", (SrcPos){ 0 }, f)));
    g = cut_graph_new(p, f, NULL);
    cut_graph_check(g);
    assert_int_equal(g->edges.count, 1);
    expect_wto(&g->wto, "0 1");
    cut_graph_free(g);
    program_free(p);
}

// Each edge of the function that lies between two points is in some piece.
static void check_complete(const CutGraph *g) {
    const Program *p = g->p;
    uint8_t *held = base_alloc(p->edges.count), *useful = base_alloc(p->locs.count);
    for (uint32_t i = 0; i < g->edges.count; i++)
        for (uint32_t k = 0; k < g->edges.at[i].edges.count; k++)
            held[g->edges.at[i].edges.at[k]] = 1;
    for (uint32_t i = 0; i < g->points.count; i++)
        useful[g->points.at[i].loc] = 1;
    Digraph in = edges_into(p);
    VecU32 work = { 0 };
    for (uint32_t i = 0; i < g->points.count; i++)
        vec_push(&work, g->points.at[i].loc);
    while (work.count) {
        LocId loc = vec_pop(&work);
        for (uint32_t k = in.first[loc]; k < in.first[loc + 1]; k++) {
            const Edge *e = &p->edges.at[in.to[k]];
            if (p->locs.at[e->from].func != g->func)
                continue;
            assert_true(held[in.to[k]]);
            if (!useful[e->from]) {
                useful[e->from] = 1;
                vec_push(&work, e->from);
            }
        }
    }
    vec_free(&work);
    digraph_free(&in);
    free(held);
    free(useful);
}

static void test_random_programs(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        Program *p = random_program(seed, (RandomShape){ .functions = 2, .statements = 8, .depth = 3 });
        simplify_unreachable(p);
        program_split_entries(p);
        for (CutCalls calls = CUT_NO_CALLS; calls <= CUT_AROUND_CALLS; calls++)
            for (FuncId f = 1; f < p->funcs.count; f++) {
                CutGraph *g = cut_graph_new(p, f, &(CutOptions){ .calls = calls });
                cut_graph_check(g);
                check_complete(g);
                cut_graph_free(g);
            }
        program_free(p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_loops),  cmocka_unit_test(test_branch_in_loop),  cmocka_unit_test(test_nested),
        cmocka_unit_test(test_bourdoncle), cmocka_unit_test(test_irreducible),     cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_deep),       cmocka_unit_test(test_dominators),      cmocka_unit_test(test_large_block),
        cmocka_unit_test(test_no_loops),   cmocka_unit_test(test_random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
