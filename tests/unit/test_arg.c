// The abstract reachability graph: covers and what becomes of them, orders,
// DAGs, removal, and that arg_check finds what is wrong.
#include "build_program.h"
#include "engine/tree/arg.h"
#include "logic/smt/smt.h"

// main: x := 0; head: while (*) x := x + 1; if (x == 7) error.
typedef struct Fixture {
    Build b;
    CutGraph *graph;
    Smt *smt;
    Arg *arg;
    Term x;
    uint32_t head;              // point
    uint32_t enter, again, bad; // cut edges
} Fixture;

static bool implies(void *context, Term strong, Term weak) {
    return smt_implies(context, strong, weak) == SMT_VALID;
}

static uint32_t cut_between(const CutGraph *g, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (g->edges.at[i].from == from && g->edges.at[i].to == to)
            return i;
    fail_msg("no cut edge %u -> %u", from, to);
    return 0;
}

static Fixture make(ArgOrder order) {
    Fixture f = { .b = begin() };
    VarId x = local(&f.b, "x"), go = local(&f.b, "go");
    set(&f.b, x, num(&f.b, 0));
    LocId head = f.b.at, out = place(&f.b), done = place(&f.b);
    input(&f.b, go, "nondet");
    branch(&f.b, term_eq(f.b.t, val(&f.b, go), num(&f.b, 0)), out);
    edge(&f.b, head, cmd_assign(f.b.p, x, add(&f.b, val(&f.b, x), num(&f.b, 1))));
    f.b.at = out;
    branch(&f.b, term_eq(f.b.t, val(&f.b, x), num(&f.b, 7)), done);
    stop(&f.b, CMD_ERROR, (Term){ 0 }, "bad");
    f.b.at = done;
    ret(&f.b, num(&f.b, 0));
    f.graph = cut_graph_new(f.b.p, f.b.f, NULL);
    f.head = cut_point_at(f.graph, head);
    f.enter = cut_between(f.graph, f.graph->entry, f.head);
    f.again = cut_between(f.graph, f.head, f.head);
    f.bad = cut_between(f.graph, f.head, f.graph->error);
    f.smt = smt_new(f.b.t, (SmtLimits){ 0 });
    f.x = val(&f.b, x);
    f.arg = arg_new(f.b.t, f.graph, NULL, term_true(f.b.t), order, implies, f.smt);
    return f;
}

static void drop_fixture(Fixture *f) {
    arg_free(f->arg);
    smt_free(f->smt);
    cut_graph_free(f->graph);
    program_free(f->b.p);
}

static Term below(Fixture *f, uint32_t k) {
    return term_2(f->b.t, OP_BV_ULT, f->x, num(&f->b, k));
}

static bool good(Fixture *f) {
    Reason why;
    return arg_check(f->arg, term_true(f->b.t), false, NULL, NULL, &why);
}

static void expect_bad(Fixture *f, const char *text) {
    Reason why = { 0 };
    assert_false(arg_check(f->arg, term_true(f->b.t), false, NULL, NULL, &why));
    if (!strstr(why.text, text))
        fail_msg("%s", why.text);
}

// A chain root - a - b - c at the head: b covered by a hides c; c's charge d is free again.
static void test_cover(void **state) {
    (void)state;
    Fixture f = make(ARG_DEPTH_FIRST);
    Term yes = term_true(f.b.t);
    NodeId a = arg_child(f.arg, ARG_ROOT, f.enter, below(&f, 10));
    NodeId b = arg_child(f.arg, a, f.again, below(&f, 20));
    NodeId c = arg_child(f.arg, b, f.again, yes);
    NodeId d = arg_child(f.arg, a, f.again, yes);
    assert_true(good(&f));
    assert_false(arg_cover_by(f.arg, b, a)); // not implied
    assert_false(arg_cover_by(f.arg, a, b)); // not older
    assert_true(arg_cover_by(f.arg, d, c));
    assert_false(arg_is_live(f.arg, d));
    arg_strengthen(f.arg, b, below(&f, 5));
    assert_true(arg_cover(f.arg, b));
    assert_false(arg_is_live(f.arg, b));
    assert_false(arg_is_live(f.arg, c));
    assert_true(arg_is_live(f.arg, d));
    assert_int_equal(arg_node(f.arg, d)->coverers.count, 0);
    assert_false(arg_cover_by(f.arg, d, c)); // c is not live
    assert_true(good(&f));
    arg_strengthen(f.arg, a, below(&f, 7)); // still implied by x < 5
    assert_false(arg_is_live(f.arg, b));
    arg_strengthen(f.arg, a, below(&f, 3)); // no more: b is back, and c with it
    assert_true(arg_is_live(f.arg, b));
    assert_true(arg_is_live(f.arg, c));
    assert_true(good(&f));
    assert_int_equal(arg_common(f.arg, c, d), a);
    VecU32 path = { 0 };
    arg_path(f.arg, c, &path);
    assert_int_equal(path.count, 4);
    assert_int_equal(path.at[2], b);
    vec_free(&path);
    drop_fixture(&f);
}

// Two labels cover together what neither covers alone.
static void test_cover_together(void **state) {
    (void)state;
    Fixture f = make(ARG_BREADTH_FIRST);
    Term low = below(&f, 10), high = term_not(f.b.t, below(&f, 8));
    NodeId a = arg_child(f.arg, ARG_ROOT, f.enter, low);
    NodeId b = arg_child(f.arg, ARG_ROOT, f.enter, high);
    NodeId c = arg_child(f.arg, a, f.again, term_true(f.b.t));
    assert_false(arg_cover(f.arg, c));
    arg_cover_with(f.arg, c, &(VecU32){ .at = (uint32_t[]){ a, b }, .count = 2 });
    assert_int_equal(arg_node(f.arg, c)->coverers.count, 2);
    assert_true(good(&f));
    arg_strengthen(f.arg, b, term_not(f.b.t, below(&f, 9)));
    assert_false(arg_is_live(f.arg, c)); // 10 and up, or below: still all
    arg_strengthen(f.arg, b, term_not(f.b.t, below(&f, 12)));
    assert_true(arg_is_live(f.arg, c));
    assert_int_equal(arg_node(f.arg, a)->covers.count, 0);
    assert_true(good(&f));
    drop_fixture(&f);
}

// Leaves that could all cover each other: each is covered once or twice, not once for all ways to choose.
static void test_cover_leaves(void **state) {
    (void)state;
    enum { LEAVES = 30 };
    Fixture f = make(ARG_DEPTH_FIRST);
    NodeId n;
    arg_set_expanded(f.arg, ARG_ROOT);
    for (int i = 0; i < LEAVES; i++)
        arg_child(f.arg, ARG_ROOT, f.enter, term_true(f.b.t));
    while ((n = arg_next(f.arg)) && f.arg->stats.covered < 10 * LEAVES)
        if (!arg_cover(f.arg, n))
            arg_set_expanded(f.arg, n);
    assert_int_equal(n, 0);
    assert_in_range(f.arg->stats.covered, LEAVES - 1, 2 * LEAVES);
    assert_true(good(&f));
    drop_fixture(&f);
}

static void expand(Fixture *f, NodeId n) {
    const VecU32 *cuts = arg_cuts(f->arg, n);
    arg_set_expanded(f->arg, n);
    for (uint32_t i = 0; i < cuts->count; i++)
        arg_child(f->arg, n, cuts->at[i], term_true(f->b.t));
}

static void test_order(void **state) {
    (void)state;
    for (int order = ARG_DEPTH_FIRST; order <= ARG_BREADTH_FIRST; order++) {
        Fixture f = make((ArgOrder)order);
        assert_int_equal(arg_next(f.arg), ARG_ROOT);
        expand(&f, ARG_ROOT);
        NodeId head = arg_next(f.arg);
        assert_int_equal(arg_node(f.arg, head)->point, f.head);
        NodeId second = arg_child(f.arg, ARG_ROOT, f.enter, term_true(f.b.t));
        expand(&f, head);
        NodeId error = arg_next(f.arg), next = 0;
        assert_true(arg_is_error(f.arg, error)); // errors come first
        arg_strengthen(f.arg, error, term_false(f.b.t));
        next = arg_next(f.arg);
        assert_int_equal(next == second, order == ARG_BREADTH_FIRST);
        assert_int_equal(arg_node(f.arg, next)->point, f.head);
        drop_fixture(&f);
    }
}

// A node with two ways in is live as long as one of them is.
static void test_dag(void **state) {
    (void)state;
    Fixture f = make(ARG_DEPTH_FIRST);
    Term yes = term_true(f.b.t);
    NodeId a = arg_child(f.arg, ARG_ROOT, f.enter, yes);
    NodeId b = arg_child(f.arg, a, f.again, yes);
    NodeId c = arg_child(f.arg, a, f.again, yes);
    NodeId d = arg_child(f.arg, b, f.again, yes);
    arg_join(f.arg, c, d, f.again);
    assert_int_equal(arg_node(f.arg, d)->ways, 2);
    assert_true(arg_cover_by(f.arg, b, a));
    assert_true(arg_is_live(f.arg, d));
    assert_true(arg_cover_by(f.arg, c, a));
    assert_false(arg_is_live(f.arg, d));
    assert_true(good(&f));
    arg_uncover(f.arg, c);
    assert_true(arg_is_live(f.arg, d));
    assert_true(good(&f));
    drop_fixture(&f);
}

static void test_remove(void **state) {
    (void)state;
    Fixture f = make(ARG_DEPTH_FIRST);
    Term yes = term_true(f.b.t);
    NodeId a = arg_child(f.arg, ARG_ROOT, f.enter, yes);
    NodeId b = arg_child(f.arg, a, f.again, below(&f, 4));
    NodeId c = arg_child(f.arg, b, f.again, below(&f, 4));
    NodeId d = arg_child(f.arg, ARG_ROOT, f.enter, below(&f, 3));
    assert_true(arg_cover_by(f.arg, d, c));
    arg_set_expanded(f.arg, a);
    arg_remove_below(f.arg, a);
    assert_true(arg_node(f.arg, b)->removed && arg_node(f.arg, c)->removed);
    assert_true(arg_is_live(f.arg, d));
    assert_false(arg_node(f.arg, a)->expanded);
    assert_int_equal(f.arg->at[f.head].count, 2);
    assert_true(good(&f));
    drop_fixture(&f);
}

static void test_invariants(void **state) {
    (void)state;
    Fixture f = make(ARG_DEPTH_FIRST);
    Claim claim;
    claim_init(&claim);
    NodeId a = arg_child(f.arg, ARG_ROOT, f.enter, below(&f, 10));
    arg_child(f.arg, ARG_ROOT, f.enter, below(&f, 20));
    NodeId c = arg_child(f.arg, a, f.again, below(&f, 5));
    assert_true(arg_cover_by(f.arg, c, a));
    arg_invariants(f.arg, &claim);
    assert_int_equal(claim.proof.invariants.count, f.graph->points.count);
    for (uint32_t i = 0; i < claim.proof.invariants.count; i++) {
        Term formula = claim.proof.invariants.at[i].formula;
        if (claim.proof.invariants.at[i].loc == f.b.p->error)
            assert_int_equal(term_op(f.b.t, formula), OP_FALSE);
        if (claim.proof.invariants.at[i].loc == f.graph->points.at[f.head].loc)
            assert_int_equal(smt_equivalent(f.smt, formula, below(&f, 20)), SMT_VALID);
    }
    claim_free(&claim);
    drop_fixture(&f);
}

static bool no_step(void *context, uint32_t cut, Term before, Term after) {
    (void)context, (void)cut, (void)before;
    return term_op(((Fixture *)context)->b.t, after) == OP_TRUE;
}

// Each fault is found.
static void test_check(void **state) {
    (void)state;
    Fixture f = make(ARG_DEPTH_FIRST);
    Term yes = term_true(f.b.t);
    Reason why = { 0 };
    NodeId a = arg_child(f.arg, ARG_ROOT, f.enter, yes), b = arg_child(f.arg, a, f.again, yes);
    assert_false(arg_check(f.arg, yes, true, NULL, NULL, &why)); // nothing is expanded
    assert_non_null(strstr(why.text, "not expanded"));
    assert_true(arg_check(f.arg, yes, false, no_step, &f, &why));
    assert_true(arg_cover_by(f.arg, b, a));
    arg_node(f.arg, a)->label = below(&f, 9); // behind its back
    expect_bad(&f, "does not imply those of its coverers");
    assert_false(arg_check(f.arg, yes, false, no_step, &f, &why));
    arg_node(f.arg, a)->label = yes;
    arg_node(f.arg, b)->live = true;
    expect_bad(&f, "live where it should not");
    arg_node(f.arg, b)->live = false;
    arg_node(f.arg, b)->coverers.at[0] = b;
    expect_bad(&f, "must not cover it");
    arg_node(f.arg, b)->coverers.at[0] = a;
    arg_node(f.arg, ARG_ROOT)->label = below(&f, 9);
    expect_bad(&f, "root");
    drop_fixture(&f);
}

static NodeId some_node(Fixture *f, uint64_t *seed) {
    return 1 + (NodeId)(random_next(seed) % (f->arg->nodes.count - 1));
}

static void random_change(Fixture *f, uint64_t *seed) {
    NodeId a = some_node(f, seed), b = some_node(f, seed);
    ArgNode *node = arg_node(f->arg, a);
    if (node->removed || arg_node(f->arg, b)->removed)
        return;
    uint32_t cut = a == ARG_ROOT ? f->enter : f->again;
    switch (random_next(seed) % 12) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
        if (!arg_is_error(f->arg, a))
            arg_child(f->arg, a, cut, below(f, 1 + random_next(seed) % 40));
        break;
    case 5:
    case 6:
        if (a != ARG_ROOT)
            arg_strengthen(f->arg, a, below(f, 1 + random_next(seed) % 40));
        break;
    case 7:
    case 8:
        arg_cover_by(f->arg, a, b);
        break;
    case 9:
        if (arg_is_live(f->arg, a))
            arg_cover(f->arg, a);
        break;
    case 10:
        arg_uncover(f->arg, a);
        break;
    case 11:
        if (random_next(seed) % 8 == 0 && a != ARG_ROOT)
            arg_remove_below(f->arg, a);
        break;
    }
}

// Whatever is done, the invariants hold, and each node that should wait is given out.
static void test_random(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Fixture f = make(seed % 2 ? ARG_DEPTH_FIRST : ARG_BREADTH_FIRST);
        uint64_t random = seed;
        Reason why;
        for (int i = 0; i < 150; i++) {
            random_change(&f, &random);
            if (!arg_check(f.arg, term_true(f.b.t), false, NULL, NULL, &why))
                fail_msg("seed %d, change %d: %s", (int)seed, i, why.text);
        }
        uint32_t waiting = 0, given = 0;
        for (NodeId n = 1; n < f.arg->nodes.count; n++)
            waiting += arg_is_live(f.arg, n) && !arg_node(f.arg, n)->expanded && !arg_is_false(f.arg, n);
        for (NodeId n; (n = arg_next(f.arg)); given++)
            arg_set_expanded(f.arg, n);
        assert_int_equal(given, waiting);
        drop_fixture(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cover),        cmocka_unit_test(test_cover_together),
        cmocka_unit_test(test_cover_leaves), cmocka_unit_test(test_order),
        cmocka_unit_test(test_dag),          cmocka_unit_test(test_remove),
        cmocka_unit_test(test_invariants),   cmocka_unit_test(test_check),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
