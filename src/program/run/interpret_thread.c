// interpret_thread.c - threads, mutexes and who runs next
//
// The schedule is in turns (trace.h).  A turn ends when its edges are taken,
// or when its thread waits or ends before; a turn of a thread that cannot run is passed
// over.  Inside an atomic section no turn ends.
#include "base/limits.h"
#include "program/edit.h"
#include "program/run/interpret_machine.h"

enum {
    THREAD_COST = 4096,
    MOST_THREADS = 1 << 16,
    BUSY = 16,
    LONGEST_RANDOM_TURN = 24,
    STEPS_BETWEEN_QUESTIONS = 1 << 22
};

// ---- threads ----
Thread *thread_new(Machine *m) {
    Thread *t = base_alloc(sizeof *t);
    t->id = m->threads.count;
    t->private = base_alloc(m->it->private.count * sizeof *t->private);
    vec_push(&m->threads, t);
    return t;
}

void thread_free(Thread *t) {
    vec_free(&t->frames);
    vec_free(&t->values);
    vec_free(&t->stack);
    free(t->private);
    free(t);
}

// The new thread's own copies of thread-local objects, and of variables that
// stand for such objects.
static bool make_private(Machine *m, Thread *t) {
    const Program *p = m->p;
    for (uint32_t i = 0; i < m->it->private.count; i++) {
        const Var *var = &p->vars.at[m->it->private.at[i]];
        Instance *o = memory_new(m, var->object, p->objects.at[var->object].size);
        if (!o)
            return false;
        memory_global_init(m, o);
        if (var->kind == VAR_ADDRESS) {
            t->private[i] = (Value){ o->base, 0 };
            continue;
        }
        ValueType type = value_type(p->terms, var->sort);
        uint32_t n = memory_bytes(type);
        if (var->offset + n > o->size)
            return machine_end(m, RUN_UNMODELLED, "a variable wider than its object");
        if (!memory_fix(m, o, var->offset, n))
            return false;
        t->private[i] = memory_decode(type, o->bytes + var->offset, n);
    }
    return true;
}

void thread_end(Machine *m, Thread *t, Value result) {
    assert(t->state != THREAD_ENDED);
    t->state = THREAD_ENDED;
    t->result = result;
    t->atomic = 0;
    m->level -= t->level != 0;
    t->level = 0;
    memory_pop_stack(m, t, 0);
    for (uint32_t i = 0; i < t->frames.count; i++)
        m->frame_bytes -= m->it->n_slots[t->frames.at[i].func] * sizeof(Value) + sizeof(Frame);
    vec_free(&t->values);
    vec_free(&t->frames);
}

bool thread_create(Machine *m, const Step *s) {
    FuncId func = s->callee ? s->callee : function_at(m, operand(m, &s->a).lo);
    if (!func)
        return false;
    const Function *f = &m->p->funcs.at[func];
    if (!program_thread_fits(m->p, func))
        return machine_end(m, RUN_TRAP, "a thread cannot run %s: it is of another type", program_text(m->p, f->name));
    if (m->threads.count >= MOST_THREADS || !machine_within_memory(m, THREAD_COST))
        return machine_end(m, RUN_OUT_OF_MEMORY, "too many threads");
    m->memory.bytes += THREAD_COST;
    Value argument = operand(m, &s->b);
    Thread *t = thread_new(m);
    if (!make_private(m, t) || !push_frame(m, t, func, NULL))
        return false;
    if (f->params.count) {
        uint32_t width = value_type(m->p->terms, m->p->vars.at[f->params.at[0]].sort).width;
        t->values.at[0] = value_truncate(argument, width);
    }
    t->loc = f->entry;
    assert(t->frames.count == 1 && !t->stack.count);
    if (!race_create(m, t->id))
        return false;
    if (s->var != NO_SLOT)
        set_slot(m, s->var, value_truncate((Value){ t->id, 0 }, s->type.width));
    machine_plan(m);
    return true;
}

// The command cannot go on: its step is undone, and another thread runs.
static bool wait(Machine *m, const Step *s, ThreadState state, uint64_t what) {
    assert(state != THREAD_RUNS && state != THREAD_ENDED && m->steps);
    m->loc = m->p->edges.at[s->edge].from;
    m->steps--;
    m->t->state = state;
    m->t->waits_for = what;
    if (m->t->atomic)
        return machine_end(m, RUN_DEADLOCK, "thread %u waits inside an atomic section", m->t->id);
    return thread_switch(m);
}

bool thread_join(Machine *m, const Step *s) {
    uint64_t id = operand(m, &s->a).lo;
    Thread *t = id < m->threads.count ? m->threads.at[id] : NULL;
    if (!t || t->joined)
        return machine_end(m, RUN_TRAP, "join of thread %llu, which %s", (unsigned long long)id,
                           t ? "was joined before" : "does not exist");
    if (t->state != THREAD_ENDED)
        return wait(m, s, THREAD_JOINS, id);
    t->joined = true;
    race_join(m, t->id);
    if (s->var != NO_SLOT)
        set_slot(m, s->var, value_truncate(t->result, s->type.width));
    return true;
}

// ---- mutexes ----
bool mutex_do(Machine *m, const Step *s) {
    uint64_t address = operand(m, &s->a).lo;
    if (!memory_access(m, address, 1, true))
        return false;
    bool taken = map_find(&m->mutexes, address) != 0;
    assert(map_find(&m->mutexes, address) <= m->threads.count && "a thread that exists holds it, or none");
    switch ((CmdKind)s->kind) {
    case CMD_MUTEX_LOCK:
        if (taken)
            return wait(m, s, THREAD_LOCKS, address);
        map_put(&m->mutexes, address, m->t->id + 1);
        race_lock(m, address);
        return true;
    case CMD_MUTEX_TRYLOCK:
        if (!taken) {
            map_put(&m->mutexes, address, m->t->id + 1);
            race_lock(m, address);
        }
        set_slot(m, s->var, value_truncate((Value){ taken ? BUSY : 0, 0 }, s->type.width));
        return true;
    default: // init and unlock
        if (s->kind == CMD_MUTEX_UNLOCK)
            race_unlock(m, address);
        map_put(&m->mutexes, address, 0);
        return true;
    }
}

// ---- interrupts ----
// Only who has preempted all others runs, so levels are a stack.
bool interrupt_do(Machine *m, const Step *s) {
    Thread *t = m->t;
    switch (m->p->edges.at[s->edge].cmd.interrupt) {
    case INTERRUPT_BEGIN:
        if (m->off)
            return wait(m, s, THREAD_INTERRUPTS, 0);
        if (!t->level)
            t->level = ++m->level;
        return true;
    case INTERRUPT_END:
        assert(!t->level || t->level == m->level);
        m->level -= t->level != 0;
        t->level = 0;
        return true;
    case INTERRUPTS_OFF:
        m->off = true;
        return true;
    case INTERRUPTS_ON:
        m->off = false;
        return true;
    }
    return true;
}

// ---- who runs next ----
bool thread_can_run(const Machine *m, const Thread *t) {
    if (t->level && t->level < m->level)
        return false; // preempted
    switch (t->state) {
    case THREAD_RUNS:
        return true;
    case THREAD_LOCKS:
        return map_find(&m->mutexes, t->waits_for) == 0;
    case THREAD_JOINS:
        return m->threads.at[t->waits_for]->state == THREAD_ENDED;
    case THREAD_INTERRUPTS:
        return !m->off;
    case THREAD_ENDED:
        return false;
    }
    return false;
}

static bool scheduled(const Machine *m) {
    return m->o->inputs && m->turn < m->o->inputs->schedule.count;
}

static Thread *next_scheduled(Machine *m) {
    for (; scheduled(m); m->turn++) {
        uint32_t id = m->o->inputs->schedule.at[m->turn].thread;
        if (id < m->threads.count && thread_can_run(m, m->threads.at[id]))
            return m->threads.at[id];
    }
    return NULL;
}

// The first that can run, in a circle from 'start'.
static Thread *next_in_circle(const Machine *m, uint32_t start) {
    assert(m->threads.count);
    uint32_t n = m->threads.count;
    for (uint32_t i = 0; i < n; i++) {
        Thread *t = m->threads.at[(start + i) % n];
        if (thread_can_run(m, t))
            return t;
    }
    return NULL;
}

// The loop stops at the end of the turn or of all steps, and now and then to
// ask whether time is up.
static void set_pause(Machine *m) {
    m->pause_at = m->steps + STEPS_BETWEEN_QUESTIONS;
    if (m->turn_end < m->pause_at)
        m->pause_at = m->turn_end;
    if (m->o->max_steps < m->pause_at)
        m->pause_at = m->o->max_steps;
}

void machine_plan(Machine *m) {
    assert(m->turn_from <= m->steps);
    m->turn_end = UINT64_MAX;
    if (scheduled(m))
        m->turn_end = m->turn_from + m->o->inputs->schedule.at[m->turn].edges;
    else if (m->o->random_schedule && m->threads.count > 1)
        m->turn_end =
            m->steps + 1 + random_next(&m->random) % (m->o->longest_turn ? m->o->longest_turn : LONGEST_RANDOM_TURN);
    set_pause(m);
}

static void swap_private(Machine *m, Thread *from, Thread *to) {
    assert(from != to && "a thread that goes on has its values in place");
    for (uint32_t i = 0; i < m->it->private.count; i++) {
        Value *v = &m->globals[m->it->slot_of[m->it->private.at[i]] & ~SLOT_BANK1];
        from->private[i] = *v;
        *v = to->private[i];
    }
}

void thread_enter(Machine *m, Thread *t) {
    if (t == m->t)
        return;
    swap_private(m, m->t, t);
    m->t = t;
    machine_bank(m);
}

void thread_resume(Machine *m, Thread *t) {
    Thread *old = m->t;
    assert(thread_can_run(m, t));
    if (!m->unrecorded)
        trace_add_turn(&m->r->trace, old->id, m->steps - m->turn_from);
    m->turn_from = m->steps;
    if (t != old) {
        old->loc = m->loc;
        swap_private(m, old, t);
        m->t = t;
        m->loc = t->loc;
    }
    t->state = THREAD_RUNS;
    machine_bank(m);
    machine_plan(m);
}

// Where a program has goals for it, a deadlock is an error at a wait.
static bool reach_deadlock(Machine *m) {
    for (uint32_t i = 0; i < m->threads.count; i++) {
        const Thread *t = m->threads.at[i];
        EdgeId e = t->state != THREAD_ENDED ? m->p->locs.at[t == m->t ? m->loc : t->loc].first_out : 0;
        if (!e || m->p->edges.at[e].cmd.kind == CMD_ACCESS || !cmd_has_goal(&m->p->edges.at[e].cmd))
            continue;
        m->edge = e;
        (void)machine_end(m, RUN_ERROR, "%s", goal_text(m->p, m->p->edges.at[e].cmd.goal));
        return true;
    }
    return false;
}

static bool stuck(Machine *m) {
    if (reach_deadlock(m))
        return false;
    for (uint32_t i = 0; i < m->threads.count; i++)
        if (m->threads.at[i]->state != THREAD_ENDED)
            return machine_end(m, RUN_DEADLOCK, "thread %u waits for %s", i,
                               m->threads.at[i]->state == THREAD_LOCKS   ? "a mutex"
                               : m->threads.at[i]->state == THREAD_JOINS ? "the end of a thread"
                                                                         : "interrupts");
    return machine_end(m, RUN_EXITED, "%s", "");
}

// A turn of the schedule that the current thread was in is over.
bool thread_switch(Machine *m) {
    m->turn += scheduled(m);
    Thread *next = next_scheduled(m);
    if (!next && m->o->random_schedule)
        next = next_in_circle(m, (uint32_t)(random_next(&m->random) % m->threads.count));
    if (!next)
        next = next_in_circle(m, m->t->id);
    if (!next)
        return stuck(m);
    thread_resume(m, next);
    return true;
}

bool machine_pause(Machine *m) {
    if (m->steps >= m->o->max_steps)
        return machine_end(m, RUN_STEP_LIMIT, "%llu steps", (unsigned long long)m->steps);
    if (limits_hit())
        return machine_end(m, RUN_TIME_LIMIT, "%s", "");
    if (m->steps >= m->turn_end && !m->t->atomic)
        return thread_switch(m);
    if (m->steps >= m->turn_end) // the atomic section ends the turn as soon as it can
        m->turn_end = m->steps + 1;
    set_pause(m);
    return true;
}
