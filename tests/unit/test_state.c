// test_state.c - runs that are saved, restored, compared
#include "build_program.h"
#include "program/run/state.h"
#include <time.h>
#include "random_program.h"

// ---- save, restore, continue: the same run ----
typedef struct Script { // of inputs
    VEC(Value) values;
    uint32_t next;
    uint64_t random;
} Script;

static bool from_script(void *context, EdgeId e, ValueType type, Value *value) {
    (void)e;
    Script *s = context;
    if (s->next == s->values.count)
        vec_push(&s->values, random_value(&s->random, type));
    *value = value_truncate(s->values.at[s->next++], type.width ? type.width : 1);
    return true;
}

enum { MOST_STEPS = 3000 };

// Steps up to 'n' more; the number of edges, and a hash of them.
static uint64_t go(Stepper *s, uint32_t n, uint64_t *edges) {
    uint64_t hash = 0;
    for (*edges = 0; *edges < n && stepper_end(s) == RUN_GOING; ++*edges) {
        stepper_step(s, 0);
        hash = hash_mix(hash ^ stepper_last_edge(s));
    }
    return hash;
}

static void test_continues_alike(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        Program *p = random_program(seed, (RandomShape){ 2, 8, 3, seed % 2, seed % 3 == 0 });
        Interpreter *it = interpreter_new(p);
        Script script = { .random = seed };
        RunOptions o = run_options();
        o.choose = from_script;
        o.choose_context = &script;
        Stepper *s = stepper_new(it, &o);
        uint64_t n, again, first;
        go(s, (uint32_t)(seed * 7 % 60), &n);
        if (stepper_end(s) == RUN_GOING) {
            RunState *saved = run_save(s);
            uint32_t inputs = script.next;
            first = go(s, MOST_STEPS, &n);
            RunEnd end = stepper_end(s);
            RunState *last = end == RUN_GOING ? run_save(s) : NULL;
            run_restore(s, saved);
            script.next = inputs;
            RunState *same = run_save(s);
            assert_true(run_state_same(saved, same));
            assert_true(run_state_hash(saved) == run_state_hash(same));
            assert_true(go(s, MOST_STEPS, &again) == first);
            assert_int_equal(n, again);
            assert_int_equal(stepper_end(s), end);
            if (last) {
                RunState *other = run_save(s);
                assert_true(run_state_same(last, other));
                run_state_free(other);
            }
            run_state_free(saved);
            run_state_free(same);
            run_state_free(last);
        }
        stepper_free(s);
        vec_free(&script.values);
        interpreter_free(it);
        program_free(p);
    }
}

// Stepping ends as running does.
static void test_ends_alike(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        Program *p = random_program(seed, (RandomShape){ 2, 8, 3, true, false });
        RunOptions o = run_options();
        RunResult r;
        interpret(p, &o, &r);
        Interpreter *it = interpreter_new(p);
        Stepper *s = stepper_new(it, &o);
        uint64_t n;
        go(s, 100000, &n);
        if (r.steps < 100000) {
            assert_int_equal(stepper_end(s), r.end);
            assert_int_equal(stepper_steps(s), r.steps);
            assert_string_equal(stepper_message(s), r.message.text);
        }
        stepper_free(s);
        interpreter_free(it);
        run_result_free(&r);
        program_free(p);
    }
}

// ---- what makes two states the same ----
// Two branches lead to one place with the same values; one of them allocates and frees.
static void test_same_by_other_ways(void **state) {
    (void)state;
    Build b = begin();
    VarId x = local(&b, "x"), y = local(&b, "y");
    input(&b, x, "nondet");
    LocId other = place(&b), join = place(&b);
    branch(&b, term_eq(b.t, val(&b, x), num(&b, 1)), other);
    VarId heap = alloc(&b, OBJ_HEAP, "heap", adr(&b, 8));
    simple(&b, CMD_FREE, val(&b, heap));
    set(&b, heap, adr(&b, 0));
    set(&b, y, num(&b, 5));
    edge(&b, join, cmd_assign(b.p, x, num(&b, 0)));
    b.at = other;
    set(&b, y, add(&b, val(&b, x), num(&b, 3)));
    edge(&b, join, cmd_assign(b.p, x, num(&b, 0)));
    b.at = join;
    ret(&b, val(&b, y));
    Interpreter *it = interpreter_new(b.p);
    RunState *at[3];
    for (uint32_t i = 0; i < 3; i++) {
        static const uint64_t inputs[] = { 1, 2, 3 };
        Script script = { 0 };
        vec_push(&script.values, (Value){ inputs[i], 0 });
        RunOptions o = run_options();
        o.choose = from_script;
        o.choose_context = &script;
        Stepper *s = stepper_new(it, &o);
        while (stepper_at(s, 0) != join)
            assert_true(stepper_step(s, 0));
        at[i] = run_save(s);
        RunTerm *sum = run_term_new(it, add(&b, val(&b, x), val(&b, y)));
        assert_int_equal(stepper_value(s, sum).lo, inputs[i] == 1 ? 5 : inputs[i] + 3);
        run_term_free(sum);
        stepper_free(s);
        vec_free(&script.values);
    }
    assert_true(run_state_same(at[0], at[1]));
    assert_true(run_state_hash(at[0]) == run_state_hash(at[1]));
    assert_false(run_state_same(at[0], at[2]));
    for (uint32_t i = 0; i < 3; i++)
        run_state_free(at[i]);
    interpreter_free(it);
    program_free(b.p);
}

// ---- threads: all interleavings ----
// Two threads add 1 to a counter, by a load and a store; main joins both.  With 'locked' under a mutex.
static Program *counter(bool locked) {
    Build b = begin();
    ObjId id, mutex_id;
    Term count = global(&b, "count", 4, &id), mutex = global(&b, "mutex", 4, &mutex_id);
    FuncId main = b.f;
    LocId main_at = b.at;
    func(&b, "work", 1);
    FuncId work = b.f;
    VarId seen = local(&b, "seen");
    if (locked)
        simple(&b, CMD_MUTEX_LOCK, mutex);
    load(&b, seen, count, 4);
    store(&b, count, add(&b, val(&b, seen), num(&b, 1)), 4);
    if (locked)
        simple(&b, CMD_MUTEX_UNLOCK, mutex);
    ret(&b, num(&b, 0));
    b.f = main;
    b.at = main_at;
    VarId t1 = local(&b, "t1"), t2 = local(&b, "t2"), end = local(&b, "end");
    put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .var = t1, .callee = work, .b = adr(&b, 0) });
    put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .var = t2, .callee = work, .b = adr(&b, 0) });
    put(&b, (Cmd){ .kind = CMD_THREAD_JOIN, .a = val(&b, t1) });
    put(&b, (Cmd){ .kind = CMD_THREAD_JOIN, .a = val(&b, t2) });
    load(&b, end, count, 4);
    LocId good = place(&b);
    branch(&b, term_not(b.t, term_eq(b.t, val(&b, end), num(&b, 2))), good);
    stop(&b, CMD_ERROR, num(&b, 0), "lost");
    b.at = good;
    ret(&b, num(&b, 0));
    program_check(b.p);
    return b.p;
}

typedef VEC(RunState *) Seen;

static bool is_new(Seen *seen, RunState *state) {
    for (uint32_t i = 0; i < seen->count; i++)
        if (run_state_same(seen->at[i], state)) {
            run_state_free(state);
            return false;
        }
    vec_push(seen, state);
    return true;
}

// All reachable states, breadth first; whether the error is among them.
static bool reaches_error(Program *p, uint32_t *states, uint32_t *deadlocks) {
    Interpreter *it = interpreter_new(p);
    RunOptions o = run_options();
    Stepper *s = stepper_new(it, &o);
    Seen seen = { 0 };
    bool error = false;
    *deadlocks = 0;
    is_new(&seen, run_save(s));
    for (uint32_t i = 0; i < seen.count; i++) {
        run_restore(s, seen.at[i]);
        uint32_t n = stepper_threads(s);
        for (uint32_t t = 0; t < n; t++) {
            run_restore(s, seen.at[i]);
            if (!stepper_can_run(s, t))
                continue;
            if (stepper_step(s, t))
                is_new(&seen, run_save(s));
            error |= stepper_end(s) == RUN_ERROR;
            *deadlocks += stepper_end(s) == RUN_DEADLOCK;
        }
    }
    *states = seen.count;
    for (uint32_t i = 0; i < seen.count; i++)
        run_state_free(seen.at[i]);
    vec_free(&seen);
    stepper_free(s);
    interpreter_free(it);
    return error;
}

static void test_interleavings(void **state) {
    (void)state;
    uint32_t states, deadlocks;
    Program *p = counter(false);
    assert_true(reaches_error(p, &states, &deadlocks));
    program_free(p);
    p = counter(true);
    assert_false(reaches_error(p, &states, &deadlocks));
    assert_int_equal(deadlocks, 0);
    assert_in_range(states, 20, 200);
    program_free(p);
}

// ---- speed ----
static void test_speed(void **state) {
    (void)state;
    Program *p = counter(true);
    Interpreter *it = interpreter_new(p);
    RunOptions o = run_options();
    Stepper *s = stepper_new(it, &o);
    for (int i = 0; i < 4; i++)
        stepper_step(s, i / 2 ? 1 : 0);
    RunState *saved = run_save(s);
    enum { ROUNDS = 200000 };
    clock_t start = clock();
    for (int i = 0; i < ROUNDS; i++) {
        run_restore(s, saved);
        stepper_step(s, 1);
        run_state_free(run_save(s));
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%.0f states a second (restore, step, save, hash; %zu bytes a state)\n", ROUNDS / seconds,
           run_state_bytes(saved));
    assert_true(ROUNDS / seconds > 20000); // a debug build on a busy machine makes some hundred thousand
    run_state_free(saved);
    stepper_free(s);
    interpreter_free(it);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_continues_alike),
        cmocka_unit_test(test_ends_alike),
        cmocka_unit_test(test_same_by_other_ways),
        cmocka_unit_test(test_interleavings),
        cmocka_unit_test(test_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
