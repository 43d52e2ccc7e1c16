// Graphs of steps over random loops: a way that is found can be taken, and explanations are tested against their
// definition, step by step over the program's variables, without the copies that they were found with.
#include "build_program.h"
#include "engine/ufo/dag.h"
#include "logic/smt/smt.h"

enum { VARS = 3, PROGRAMS = 24, MOST_NODES = 7 };

typedef struct Loop {
    Build b;
    uint64_t seed;
    VarId vars[VARS];
    System *system;
    Procedure *proc;
    uint32_t head, enter, round, fail; // a point, and blocks
} Loop;

static uint32_t pick(Loop *g, uint32_t n) {
    return (uint32_t)(random_next(&g->seed) >> 33) % n;
}

static Term variable(Loop *g) {
    return val(&g->b, g->vars[pick(g, VARS)]);
}

static Term number(Loop *g) {
    return term_bv(g->b.t, pick(g, 5), 8);
}

static Term condition(Loop *g) {
    static const Op ops[] = { OP_EQ, OP_BV_ULT, OP_BV_SLE };
    return term_2(g->b.t, ops[pick(g, COUNT(ops))], variable(g), pick(g, 3) ? number(g) : variable(g));
}

static void statement(Loop *g) {
    VarId x = g->vars[pick(g, VARS)];
    switch (pick(g, 4)) {
    case 0:
        input(&g->b, x, "nondet");
        break;
    case 1:
        set(&g->b, x, number(g));
        break;
    default:
        set(&g->b, x, term_2(g->b.t, OP_BV_ADD, variable(g), pick(g, 2) ? number(g) : variable(g)));
        break;
    }
}

// x0 = .. = 0; for (;;) { if (c) error; if (d) one; else another; a third; }
static void random_loop(Loop *g, uint64_t seed) {
    *g = (Loop){ .b = begin(), .seed = seed * 7919 + 5 };
    Build *b = &g->b;
    for (uint32_t i = 0; i < VARS; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%u", i);
        g->vars[i] = local_of(b, name, bv(b, 8));
        set(b, g->vars[i], term_bv(b->t, pick(g, 3), 8));
    }
    LocId head = place(b), fail = place(b), body = place(b), other = place(b), after = place(b);
    edge(b, head, (Cmd){ .kind = CMD_SKIP });
    b->at = head;
    Term wrong = term_and(b->t, condition(g), condition(g));
    edge(b, fail, cmd_assume(wrong));
    edge(b, body, cmd_assume(term_not(b->t, wrong)));
    b->at = fail;
    stop(b, CMD_ERROR, (Term){ 0 }, "reached");
    b->at = body;
    branch(b, condition(g), other);
    statement(g);
    edge(b, after, (Cmd){ .kind = CMD_SKIP });
    b->at = other;
    statement(g);
    edge(b, after, (Cmd){ .kind = CMD_SKIP });
    b->at = after;
    statement(g);
    edge(b, head, (Cmd){ .kind = CMD_SKIP });
    program_split_entries(b->p);
    program_check(b->p);
}

static void open_system(Loop *g) {
    g->system = system_new(g->b.p, (SystemOptions){ 0 });
    g->proc = system_entry(g->system);
    const CutGraph *graph = g->proc->graph;
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        const CutEdge *e = &graph->edges.at[i];
        if (e->from == graph->entry && e->to != graph->error)
            g->enter = i;
        else if (e->to == graph->error)
            g->fail = i;
        else
            g->round = i;
    }
    g->head = graph->edges.at[g->enter].to;
}

// The entry, unrollings of the head with a way round to the next and at times to a later one, and the error.
static void random_dag(Loop *g, Dag *dag) {
    uint32_t heads = 2 + pick(g, MOST_NODES - 3), number = 1;
    Term yes = term_true(g->b.t);
    *dag = (Dag){ .pc = g->proc };
    dag_add_node(dag, g->proc->graph->entry, 1000, yes);
    for (uint32_t i = 1; i <= heads; i++)
        dag_add_node(dag, g->head, 1000 + i, yes);
    dag_add_node(dag, 0, 2000, yes);
    dag_add_edge(dag, (DagEdge){ 0, 1, g->enter, number++ });
    for (uint32_t i = 1; i <= heads; i++) {
        if (i < heads)
            dag_add_edge(dag, (DagEdge){ i, i + 1, g->round, number++ });
        if (i + 2 <= heads && pick(g, 2))
            dag_add_edge(dag, (DagEdge){ i, i + 2, g->round, number++ });
        if (i > 1 && pick(g, 3) == 0)
            dag_add_edge(dag, (DagEdge){ i - 1, i, g->round, number++ });
        dag_add_edge(dag, (DagEdge){ i, heads + 1, g->fail, number++ });
    }
    dag_encode(dag);
}

// ---- what is tested ----
static void check_labels(Loop *g, const Dag *dag, const Term out[], Smt *smt) {
    assert_true(term_same(out[0], term_true(g->b.t)));
    assert_true(term_same(out[dag->nodes.count - 1], term_false(g->b.t)));
    for (uint32_t e = 0; e < dag->edges.count; e++) {
        const DagEdge *edge = &dag->edges.at[e];
        Term before = edge->from ? out[edge->from] : g->proc->initial;
        if (edge->from)
            before = term_and(g->b.t, before, dag->nodes.at[edge->from].known);
        Term step = procedure_obligation(g->proc, edge->cut, before, out[edge->to]);
        assert_int_equal(smt_valid(smt, step), SMT_VALID);
    }
}

static void check_way(Loop *g, DagRefiner *r, const Dag *dag, Smt *smt) {
    VecU32 way = { 0 };
    dag_way(r, dag, &way);
    assert_true(way.count > 0);
    Place at = place_first(g->proc);
    Term all = at.step;
    for (uint32_t i = 0; i < way.count; i++) {
        const DagEdge *e = &dag->edges.at[way.at[i]];
        assert_int_equal(e->from, i ? dag->edges.at[way.at[i - 1]].to : 0);
        at = place_next(g->proc, &at, e->cut, 3000 + i);
        all = term_and(g->b.t, all, at.step);
    }
    assert_int_equal(dag->edges.at[vec_last(&way)].to, dag->nodes.count - 1);
    assert_int_equal(smt_solve(smt, all), SMT_SAT);
    vec_free(&way);
}

typedef struct Seen {
    uint32_t feasible, spurious;
} Seen;

static void one_program(uint64_t seed, Seen *seen) {
    Loop g;
    Dag dag;
    random_loop(&g, seed);
    open_system(&g);
    random_dag(&g, &dag);
    Smt *smt = smt_new(g.b.t, (SmtLimits){ .seconds = 20 });
    Refiner *refiner = refiner_new(g.b.t, procedure_origin, procedure_counts, g.proc);
    DagRefiner *r = dag_refiner_new(g.proc, refiner);
    Term out[MOST_NODES + 2];
    switch (dag_refine(r, &dag, out)) {
    case PATH_FEASIBLE:
        check_way(&g, r, &dag, smt);
        seen->feasible++;
        break;
    case PATH_SPURIOUS:
        check_labels(&g, &dag, out, smt);
        seen->spurious++;
        break;
    case PATH_UNDECIDED:
        break;
    }
    dag_refiner_free(r);
    refiner_free(refiner);
    smt_free(smt);
    dag_free(&dag);
    system_free(g.system);
}

static void test_random(void **state) {
    (void)state;
    Seen seen = { 0 };
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
        one_program(seed, &seen);
    assert_true(seen.feasible >= PROGRAMS / 8 && seen.spurious >= PROGRAMS / 8);
}

// Slimming: of two steps that exclude each other nothing else is kept.
static void test_slim(void **state) {
    (void)state;
    Loop g;
    Dag dag;
    random_loop(&g, 3);
    open_system(&g);
    Terms *t = g.b.t;
    Term yes = term_true(t), i = term_var(t, "i", sort_int(t)), j = term_var(t, "j", sort_int(t));
    dag = (Dag){ .pc = g.proc };
    dag_add_node(&dag, g.proc->graph->entry, 1, yes);
    dag_add_node(&dag, g.head, 2, yes);
    dag_add_node(&dag, 0, 3, yes);
    dag_add_edge(&dag, (DagEdge){ 0, 1, g.enter, 4 });
    dag_add_edge(&dag, (DagEdge){ 1, 2, g.fail, 5 });
    Term low = term_2(t, OP_LE, i, term_int(t, 3)), high = term_2(t, OP_LE, term_int(t, 5), i);
    Term idle = term_2(t, OP_LE, j, term_int(t, 9));
    Term steps[] = { term_and(t, low, idle), term_and(t, high, term_not(t, idle)) };
    uint64_t before = 0, after = 0;
    Smt *smt = smt_new(t, (SmtLimits){ .seconds = 20 });
    assert_true(dag_slim(&dag, smt, steps, &before, &after));
    assert_int_equal(before, 4);
    assert_int_equal(after, 2);
    bool by_i = term_same(steps[0], low) && term_same(steps[1], high);
    bool by_j = term_same(steps[0], idle) && term_same(steps[1], term_not(t, idle));
    assert_true(by_i || by_j);
    steps[0] = low;
    steps[1] = idle;
    assert_false(dag_slim(&dag, smt, steps, &before, &after)); // they can be taken
    smt_free(smt);
    dag_free(&dag);
    system_free(g.system);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_slim), cmocka_unit_test(test_random) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
