// The laws D1-D6 of domain.h for every domain, and the soundness of post against the interpreter: random loops over
// variables of several widths are run, and wherever a run goes along a piece from a state in an element, the
// state after it is in the post of the element.  The number of (state, piece) pairs: HONE_DOMAIN_PAIRS.
#include "build_program.h"
#include "domain/domain.h"
#include "logic/smt.h"

enum { VARS = 6, MOST_STATES = 96, GROUP = 12 };

typedef struct Random {
    Build b;
    uint64_t seed;
    VarId vars[VARS];
    LocId head;
} Random;

static uint32_t pick(Random *g, uint32_t n) {
    return (uint32_t)(random_next(&g->seed) >> 33) % n;
}

// ---- random loops ----
static const uint32_t widths[VARS] = { 32, 32, 8, 64, 16, 1 }; // the last is a Boolean

static Sort sort_of(Random *g, uint32_t i) {
    return i == VARS - 1 ? sort_bool(g->b.t) : bv(&g->b, widths[i]);
}

static Term number_of(Random *g, uint32_t width) {
    ValueType type = { SORT_BV, width, 0 };
    return pick(g, 3) ? term_bv(g->b.t, pick(g, 12), width)
                      : term_of_value(g->b.t, random_value(&g->seed, type), bv(&g->b, width));
}

static Term convert(Random *g, Term a, uint32_t width) {
    uint32_t from = sort_width(g->b.t, term_sort(g->b.t, a));
    if (from > width)
        return term_extract(g->b.t, a, width - 1, 0);
    return from == width ? a : pick(g, 2) ? term_sext(g->b.t, a, width) : term_zext(g->b.t, a, width);
}

static Term condition(Random *g, uint32_t depth);

static Term expression(Random *g, uint32_t width, uint32_t depth) {
    static const Op ops[] = { OP_BV_ADD,  OP_BV_ADD, OP_BV_ADD, OP_BV_MUL, OP_BV_UDIV, OP_BV_UREM, OP_BV_SDIV,
                              OP_BV_SREM, OP_BV_AND, OP_BV_OR,  OP_BV_XOR, OP_BV_SHL,  OP_BV_LSHR, OP_BV_ASHR };
    if (depth == 0 || pick(g, 3) == 0)
        return pick(g, 3) ? convert(g, val(&g->b, g->vars[pick(g, VARS - 1)]), width) : number_of(g, width);
    if (pick(g, 6) == 0)
        return term_ite(g->b.t, condition(g, 0), expression(g, width, depth - 1), expression(g, width, 0));
    Op op = ops[pick(g, COUNT(ops))];
    bool hard = op == OP_BV_MUL || op == OP_BV_UDIV || op == OP_BV_SDIV || op == OP_BV_UREM || op == OP_BV_SREM;
    Term a = expression(g, width, depth - 1), b = hard ? number_of(g, width) : expression(g, width, depth - 1);
    return term_2(g->b.t, op, a, b);
}

static Term condition(Random *g, uint32_t depth) {
    static const Op ops[] = { OP_BV_SLT, OP_BV_SLE, OP_BV_ULT, OP_BV_ULE, OP_EQ };
    if (depth && pick(g, 2)) {
        Term a = condition(g, depth - 1), b = condition(g, depth - 1);
        return pick(g, 2) ? term_and(g->b.t, a, b) : term_or(g->b.t, a, b);
    }
    if (pick(g, 6) == 0)
        return val(&g->b, g->vars[VARS - 1]);
    uint32_t width = widths[pick(g, VARS - 1)];
    Term a = expression(g, width, 1), b = pick(g, 2) ? number_of(g, width) : expression(g, width, 0);
    return term_2(g->b.t, ops[pick(g, COUNT(ops))], a, b);
}

static Term value_for(Random *g, uint32_t i) {
    return i == VARS - 1 ? condition(g, 1) : expression(g, widths[i], 2);
}

static void statement(Random *g) {
    uint32_t i = pick(g, VARS);
    if (pick(g, 5) == 0)
        input(&g->b, g->vars[i], "nondet");
    else
        set(&g->b, g->vars[i], value_for(g, i));
}

// if (c) one; else another;
static void branches(Random *g) {
    Build *b = &g->b;
    LocId other = place(b), after = place(b);
    branch(b, condition(g, 1), other);
    statement(g);
    edge(b, after, (Cmd){ .kind = CMD_SKIP });
    b->at = other;
    if (pick(g, 2))
        statement(g);
    edge(b, after, (Cmd){ .kind = CMD_SKIP });
    b->at = after;
}

// All variables are inputs; then rounds of a loop with some statements, and an error that depends on all of them.
static void random_loop(Random *g, uint64_t seed) {
    *g = (Random){ .b = begin(), .seed = seed * 7919 + 1 };
    Build *b = &g->b;
    Term all = term_true(b->t);
    for (uint32_t i = 0; i < VARS; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%u", i);
        g->vars[i] = local_of(b, name, sort_of(g, i));
        input(b, g->vars[i], "nondet");
    }
    for (uint32_t i = 0; i < VARS; i++)
        all = term_and(b->t, all,
                       i == VARS - 1 ? val(b, g->vars[i])
                                     : term_eq(b->t, val(b, g->vars[i]), term_bv(b->t, 77, widths[i])));
    g->head = place(b);
    edge(b, g->head, (Cmd){ .kind = CMD_SKIP });
    b->at = g->head;
    LocId fail = place(b), body = place(b);
    edge(b, body, cmd_assume(term_not(b->t, all)));
    edge(b, fail, cmd_assume(all));
    b->at = fail;
    stop(b, CMD_ERROR, (Term){ 0 }, "reached");
    b->at = body;
    if (pick(g, 3) == 0) {
        LocId out = place(b);
        branch(b, pick(g, 2) ? condition(g, 0) : term_or(b->t, condition(g, 0), condition(g, 0)), out);
        LocId here = b->at;
        b->at = out;
        ret(b, num(b, 0));
        b->at = here;
    }
    for (uint32_t n = 1 + pick(g, 3); n-- > 0;)
        if (pick(g, 3))
            statement(g);
        else
            branches(g);
    edge(b, g->head, (Cmd){ .kind = CMD_SKIP });
    program_split_entries(b->p);
    program_check(b->p);
}

// ---- states of runs ----
typedef struct State {
    Term values[VARS];
} State;
typedef struct Step { // a round of the loop
    State before, after;
} Step;
typedef struct Watch {
    Random *g;
    State last;
    bool has_last;
    VEC(Step) steps;
} Watch;

static void observe(void *context, RunView *view, EdgeId e, bool taken) {
    Watch *w = context;
    State now;
    if (taken || w->g->b.p->edges.at[e].from != w->g->head)
        return;
    for (uint32_t i = 0; i < VARS; i++) {
        Value v;
        assert_true(run_view_value(view, val(&w->g->b, w->g->vars[i]), &v));
        now.values[i] = term_of_value(w->g->b.t, v, sort_of(w->g, i));
    }
    if (w->has_last && memcmp(&w->last, &now, sizeof now) == 0)
        return; // the other edge out of the head
    if (w->has_last)
        vec_push(&w->steps, (Step){ w->last, now });
    w->last = now;
    w->has_last = true;
}

static bool choose(void *context, EdgeId e, ValueType type, Value *value) {
    Watch *w = context;
    (void)e;
    *value = random_value(&w->g->seed, type);
    if (pick(w->g, 2))
        *value = (Value){ pick(w->g, 12), 0 };
    *value = value_truncate(*value, type.width);
    return true;
}

static void run_loop(Random *g, Watch *w) {
    Interpreter *it = interpreter_new(g->b.p);
    for (uint32_t i = 0; i < MOST_STATES && w->steps.count < MOST_STATES; i++) {
        RunOptions o = run_options();
        RunResult result;
        o.choose = choose;
        o.choose_context = w;
        o.observe = observe;
        o.observe_context = w;
        o.max_steps = 60;
        w->has_last = false;
        interpreter_run(it, &o, &result);
        run_result_free(&result);
    }
    interpreter_free(it);
}

// ---- membership ----
typedef struct Bench { // one program with one domain
    Random *g;
    Pieces *pc;
    const Domain *d;
    void *self;
    uint32_t head; // point
    uint32_t cut;  // the loop
} Bench;

static Term value_in(void *context, Term variable) {
    void **c = context;
    Random *g = c[0];
    State *s = c[1];
    for (uint32_t i = 0; i < VARS; i++)
        if (term_same(variable, val(&g->b, g->vars[i])))
            return s->values[i];
    return variable;
}

static bool satisfies(Random *g, State *s, Term formula) {
    void *context[2] = { g, s };
    Term v = term_map(g->b.t, formula, value_in, context, NULL);
    if (!term_is_const(g->b.t, v))
        fail_msg("not decided by the state");
    return term_op(g->b.t, v) == OP_TRUE;
}

static Term state_formula(Random *g, const State *s) {
    Term all = term_true(g->b.t);
    for (uint32_t i = 0; i < VARS; i++)
        all = term_and(g->b.t, all, term_eq(g->b.t, val(&g->b, g->vars[i]), s->values[i]));
    return all;
}

static uint32_t loop_edge(const Pieces *pc, uint32_t head) {
    for (uint32_t i = 0; i < pc->graph->edges.count; i++)
        if (pc->graph->edges.at[i].from == head && pc->graph->edges.at[i].to == head)
            return i;
    return UINT32_MAX;
}

static void follow_some(Bench *bench) {
    for (uint32_t i = 0; bench->d->follow && i < 5; i++)
        bench->d->follow(bench->self, bench->head, condition(bench->g, 0));
}

// An element that holds the states of a group of steps.
static const Element *random_element(Bench *bench, uint32_t n, Step steps[]) {
    Random *g = bench->g;
    const Domain *d = bench->d;
    const Element *a = d->bottom(bench->self);
    if (pick(g, 10) == 0)
        return d->top(bench->self);
    for (uint32_t i = 0; i < n; i++) {
        Term formula = state_formula(g, &steps[i].before);
        if (pick(g, 8) == 0)
            formula = term_or(g->b.t, formula, condition(g, 1));
        a = d->join(bench->self, a, d->alpha(bench->self, bench->head, formula));
        if (pick(g, 16) == 0)
            a = d->widen(bench->self, a, d->join(bench->self, a, d->alpha(bench->self, bench->head, condition(g, 1))));
    }
    return a;
}

static void explain(Bench *bench, const Element *a, const Element *after, const Step *s) {
    Text text = { 0 };
    Terms *t = bench->g->b.t;
    text_add(&text, "%s: from ", bench->d->name);
    term_print_smt(t, state_formula(bench->g, &s->before), &text);
    text_add(&text, "\nto ");
    term_print_smt(t, state_formula(bench->g, &s->after), &text);
    text_add(&text, "\nin ");
    term_print_smt(t, bench->d->gamma(bench->self, a), &text);
    text_add(&text, "\nout ");
    term_print_smt(t, bench->d->gamma(bench->self, after), &text);
    fail_msg("%s", text.at);
}

static uint32_t check_posts(Bench *bench, const Watch *w) {
    const Domain *d = bench->d;
    uint32_t pairs = 0;
    for (uint32_t at = 0; at < w->steps.count; at += GROUP) {
        uint32_t n = w->steps.count - at < GROUP ? w->steps.count - at : GROUP;
        Step *steps = &w->steps.at[at];
        const Element *a = random_element(bench, n, steps);
        const Element *after = d->post(bench->self, a, bench->cut);
        for (uint32_t i = 0; i < n; i++) {
            if (!satisfies(bench->g, &steps[i].before, d->gamma(bench->self, a)) ||
                !satisfies(bench->g, &steps[i].after, d->gamma(bench->self, after)))
                explain(bench, a, after, &steps[i]);
            pairs++;
        }
    }
    return pairs;
}

static bool open_bench(Bench *bench, Random *g, Pieces *pc, const Domain *d) {
    *bench = (Bench){ .g = g, .pc = pc, .d = d };
    bench->head = cut_point_at(pc->graph, g->head);
    bench->cut = bench->head == WTO_NONE ? UINT32_MAX : loop_edge(pc, bench->head);
    if (bench->cut == UINT32_MAX)
        return false;
    bench->self = d->open(pc);
    follow_some(bench);
    return true;
}

static uint32_t pairs_of_program(uint64_t seed, const Domain *d) {
    Random g;
    Pieces pc;
    Reason why;
    Bench bench;
    Options options = { 0 };
    random_loop(&g, seed);
    Watch w = { .g = &g };
    uint32_t pairs = 0;
    run_loop(&g, &w);
    assert_true(pieces_open(&pc, &(Task){ .program = g.b.p, .options = &options }, &why));
    if (open_bench(&bench, &g, &pc, d)) {
        pairs = check_posts(&bench, &w);
        d->close(bench.self);
    }
    pieces_close(&pc);
    vec_free(&w.steps);
    program_free(g.b.p);
    return pairs;
}

static void posts_hold_what_runs_do(void **state) {
    (void)state;
    const char *wanted = getenv("HONE_DOMAIN_PAIRS");
    uint32_t n = 0, all = wanted ? (uint32_t)atoi(wanted) : 10000;
    while (domains[n])
        n++;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t pairs = 0;
        uint64_t programs = 0;
        double start = clock_cpu();
        while (pairs < all / n)
            pairs += pairs_of_program(1000 * i + programs++, domains[i]);
        print_message("%s: %u states along pieces of %u programs, %.1f s\n", domains[i]->name, pairs,
                      (unsigned)programs, clock_cpu() - start);
    }
}

// ---- laws ----
typedef struct Laws {
    Bench bench;
    Smt *smt;
    uint32_t undecided, decided;
} Laws;

static void expect_valid(Laws *l, const char *law, Term formula) {
    SmtValidity v = smt_valid(l->smt, formula);
    if (v == SMT_INVALID)
        fail_msg("%s: %s does not hold", l->bench.d->name, law);
    l->undecided += v == SMT_UNDECIDED;
    l->decided += v == SMT_VALID;
}

static const Element *formula_element(Laws *l) {
    Bench *b = &l->bench;
    Term f = condition(b->g, 2);
    const Element *a = b->d->alpha(b->self, b->head, f);
    expect_valid(l, "D2", term_implies(b->pc->t, f, b->d->gamma(b->self, a)));
    return a;
}

static Term meaning(Laws *l, const Element *a) {
    return l->bench.d->gamma(l->bench.self, a);
}

static void check_join(Laws *l, const Element *a, const Element *b) {
    const Domain *d = l->bench.d;
    Terms *t = l->bench.pc->t;
    const Element *both = d->join(l->bench.self, a, b), *wide = d->widen(l->bench.self, a, both);
    Term either = term_or(t, meaning(l, a), meaning(l, b));
    expect_valid(l, "D3 (join)", term_implies(t, either, meaning(l, both)));
    expect_valid(l, "D3 (widen)", term_implies(t, either, meaning(l, wide)));
    const Element *seen[2] = { a, formula_element(l) };
    const Element *more = domain_widen_with(d, l->bench.self, 2, seen, b);
    Term old = term_or(t, meaning(l, a), meaning(l, seen[1]));
    expect_valid(l, "widening with a set",
                 term_implies(t, term_or(t, old, meaning(l, b)), term_or(t, old, meaning(l, more))));
    if (!d->difference)
        return;
    const Element *rest = d->difference(l->bench.self, a, b);
    if (rest)
        expect_valid(l, "D6", term_eq(t, meaning(l, rest), term_and(t, meaning(l, a), term_not(t, meaning(l, b)))));
}

// The solver agrees that the post holds all of the piece.
static void check_post(Laws *l, const Element *a) {
    Bench *b = &l->bench;
    const Element *after = b->d->post(b->self, a, b->cut);
    expect_valid(l, "D4", pieces_obligation(b->pc, b->cut, meaning(l, a), meaning(l, after)));
}

// A long chain changes its meaning few times.
static void check_chain(Laws *l) {
    enum { LENGTH = 40, MOST_CHANGES = 30 };
    Bench *b = &l->bench;
    const Element *a = formula_element(l);
    uint32_t changes = 0;
    for (uint32_t i = 0; i < LENGTH; i++) {
        const Element *y = b->d->alpha(b->self, b->head, condition(b->g, 1));
        const Element *next = b->d->widen(b->self, a, b->d->join(b->self, a, y));
        if (!term_same(meaning(l, a), meaning(l, next)))
            changes += smt_equivalent(l->smt, meaning(l, a), meaning(l, next)) != SMT_VALID;
        a = next;
    }
    if (changes > MOST_CHANGES)
        fail_msg("%s: D5: %u changes", b->d->name, changes);
}

static void check_laws(Laws *l) {
    Bench *b = &l->bench;
    assert_true(term_op(b->pc->t, meaning(l, b->d->top(b->self))) == OP_TRUE);
    assert_true(term_op(b->pc->t, meaning(l, b->d->bottom(b->self))) == OP_FALSE);
    for (uint32_t i = 0; i < 6; i++) {
        const Element *x = formula_element(l), *y = formula_element(l);
        check_join(l, x, y);
        check_join(l, x, b->d->bottom(b->self));
        check_join(l, b->d->bottom(b->self), y);
        check_join(l, b->d->top(b->self), y);
        check_post(l, x);
    }
    check_post(l, b->d->bottom(b->self));
    check_post(l, b->d->top(b->self));
    check_chain(l);
}

static void lattice_laws(void **state) {
    (void)state;
    for (uint32_t i = 0; domains[i]; i++) {
        Laws l = { 0 };
        double start = clock_cpu();
        for (uint64_t seed = 1; seed <= 6; seed++) {
            Random g;
            Pieces pc;
            Reason why;
            Options options = { 0 };
            random_loop(&g, 77 * i + seed);
            assert_true(pieces_open(&pc, &(Task){ .program = g.b.p, .options = &options }, &why));
            if (open_bench(&l.bench, &g, &pc, domains[i])) {
                l.smt = smt_new(g.b.t, (SmtLimits){ .resources = 2000000 });
                check_laws(&l);
                smt_free(l.smt);
                domains[i]->close(l.bench.self);
            }
            pieces_close(&pc);
            program_free(g.b.p);
        }
        print_message("%s: %u instances of laws proved, %u not decided, %.1f s\n", domains[i]->name, l.decided,
                      l.undecided, clock_cpu() - start);
        assert_true(l.decided > 100 && l.undecided < l.decided / 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posts_hold_what_runs_do),
        cmocka_unit_test(lattice_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
