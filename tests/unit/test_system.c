// Systems of several procedures: the state that matters, paths through calls, models of them, invariants.
#include "build_program.h"
#include "logic/smt/smt.h"
#include "program/step/cutpoint.h"
#include "system/invariants.h"
#include "system/path.h"

enum { MOST_STEPS = 60 };

static Term eq(Build *b, Term x, Term y) {
    return term_eq(b->t, x, y);
}

static Term not_eq (Build * b, Term x, Term y) {
    return term_not(b->t, eq(b, x, y));
}

static void go_back_to(Build *b, FuncId f) {
    b->f = f;
    b->at = b->p->funcs.at[f].entry;
}

// if (condition) error; return 0;
static void error_if(Build *b, Term condition) {
    LocId good = place(b);
    branch(b, condition, good);
    stop(b, CMD_ERROR, (Term){ 0 }, "error");
    b->at = good;
    ret(b, num(b, 0));
}

// ---- programs ----
// int g(int b) { if (b == 7) return b + 1; return b; }    int f(int a) { int y = g(a + 1); return y + 1; }
// main: u = 5; x = input; r = f(x); if (r != x + 2) error
typedef struct Chain {
    Build b;
    FuncId f, g;
    VarId u, x, r, a, y, at_g;
    LocId main_call, main_after, f_after;
} Chain;

static Chain chain(void) {
    Chain c = { .b = begin() };
    Build *b = &c.b;
    FuncId entry = b->f;
    func(b, "g", 1);
    c.g = b->f;
    c.at_g = param(b, "b", bv(b, 32));
    LocId other = place(b);
    branch(b, eq(b, val(b, c.at_g), num(b, 7)), other);
    ret(b, add(b, val(b, c.at_g), num(b, 1)));
    b->at = other;
    ret(b, val(b, c.at_g));
    func(b, "f", 1);
    c.f = b->f;
    c.a = param(b, "a", bv(b, 32));
    c.y = local(b, "y");
    call(b, c.y, c.g, 1, (Term[]){ add(b, val(b, c.a), num(b, 1)) });
    c.f_after = b->at;
    ret(b, add(b, val(b, c.y), num(b, 1)));
    go_back_to(b, entry);
    c.u = local(b, "u");
    c.x = local(b, "x");
    c.r = local(b, "r");
    set(b, c.u, num(b, 5));
    input(b, c.x, "nondet");
    c.main_call = b->at;
    call(b, c.r, c.f, 1, (Term[]){ val(b, c.x) });
    c.main_after = b->at;
    error_if(b, not_eq (b, val(b, c.r), add(b, val(b, c.x), num(b, 2))));
    program_split_entries(b->p);
    program_check(b->p);
    return c;
}

// int f(int x) { if (x < 4) return f(x + 1); return x; }    main: k = input; r = f(k); if (r == limit) error
typedef struct Tail {
    Build b;
    FuncId f;
    VarId x, k, r;
} Tail;

static Tail tail(uint64_t limit) {
    Tail c = { .b = begin() };
    Build *b = &c.b;
    FuncId entry = b->f;
    func(b, "f", 1);
    c.f = b->f;
    c.x = param(b, "x", bv(b, 32));
    VarId y = local(b, "y");
    LocId done = place(b);
    branch(b, term_2(b->t, OP_BV_SLT, val(b, c.x), num(b, 4)), done);
    call(b, y, c.f, 1, (Term[]){ add(b, val(b, c.x), num(b, 1)) });
    ret(b, val(b, y));
    b->at = done;
    ret(b, val(b, c.x));
    go_back_to(b, entry);
    c.k = local(b, "k");
    c.r = local(b, "r");
    set(b, c.k, num(b, 0));
    call(b, c.r, c.f, 1, (Term[]){ val(b, c.k) });
    error_if(b, eq(b, val(b, c.r), num(b, limit)));
    program_split_entries(b->p);
    program_check(b->p);
    return c;
}

// void f(void) { g++; if (input) f(); g -= 2; }    main: k = input; g = k; f(); if (g != k) error
typedef struct Updown {
    Build b;
    FuncId f;
    Term g, k;
} Updown;

static Updown updown(void) {
    Updown u = { .b = begin() };
    Build *b = &u.b;
    FuncId entry = b->f;
    VarId g = program_var(b->p, 0, "g", bv(b, 32), VAR_GLOBAL);
    u.g = val(b, g);
    func(b, "f", 0);
    u.f = b->f;
    VarId more = local(b, "more");
    set(b, g, add(b, u.g, num(b, 1)));
    input(b, more, "nondet");
    LocId meet = place(b);
    branch(b, not_eq (b, val(b, more), num(b, 0)), meet);
    call(b, 0, u.f, 0, NULL);
    edge(b, meet, (Cmd){ .kind = CMD_SKIP });
    b->at = meet;
    set(b, g, term_bv_sub(b->t, u.g, num(b, 2)));
    edge(b, b->p->funcs.at[u.f].exit, (Cmd){ .kind = CMD_RETURN });
    go_back_to(b, entry);
    VarId k = local(b, "k");
    u.k = val(b, k);
    input(b, k, "nondet");
    set(b, g, u.k);
    call(b, 0, u.f, 0, NULL);
    error_if(b, not_eq (b, u.g, u.k));
    program_split_entries(b->p);
    program_check(b->p);
    return u;
}

static System *with_calls(Build *b) {
    return system_new(b->p, (SystemOptions){ .calls = true });
}

// ---- the state that matters ----
static bool matters_at(const Procedure *proc, LocId loc, Term variable) {
    return procedure_matters(proc, cut_point_at(proc->graph, loc), variable);
}

static void test_chain(void **unused) {
    (void)unused;
    Chain c = chain();
    Build *b = &c.b;
    System *s = with_calls(b);
    assert_int_equal(s->procs.count, 3);
    assert_true(system_has_calls(s));
    const Procedure *main = system_entry(s), *f = system_procedure(s, c.f), *g = system_procedure(s, c.g);
    assert_true(main->func == b->p->entry && f->func == c.f && g->func == c.g);
    // main: x and r after the call, x alone before it; u is never read
    assert_false(procedure_slot(main, val(b, c.u)));
    assert_false(procedure_slot(main, val(b, c.a)));
    assert_true(matters_at(main, c.main_call, val(b, c.x)) && !matters_at(main, c.main_call, val(b, c.r)));
    assert_true(matters_at(main, c.main_after, val(b, c.x)) && matters_at(main, c.main_after, val(b, c.r)));
    // f: its result at the exit only; its parameter, which it does not change, up to there
    Term result = calls_result(b->p, c.f, 0);
    assert_true(matters_at(f, b->p->funcs.at[c.f].exit, result) && !matters_at(f, c.f_after, result));
    assert_true(matters_at(f, c.f_after, val(b, c.y)) && matters_at(f, c.f_after, val(b, c.a)));
    assert_false(procedure_matters(f, f->graph->entry, val(b, c.y)));
    assert_false(procedure_slot(f, calls_entry_copy(b->p, val(b, c.a))));
    assert_false(procedure_slot(g, result));
    system_check(s);
    system_free(s);
    program_free(b->p);
}

// Without calls the point of a call is bad, and the reason names the function.
static void test_entry_alone(void **unused) {
    (void)unused;
    Chain c = chain();
    System *s = system_new(c.b.p, (SystemOptions){ 0 });
    const Procedure *main = system_entry(s);
    uint32_t point = cut_point_at(main->graph, c.main_call);
    assert_int_equal(s->procs.count, 1);
    assert_true(main->bad[point]);
    Claim claim;
    claim_init(&claim);
    procedure_blame(main, point, &claim);
    assert_non_null(strstr(claim.reason.text, "calls"));
    assert_non_null(strstr(claim.detail.text, "calls of f"));
    claim_free(&claim);
    system_free(s);
    program_free(c.b.p);
}

// A call with nothing after it has no cut edge: its point is bad, or an error in the callee would be missed.
static void test_call_to_stop(void **unused) {
    (void)unused;
    Build b = begin();
    FuncId entry = b.f;
    func(&b, "f", 0);
    FuncId f = b.f;
    VarId x = param(&b, "x", bv(&b, 32));
    error_if(&b, eq(&b, val(&b, x), num(&b, 3)));
    go_back_to(&b, entry);
    Cmd cmd = { .kind = CMD_CALL, .callee = f, .n = 1, .terms = terms_of(&b, 1, (Term[]){ num(&b, 3) }) };
    edge(&b, b.p->stop, cmd);
    System *s = with_calls(&b);
    assert_int_equal(s->procs.count, 1);
    assert_true(system_entry(s)->bad[system_entry(s)->graph->entry]);
    system_free(s);
    program_free(b.p);
}

static void test_first_values(void **unused) {
    (void)unused;
    Updown u = updown();
    System *s = with_calls(&u.b);
    const Procedure *main = system_entry(s), *f = system_procedure(s, u.f);
    Term first = calls_entry_copy(u.b.p, u.g);
    assert_int_equal(s->procs.count, 2);
    assert_false(procedure_slot(main, first));
    assert_true(procedure_slot(f, first));
    assert_true(term_same(procedure_here(f, f->graph->entry, first), u.g));
    assert_true(term_same(procedure_here(f, f->graph->exit, first), first));
    assert_true(procedure_matters(f, f->graph->exit, eq(&u.b, u.g, first)));
    assert_true(procedure_matters(f, f->graph->entry, u.g));
    assert_false(procedure_matters(f, f->graph->entry, first));
    assert_true(term_op(u.b.t, f->initial) == OP_TRUE);
    uint32_t slot = procedure_slot(main, u.g); // f adds to it
    assert_true(slot && main->counts[slot - 1]);
    system_free(s);
    program_free(u.b.p);
}

// ---- paths through calls ----
typedef struct Search { // for a path to the error that can be taken, depth first
    System *s;
    Smt *smt;
    uint32_t most;
    VEC(PathStep) steps;
    VecPlace places;
} Search;

static bool can_be_taken(Search *h) {
    Term all = term_true(h->s->t);
    path_places(system_entry(h->s), h->steps.count, h->steps.at, &h->places);
    for (uint32_t i = 0; i < h->places.count; i++)
        all = term_and(h->s->t, all, h->places.at[i].step);
    return smt_solve(h->smt, all) == SMT_SAT;
}

static bool search(Search *h, VecU32 *calls, Procedure *proc, uint32_t point);

static bool search_along(Search *h, VecU32 *calls, PathStep step, Procedure *proc, uint32_t point) {
    vec_push(&h->steps, step);
    if (can_be_taken(h) && search(h, calls, proc, point))
        return true;
    h->steps.count--;
    return false;
}

// 'calls': steps that entered the procedures that the path is inside of.
static bool search(Search *h, VecU32 *calls, Procedure *proc, uint32_t point) {
    if (point == proc->graph->error)
        return true;
    if (h->steps.count == h->most)
        return false;
    if (point == proc->graph->exit && calls->count) {
        PathStep call = h->steps.at[vec_pop(calls)];
        uint32_t number = calls->at[calls->count];
        call.kind = STEP_LEAVE;
        bool found = search_along(h, calls, call, call.proc, call.proc->graph->edges.at[call.cut].to);
        vec_push(calls, number);
        return found;
    }
    const VecU32 *out = &proc->graph->points.at[point].out;
    bool found = false;
    for (uint32_t i = 0; i < out->count && !found; i++) {
        uint32_t cut = out->at[i];
        if (!proc->call[cut]) {
            PathStep step = { STEP_BLOCK, proc, cut };
            found = search_along(h, calls, step, proc, proc->graph->edges.at[cut].to);
            continue;
        }
        Procedure *callee = system_callee(h->s, proc->call[cut]);
        vec_push(calls, h->steps.count);
        found = search_along(h, calls, (PathStep){ STEP_ENTER, proc, cut }, callee, callee->graph->entry);
        calls->count -= !found;
    }
    return found;
}

static Term in_model(void *smt, Term variable) {
    return smt_value(smt, variable);
}

// The interpreter takes the same way to the error, by the same inputs.
static void expect_error_run(const Program *p, const Claim *claim) {
    RunOptions o = checked();
    RunResult r;
    o.inputs = &claim->run.trace;
    o.then = SOURCE_NONE;
    o.max_path = 1000;
    interpret(p, &o, &r);
    expect_run(&r, RUN_ERROR, "");
    assert_int_equal(r.path.count, claim->run.path.count);
    assert_memory_equal(r.path.at, claim->run.path.at, r.path.count * sizeof *r.path.at);
    run_result_free(&r);
}

// Looks for a path of at most 'most' steps to the error; true: there is one, and it is a run.
static bool reaches_error(Build *b, uint32_t most, Claim *claim) {
    System *s = with_calls(b);
    Search h = { .s = s, .smt = smt_new(b->t, (SmtLimits){ .seconds = 20 }), .most = most };
    VecU32 calls = { 0 };
    Procedure *entry = system_entry(s);
    bool found = search(&h, &calls, entry, entry->graph->entry);
    if (found) {
        assert_true(can_be_taken(&h));
        assert_true(path_trace_steps(entry, h.steps.count, h.steps.at, h.places.at, in_model, h.smt, claim));
        expect_error_run(b->p, claim);
    }
    vec_free(&calls);
    vec_free(&h.steps);
    vec_free(&h.places);
    smt_free(h.smt);
    system_free(s);
    return found;
}

static void expect_error(Build *b, uint32_t most, bool wanted, uint32_t inputs) {
    Claim claim;
    claim_init(&claim);
    assert_int_equal(reaches_error(b, most, &claim), wanted);
    if (wanted)
        assert_int_equal(claim.run.trace.inputs.count, inputs);
    claim_free(&claim);
    program_free(b->p);
}

static void test_path_through_calls(void **unused) {
    (void)unused;
    Chain c = chain();
    Claim claim;
    claim_init(&claim);
    assert_true(reaches_error(&c.b, MOST_STEPS, &claim));
    assert_int_equal(claim.run.trace.inputs.count, 1);
    assert_int_equal(claim.run.trace.inputs.at[0].value.lo, 6); // g is called with 7
    claim_free(&claim);
    program_free(c.b.p);
}

static void test_path_through_recursion(void **unused) {
    (void)unused;
    Tail t = tail(4);
    expect_error(&t.b, MOST_STEPS, true, 0);
    t = tail(5);
    expect_error(&t.b, MOST_STEPS, false, 0);
    t = tail(4); // four activations are needed
    expect_error(&t.b, 8, false, 0);
    Updown u = updown();
    expect_error(&u.b, 8, true, 2);
}

// ---- inside a called procedure ----
static uint32_t edge_to(const Procedure *proc, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < proc->graph->edges.count; i++)
        if (proc->graph->edges.at[i].from == from && proc->graph->edges.at[i].to == to)
            return i;
    fail_msg("no such edge");
    return 0;
}

static void test_path_in_callee(void **unused) {
    (void)unused;
    Chain c = chain();
    System *s = with_calls(&c.b);
    Procedure *g = system_procedure(s, c.g);
    Smt *smt = smt_new(c.b.t, (SmtLimits){ 0 });
    uint32_t cut = edge_to(g, g->graph->entry, g->graph->exit);
    Place places[2] = { place_first(g) };
    places[1] = place_next(g, &places[0], cut, 1);
    Term is_eight = eq(&c.b, calls_result(c.b.p, c.g, 0), num(&c.b, 8)), b = val(&c.b, c.at_g);
    Term path = term_and(c.b.t, places[1].step, place_formula(g, &places[1], is_eight));
    path = term_and(c.b.t, path, not_eq (&c.b, b, num(&c.b, 8)));
    assert_int_equal(smt_solve(smt, path), SMT_SAT);
    Claim claim;
    claim_init(&claim);
    assert_true(path_trace(g, 1, &cut, places, in_model, smt, &claim));
    assert_int_equal(claim.run.trace.inputs.count, 1); // its argument
    assert_int_equal(claim.run.trace.inputs.at[0].value.lo, 7);
    assert_int_equal(c.b.p->edges.at[vec_last(&claim.run.path)].to, c.b.p->funcs.at[c.g].exit);
    claim_free(&claim);
    smt_free(smt);
    system_free(s);
    program_free(c.b.p);
}

// ---- over calls ----
// Can main reach the error, if all that is known of the call in it is the summary?
static SmtAnswer error_by_summary(Build *b, System *s, Term summary) {
    Procedure *main = system_entry(s);
    const CutGraph *graph = main->graph;
    Smt *smt = smt_new(b->t, (SmtLimits){ 0 });
    uint32_t call = 0;
    while (!main->call[call])
        call++;
    const CutEdge *e = &graph->edges.at[call];
    Place first = place_first(main), before = place_next(main, &first, edge_to(main, graph->entry, e->from), 1);
    Place after = place_call(main, &before, call, summary, 2);
    Place end = place_next(main, &after, edge_to(main, e->to, graph->error), 3);
    Term all[] = { first.step, before.step, after.step, end.step };
    SmtAnswer answer = smt_solve(smt, term_and_n(b->t, COUNT(all), all));
    smt_free(smt);
    return answer;
}

static void test_summaries(void **unused) {
    (void)unused;
    Chain c = chain();
    System *s = with_calls(&c.b);
    Term result = calls_result(c.b.p, c.f, 0), sum = add(&c.b, val(&c.b, c.a), num(&c.b, 2));
    assert_int_equal(error_by_summary(&c.b, s, term_true(c.b.t)), SMT_SAT);
    assert_int_equal(error_by_summary(&c.b, s, eq(&c.b, result, sum)), SMT_UNSAT);
    assert_int_equal(error_by_summary(&c.b, s, not_eq (&c.b, result, sum)), SMT_SAT);
    system_free(s);
    program_free(c.b.p);
    Updown u = updown();
    s = with_calls(&u.b);
    Term before = calls_entry_copy(u.b.p, u.g);
    assert_int_equal(error_by_summary(&u.b, s, eq(&u.b, u.g, before)), SMT_UNSAT);
    assert_int_equal(error_by_summary(&u.b, s, term_2(u.b.t, OP_BV_ULT, u.g, before)), SMT_SAT);
    system_free(s);
    program_free(u.b.p);
}

// ---- invariants ----
// void tick(void) { c++; }    int count(int n) { int i = 0; while (n != 0) { i++; n--; tick(); } return i; }
typedef struct Count {
    Build b;
    FuncId count;
    Term c, i, n;
    LocId head;
} Count;

static Count counting(void) {
    Count k = { .b = begin() };
    Build *b = &k.b;
    FuncId entry = b->f;
    VarId c = program_var(b->p, 0, "c", bv(b, 32), VAR_GLOBAL);
    k.c = val(b, c);
    func(b, "tick", 0);
    FuncId tick = b->f;
    set(b, c, add(b, k.c, num(b, 1)));
    edge(b, b->p->funcs.at[tick].exit, (Cmd){ .kind = CMD_RETURN });
    func(b, "count", 1);
    k.count = b->f;
    VarId n = param(b, "n", bv(b, 32)), i = local(b, "i");
    k.n = val(b, n);
    k.i = val(b, i);
    set(b, i, num(b, 0));
    k.head = b->at;
    LocId out = place(b);
    branch(b, not_eq (b, k.n, num(b, 0)), out);
    set(b, i, add(b, k.i, num(b, 1)));
    set(b, n, term_bv_sub(b->t, k.n, num(b, 1)));
    call(b, 0, tick, 0, NULL);
    edge(b, k.head, (Cmd){ .kind = CMD_SKIP });
    b->at = out;
    ret(b, k.i);
    go_back_to(b, entry);
    VarId x = local(b, "x"), r = local(b, "r");
    input(b, x, "nondet");
    call(b, r, k.count, 1, (Term[]){ val(b, x) });
    error_if(b, term_and(b->t, not_eq (b, val(b, r), val(b, x)), not_eq (b, k.c, num(b, 0))));
    program_split_entries(b->p);
    program_check(b->p);
    return k;
}

// What is known at the callee's exit, as known where the call returns.
static Term returned(const Procedure *proc, uint32_t cut, const VecTerm all[]) {
    const Procedure *callee = system_callee(proc->system, proc->call[cut]);
    assert_true(callee->graph->exit != WTO_NONE);
    Term summary = all[callee - proc->system->procs.at].at[callee->graph->exit];
    return calls_rename(proc->system->calls, proc->call[cut], CALL_LEAVE, summary);
}

static void expect_inductive(Procedure *proc, const VecTerm all[], Smt *smt) {
    Terms *t = proc->t;
    const Term *known = all[proc - proc->system->procs.at].at;
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        const CutEdge *e = &proc->graph->edges.at[i];
        if (proc->bad[e->from] || proc->bad[e->to])
            continue;
        Term step = proc->call[i]
                        ? term_implies(t, term_and(t, known[e->from], returned(proc, i, all)),
                                       calls_rename(proc->system->calls, proc->call[i], CALL_AFTER, known[e->to]))
                        : procedure_obligation(proc, i, known[e->from], known[e->to]);
        assert_int_equal(smt_implies(smt, term_true(t), procedure_formula_here(proc, e->from, step)), SMT_VALID);
    }
}

static void test_invariants(void **unused) {
    (void)unused;
    Count k = counting();
    Build *b = &k.b;
    System *s = with_calls(b);
    Procedure *proc = system_procedure(s, k.count);
    VecTerm *all = base_alloc(s->procs.count * sizeof *all);
    Smt *smt = smt_new(b->t, (SmtLimits){ 0 });
    invariants_find_all(s, false, all);
    VecTerm known = all[proc - s->procs.at];
    assert_int_equal(known.count, proc->graph->points.count);
    uint32_t head = cut_point_at(proc->graph, k.head);
    Term sum = eq(b, add(b, k.i, k.n), calls_entry_copy(b->p, k.n));
    assert_int_equal(smt_implies(smt, known.at[head], sum), SMT_VALID);
    assert_int_equal(smt_implies(smt, known.at[head], eq(b, k.i, num(b, 0))), SMT_INVALID);
    for (uint32_t i = 0; i < s->procs.count; i++)
        expect_inductive(&s->procs.at[i], all, smt);
    procedure_assume(proc, known.at);
    assert_true(procedure_matters(proc, head, sum));
    system_check(s);
    smt_free(smt);
    for (uint32_t i = 0; i < s->procs.count; i++)
        vec_free(&all[i]);
    free(all);
    system_free(s);
    program_free(b->p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_entry_alone),
        cmocka_unit_test(test_call_to_stop),
        cmocka_unit_test(test_first_values),
        cmocka_unit_test(test_path_through_calls),
        cmocka_unit_test(test_path_through_recursion),
        cmocka_unit_test(test_path_in_callee),
        cmocka_unit_test(test_summaries),
        cmocka_unit_test(test_invariants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
