// explore.h - for tests: all states of a small program, executed one by one: all inputs of a few values, all schedules
#ifndef EXPLORE_H
#define EXPLORE_H
#include "build_program.h"
#include "program/run/state.h"

typedef struct Explored {
    bool error;    // some run reaches it
    bool complete; // there are no more states
    bool memory_error;
    uint32_t states;
} Explored;

static bool explore_value(void *context, EdgeId e, ValueType type, Value *value) {
    (void)e, (void)type;
    *value = (Value){ *(uint64_t *)context, 0 };
    return true;
}

// 'most': states that are looked at.
static inline Explored explore(const Program *p, uint64_t values, uint32_t most) {
    Interpreter *it = interpreter_new(p);
    uint64_t input = 0;
    RunOptions o = run_options();
    o.choose = explore_value;
    o.choose_context = &input;
    Stepper *s = stepper_new(it, &o);
    VEC(RunState *) seen = { 0 };
    Map known = { 0 };
    Explored out = { .complete = true };
    vec_push(&seen, run_save(s));
    map_put(&known, run_state_hash(seen.at[0]), 1);
    for (uint32_t i = 0; i < seen.count && !out.error && out.complete; i++) {
        run_restore(s, seen.at[i]);
        uint32_t threads = stepper_threads(s);
        for (uint64_t way = 0; way < values * threads; way++) {
            uint32_t thread = (uint32_t)(way / values);
            input = way % values;
            run_restore(s, seen.at[i]);
            if (!stepper_can_run(s, thread))
                continue;
            if (stepper_step(s, thread)) {
                RunState *next = run_save(s);
                bool old = map_find(&known, run_state_hash(next));
                map_put(&known, run_state_hash(next), 1);
                if (old)
                    run_state_free(next);
                else
                    vec_push(&seen, next);
            }
            out.error |= stepper_end(s) == RUN_ERROR;
            out.memory_error |= stepper_end(s) == RUN_MEMORY_ERROR;
        }
        out.complete = seen.count < most;
    }
    out.states = seen.count;
    for (uint32_t i = 0; i < seen.count; i++)
        run_state_free(seen.at[i]);
    vec_free(&seen);
    map_free(&known);
    stepper_free(s);
    interpreter_free(it);
    return out;
}
#endif
