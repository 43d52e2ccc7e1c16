// test_threads.c - thread templates, and thread-modular proofs
//
// The program: main makes any number of threads (or two), each of which takes a mutex, sets x to 1, reads it back,
// fails unless it is 1, sets it to 0 and frees the mutex.  Two proofs: by who holds the mutex, and by counting the
// threads that are between lock and unlock.  Changed in any part they are refused.
#include "answer/check/check_proof.h"
#include "engine/engine.h"
#include "explore.h"
#include "program/threads/templates.h"
#include "random_threads.h"

enum { LOCKED, SET, READ, RESET, PLACES };
typedef struct Sample {
    Program *p;
    VarId x, y;
    FuncId thread;
    LocId at[PLACES]; // between lock and unlock
    LocId after;      // behind unlock
} Sample;

static void locked(Build *b, Sample *s, Term mutex, bool locks) {
    s->y = local(b, "y");
    if (locks)
        simple(b, CMD_MUTEX_LOCK, mutex);
    else
        put(b, (Cmd){ .kind = CMD_SKIP });
    s->at[LOCKED] = b->at;
    set(b, s->x, num(b, 1));
    s->at[SET] = b->at;
    set(b, s->y, val(b, s->x));
    s->at[READ] = b->at;
    LocId bad = place(b);
    branch(b, term_eq(b->t, val(b, s->y), num(b, 1)), bad);
    set(b, s->x, num(b, 0));
    s->at[RESET] = b->at;
    simple(b, CMD_MUTEX_UNLOCK, mutex);
    s->after = b->at;
    ret(b, num(b, 0));
    b->at = bad;
    stop(b, CMD_ERROR, (Term){ 0 }, "another value");
}

static Sample sample(bool many, bool locks) {
    Build b = begin();
    Sample s = { .p = b.p };
    ObjId object;
    Term mutex = global(&b, "mutex", 40, &object);
    s.x = program_var(b.p, 0, "x", bv(&b, 32), VAR_GLOBAL);
    LocId at = b.at;
    FuncId entry = b.f;
    func(&b, "thread", 1);
    s.thread = b.f;
    locked(&b, &s, mutex, locks);
    b.f = entry;
    b.at = at;
    Cmd create = { .kind = CMD_THREAD_CREATE, .callee = s.thread, .b = adr(&b, 0) };
    put(&b, (Cmd){ .kind = CMD_SKIP });
    if (many) {
        edge(&b, b.at, create); // for ever
    } else {
        put(&b, create);
        put(&b, create);
        ret(&b, num(&b, 0));
    }
    b.p->split = true;
    program_check(b.p);
    return s;
}

// Where a location of the program went, in the template.
static LocId new_loc(const Templates *ts, uint32_t template, LocId old) {
    LocId found = 0;
    for (EdgeId e = 1; e < ts->p->edges.count; e++) {
        const Edge *edge = &ts->p->edges.at[e];
        EdgeId from = templates_origin(ts, e);
        if (edge->from && from && ts->old->edges.at[from].to == old && template_at(ts, edge->from) == template)
            found = edge->to;
    }
    assert_true(found);
    return found;
}

static VarId new_var(const Templates *ts, uint32_t template, const char *name) {
    char text[64];
    snprintf(text, sizeof text, "%s@%u", name, template);
    for (VarId v = 1; v < ts->p->vars.count; v++)
        if (!strcmp(term_name(ts->p->terms, var_term(ts->p, v)), text))
            return v;
    fail();
    return 0;
}

static void invariant(Claim *claim, LocId loc, Term formula) {
    vec_push(&claim->proof.invariants, (Invariant){ loc, formula });
}

// At each place: the mutex is 'held', and what x and y are.
static void add_invariants(const Templates *ts, const Sample *s, uint32_t template, Term held, Claim *claim) {
    Terms *t = ts->p->terms;
    Term x = var_term(ts->p, s->x), y = var_term(ts->p, new_var(ts, template, "y"));
    Term one = term_bv(t, 1, 32);
    Term more[PLACES] = { term_true(t), term_eq(t, x, one), term_eq(t, y, one), term_true(t) };
    for (uint32_t i = 0; i < PLACES; i++)
        invariant(claim, new_loc(ts, template, s->at[i]), term_and(t, held, more[i]));
}

static Claim by_owner(const Sample *s) {
    Claim claim;
    Reason why;
    claim_init(&claim);
    claim.kind = CLAIM_SAFE;
    claim.proof.modular = true;
    Templates *ts = templates_new(s->p, &why);
    program_check(ts->p);
    for (uint32_t i = 1; i < ts->all.count; i++) {
        Term me = var_term(ts->p, ts->all.at[i].me);
        add_invariants(ts, s, i, term_eq(s->p->terms, ts->owners.at[0], me), &claim);
    }
    templates_free(ts);
    return claim;
}

// The counter: threads between lock and unlock.  It is at most 1, and 0 where the mutex is free.
static Claim by_count(const Sample *s) {
    Claim claim;
    Reason why;
    Terms *t = s->p->terms;
    claim_init(&claim);
    claim.kind = CLAIM_SAFE;
    claim.proof.modular = true;
    Templates *ts = templates_new(s->p, &why);
    Term count = thread_count(t, 0), is_free = term_eq(t, ts->owners.at[0], term_bv(t, 0, 32));
    for (uint32_t i = 1; i < ts->all.count; i++) {
        add_invariants(ts, s, i, term_true(t), &claim);
        for (uint32_t k = 0; k < PLACES; k++)
            vec_push(&claim.proof.places, (ThreadPlace){ 0, new_loc(ts, i, s->at[k]), term_true(t) });
    }
    Term at_most = term_ite(t, is_free, term_int(t, 0), term_int(t, 1));
    invariant(&claim, 0, term_2(t, OP_LE, count, at_most));
    templates_free(ts);
    return claim;
}

// The same as by_owner, and between lock and unlock no thread of the same template stands behind unlock.
static Claim by_owner_alone(const Sample *s) {
    Claim claim = by_owner(s);
    Reason why;
    Terms *t = s->p->terms;
    Templates *ts = templates_new(s->p, &why);
    for (uint32_t i = 1; i < ts->all.count; i++) {
        Term none = term_eq(t, thread_count(t, i - 1), term_int(t, 0));
        vec_push(&claim.proof.places, (ThreadPlace){ i - 1, new_loc(ts, i, s->after), term_true(t) });
        for (uint32_t k = 0; k < PLACES; k++)
            invariant(&claim, new_loc(ts, i, s->at[k]), none);
    }
    templates_free(ts);
    return claim;
}

static bool stands(const Program *p, const Claim *claim) {
    ProofCheck check = check_proof(p, claim, NULL);
    bool good = check.stands;
    assert_true(good || *check.reason.text);
    proof_check_free(&check);
    return good;
}

// ---- tests ----
static void templates_are_found(void **state) {
    (void)state;
    Reason why;
    Sample many = sample(true, true), two = sample(false, true);
    Templates *ts = templates_new(many.p, &why);
    assert_int_equal(ts->all.count, 2);
    assert_true(ts->all.at[1].many && templates_meet(ts, 1, 1) && !templates_meet(ts, 0, 0));
    templates_free(ts);
    ts = templates_new(two.p, &why);
    assert_int_equal(ts->all.count, 3);
    assert_true(!ts->all.at[1].many && !ts->all.at[2].many && !templates_meet(ts, 1, 1) && templates_meet(ts, 1, 2));
    templates_free(ts);
    program_free(many.p);
    program_free(two.p);
}

static void proofs_stand(void **state) {
    (void)state;
    for (int many = 0; many < 2; many++) {
        Sample s = sample(many, true);
        Claim owner = by_owner(&s), count = by_count(&s);
        assert_true(stands(s.p, &owner));
        assert_true(stands(s.p, &count));
        claim_free(&owner);
        claim_free(&count);
        program_free(s.p);
    }
}

// Of a template that runs once nobody else can be counted; where there may be many the claim is wrong.
static void one_thread_is_alone(void **state) {
    (void)state;
    for (int many = 0; many < 2; many++) {
        Sample s = sample(many, true);
        Claim alone = by_owner_alone(&s);
        assert_int_equal(stands(s.p, &alone), !many);
        claim_free(&alone);
        program_free(s.p);
    }
}

// Without the mutex nothing of it is left.
static void wrong_programs_are_refused(void **state) {
    (void)state;
    for (int many = 0; many < 2; many++) {
        Sample s = sample(many, false);
        Claim owner = by_owner(&s), count = by_count(&s);
        assert_false(stands(s.p, &owner));
        assert_false(stands(s.p, &count));
        claim_free(&owner);
        claim_free(&count);
        program_free(s.p);
    }
}

static void refuse_each(const Program *p, Claim *claim, Term formula, uint32_t least) {
    uint32_t refused = 0;
    for (uint32_t i = 0; i < claim->proof.invariants.count; i++) {
        Invariant *now = &claim->proof.invariants.at[i], kept = *now;
        now->formula = formula;
        refused += !stands(p, claim);
        *now = kept;
    }
    assert_true(refused >= least);
}

// A weaker invariant, a stronger one, a missing or wrong place of a counter.
static void tampered_proofs_are_refused(void **state) {
    (void)state;
    Sample s = sample(true, true);
    Terms *t = s.p->terms;
    Claim owner = by_owner(&s), count = by_count(&s);
    refuse_each(s.p, &owner, term_true(t), 3); // what is known after x was reset is not used
    refuse_each(s.p, &owner, term_false(t), 4);
    refuse_each(s.p, &count, term_true(t), 3);
    refuse_each(s.p, &count, term_false(t), 5);
    for (uint32_t i = 0; i < count.proof.places.count; i++) {
        ThreadPlace *now = &count.proof.places.at[i], kept = *now;
        now->formula = term_false(t);
        assert_false(stands(s.p, &count));
        *now = kept;
    }
    count.proof.places.at[0].formula = term_eq(t, var_term(s.p, s.x), term_bv(t, 0, 32)); // not the thread's own
    assert_false(stands(s.p, &count));
    owner.proof.modular = false;
    assert_false(stands(s.p, &owner));
    claim_free(&owner);
    claim_free(&count);
    program_free(s.p);
}

// ---- the engine on random programs ----
enum { PROGRAMS = 25, VALUES = 3, MOST_EXPLORED = 20000 };

// An answer that stands agrees with the execution in all orders.
static bool agrees(uint64_t seed, uint32_t *decided) {
    Program *p = random_threads(seed, seed % 2 != 0);
    p->split = true; // memory stays as it is: one region for all
    Explored all = explore(p, VALUES, MOST_EXPLORED);
    Options options = { 0 };
    Claim claim;
    claim_init(&claim);
    if (all.error || all.complete)
        engine_run(engine_find("circ"), &(Task){ .program = p, .options = &options }, &claim);
    bool safe = claim.kind == CLAIM_SAFE && stands(p, &claim);
    *decided += safe || claim.kind == CLAIM_UNSAFE;
    claim_free(&claim);
    program_free(p);
    return !(safe && all.error);
}

static void circ_is_right(void **state) {
    (void)state;
    uint32_t decided = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
        if (!agrees(seed, &decided))
            fail_msg("program %llu: proved, and has an error", (unsigned long long)seed);
    print_message("%u of %u programs decided\n", decided, PROGRAMS);
    assert_true(decided > PROGRAMS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(templates_are_found),         cmocka_unit_test(proofs_stand),
        cmocka_unit_test(one_thread_is_alone),         cmocka_unit_test(wrong_programs_are_refused),
        cmocka_unit_test(tampered_proofs_are_refused), cmocka_unit_test(circ_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
