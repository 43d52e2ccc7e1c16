// Proofs with functions: summaries, what holds at entries, and what calls leave alone.
#include "answer/check/check_proof.h"
#include "build_program.h"
#include "engine/chc/clauses.h"
#include "program/step/call.h"

typedef struct CallProof {
    Build b;
    VEC(Invariant) invariants;
} CallProof;

static void claim(CallProof *p, LocId loc, Term formula) {
    vec_push(&p->invariants, (Invariant){ loc, formula });
}

static ProofCheck checked_proof(CallProof *p) {
    program_check(p->b.p);
    return check_invariants(p->b.p, p->invariants.count, p->invariants.at, NULL);
}

// Expects that the proof stands, or that it fails with this in its reason.
static void expect_proof(CallProof *p, const char *failure) {
    ProofCheck check = checked_proof(p);
    if (check.stands != !failure)
        fail_msg("%s: %s", check.reason.text, check.detail.text);
    if (failure && !strstr(check.reason.text, failure) && !strstr(check.detail.text, failure))
        fail_msg("%s: %s", check.reason.text, check.detail.text);
    proof_check_free(&check);
    vec_free(&p->invariants);
    program_free(p->b.p);
}

static Term eq(Build *b, Term x, uint64_t n) {
    return term_eq(b->t, x, num(b, n));
}

static Term at_most(Build *b, Term x, uint64_t n) {
    return term_2(b->t, OP_BV_SLE, x, num(b, n));
}

// ---- a loop as tail recursion ----
// int f(int x) { if (x < 10) return f(x + 1); return x; }    main: r = f(0); if (r != 10) error
typedef struct Tail {
    CallProof p;
    FuncId f;
    VarId x, y, r;
    LocId main_call, main_after, call, after, exit, entry;
} Tail;

static Tail tail(void) {
    Tail t = { .p.b = begin() };
    Build *b = &t.p.b;
    FuncId entry = b->f;
    func(b, "f", 1);
    t.f = b->f;
    t.x = param(b, "x", bv(b, 32));
    t.y = local(b, "y");
    t.entry = b->at;
    t.exit = b->p->funcs.at[t.f].exit;
    LocId done = place(b);
    branch(b, at_most(b, val(b, t.x), 9), done);
    t.call = b->at;
    call(b, t.y, t.f, 1, (Term[]){ add(b, val(b, t.x), num(b, 1)) });
    t.after = b->at;
    ret(b, val(b, t.y));
    b->at = done;
    ret(b, val(b, t.x));
    b->f = entry;
    b->at = b->p->funcs.at[entry].entry;
    t.r = local(b, "r");
    t.main_call = b->at;
    call(b, t.r, t.f, 1, (Term[]){ num(b, 0) });
    t.main_after = b->at;
    LocId good = place(b);
    branch(b, term_not(b->t, eq(b, val(b, t.r), 10)), good);
    stop(b, CMD_ERROR, (Term){ 0 }, "error");
    b->at = good;
    ret(b, num(b, 0));
    return t;
}

static void claim_tail(Tail *t, Term at_entry, Term at_exit) {
    Build *b = &t->p.b;
    claim(&t->p, t->entry, at_entry);
    claim(&t->p, t->call, at_most(b, val(b, t->x), 9));
    claim(&t->p, t->after, eq(b, val(b, t->y), 10));
    claim(&t->p, t->exit, at_exit);
    claim(&t->p, t->main_after, eq(b, val(b, t->r), 10));
}

static Term result_is(Tail *t, uint64_t n) {
    return eq(&t->p.b, calls_result(t->p.b.p, t->f, 0), n);
}

static void test_tail(void **unused) {
    (void)unused;
    Tail t = tail();
    claim_tail(&t, at_most(&t.p.b, val(&t.p.b, t.x), 10), result_is(&t, 10));
    expect_proof(&t.p, NULL);
}

static void test_wrong_summary(void **unused) {
    (void)unused;
    Tail t = tail();
    claim_tail(&t, at_most(&t.p.b, val(&t.p.b, t.x), 10), result_is(&t, 11));
    expect_proof(&t.p, "condition");
    t = tail();
    claim_tail(&t, at_most(&t.p.b, val(&t.p.b, t.x), 10), term_false(t.p.b.t));
    expect_proof(&t.p, "step condition");
}

static void test_wrong_entry(void **unused) {
    (void)unused;
    Tail t = tail(); // the last call has 10
    claim_tail(&t, at_most(&t.p.b, val(&t.p.b, t.x), 9), result_is(&t, 10));
    expect_proof(&t.p, "call condition");
    t = tail();
    claim_tail(&t, term_false(t.p.b.t), result_is(&t, 10));
    expect_proof(&t.p, "call condition");
    t = tail(); // too weak: the result may be more
    claim_tail(&t, term_true(t.p.b.t), result_is(&t, 10));
    expect_proof(&t.p, "step condition");
}

static void test_weak_summary(void **unused) {
    (void)unused;
    Tail t = tail();
    claim_tail(&t, at_most(&t.p.b, val(&t.p.b, t.x), 10), at_most(&t.p.b, calls_result(t.p.b.p, t.f, 0), 10));
    expect_proof(&t.p, "return condition");
}

static void test_without_summary(void **unused) {
    (void)unused;
    Tail t = tail();
    claim(&t.p, t.main_after, eq(&t.p.b, val(&t.p.b, t.r), 10));
    expect_proof(&t.p, "calls");
}

// What is not in scope may not be spoken of.
static void test_scope(void **unused) {
    (void)unused;
    for (int i = 0; i < 5; i++) {
        Tail t = tail();
        Build *b = &t.p.b;
        claim_tail(&t, at_most(b, val(b, t.x), 10), result_is(&t, 10));
        Term x = val(b, t.x), bad[] = { calls_result(b->p, t.f, 0), val(b, t.r), calls_after_copy(b->p, x),
                                        term_var(b->t, "inner!x", bv(b, 32)), calls_entry_copy(b->p, val(b, t.y)) };
        claim(&t.p, i == 0 ? t.after : t.call, eq(b, bad[i], 10));
        expect_proof(&t.p, "is no formula over the variables");
    }
    Tail t = tail();
    claim_tail(&t, at_most(&t.p.b, val(&t.p.b, t.x), 10), result_is(&t, 10));
    claim(&t.p, t.main_after, at_most(&t.p.b, calls_entry_copy(t.p.b.p, val(&t.p.b, t.x)), 10));
    expect_proof(&t.p, "is no formula over the variables");
}

// ---- a global that goes up and down ----
// void f(void) { g++; if (input) f(); g -= down; }    main: k = input; g = k; f(); if (g != k) error
typedef struct Updown {
    CallProof p;
    FuncId f;
    Term g, k;
    LocId call, after, exit, entry, main_call, main_after;
} Updown;

static Updown updown(uint64_t down) {
    Updown u = { .p.b = begin() };
    Build *b = &u.p.b;
    FuncId entry = b->f;
    VarId g = program_var(b->p, 0, "g", bv(b, 32), VAR_GLOBAL);
    u.g = val(b, g);
    func(b, "f", 0);
    u.f = b->f;
    u.entry = b->at;
    u.exit = b->p->funcs.at[u.f].exit;
    VarId more = local(b, "more");
    set(b, g, add(b, u.g, num(b, 1)));
    input(b, more, "nondet");
    LocId meet = place(b);
    branch(b, term_not(b->t, eq(b, val(b, more), 0)), meet);
    u.call = b->at;
    call(b, 0, u.f, 0, NULL);
    u.after = b->at;
    edge(b, meet, (Cmd){ .kind = CMD_SKIP });
    b->at = meet;
    set(b, g, term_bv_sub(b->t, u.g, num(b, down)));
    edge(b, u.exit, (Cmd){ .kind = CMD_RETURN });
    b->f = entry;
    b->at = b->p->funcs.at[entry].entry;
    VarId k = local(b, "k");
    u.k = val(b, k);
    input(b, k, "nondet");
    set(b, g, u.k);
    u.main_call = b->at;
    call(b, 0, u.f, 0, NULL);
    u.main_after = b->at;
    LocId good = place(b);
    branch(b, term_not(b->t, term_eq(b->t, u.g, u.k)), good);
    stop(b, CMD_ERROR, (Term){ 0 }, "error");
    b->at = good;
    ret(b, num(b, 0));
    return u;
}

static void claim_updown(Updown *u) {
    Build *b = &u->p.b;
    Term before = calls_entry_copy(b->p, u->g), up = term_eq(b->t, u->g, add(b, before, num(b, 1)));
    claim(&u->p, u->call, up);
    claim(&u->p, u->after, up);
    claim(&u->p, u->exit, term_eq(b->t, u->g, before));
    claim(&u->p, u->main_call, term_eq(b->t, u->g, u->k));
    claim(&u->p, u->main_after, term_eq(b->t, u->g, u->k));
}

static void test_global(void **unused) {
    (void)unused;
    Updown u = updown(1);
    claim_updown(&u);
    expect_proof(&u.p, NULL);
    u = updown(2);
    claim_updown(&u);
    expect_proof(&u.p, "step condition");
    u = updown(2); // that a call leaves the global alone
    claim_updown(&u);
    u.p.invariants.at[2].formula = term_true(u.p.b.t);
    expect_proof(&u.p, "return condition");
}

static void test_changes(void **unused) {
    (void)unused;
    Updown u = updown(1);
    Blocks *blocks = blocks_new(u.p.b.p);
    Calls *calls = calls_new(u.p.b.p, blocks);
    assert_true(calls_changes(calls, u.f, u.g));
    assert_true(calls_changes(calls, u.p.b.p->entry, u.g));
    assert_int_equal(calls_first(calls, u.f, u.g).id, calls_entry_copy(u.p.b.p, u.g).id);
    assert_true(calls_at(u.p.b.p, u.call) != 0);
    assert_int_equal(calls_at(u.p.b.p, u.after), 0);
    calls_free(calls);
    blocks_free(blocks);
    Tail t = tail();
    blocks = blocks_new(t.p.b.p);
    calls = calls_new(t.p.b.p, blocks);
    assert_false(calls_changes(calls, t.f, val(&t.p.b, t.x)));
    assert_int_equal(calls_first(calls, t.f, val(&t.p.b, t.x)).id, val(&t.p.b, t.x).id);
    calls_free(calls);
    blocks_free(blocks);
    program_free(u.p.b.p);
    program_free(t.p.b.p);
}

// ---- clauses ----
static void test_clauses(void **unused) {
    (void)unused;
    Tail t = tail();
    Clauses c;
    Text text = { 0 };
    System *system = system_new(t.p.b.p, (SystemOptions){ .calls = true });
    clauses_open(&c, system);
    assert_true(system_has_calls(system));
    uint32_t calls = 0;
    for (uint32_t i = 0; i < c.origins.count; i++)
        calls += c.origins.at[i].kind == CLAUSE_ENTER || c.origins.at[i].kind == CLAUSE_RETURN;
    assert_int_equal(calls, 4);
    clauses_print(&c, &text);
    assert_non_null(strstr(text.at, "(set-logic HORN)"));
    assert_non_null(strstr(text.at, "(check-sat)"));
    vec_free(&text);
    Term *out = base_alloc(c.horn->scopes.count * sizeof *out);
    Reason why = { "" };
    VecU32 derivation = { 0 };
    assert_int_equal(horn_derive(c.horn, (SmtLimits){ .seconds = 30 }, out, &derivation, &why), HORN_SOLVED);
    Smt *smt = smt_new(t.p.b.t, (SmtLimits){ .seconds = 10 });
    for (uint32_t i = 0; i < c.horn->clauses.count; i++) {
        uint32_t head = c.horn->clauses.at[i].head;
        Term conclusion = horn_head(c.horn, i, head == HORN_FALSE ? term_false(t.p.b.t) : out[head]);
        assert_int_equal(smt_implies(smt, horn_premise(c.horn, i, out), conclusion), SMT_VALID);
    }
    smt_free(smt);
    free(out);
    clauses_close(&c);
    system_free(system);
    program_free(t.p.b.p);
}

// A system without solution: the clauses of a derivation are returned.
static void test_derivation(void **unused) {
    (void)unused;
    Terms *t = terms_new();
    Term x = term_var(t, "x", sort_int(t)), y = term_var(t, "y", sort_int(t)), none = { 0 };
    Horn *h = horn_new(t);
    uint32_t r = horn_relation(h);
    horn_scope(h, r, x);
    VecTerm args = { 0 };
    vec_push(&args, x);
    horn_step(h, 0, NULL, &args, term_eq(t, x, term_int(t, 0)), r);
    vec_push(&args, y);
    horn_step(h, 1, &r, &args, term_eq(t, y, term_2(t, OP_ADD, x, term_int(t, 1))), r);
    args.count = 1;
    horn_step(h, 1, &r, &args, term_eq(t, x, term_int(t, 3)), HORN_FALSE);
    VecU32 derivation = { 0 };
    Reason why = { "" };
    assert_int_equal(horn_derive(h, (SmtLimits){ .seconds = 30 }, &none, &derivation, &why), HORN_UNSOLVABLE);
    assert_true(derivation.count >= 4);
    assert_int_equal(vec_last(&derivation), 2);
    assert_int_equal(derivation.at[derivation.count - 2], 1);
    vec_free(&derivation);
    vec_free(&args);
    horn_free(h);
    terms_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tail),         cmocka_unit_test(test_wrong_summary),   cmocka_unit_test(test_wrong_entry),
        cmocka_unit_test(test_weak_summary), cmocka_unit_test(test_without_summary), cmocka_unit_test(test_scope),
        cmocka_unit_test(test_global),       cmocka_unit_test(test_changes),         cmocka_unit_test(test_clauses),
        cmocka_unit_test(test_derivation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
