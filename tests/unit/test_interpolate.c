// Interpolation: the examples of the literature, each kind of problem, the trap
// that has no answer.  Conditions are checked here by a session of our own.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "logic/reason/interpolate.h"
#include "logic/reason/qe.h"

// The solver itself loses a little memory when its fixed-point engine is stopped.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libz3.so";
}

static Terms *t;
static Smt *smt;
static Interpolator *ip;

static int set_up(void **state) {
    (void)state;
    t = terms_new();
    smt = smt_new(t, (SmtLimits){ 0 });
    ip = interpolator_new(t, (SmtLimits){ .seconds = 10 });
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    interpolator_free(ip);
    smt_free(smt);
    terms_free(t);
    return 0;
}

static Term num(const char *name) {
    return term_var(t, name, sort_int(t));
}

static Term flag(const char *name) {
    return term_var(t, name, sort_bool(t));
}

static Term k(int64_t v) {
    return term_int(t, v);
}

static Term add(Term a, Term b) {
    return term_2(t, OP_ADD, a, b);
}

static Term le(Term a, Term b) {
    return term_2(t, OP_LE, a, b);
}

static Term lt(Term a, Term b) {
    return term_2(t, OP_LT, a, b);
}

static Term eq(Term a, Term b) {
    return term_eq(t, a, b);
}

static Term ne(Term a, Term b) {
    return term_not(t, term_eq(t, a, b));
}

static void assert_valid(Term premise, Term conclusion) {
    assert_int_equal(smt_implies(smt, premise, conclusion), SMT_VALID);
}

static void assert_equivalent(Term a, Term b) {
    assert_int_equal(smt_equivalent(smt, a, b), SMT_VALID);
}

static bool mentions(Term a, Term x) {
    VecTerm vars = { 0 };
    bool found = false;
    term_vars(t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        found |= term_same(vars.at[i], x);
    vec_free(&vars);
    return found;
}

static void assert_sequence(uint32_t n, const Term a[], const Term out[]) {
    assert_true(term_same(out[0], term_true(t)));
    assert_true(term_same(out[n], term_false(t)));
    for (uint32_t i = 0; i < n; i++)
        assert_valid(term_and(t, out[i], a[i]), out[i + 1]);
}

// One interpolant: a implies out, out contradicts b.
static ItpAnswer interpolate_pair(Interpolator *with, Term a, Term b, Term *out) {
    Term all[3];
    ItpAnswer answer = interpolate_sequence(with, 2, (Term[]){ a, b }, all);
    *out = all[1];
    return answer;
}

// x = y + z, y >= 0, z > 5 against x <= -10.
static void binary_over_one_variable(void **state) {
    (void)state;
    Term x = num("x"), y = num("y"), z = num("z"), out;
    Term a = term_and_n(t, 3, (Term[]){ eq(x, add(y, z)), le(k(0), y), lt(k(5), z) }), b = le(x, k(-10));
    assert_int_equal(interpolate_pair(ip, a, b, &out), ITP_FOUND);
    assert_valid(a, out);
    assert_valid(out, term_not(t, b));
    assert_true(mentions(out, x) && !mentions(out, y) && !mentions(out, z));
    assert_int_equal(interpolate_pair(ip, a, le(x, k(10)), &out), ITP_SATISFIABLE);
}

// L05: b and (!b or c) against !c is c.
static void propositional(void **state) {
    (void)state;
    Term b = flag("b"), c = flag("c"), out;
    Term a = term_and(t, b, term_or(t, term_not(t, b), c));
    assert_int_equal(interpolate_pair(ip, a, term_not(t, c), &out), ITP_FOUND);
    assert_true(term_same(out, c));
}

static void short_sequence(void **state) {
    (void)state;
    Term x1 = num("x1"), x2 = num("x2"), out[4];
    Term a[3] = { le(k(1), x1), eq(x2, x1), eq(x2, k(0)) };
    assert_int_equal(interpolate_sequence(ip, 3, a, out), ITP_FOUND);
    assert_sequence(3, a, out);
    assert_false(mentions(out[2], x1));
}

// L06: x=ctr, ctr+1, y=ctr against x=i-1, y!=i is y=x+1.
static void counter_pair(void **state) {
    (void)state;
    Term x = num("x1"), y = num("y1"), c0 = num("ctr0"), c1 = num("ctr1"), i = num("i0"), out;
    Term a = term_and_n(t, 3, (Term[]){ eq(x, c0), eq(c1, add(c0, k(1))), eq(y, c1) });
    Term b = term_and(t, eq(x, add(i, k(-1))), ne(y, i));
    assert_int_equal(interpolate_pair(ip, a, b, &out), ITP_FOUND);
    assert_equivalent(out, eq(y, add(x, k(1))));
}

// L07: the predicate map of the trace x=ctr; ctr++; y=ctr; assume x=i-1; assume y!=i.
static void predicate_map(void **state) {
    (void)state;
    Term x = num("x1"), y = num("y1"), c0 = num("ctr0"), c1 = num("ctr1"), i = num("i0"), out[6];
    Term a[5] = { eq(x, c0), eq(c1, add(c0, k(1))), eq(y, c1), eq(x, add(i, k(-1))), ne(y, i) };
    assert_int_equal(interpolate_sequence(ip, 5, a, out), ITP_FOUND);
    assert_sequence(5, a, out);
    assert_equivalent(out[1], eq(x, c0));
    assert_equivalent(out[2], eq(x, add(c1, k(-1))));
    assert_equivalent(out[3], eq(y, add(x, k(1))));
    assert_equivalent(out[4], eq(y, i));
}

// x=ctr; ctr++; y=ctr; assume x=m; assume y!=m+1.
static void counter_trace(void **state) {
    (void)state;
    Term x = num("x1"), y = num("y1"), c0 = num("ctr0"), c1 = num("ctr1"), m = num("m0"), out[6];
    Term a[5] = { eq(x, c0), eq(c1, add(c0, k(1))), eq(y, c1), eq(x, m), ne(y, add(m, k(1))) };
    assert_int_equal(interpolate_sequence(ip, 5, a, out), ITP_FOUND);
    assert_sequence(5, a, out);
    assert_equivalent(out[1], eq(x, c0));
    assert_equivalent(out[2], eq(x, add(c1, k(-1))));
    assert_equivalent(out[3], eq(x, add(y, k(-1))));
    assert_equivalent(out[4], eq(y, add(m, k(1))));
}

// b>0; c=2b; a=b; a=a-1; a<b; a=c: after the fourth command a <= c - 2, unless
// a<b is used; without it there is no choice.
static void linear_trace(void **state) {
    (void)state;
    Term b = num("b"), c = num("c"), a0 = num("a0"), a1 = num("a1"), out[7];
    Term a[6] = { lt(k(0), b), eq(c, term_2(t, OP_MUL, k(2), b)), eq(a0, b), eq(a1, add(a0, k(-1))), lt(a1, b),
                  eq(a1, c) };
    assert_int_equal(interpolate_sequence(ip, 6, a, out), ITP_FOUND);
    assert_sequence(6, a, out);
    a[4] = term_true(t);
    assert_int_equal(interpolate_sequence(ip, 6, a, out), ITP_FOUND);
    assert_sequence(6, a, out);
    assert_equivalent(out[4], le(a1, add(c, k(-2))));
}

// *x=0; y=x; assume y==x; *y=*y+1; assume *x==0, pointers by their aliasing cases.
static void pointer_trace(void **state) {
    (void)state;
    Term x = num("x"), y0 = num("y0"), y1 = num("y1"), sy0 = num("sy0"), sy1 = num("sy1"), sy2 = num("sy2"),
         sy3 = num("sy3");
    Term sx1 = num("sx1"), sx2 = num("sx2"), out[7];
    Term next = add(sy2, k(1));
    Term a[6] = { ne(x, y0),
                  term_and(t, eq(sx1, k(0)), term_ite(t, eq(x, y0), eq(sy1, k(0)), eq(sy1, sy0))),
                  term_and(t, eq(y1, x), eq(sy2, sx1)),
                  term_and(t, eq(y1, x), eq(sy2, sx1)),
                  term_and(t, eq(sy3, next), term_ite(t, eq(x, y1), eq(sx2, next), eq(sx2, sx1))),
                  eq(sx2, k(0)) };
    assert_int_equal(interpolate_sequence(ip, 6, a, out), ITP_FOUND);
    assert_sequence(6, a, out);
    assert_valid(out[4], eq(x, y1)); // both facts are needed before the fifth command
    assert_valid(out[4], eq(sy2, k(0)));
}

// old=state; assume state=0; state=1; assume old=0; then another thread's old=state; assume state=0.
static void test_and_set_trace(void **state) {
    (void)state;
    Term s0 = num("state0"), s1 = num("state1"), o1 = num("old1"), o0 = num("old0"), out[7];
    Term a[6] = { eq(o1, s0), eq(s0, k(0)), eq(s1, k(1)), eq(o1, k(0)), eq(o0, s1), eq(s1, k(0)) };
    assert_int_equal(interpolate_sequence(ip, 6, a, out), ITP_FOUND);
    assert_sequence(6, a, out);
    for (int i = 3; i <= 5; i++) { // the value of state, and nothing else
        assert_valid(eq(s1, k(1)), out[i]);
        assert_valid(out[i], ne(s1, k(0)));
    }
}

// One update of an array cannot change two cells: no formula over the two arrays says so.
static void array_trap(void **state) {
    (void)state;
    Sort s = sort_array(t, sort_int(t), sort_int(t));
    Term m = term_var(t, "M", s), n = term_var(t, "N", s), x = num("x"), y = num("y"), p = num("p"), q = num("q"), out;
    Term a = eq(n, term_3(t, OP_STORE, m, x, y));
    Term b = term_and_n(t, 3,
                        (Term[]){ ne(p, q), ne(term_2(t, OP_SELECT, m, p), term_2(t, OP_SELECT, n, p)),
                                  ne(term_2(t, OP_SELECT, m, q), term_2(t, OP_SELECT, n, q)) });
    Interpolator *quick = interpolator_new(t, (SmtLimits){ .seconds = 2 });
    assert_int_equal(interpolate_pair(quick, a, b, &out), ITP_UNKNOWN);
    assert_true(out.id == 0);
    assert_true(*interpolator_reason(quick));
    interpolator_free(quick);
}

// L08: the cut inside a called function: only its own variables may occur.
static void function_cut(void **state) {
    (void)state;
    Term a0 = num("a0"), fx = num("fx0"), x0 = num("x0"), x1 = num("x1"), r = num("r0"), b = num("b0"), out;
    Term inside = term_and(t, eq(x0, fx), eq(x1, add(x0, k(1))));
    Term rest = term_and_n(t, 5, (Term[]){ eq(a0, k(0)), eq(fx, a0), eq(r, x1), eq(b, r), ne(a0, add(b, k(-1))) });
    assert_int_equal(interpolate_pair(ip, inside, rest, &out), ITP_FOUND);
    assert_equivalent(out, eq(x1, add(fx, k(1))));
}

// ---- DAGs ----
static void assert_dag(const ItpDag *d, const Term out[]) {
    assert_true(term_same(out[d->entry], term_true(t)) && term_same(out[d->exit], term_false(t)));
    for (uint32_t e = 0; e < d->n_edges; e++)
        assert_valid(term_and(t, out[d->edges[e].from], d->edges[e].label), out[d->edges[e].to]);
}

// One unrolling of: while (i < n) { if (i <= 2) x = 0; else x = i; i++; } if (x < 0) error.
static void branch_in_loop(void **state) {
    (void)state;
    Term i1 = num("i1"), x1 = num("x1"), n = num("n"), x5 = num("x5"), i6 = num("i6"), x6 = num("x6"), out[6];
    Term frame = eq(x6, x5), step = term_and(t, eq(i6, add(i1, k(1))), frame);
    ItpEdge edges[] = {
        { 0, 1, term_and(t, eq(i1, k(0)), eq(x1, k(0))) },
        { 1, 2, lt(i1, n) },
        { 2, 3, term_and(t, le(i1, k(2)), eq(x5, k(0))) },
        { 2, 3, term_and(t, lt(k(2), i1), eq(x5, i1)) },
        { 3, 4, step },
        { 1, 5, term_and(t, le(n, i1), lt(x1, k(0))) },
        { 4, 5, term_and(t, le(n, i6), lt(x6, k(0))) },
    };
    ItpDag dag = { 6, 0, 5, COUNT(edges), edges };
    assert_int_equal(interpolate_dag(ip, &dag, out), ITP_FOUND);
    assert_dag(&dag, out);
    assert_valid(out[1], le(k(0), x1));
    assert_false(mentions(out[4], x5));
    edges[6].label = term_and(t, le(n, i6), le(x6, k(0)));
    assert_int_equal(interpolate_dag(ip, &dag, out), ITP_SATISFIABLE);
}

static void tree(void **state) {
    (void)state;
    Term r0 = num("r0"), r1 = num("r1"), r2 = num("r2"), l1 = num("l1"), out[3];
    uint32_t parent[3] = { 0, 0, 0 };
    Term a[3] = { term_and(t, eq(r0, add(r1, r2)), lt(r0, k(3))), term_and(t, le(k(1), l1), eq(r1, add(l1, k(1)))),
                  le(k(1), r2) };
    assert_int_equal(interpolate_tree(ip, 3, parent, a, out), ITP_FOUND);
    assert_true(term_same(out[0], term_false(t)));
    assert_valid(a[1], out[1]);
    assert_valid(a[2], out[2]);
    assert_valid(term_and_n(t, 3, (Term[]){ a[0], out[1], out[2] }), term_false(t));
    assert_false(mentions(out[1], l1));
}

// Two calls of McCarthy's function: the conditions, and the summaries and guards
// that follow from them.
static void state_and_transition(void **state) {
    (void)state;
    Term p = num("p"), r = num("r"), p1 = num("p1"), p2 = num("p2"), c6 = flag("c6"), c7 = flag("c7"), c8 = flag("c8");
    Term direct = term_and(t, lt(k(100), p), eq(r, add(p, k(-10))));
    Term calls = term_and_n(t, 5, (Term[]){ le(p, k(100)), eq(p1, add(p, k(11))), c6, c7, c8 });
    Term first = term_and(t, lt(k(100), p1), eq(p2, add(p1, k(-10))));
    Term second = term_and(t, lt(k(100), p2), eq(r, add(p2, k(-10))));
    Term phi[] = { term_true(t), term_or(t, direct, calls), term_implies(t, term_and(t, c6, c7), first),
                   term_implies(t, term_and(t, c7, c8), second), lt(r, k(91)) };
    Term g[4], s[3];
    assert_int_equal(interpolate_states(ip, 3, phi, g, s), ITP_FOUND);
    assert_valid(phi[0], g[0]);
    for (int i = 0; i < 3; i++) {
        assert_valid(phi[i + 1], s[i]);
        assert_valid(term_and(t, g[i], s[i]), g[i + 1]);
    }
    assert_valid(term_and(t, g[3], phi[4]), term_false(t));
    Term on[3] = { c6, c7, c8 }, yes[3] = { term_true(t), term_true(t), term_true(t) };
    Term sum2 = term_substitute(t, s[2], 3, on, yes); // summary of the second call
    Term guard2 = term_substitute(t, g[2], 3, on, yes);
    assert_valid(term_and_n(t, 3, (Term[]){ guard2, sum2, lt(r, k(91)) }), term_false(t));
}

// ---- elimination ----
// The label at node 6 from (c6 and x3 >= 0) or (c7 and x4 >= 0).
static void clean(void **state) {
    (void)state;
    Term c6 = flag("c6"), c7 = flag("c7"), x3 = num("x3"), x4 = num("x4"), yes = term_true(t);
    Term i6 = term_or(t, term_and(t, c6, le(k(0), x3)), term_and(t, c7, le(k(0), x4)));
    Reason why;
    Term at6 = term_substitute(t, i6, 1, &c6, &yes);
    Term cleaned = project_forall_exact(t, at6, 2, (Term[]){ c7, x4 }, (SmtLimits){ .seconds = 5 }, &why);
    assert_true(cleaned.id);
    assert_equivalent(cleaned, le(k(0), x3));
}

static void projection(void **state) {
    (void)state;
    Term x = num("x"), y = num("y"), z = num("z");
    Reason why;
    SmtLimits limits = { .seconds = 5 };
    Term f = term_and_n(t, 3, (Term[]){ eq(y, add(x, k(1))), le(k(3), x), le(y, z) });
    assert_equivalent(project_exact(t, f, 1, &x, limits, &why), term_and(t, le(k(4), y), le(y, z)));
    Term g = term_and(t, le(x, y), le(add(x, x), z));
    g = term_and(t, g, le(add(y, k(-5)), x));
    Term p = project_exact(t, g, 1, &x, limits, &why);
    assert_true(p.id && !mentions(p, x));
    assert_valid(g, p);
    assert_int_equal(smt_implies(smt, term_and(t, eq(y, k(0)), eq(z, k(-10))), p), SMT_VALID);
    assert_int_equal(smt_implies(smt, p, le(add(y, y), add(z, k(10)))), SMT_VALID);
    smt_push(smt);
    smt_assert(smt, g);
    assert_int_equal(smt_check(smt), SMT_SAT);
    Term under = project_under(smt, g, 1, &x);
    smt_pop(smt);
    assert_true(under.id && !mentions(under, x));
    assert_valid(under, p);
    Sort w = sort_bv(t, 8);
    Term a = term_var(t, "a", w), b = term_var(t, "b", w);
    Term inverse = solve_for(t, eq(b, term_2(t, OP_BV_MUL, term_bv(t, 3, 8), a)), a);
    assert_valid(eq(b, term_2(t, OP_BV_MUL, term_bv(t, 3, 8), a)), eq(a, inverse));
    assert_valid(eq(a, inverse), eq(b, term_2(t, OP_BV_MUL, term_bv(t, 3, 8), a)));
    Term product = eq(term_2(t, OP_BV_MUL, a, b), term_bv(t, 6, 8)), over = project_over(t, product, 1, &a, limits);
    assert_true(!mentions(over, a));
    assert_valid(product, over);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(binary_over_one_variable),
        TEST(propositional),
        TEST(short_sequence),
        TEST(counter_pair),
        TEST(predicate_map),
        TEST(counter_trace),
        TEST(linear_trace),
        TEST(pointer_trace),
        TEST(test_and_set_trace),
        TEST(array_trap),
        TEST(function_cut),
        TEST(branch_in_loop),
        TEST(tree),
        TEST(state_and_transition),
        TEST(clean),
        TEST(projection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
