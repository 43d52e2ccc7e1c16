// test_interleave.c - the product of threads, and proofs about it
//
// Random programs of two or three threads are executed in all orders, and so is the product: the error is reached in
// one exactly if it is in the other.  Nothing of engines and solvers takes part.
#include "answer/check/check_proof.h"
#include "engine/engine.h"
#include "explore.h"
#include "memory/memory.h"
#include "program/threads/interleave.h"
#include "random_threads.h"

enum { PROGRAMS = 400, VALUES = 3, MOST_STATES = 60000 };

static Program *threads_of(uint64_t seed) {
    Program *p = random_threads(seed, seed % 4 != 0);
    p->split = true; // memory stays as it is: one region for all
    return p;
}

typedef struct Tally {
    uint32_t errors, none, open, states, product_states;
} Tally;

static void compare(uint64_t seed, Tally *tally) {
    Program *p = threads_of(seed);
    Reason why;
    Interleaving *in = interleave(p, INTERLEAVE_USUAL, &why);
    assert_non_null(in);
    program_check(interleaving_program(in));
    Explored all = explore(p, VALUES, MOST_STATES), product = explore(interleaving_program(in), VALUES, MOST_STATES);
    if (all.complete && product.complete && all.error != product.error) {
        program_print(p, stderr);
        program_print(interleaving_program(in), stderr);
        fail_msg("program %llu: %s", (unsigned long long)seed,
                 all.error ? "the product misses an error" : "the product has an error of its own");
    }
    assert_false(all.memory_error);
    bool open = !all.error && !all.complete;
    tally->errors += all.error;
    tally->none += !all.error && all.complete;
    tally->open += open;
    tally->states += all.states;
    tally->product_states += product.states;
    interleaving_free(in);
    program_free(p);
}

static void product_reaches_the_same(void **state) {
    (void)state;
    Tally tally = { 0 };
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
        compare(seed, &tally);
    print_message("%u programs with errors, %u without, %u too large; %u states, %u of the products\n", tally.errors,
                  tally.none, tally.open, tally.states, tally.product_states);
    assert_true(tally.errors > PROGRAMS / 10 && tally.none > PROGRAMS / 10 && tally.open < PROGRAMS / 5);
    assert_true(tally.product_states < tally.states);
}

// Steps of the product are steps of the threads, in an order that the interpreter accepts.
static void steps_are_the_threads_steps(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        Program *p = threads_of(seed);
        Reason why;
        Interleaving *in = interleave(p, INTERLEAVE_USUAL, &why);
        const Program *product = interleaving_program(in);
        for (EdgeId e = 1; e < product->edges.count; e++) {
            uint32_t thread = 0;
            EdgeId step = interleaving_step(in, e, &thread);
            if (!product->edges.at[e].from || !step)
                continue;
            assert_true(step < p->edges.count && p->edges.at[step].from && thread < 3);
            assert_int_equal(product->edges.at[e].pos.line, p->edges.at[step].pos.line);
        }
        interleaving_free(in);
        program_free(p);
    }
}

// ---- proofs ----
// Two threads add one to a counter, each in an atomic section; with 'wrong' one of them adds two.
static Program *counter(bool wrong) {
    Build b = begin();
    VarId n = program_var(b.p, 0, "n", bv(&b, 32), VAR_GLOBAL);
    FuncId entry = b.f;
    LocId at = b.at;
    func(&b, "add", 1);
    FuncId thread = b.f;
    VarId x = local(&b, "x");
    simple(&b, CMD_ATOMIC_BEGIN, (Term){ 0 });
    set(&b, x, val(&b, n));
    set(&b, n, add(&b, val(&b, x), num(&b, wrong ? 2 : 1)));
    simple(&b, CMD_ATOMIC_END, (Term){ 0 });
    ret(&b, num(&b, 0));
    b.f = entry;
    b.at = at;
    for (int i = 0; i < 2; i++)
        put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .callee = thread, .b = adr(&b, 0) });
    LocId otherwise = place(&b);
    branch(&b, term_2(b.t, OP_BV_ULT, num(&b, 2), val(&b, n)), otherwise);
    stop(&b, CMD_ERROR, (Term){ 0 }, "too many");
    b.at = otherwise;
    ret(&b, num(&b, 0));
    b.p->split = true;
    program_check(b.p);
    return b.p;
}

static Claim claim_of(const Program *p, const char *engine) {
    Options options = { 0 };
    Claim claim;
    Reason why;
    Interleaving *in = interleave(p, INTERLEAVE_USUAL, &why);
    Program *copy = program_copy(interleaving_program(in));
    claim_init(&claim);
    engine_run(engine_find(engine), &(Task){ .program = copy, .options = &options }, &claim);
    claim.proof.interleaved = true;
    program_free(copy);
    interleaving_free(in);
    return claim;
}

static bool stands(const Program *p, const Claim *claim) {
    ProofCheck check = check_proof(p, claim, NULL);
    bool good = check.stands;
    assert_true(good || *check.reason.text);
    proof_check_free(&check);
    return good;
}

// How many invariants cannot be replaced by the formula, one at a time.
static uint32_t refused_with(const Program *p, Claim *claim, Term formula) {
    uint32_t refused = 0;
    for (uint32_t i = 0; i < claim->proof.invariants.count; i++) {
        Invariant *now = &claim->proof.invariants.at[i], kept = *now;
        now->formula = formula;
        refused += !stands(p, claim);
        *now = kept;
    }
    return refused;
}

static void proofs_are_checked(void **state) {
    (void)state;
    Program *p = counter(false), *bad = counter(true);
    Claim claim = claim_of(p, "match");
    assert_int_equal(claim.kind, CLAIM_SAFE);
    assert_true(claim.proof.invariants.count > 3);
    assert_true(stands(p, &claim));
    // where no error can follow nothing is asked; of the others each says enough, and none too much
    assert_true(refused_with(p, &claim, term_false(p->terms)) > 1);
    assert_true(refused_with(p, &claim, term_true(p->terms)) > 1);
    claim.proof.interleaved = false;
    assert_false(stands(p, &claim));
    claim.proof.interleaved = true;
    claim_free(&claim);
    Claim other = claim_of(bad, "match");
    assert_int_equal(other.kind, CLAIM_UNSAFE);
    claim_free(&other);
    program_free(p);
    program_free(bad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(product_reaches_the_same),
        cmocka_unit_test(steps_are_the_threads_steps),
        cmocka_unit_test(proofs_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
