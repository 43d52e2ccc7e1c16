// test_locks.c - proofs by locks that nothing races: those of the engine stand, and none that was changed does
#include "answer/check/check_locks.h"
#include "engine/engine.h"
#include "build_program.h"

// ---- programs ----
static void mark(Build *b, Term address, bool write) {
    GoalId goal = program_goal(b->p, GOAL_RACE, "a data race", (SrcPos){ 1, b->line, 1 }, b->f);
    put(b, (Cmd){ .kind = CMD_ACCESS, .a = address, .bytes = 4, .write = write, .goal = goal });
}

typedef struct Setting {
    Term x, m, other;
    VarId id;
} Setting;

static void locked(Build *b, const Setting *s, Term mutex) {
    simple(b, CMD_MUTEX_LOCK, mutex);
    mark(b, s->x, true);
    simple(b, CMD_MUTEX_UNLOCK, mutex);
}

typedef enum Fault { NONE, OTHER_LOCK, UNLOCKED_BY_OTHERS, JOINED_LATE, MADE_TWICE } Fault;

// x is written before the thread is made, by both under m, and when the thread was joined.
static Program *program_with(Fault fault) {
    Build b = begin();
    Setting s;
    ObjId object;
    s.x = global(&b, "x", 4, &object);
    s.m = global(&b, "m", 40, &object);
    s.other = global(&b, "other", 40, &object);
    s.id = local_of(&b, "id", word(&b));
    FuncId entry = b.f;
    LocId at = b.at;
    func(&b, "work", 1);
    FuncId thread = b.f;
    if (fault == UNLOCKED_BY_OTHERS)
        simple(&b, CMD_MUTEX_UNLOCK, s.m);
    locked(&b, &s, s.m);
    ret(&b, num(&b, 0));
    b.f = entry;
    b.at = at;
    mark(&b, s.x, true);
    for (int i = 0; i < (fault == MADE_TWICE ? 2 : 1); i++)
        put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .callee = thread, .b = adr(&b, 0), .var = s.id });
    locked(&b, &s, fault == OTHER_LOCK ? s.other : s.m);
    if (fault == JOINED_LATE)
        mark(&b, s.x, false);
    put(&b, (Cmd){ .kind = CMD_THREAD_JOIN, .a = val(&b, s.id) });
    mark(&b, s.x, false);
    ret(&b, num(&b, 0));
    (void)vec_add(&b.p->regions);
    b.p->split = b.p->monitored = true;
    program_check(b.p);
    return b.p;
}

static Claim claim_of(Program *p) {
    Options options = { 0 };
    Claim claim;
    claim_init(&claim);
    engine_run(engine_find("locks"), &(Task){ .program = p, .options = &options }, &claim);
    assert_int_equal(claim.kind, CLAIM_SAFE);
    claim_check(p, &claim);
    return claim;
}

static bool stands(const Program *p, const Claim *claim) {
    LocksCheck check = check_locks(p, &claim->proof);
    assert_true(check.stands || (*check.reason.text && *check.detail.text));
    return check.stands;
}

// ---- tests ----
static void right_ones_stand(void **state) {
    (void)state;
    for (Fault fault = NONE; fault <= MADE_TWICE; fault++) {
        Program *p = program_with(fault);
        Claim claim = claim_of(p);
        if (stands(p, &claim) != (fault == NONE))
            fail_msg("program %u", fault);
        claim_free(&claim);
        program_free(p);
    }
}

static LockNote *find(Claim *claim, LockFact fact) {
    for (uint32_t i = 0; i < claim->proof.notes.count; i++)
        if (claim->proof.notes.at[i].fact == fact)
            return &claim->proof.notes.at[i];
    fail_msg("no note of kind %u", fact);
    return NULL;
}

// What may run cannot be left out; where it is, the thread would seem to be joined.
static void left_out_is_refused(void **state) {
    (void)state;
    Program *p = program_with(NONE);
    Claim claim = claim_of(p);
    uint32_t n = claim.proof.notes.count, held = 0, last = n - 1;
    for (uint32_t i = 0; i < n; i++) {
        LockNote kept = claim.proof.notes.at[i];
        claim.proof.notes.at[i] = claim.proof.notes.at[last];
        claim.proof.notes.count--;
        bool good = stands(p, &claim);
        assert_false(good && kept.fact == LOCK_RUNS);
        held += !good && kept.fact == LOCK_HELD;
        claim.proof.notes.at[i] = kept;
        claim.proof.notes.count++;
    }
    assert_true(held >= 2);
    assert_true(stands(p, &claim));
    claim_free(&claim);
    program_free(p);
}

// A note that says more than is known, at any location.
static void made_up_is_refused(void **state) {
    (void)state;
    Program *p = program_with(NONE);
    Claim claim = claim_of(p);
    LockNote held = *find(&claim, LOCK_HELD), number = *find(&claim, LOCK_NUMBER);
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        if (!p->locs.at[loc].func || !p->locs.at[loc].first_out)
            continue;
        bool has_held = false;
        for (uint32_t i = 0; i < claim.proof.notes.count; i++)
            has_held |= claim.proof.notes.at[i].loc == loc && claim.proof.notes.at[i].fact == LOCK_HELD;
        LockNote section = { .loc = loc, .fact = LOCK_SECTION, .depth = 1 };
        vec_push(&claim.proof.notes, section);
        assert_false(stands(p, &claim));
        held.loc = loc;
        vec_last(&claim.proof.notes) = held;
        assert_true(has_held || !stands(p, &claim));
        number.loc = p->funcs.at[p->entry].entry;
        vec_last(&claim.proof.notes) = number;
        assert_false(stands(p, &claim));
        claim.proof.notes.count--;
    }
    claim_free(&claim);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_ones_stand),
        cmocka_unit_test(left_out_is_refused),
        cmocka_unit_test(made_up_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
