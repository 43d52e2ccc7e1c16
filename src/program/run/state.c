// state.c - saving and restoring the machine
//
// A saved state is two runs of bytes.  'key' has what makes two states the same, in one order: objects by address,
// threads by number, mutexes by address.  'rest' has what is needed to go on: which thread runs, numbers of objects,
// where the next ones go.  Restoring reads both again.  Dead objects are in neither: an access to one ends the run
// also where nothing is known of it, and only the wording of the message suffers.
//
// Most objects are the same ones before and after a restore, in the same place of their list; those keep their
// Instance and only get their bytes.  The caches of steps may point to any Instance: they compare the address and the
// bounds before they use it, so an Instance that is another object now is found to be one.
#include "program/run/state.h"
#include "program/run/interpret_machine.h"

typedef VEC(uint8_t) Bytes;

struct RunState {
    uint64_t hash;
    uint32_t n_key, n_rest;
    uint8_t bytes[]; // the key, then the rest
};

struct Stepper {
    Machine m;
    RunOptions options;
    RunResult result;
    Bytes key, rest; // scratch
};

struct RunTerm {
    Interpreter *it;
    Code *code;
};

// ---- writing and reading ----
static void put_bytes(Bytes *b, const void *from, size_t n) {
    if (!n)
        return;
    assert(b->count + n <= UINT32_MAX);
    vec_reserve(b, b->count + n);
    memcpy(b->at + b->count, from, n);
    b->count += (uint32_t)n;
}

static void put(Bytes *b, uint64_t x) {
    put_bytes(b, &x, sizeof x);
}

typedef struct Reader {
    const uint8_t *at, *end;
} Reader;

static void get_bytes(Reader *r, void *to, size_t n) {
    assert((size_t)(r->end - r->at) >= n);
    if (n)
        memcpy(to, r->at, n);
    r->at += n;
}

static uint64_t get(Reader *r) {
    uint64_t x;
    get_bytes(r, &x, sizeof x);
    return x;
}

static uint32_t get32(Reader *r) {
    uint64_t x = get(r);
    assert(x <= UINT32_MAX);
    return (uint32_t)x;
}

// ---- globals ----
// Those that each thread has for itself are saved with the threads.
static Value *private_global(const Machine *m, uint32_t i) {
    return &m->it->globals.at[m->it->slot_of[m->it->private.at[i]] & ~SLOT_BANK1];
}

static void park_private(Machine *m) {
    for (uint32_t i = 0; i < m->it->private.count; i++) {
        m->t->private[i] = *private_global(m, i);
        *private_global(m, i) = (Value){ 0 };
    }
}

static void unpark_private(Machine *m) {
    for (uint32_t i = 0; i < m->it->private.count; i++)
        *private_global(m, i) = m->t->private[i];
}

// ---- threads ----
static bool waits(const Thread *t) {
    return t->state == THREAD_LOCKS || t->state == THREAD_JOINS;
}

static void save_thread(const Machine *m, const Thread *t, Bytes *key) {
    put(key, t->state);
    put(key, waits(t) ? t->waits_for : 0);
    put(key, t->state == THREAD_ENDED ? 0 : t == m->t ? m->loc : t->loc);
    put(key, t->atomic);
    put(key, t->level);
    put(key, t->joined);
    put_bytes(key, &(Value){ t->joined ? 0 : t->result.lo, t->joined ? 0 : t->result.hi }, sizeof(Value));
    put(key, t->frames.count);
    for (uint32_t i = 0; i < t->frames.count; i++) {
        const Frame *f = &t->frames.at[i];
        put(key, f->func);
        put(key, f->base);
        put(key, f->first);
        put(key, f->caller ? f->caller->edge : 0);
    }
    put(key, t->values.count);
    put_bytes(key, t->values.at, t->values.count * sizeof(Value));
    put(key, t->stack.count);
    for (uint32_t i = 0; i < t->stack.count; i++)
        put(key, t->stack.at[i]->base);
    put_bytes(key, t->private, m->it->private.count * sizeof(Value));
}

static void restore_thread(Machine *m, Thread *t, Reader *key) {
    t->state = (ThreadState)get(key);
    t->waits_for = get(key);
    t->loc = get32(key);
    t->atomic = get32(key);
    t->level = get32(key);
    t->joined = get(key);
    get_bytes(key, &t->result, sizeof t->result);
    t->frames.count = 0;
    for (uint32_t n = get32(key); n > 0; n--) {
        Frame *f = vec_add(&t->frames);
        f->func = get32(key);
        f->base = get32(key);
        f->first = get32(key);
        EdgeId caller = get32(key);
        f->caller = caller ? &m->it->steps[caller] : NULL;
    }
    uint32_t values = get32(key);
    vec_resize(&t->values, values);
    get_bytes(key, t->values.at, t->values.count * sizeof(Value));
    t->stack.count = 0;
    for (uint32_t n = get32(key); n > 0; n--) {
        Instance *o = memory_find(m, get(key));
        assert(o && o->live);
        vec_push(&t->stack, o);
    }
    get_bytes(key, t->private, m->it->private.count * sizeof(Value));
}

// ---- objects ----
static uint32_t live_count(const Space *space) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < space->placed.count; i++)
        n += space->placed.at[i].instance->live;
    return n;
}

// Bytes without a value are zero in the key, whatever a value that was forgotten left there.
static void save_contents(const Instance *o, Bytes *key) {
    uint32_t at = key->count;
    put(key, o->written != NULL);
    at = key->count;
    put_bytes(key, o->bytes, o->bytes ? o->size : 0);
    for (uint64_t i = 0; o->written && i < o->size; i++)
        if (!o->written[i])
            key->at[at + i] = 0;
    put_bytes(key, o->written, o->written ? o->size : 0);
}

static void save_object(const Instance *o, Bytes *key, Bytes *rest) {
    assert(o->live && !o->region && "a Stepper checks no regions");
    put(key, o->base);
    put(key, o->size);
    put(key, o->site);
    put(key, o->given);
    save_contents(o, key);
    put(rest, o->number);
}

static void save_space(const Space *space, Bytes *key, Bytes *rest) {
    put(key, live_count(space));
    put(rest, space->next);
    put(rest, space->limit);
    for (uint32_t i = 0; i < space->placed.count; i++)
        if (space->placed.at[i].instance->live)
            save_object(space->placed.at[i].instance, key, rest);
}

static void make_contents(Instance *o, const Object *object, bool written) {
    if (o->kind == OBJ_FUNCTION)
        return;
    o->readable = o->size;
    o->writable = object->constant ? 0 : o->size;
    if (!o->bytes)
        o->bytes = base_alloc(o->size);
    if (written && !o->written)
        o->written = base_alloc(o->size);
    if (!written && o->written) {
        free(o->written);
        o->written = NULL;
    }
}

// The object is put into 'o', which may hold it already, or another one.
static void restore_object(Machine *m, Instance *o, ObjKind kind, Reader *key, Reader *rest) {
    uint64_t base = get(key), size = get(key);
    if (o->size != size || !o->live)
        memory_drop_contents(o);
    o->base = base;
    o->size = size;
    o->site = get32(key);
    o->kind = kind;
    o->live = true;
    o->given = get(key);
    o->number = get32(rest);
    make_contents(o, &m->p->objects.at[o->site], get(key));
    get_bytes(key, o->bytes, o->bytes ? size : 0);
    get_bytes(key, o->written, o->written ? size : 0);
}

static Instance *instance_at(Machine *m, Space *space, uint32_t i) {
    if (i >= space->placed.count)
        vec_push(&space->placed, (Placed){ 0, memory_take_instance(m->it) });
    return space->placed.at[i].instance;
}

static void restore_space(Machine *m, ObjKind kind, Reader *key, Reader *rest) {
    Space *space = &m->memory.space[kind];
    uint32_t live = get32(key);
    space->next = get(rest);
    space->limit = get(rest);
    space->dead = 0;
    for (uint32_t i = 0; i < live; i++) {
        restore_object(m, instance_at(m, space, i), kind, key, rest);
        space->placed.at[i].base = space->placed.at[i].instance->base;
        assert(i == 0 || space->placed.at[i - 1].base < space->placed.at[i].base);
    }
    for (uint32_t i = live; i < space->placed.count; i++) {
        memory_drop_contents(space->placed.at[i].instance);
        vec_push(&m->it->spare, space->placed.at[i].instance);
    }
    space->placed.count = live;
}

// Of the environment's memory the written bytes only: it is large and mostly empty.
static void save_environment(const Machine *m, Bytes *key, Bytes *rest) {
    const Instance *o = m->memory.environment;
    put(rest, o ? 1 + (uint64_t)o->number : 0);
    uint32_t n = 0, at = key->count;
    put(key, 0);
    for (uint64_t i = 0; o && i < o->size; i++)
        if (o->written[i]) {
            put(key, i << 8 | o->bytes[i]);
            n++;
        }
    memcpy(key->at + at, &n, sizeof n);
}

static void restore_environment(Machine *m, Reader *key, Reader *rest) {
    uint64_t number = get(rest);
    uint32_t n = get32(key);
    if (m->memory.environment) {
        memory_drop_contents(m->memory.environment);
        vec_push(&m->it->spare, m->memory.environment);
        m->memory.environment = NULL;
    }
    if (!number)
        return;
    Instance *o = memory_environment(m);
    o->number = (uint32_t)(number - 1);
    for (; n > 0; n--) {
        uint64_t x = get(key);
        o->bytes[x >> 8] = (uint8_t)x;
        o->written[x >> 8] = 1;
    }
}

static void save_given(const Machine *m, Bytes *rest) {
    put(rest, m->memory.given.count);
    for (uint32_t i = 0; i < m->memory.given.count; i++)
        put(rest, m->memory.given.at[i]->live ? m->memory.given.at[i]->base : 0);
}

static void restore_given(Machine *m, Reader *rest) {
    m->memory.given.count = 0;
    for (uint32_t n = get32(rest); n > 0; n--) {
        uint64_t base = get(rest);
        assert(!base || (memory_find(m, base) && memory_find(m, base)->base == base));
        if (base)
            vec_push(&m->memory.given, memory_find(m, base));
    }
}

// ---- mutexes ----
static int by_number(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void save_mutexes(const Machine *m, Bytes *key) {
    VEC(uint64_t) held = { 0 };
    for (uint32_t i = 0; i < m->mutexes.room; i++)
        if (m->mutexes.used[i] && m->mutexes.values[i])
            vec_push(&held, m->mutexes.keys[i]);
    if (held.count)
        qsort(held.at, held.count, sizeof *held.at, by_number);
    put(key, m->level);
    put(key, m->off);
    put(key, held.count);
    for (uint32_t i = 0; i < held.count; i++) {
        put(key, held.at[i]);
        put(key, map_find(&m->mutexes, held.at[i]));
    }
    vec_free(&held);
}

static void restore_mutexes(Machine *m, Reader *key) {
    m->level = get32(key);
    m->off = get(key);
    map_free(&m->mutexes);
    for (uint32_t n = get32(key); n > 0; n--) {
        uint64_t address = get(key);
        map_put(&m->mutexes, address, get32(key));
    }
}

// ---- the whole ----
RunState *run_save(Stepper *s) {
    Machine *m = &s->m;
    Bytes *key = &s->key, *rest = &s->rest;
    assert(m->end == RUN_GOING);
    key->count = rest->count = 0;
    park_private(m);
    for (int k = 0; k < SPACES; k++)
        save_space(&m->memory.space[k], key, rest);
    save_environment(m, key, rest);
    put_bytes(key, m->it->globals.at, m->it->n_globals * sizeof(Value));
    put(key, m->threads.count);
    for (uint32_t i = 0; i < m->threads.count; i++)
        save_thread(m, m->threads.at[i], key);
    save_mutexes(m, key);
    save_given(m, rest);
    put(rest, m->t->id);
    put(rest, m->steps);
    put(rest, m->edge);
    put(rest, m->memory.numbers);
    put(rest, m->memory.bytes);
    put(rest, m->frame_bytes);
    unpark_private(m);
    RunState *state = base_alloc(sizeof *state + key->count + rest->count);
    state->n_key = key->count;
    state->n_rest = rest->count;
    memcpy(state->bytes, key->at, key->count);
    memcpy(state->bytes + key->count, rest->at, rest->count);
    state->hash = hash_bytes(key->at, key->count, 0);
    return state;
}

static void restore_threads(Machine *m, Reader *key) {
    uint32_t n = get32(key);
    while (m->threads.count > n)
        thread_free(vec_pop(&m->threads));
    while (m->threads.count < n)
        thread_new(m);
    for (uint32_t i = 0; i < n; i++)
        restore_thread(m, m->threads.at[i], key);
}

void run_restore(Stepper *s, const RunState *state) {
    Machine *m = &s->m;
    Reader key = { state->bytes, state->bytes + state->n_key };
    Reader rest = { key.end, key.end + state->n_rest };
    m->end = RUN_GOING;
    s->result.message.text[0] = '\0';
    for (int k = 0; k < SPACES; k++)
        restore_space(m, (ObjKind)k, &key, &rest);
    restore_environment(m, &key, &rest);
    get_bytes(&key, m->it->globals.at, m->it->n_globals * sizeof(Value));
    restore_threads(m, &key);
    restore_mutexes(m, &key);
    restore_given(m, &rest);
    m->t = m->threads.at[get32(&rest)];
    m->loc = m->t->loc;
    m->steps = get(&rest);
    m->edge = get32(&rest);
    m->memory.numbers = get32(&rest);
    m->memory.bytes = get(&rest);
    m->frame_bytes = get(&rest);
    unpark_private(m);
    machine_bank(m);
    assert(key.at == key.end && rest.at == rest.end);
    memory_check(m);
}

void run_state_free(RunState *state) {
    free(state);
}

uint64_t run_state_hash(const RunState *state) {
    return state->hash;
}

bool run_state_same(const RunState *a, const RunState *b) {
    assert(a->n_key && b->n_key);
    return a->hash == b->hash && a->n_key == b->n_key && memcmp(a->bytes, b->bytes, a->n_key) == 0;
}

size_t run_state_bytes(const RunState *state) {
    return sizeof *state + state->n_key + state->n_rest;
}

// ---- stepping ----
Stepper *stepper_new(Interpreter *it, const RunOptions *options) {
    Stepper *s = base_alloc(sizeof *s);
    assert(!options->inputs && !options->trace && !options->observe && it->p->entry);
    s->options = *options;
    s->options.max_path = 0;
    trace_init(&s->result.trace);
    s->m = (Machine){ .it = it, .p = it->p, .o = &s->options, .r = &s->result, .unrecorded = true };
    s->m.random = options->seed;
    if (options->unwritten)
        s->m.loads = base_alloc(it->p->edges.count * sizeof *s->m.loads);
    machine_begin(&s->m);
    race_end(&s->m); // states have no clocks
    return s;
}

void stepper_free(Stepper *s) {
    if (!s)
        return;
    machine_finish(&s->m);
    run_result_free(&s->result);
    vec_free(&s->key);
    vec_free(&s->rest);
    free(s);
}

RunEnd stepper_end(const Stepper *s) {
    return s->m.end;
}

const char *stepper_message(const Stepper *s) {
    return s->result.message.text;
}

uint64_t stepper_steps(const Stepper *s) {
    return s->m.steps;
}

uint32_t stepper_threads(const Stepper *s) {
    return s->m.threads.count;
}

static const Thread *thread_of(const Stepper *s, uint32_t thread) {
    assert(thread < s->m.threads.count);
    return s->m.threads.at[thread];
}

bool stepper_can_run(const Stepper *s, uint32_t thread) {
    const Thread *t = thread_of(s, thread);
    for (uint32_t i = 0; i < s->m.threads.count; i++)
        if (i != thread && s->m.threads.at[i]->atomic)
            return false;
    return s->m.end == RUN_GOING && thread_can_run(&s->m, t);
}

LocId stepper_at(const Stepper *s, uint32_t thread) {
    const Thread *t = thread_of(s, thread);
    return t->state == THREAD_ENDED ? 0 : t == s->m.t ? s->m.loc : t->loc;
}

uint32_t stepper_depth(const Stepper *s, uint32_t thread) {
    return thread_of(s, thread)->frames.count;
}

bool stepper_in_atomic(const Stepper *s, uint32_t thread) {
    return thread_of(s, thread)->atomic > 0;
}

bool stepper_step(Stepper *s, uint32_t thread) {
    Machine *m = &s->m;
    assert(stepper_can_run(s, thread));
    if (m->steps >= m->o->max_steps)
        return machine_end(m, RUN_STEP_LIMIT, "%llu steps", (unsigned long long)m->steps);
    if (m->t->id != thread || m->t->state != THREAD_RUNS)
        thread_resume(m, m->threads.at[thread]);
    return machine_step(m);
}

EdgeId stepper_last_edge(const Stepper *s) {
    return s->m.edge;
}

// ---- values ----
RunTerm *run_term_new(Interpreter *it, Term a) {
    assert(a.id);
    Code *code = compile_term(it, a);
    if (!code)
        return NULL;
    RunTerm *term = base_alloc(sizeof *term);
    *term = (RunTerm){ it, code };
    return term;
}

void run_term_free(RunTerm *term) {
    if (term)
        code_free(term->code);
    free(term);
}

Value stepper_value(Stepper *s, const RunTerm *term) {
    Value v;
    assert(term->it == s->m.it);
    machine_bank(&s->m); // compiling may have added constants
    code_run(term->code, s->m.bank, &v);
    return v;
}

bool stepper_read(Stepper *s, uint64_t address, uint32_t bytes, Value *value) {
    const Instance *o = memory_find(&s->m, address);
    uint64_t offset = o ? address - o->base : 0;
    uint8_t raw[16] = { 0 };
    assert(bytes <= sizeof raw);
    if (!o || !o->live || offset >= o->readable || o->readable - offset < bytes)
        return false;
    for (uint32_t i = 0; o->written && i < bytes; i++)
        if (!o->written[offset + i])
            return false;
    memcpy(raw, o->bytes + offset, bytes);
    memcpy(&value->lo, raw, 8);
    memcpy(&value->hi, raw + 8, 8);
    return true;
}

bool stepper_object(Stepper *s, uint64_t address, RunObject *object) {
    return run_view_object(&s->m, address, object);
}

bool stepper_was_object(const Stepper *s, uint64_t address) {
    static const ObjKind kinds[] = { OBJ_HEAP, OBJ_STACK };
    for (size_t i = 0; i < COUNT(kinds); i++) {
        const Space *space = &s->m.memory.space[kinds[i]];
        assert(space->start <= space->next);
        if (address >= space->start && address < space->next)
            return true;
    }
    return false;
}
