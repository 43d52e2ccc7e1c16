// interpret_race.c - data races of a run, by vector clocks
//
// Each thread has a clock: how far it knows every thread to have come, itself included.  An access happens before
// another one of a later thread if that thread's clock knows of it by then.  Clocks are handed on
//
//   - from the creator to the new thread, and from a thread that has ended to the one that joins it;
//   - from an unlock of a mutex to the next lock of it;
//   - between atomic accesses of the same bytes, one of them a write: from the earlier to the later.
//
// What happens in an atomic section is handed on at its end, as others see the whole of it; what it gets to know it
// knows from the access on.  Semaphores, barriers, condition variables, read-write locks and pthread_once are models
// made of mutexes and atomic sections, and so in this list.
//
// Where the program says so (races_meet) clocks do not count: a race is then an access before which another thread
// stands before one that conflicts with it.
//
// For each byte that an ACCESS was at the accesses are kept that do not happen before a later write.  The first
// access that conflicts with one of these, without an order between them, ends the run: it is a data race.
// After C. Flanagan, S. Freund, "FastTrack: Efficient and Precise Dynamic Race Detection", PLDI 2009; there is a list
// for each byte in place of its two epochs, as atomic and plain accesses are told apart.
#include "program/edit.h"
#include "program/run/interpret_machine.h"

typedef VEC(uint32_t) Clock; // by thread; what is not there is 0
typedef struct Seen {        // the last access of its kind by a thread
    uint32_t thread, time;   // its own time then
    EdgeId edge;
    uint32_t locks; // index into lock_sets
    uint64_t step;
    bool write, atomic;
} Seen;
typedef struct Byte {
    VEC(Seen) seen;
    Clock read, write; // of atomic accesses, to be handed on
} Byte;
typedef VEC(uint64_t) LockSet; // addresses, in the order they were taken
typedef struct Touched {
    uint32_t byte;
    bool write;
} Touched;

struct RaceClocks {
    VEC(Clock) of; // by thread
    VecU32 held;   // by thread: index into lock_sets
    VEC(LockSet) lock_sets;
    VEC(Byte) bytes;
    Map byte_at; // address -> 1 + index
    VEC(Clock) mutexes;
    Map mutex_at;         // address -> 1 + index
    VEC(Touched) touched; // by the atomic section that runs
};

// ---- clocks ----
static uint32_t time_of(const Clock *c, uint32_t thread) {
    return thread < c->count ? c->at[thread] : 0;
}

static void clock_join(Clock *c, const Clock *other) {
    while (c->count < other->count)
        vec_push(c, 0);
    for (uint32_t i = 0; i < other->count; i++)
        if (c->at[i] < other->at[i])
            c->at[i] = other->at[i];
}

static Clock *clock_of(RaceClocks *r, uint32_t thread) {
    while (r->of.count <= thread) {
        *vec_add(&r->of) = (Clock){ 0 };
        vec_push(&r->held, 0);
    }
    Clock *c = &r->of.at[thread];
    while (c->count <= thread)
        vec_push(c, 0);
    if (!c->at[thread])
        c->at[thread] = 1; // 0 is what others know of a thread they have not heard of
    return c;
}

static void tick(Clock *c, uint32_t thread) {
    assert(thread < c->count);
    c->at[thread]++;
}

// ---- threads and mutexes ----
bool race_create(Machine *m, uint32_t child) {
    uint64_t bytes = (uint64_t)(child + 1) * sizeof(uint32_t);
    if (!m->races)
        return true;
    if (!machine_within_memory(m, bytes))
        return false;
    m->memory.bytes += bytes;
    uint32_t parent = m->t->id;
    (void)clock_of(m->races, child); // may move the others
    Clock *from = clock_of(m->races, parent), *to = clock_of(m->races, child);
    clock_join(to, from);
    tick(from, parent);
    return true;
}

void race_join(Machine *m, uint32_t child) {
    if (!m->races)
        return;
    (void)clock_of(m->races, child);
    Clock *to = clock_of(m->races, m->t->id);
    clock_join(to, clock_of(m->races, child));
}

static uint32_t find_lock_set(RaceClocks *r, const LockSet *set) {
    for (uint32_t i = 0; i < r->lock_sets.count; i++)
        if (r->lock_sets.at[i].count == set->count &&
            (!set->count || !memcmp(r->lock_sets.at[i].at, set->at, set->count * sizeof *set->at)))
            return i;
    LockSet *copy = vec_add(&r->lock_sets);
    *copy = (LockSet){ 0 };
    for (uint32_t i = 0; i < set->count; i++)
        vec_push(copy, set->at[i]);
    return r->lock_sets.count - 1;
}

// Only for the report: which mutexes a thread holds.
static void change_locks(RaceClocks *r, uint32_t thread, uint64_t mutex, bool lock) {
    (void)clock_of(r, thread);
    const LockSet *old = &r->lock_sets.at[r->held.at[thread]];
    LockSet set = { 0 };
    for (uint32_t i = 0; i < old->count; i++)
        if (old->at[i] != mutex)
            vec_push(&set, old->at[i]);
    if (lock)
        vec_push(&set, mutex);
    r->held.at[thread] = find_lock_set(r, &set);
    vec_free(&set);
}

void race_lock(Machine *m, uint64_t mutex) {
    if (!m->races)
        return;
    uint32_t i = map_find(&m->races->mutex_at, mutex);
    if (i)
        clock_join(clock_of(m->races, m->t->id), &m->races->mutexes.at[i - 1]);
    change_locks(m->races, m->t->id, mutex, true);
}

void race_unlock(Machine *m, uint64_t mutex) {
    RaceClocks *r = m->races;
    if (!r)
        return;
    uint32_t i = map_find(&r->mutex_at, mutex);
    if (!i) {
        *vec_add(&r->mutexes) = (Clock){ 0 };
        map_put(&r->mutex_at, mutex, i = r->mutexes.count);
    }
    Clock *c = clock_of(r, m->t->id);
    clock_join(&r->mutexes.at[i - 1], c);
    tick(c, m->t->id);
    change_locks(r, m->t->id, mutex, false);
}

// ---- atomic accesses ----
static void hand_on(RaceClocks *r, uint32_t thread) {
    Clock *c = clock_of(r, thread);
    for (uint32_t i = 0; i < r->touched.count; i++) {
        Byte *b = &r->bytes.at[r->touched.at[i].byte];
        clock_join(r->touched.at[i].write ? &b->write : &b->read, c);
    }
    if (r->touched.count)
        tick(c, thread);
    r->touched.count = 0;
}

void race_section_end(Machine *m) {
    if (m->races)
        hand_on(m->races, m->t->id);
}

static void get_to_know(RaceClocks *r, uint32_t thread, uint32_t byte, bool write) {
    Clock *c = clock_of(r, thread);
    clock_join(c, &r->bytes.at[byte].write);
    if (write)
        clock_join(c, &r->bytes.at[byte].read);
    vec_push(&r->touched, (Touched){ byte, write });
}

// ---- accesses ----
static uint32_t byte_at(RaceClocks *r, uint64_t address) {
    uint32_t i = map_find(&r->byte_at, address);
    if (i)
        return i - 1;
    *vec_add(&r->bytes) = (Byte){ 0 };
    map_put(&r->byte_at, address, r->bytes.count);
    return r->bytes.count - 1;
}

static const Seen *conflict(const RaceClocks *r, uint32_t byte, const Seen *now) {
    const Clock *c = &r->of.at[now->thread];
    const Byte *b = &r->bytes.at[byte];
    for (uint32_t i = 0; i < b->seen.count; i++) {
        const Seen *old = &b->seen.at[i];
        if (old->thread != now->thread && (old->write || now->write) && !(old->atomic && now->atomic) &&
            old->time > time_of(c, old->thread))
            return old;
    }
    return NULL;
}

// What a write is known to come after is of no more use: who conflicts with that, unordered, does with the write.
static void remember(RaceClocks *r, uint32_t byte, const Seen *now) {
    const Clock *c = &r->of.at[now->thread];
    Byte *b = &r->bytes.at[byte];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->seen.count; i++) {
        const Seen *old = &b->seen.at[i];
        bool known = old->time <= time_of(c, old->thread);
        bool same = old->thread == now->thread && old->write == now->write && old->atomic == now->atomic;
        if (!same && !(known && now->write))
            b->seen.at[kept++] = *old;
    }
    b->seen.count = kept;
    vec_push(&b->seen, *now);
}

static void note_locks(Machine *m, uint32_t set, struct RaceAccess *access) {
    const LockSet *locks = &m->races->lock_sets.at[set];
    for (uint32_t i = 0; i < locks->count; i++) {
        Instance *o = memory_find(m, locks->at[i]);
        vec_push(&access->locks, (RaceLock){ o ? o->site : 0, o ? locks->at[i] - o->base : 0 });
    }
}

static bool report(Machine *m, const Seen *old, const Seen *now, uint64_t address) {
    RunRace *race = &m->r->race;
    Instance *o = memory_find(m, address);
    const Seen *seen[] = { old, now };
    for (uint32_t i = 0; i < 2; i++) {
        race->of[i].edge = seen[i]->edge;
        race->of[i].thread = seen[i]->thread;
        race->of[i].step = seen[i]->step;
        race->of[i].atomic = seen[i]->atomic;
        note_locks(m, seen[i]->locks, &race->of[i]);
    }
    race->address = address;
    race->object = o ? o->site : 0;
    race->offset = o ? address - o->base : 0;
    return machine_end(m, RUN_ERROR, "%s", goal_text(m->p, m->p->edges.at[now->edge].cmd.goal));
}

// Bytes of an access that is not in a live object are left alone: the access itself ends the run.
static bool is_memory(Machine *m, uint64_t address, uint64_t bytes) {
    Instance *o = memory_find(m, address);
    return in_environment(address, bytes) ||
           (o && address - o->base < o->readable && bytes <= o->readable - (address - o->base));
}

typedef struct Range {
    uint64_t address, bytes;
} Range;

// Of an access, by the thread whose variables are in place.
static Range range_of(Machine *m, const Step *s) {
    uint64_t bytes = m->p->edges.at[s->edge].cmd.c.id ? operand(m, &s->c).lo : s->bytes;
    return (Range){ operand(m, &s->a).lo, bytes };
}

// Where races are threads that meet: does another thread stand before an access that conflicts with this one?
static bool meets(Machine *m, const Seen *now, Range mine) {
    Thread *self = m->t;
    for (uint32_t i = 0; i < m->threads.count; i++) {
        Thread *t = m->threads.at[i];
        EdgeId e = t != self && t->state != THREAD_ENDED ? m->p->locs.at[t->loc].first_out : 0;
        if (!e || m->p->edges.at[e].cmd.kind != CMD_ACCESS)
            continue;
        if (!m->it->steps[e].ready)
            compile_step(m->it, e);
        const Step *s = &m->it->steps[e];
        thread_enter(m, t);
        Range other = range_of(m, s);
        thread_enter(m, self);
        bool overlap = other.address - mine.address < mine.bytes || mine.address - other.address < other.bytes;
        if (!overlap || !(s->write || now->write) || (now->atomic && (s->atomic || t->atomic)))
            continue;
        (void)clock_of(m->races, t->id);
        Seen old = { t->id, 0, e, m->races->held.at[t->id], now->step, s->write, s->atomic || t->atomic };
        return report(m, &old, now, other.address > mine.address ? other.address : mine.address);
    }
    return true;
}

bool race_access(Machine *m, const Step *s) {
    RaceClocks *r = m->races;
    Range range = range_of(m, s);
    uint64_t address = range.address, bytes = range.bytes;
    if (!r || !is_memory(m, address, bytes))
        return true;
    (void)clock_of(r, m->t->id);
    Seen now = { .thread = m->t->id,
                 .edge = s->edge,
                 .step = m->steps - 1,
                 .write = s->write,
                 .atomic = s->atomic || m->t->atomic,
                 .locks = r->held.at[m->t->id] };
    if (m->p->races_meet)
        return meets(m, &now, range);
    uint64_t known = r->bytes.count;
    if (!machine_within_memory(m, bytes * sizeof(Byte)))
        return false;
    for (uint64_t i = 0; i < bytes; i++) {
        uint32_t byte = byte_at(r, address + i);
        if (now.atomic)
            get_to_know(r, now.thread, byte, now.write);
        now.time = time_of(&r->of.at[now.thread], now.thread);
        const Seen *old = conflict(r, byte, &now);
        if (old)
            return report(m,
                          &(Seen){ old->thread, old->time, old->edge, old->locks, old->step, old->write, old->atomic },
                          &now, address + i);
        remember(r, byte, &now);
    }
    m->memory.bytes += (r->bytes.count - known) * sizeof(Byte);
    if (now.atomic && !m->t->atomic)
        hand_on(r, now.thread);
    return true;
}

// ---- begin and end ----
void race_begin(Machine *m) {
    if (!program_has_races(m->p))
        return;
    m->races = base_alloc(sizeof *m->races);
    *vec_add(&m->races->lock_sets) = (LockSet){ 0 };
}

void race_end(Machine *m) {
    RaceClocks *r = m->races;
    if (!r)
        return;
    for (uint32_t i = 0; i < r->of.count; i++)
        vec_free(&r->of.at[i]);
    for (uint32_t i = 0; i < r->mutexes.count; i++)
        vec_free(&r->mutexes.at[i]);
    for (uint32_t i = 0; i < r->lock_sets.count; i++)
        vec_free(&r->lock_sets.at[i]);
    for (uint32_t i = 0; i < r->bytes.count; i++) {
        vec_free(&r->bytes.at[i].seen);
        vec_free(&r->bytes.at[i].read);
        vec_free(&r->bytes.at[i].write);
    }
    vec_free(&r->of);
    vec_free(&r->held);
    vec_free(&r->mutexes);
    vec_free(&r->lock_sets);
    vec_free(&r->bytes);
    vec_free(&r->touched);
    map_free(&r->byte_at);
    map_free(&r->mutex_at);
    free(r);
    m->races = NULL;
}
