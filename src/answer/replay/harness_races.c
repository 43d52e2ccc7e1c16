// harness_races.c - the part of a harness that imposes the order of a run on the threads, and finds its race
//
// The program's files are compiled with -fsanitize=thread, but linked with functions of our own for what the compiler
// then calls at each access: they keep vector clocks, as the interpreter does, and see two accesses that nothing
// orders. What threads do to wait for each other - making, joining, mutexes, atomic operations and sections - comes in
// the order of the run: each such step waits until it is its thread's turn.  Before the first race this determines all
// that the threads read.  A thread that waits too long lets all run freely: then the race may still be met, or not.
#include "answer/replay/harness.h"
#include "program/edit.h"

enum { MOST_THREADS = 16, MOST_TURNS = 20000 };

static const char runtime[] =
    "#include <pthread.h>\n"
    "#include <time.h>\n"
    "// clocks: hone_clock[i][k] is how far thread i knows thread k to have come\n"
    "enum { HONE_THREADS = 16, HONE_BYTES = 1 << 16, HONE_LOCKS = 256 };\n"
    "typedef unsigned HoneClock[HONE_THREADS];\n"
    "typedef struct HoneByte { char *at; HoneClock seen[4], read, write; } HoneByte;\n"
    "typedef struct HoneLock { void *at; int held; HoneClock clock; } HoneLock;\n"
    "static pthread_mutex_t hone_all = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_cond_t hone_turn = PTHREAD_COND_INITIALIZER;\n"
    "static HoneClock hone_clock[HONE_THREADS] = { { 1 } };\n"
    "static HoneByte *hone_shadow;\n"
    "static HoneLock hone_locks[HONE_LOCKS];\n"
    "static pthread_t hone_id[HONE_THREADS];\n"
    "static unsigned hone_threads = 1, hone_turns, hone_free, hone_section;\n"
    "static struct { HoneByte *byte; int write; } hone_touched[HONE_BYTES];\n"
    "static unsigned hone_touches;\n"
    "static __thread unsigned hone_me, hone_depth;\n"
    "int __real_pthread_mutex_lock(pthread_mutex_t *), __real_pthread_mutex_unlock(pthread_mutex_t *);\n\n"
    "static void hone_linger(void) { // main returns: others may have steps to take still\n"
    "    struct timespec some = { 0, 300000000 };\n"
    "    nanosleep(&some, 0);\n"
    "}\n\n"
    "__attribute__((constructor)) static void hone_stay(void) {\n"
    "    atexit(hone_linger);\n"
    "}\n\n"
    "static void hone_join(unsigned *to, const unsigned *from) {\n"
    "    for (unsigned i = 0; i < HONE_THREADS; i++)\n"
    "        if (to[i] < from[i])\n"
    "            to[i] = from[i];\n"
    "}\n\n"
    "static int hone_must_wait(void) {\n"
    "    if (hone_section && hone_section != hone_me + 1)\n"
    "        return 1;\n"
    "    return !hone_free && hone_turns < sizeof hone_order && hone_order[hone_turns] != hone_me;\n"
    "}\n\n"
    "static void hone_wait(void) { // hone_all is held\n"
    "    struct timespec until;\n"
    "    clock_gettime(CLOCK_REALTIME, &until);\n"
    "    until.tv_sec += 2;\n"
    "    if (pthread_cond_timedwait(&hone_turn, &hone_all, &until))\n"
    "        hone_free = 1;\n"
    "}\n\n"
    "static void hone_gate(void) { // takes hone_all\n"
    "    __real_pthread_mutex_lock(&hone_all);\n"
    "    while (hone_depth == 0 && hone_must_wait())\n"
    "        hone_wait();\n"
    "}\n\n"
    "static void hone_passed(void) { // gives it back\n"
    "    hone_turns += hone_depth == 0;\n"
    "    pthread_cond_broadcast(&hone_turn);\n"
    "    __real_pthread_mutex_unlock(&hone_all);\n"
    "}\n\n"
    "static HoneLock *hone_lock_at(void *at) {\n"
    "    unsigned i = 0;\n"
    "    while (i < HONE_LOCKS - 1 && hone_locks[i].at && hone_locks[i].at != at)\n"
    "        i++;\n"
    "    hone_locks[i].at = at;\n"
    "    return &hone_locks[i];\n"
    "}\n\n"
    "static HoneByte *hone_byte_at(char *at) {\n"
    "    if (!hone_shadow)\n"
    "        hone_shadow = calloc(HONE_BYTES, sizeof *hone_shadow);\n"
    "    unsigned long i = (unsigned long)at * 2654435761u % HONE_BYTES, n = 0;\n"
    "    for (; hone_shadow && hone_shadow[i].at && hone_shadow[i].at != at; i = (i + 1) % HONE_BYTES)\n"
    "        if (++n == HONE_BYTES)\n"
    "            _exit(0);\n"
    "    if (!hone_shadow)\n"
    "        _exit(0);\n"
    "    hone_shadow[i].at = at;\n"
    "    return &hone_shadow[i];\n"
    "}\n\n"
    "static void hone_hand_on(void) {\n"
    "    for (unsigned i = 0; i < hone_touches; i++)\n"
    "        hone_join(hone_touched[i].write ? hone_touched[i].byte->write : hone_touched[i].byte->read,\n"
    "                  hone_clock[hone_me]);\n"
    "    hone_clock[hone_me][hone_me] += hone_touches > 0;\n"
    "    hone_touches = 0;\n"
    "}\n\n"
    "static void hone_at_byte(char *at, int write, int atomic) {\n"
    "    HoneByte *b = hone_byte_at(at);\n"
    "    unsigned *clock = hone_clock[hone_me];\n"
    "    if (atomic) {\n"
    "        hone_join(clock, b->write);\n"
    "        if (write)\n"
    "            hone_join(clock, b->read);\n"
    "        if (hone_touches < HONE_BYTES) {\n"
    "            hone_touched[hone_touches].byte = b;\n"
    "            hone_touched[hone_touches++].write = write;\n"
    "        }\n"
    "    }\n"
    "    for (unsigned kind = 0; kind < 4; kind++) // 1: a write; 2: atomic\n"
    "        for (unsigned i = 0; i < hone_threads; i++)\n"
    "            if (i != hone_me && (write || kind & 1) && !(atomic && kind & 2) && b->seen[kind][i] > clock[i])\n"
    "                hone_error_reached();\n"
    "    b->seen[write + 2 * atomic][hone_me] = clock[hone_me];\n"
    "}\n\n"
    "static void hone_access(void *at, unsigned long n, int write) {\n"
    "    __real_pthread_mutex_lock(&hone_all);\n"
    "    for (unsigned long i = 0; i < n; i++)\n"
    "        hone_at_byte((char *)at + i, write, hone_depth > 0);\n"
    "    __real_pthread_mutex_unlock(&hone_all);\n"
    "}\n\n"
    "void __tsan_init(void) {\n}\n"
    "void __tsan_func_entry(void *from) {\n}\n"
    "void __tsan_func_exit(void) {\n}\n"
    "void __tsan_read_range(void *at, unsigned long n) {\n    hone_access(at, n, 0);\n}\n"
    "void __tsan_write_range(void *at, unsigned long n) {\n    hone_access(at, n, 1);\n}\n"
    "#define HONE_SIZE(n)                                                    \\\n"
    "    void __tsan_read##n(void *at) { hone_access(at, n, 0); }            \\\n"
    "    void __tsan_write##n(void *at) { hone_access(at, n, 1); }           \\\n"
    "    void __tsan_unaligned_read##n(void *at) { hone_access(at, n, 0); }  \\\n"
    "    void __tsan_unaligned_write##n(void *at) { hone_access(at, n, 1); }\n"
    "HONE_SIZE(1)\nHONE_SIZE(2)\nHONE_SIZE(4)\nHONE_SIZE(8)\nHONE_SIZE(16)\n\n"
    "static void hone_begin(void) {\n"
    "    hone_gate();\n"
    "    hone_turns += hone_depth == 0;\n"
    "    if (hone_depth++ == 0)\n"
    "        hone_section = hone_me + 1;\n"
    "    __real_pthread_mutex_unlock(&hone_all);\n"
    "}\n\n"
    "static void hone_end(void) {\n"
    "    __real_pthread_mutex_lock(&hone_all);\n"
    "    if (--hone_depth == 0) {\n"
    "        hone_hand_on();\n"
    "        hone_section = 0;\n"
    "    }\n"
    "    pthread_cond_broadcast(&hone_turn);\n"
    "    __real_pthread_mutex_unlock(&hone_all);\n"
    "}\n\n"
    "#define HONE_CHANGE(bits, T, name, value)                              \\\n"
    "    T __tsan_atomic##bits##_##name(T *at, T x, int order) {            \\\n"
    "        hone_begin();                                                  \\\n"
    "        hone_access(at, sizeof *at, 0);                                \\\n"
    "        hone_access(at, sizeof *at, 1);                                \\\n"
    "        T old = *at;                                                   \\\n"
    "        *at = (T)(value);                                              \\\n"
    "        hone_end();                                                    \\\n"
    "        return old;                                                    \\\n"
    "    }\n"
    "#define HONE_COMPARE(bits, T, name)                                                    \\\n"
    "    int __tsan_atomic##bits##_##name(T *at, T *expected, T x, int order, int other) {  \\\n"
    "        hone_begin();                                                                  \\\n"
    "        hone_access(at, sizeof *at, 0);                                                \\\n"
    "        T old = *at;                                                                   \\\n"
    "        int same = old == *expected;                                                   \\\n"
    "        if (same) {                                                                    \\\n"
    "            hone_access(at, sizeof *at, 1);                                            \\\n"
    "            *at = x;                                                                   \\\n"
    "        }                                                                              \\\n"
    "        hone_end();                                                                    \\\n"
    "        *expected = old;                                                               \\\n"
    "        return same;                                                                   \\\n"
    "    }\n"
    "#define HONE_ATOMIC(bits, T)                                           \\\n"
    "    HONE_CHANGE(bits, T, exchange, x)                                  \\\n"
    "    HONE_CHANGE(bits, T, fetch_add, old + x)                           \\\n"
    "    HONE_CHANGE(bits, T, fetch_sub, old - x)                           \\\n"
    "    HONE_CHANGE(bits, T, fetch_and, old & x)                           \\\n"
    "    HONE_CHANGE(bits, T, fetch_or, old | x)                            \\\n"
    "    HONE_CHANGE(bits, T, fetch_xor, old ^ x)                           \\\n"
    "    HONE_CHANGE(bits, T, fetch_nand, ~(old & x))                       \\\n"
    "    HONE_COMPARE(bits, T, compare_exchange_strong)                     \\\n"
    "    HONE_COMPARE(bits, T, compare_exchange_weak)                       \\\n"
    "    T __tsan_atomic##bits##_load(T *at, int order) {                   \\\n"
    "        hone_begin();                                                  \\\n"
    "        hone_access(at, sizeof *at, 0);                                \\\n"
    "        T old = *at;                                                   \\\n"
    "        hone_end();                                                    \\\n"
    "        return old;                                                    \\\n"
    "    }                                                                  \\\n"
    "    void __tsan_atomic##bits##_store(T *at, T x, int order) {          \\\n"
    "        hone_begin();                                                  \\\n"
    "        hone_access(at, sizeof *at, 1);                                \\\n"
    "        *at = x;                                                       \\\n"
    "        hone_end();                                                    \\\n"
    "    }\n"
    "HONE_ATOMIC(8, unsigned char)\nHONE_ATOMIC(16, unsigned short)\nHONE_ATOMIC(32, unsigned)\n"
    "HONE_ATOMIC(64, unsigned long long)\n"
    "void __tsan_atomic_thread_fence(int order) {\n}\n"
    "void __tsan_atomic_signal_fence(int order) {\n}\n\n"
    "typedef struct HoneStart { void *(*function)(void *); void *argument; unsigned me; } HoneStart;\n"
    "static void *hone_start(void *given) {\n"
    "    HoneStart start = *(HoneStart *)given;\n"
    "    hone_me = start.me;\n"
    "    return start.function(start.argument);\n"
    "}\n\n"
    "int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);\n"
    "int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*function)(void *), void *argument) {\n"
    "    hone_gate();\n"
    "    if (hone_threads == HONE_THREADS)\n"
    "        _exit(0);\n"
    "    HoneStart *start = malloc(sizeof *start);\n"
    "    unsigned child = hone_threads++;\n"
    "    *start = (HoneStart){ function, argument, child };\n"
    "    hone_join(hone_clock[child], hone_clock[hone_me]);\n"
    "    hone_clock[child][child]++;\n"
    "    hone_clock[hone_me][hone_me]++;\n"
    "    pthread_t id;\n"
    "    int failed = __real_pthread_create(&id, a, hone_start, start);\n"
    "    hone_id[child] = id;\n"
    "    hone_passed();\n"
    "    hone_access(t, sizeof *t, 1);\n"
    "    *t = id;\n"
    "    return failed;\n"
    "}\n\n"
    "int __real_pthread_join(pthread_t, void **);\n"
    "int __wrap_pthread_join(pthread_t t, void **result) {\n"
    "    hone_gate();\n"
    "    __real_pthread_mutex_unlock(&hone_all);\n"
    "    int failed = __real_pthread_join(t, result);\n"
    "    __real_pthread_mutex_lock(&hone_all);\n"
    "    for (unsigned i = 1; i < hone_threads; i++)\n"
    "        if (pthread_equal(hone_id[i], t))\n"
    "            hone_join(hone_clock[hone_me], hone_clock[i]);\n"
    "    hone_passed();\n"
    "    return failed;\n"
    "}\n\n"
    "static int hone_take(void *mutex, int wait) {\n"
    "    hone_gate();\n"
    "    HoneLock *l = hone_lock_at(mutex);\n"
    "    while (wait && (l->held || hone_must_wait()))\n"
    "        hone_wait();\n"
    "    int taken = !l->held;\n"
    "    if (taken) {\n"
    "        l->held = 1;\n"
    "        hone_join(hone_clock[hone_me], l->clock);\n"
    "    }\n"
    "    hone_passed();\n"
    "    return taken ? 0 : 16;\n"
    "}\n\n"
    "static int hone_give(void *mutex) {\n"
    "    hone_gate();\n"
    "    HoneLock *l = hone_lock_at(mutex);\n"
    "    l->held = 0;\n"
    "    hone_join(l->clock, hone_clock[hone_me]);\n"
    "    hone_clock[hone_me][hone_me]++;\n"
    "    hone_passed();\n"
    "    return 0;\n"
    "}\n\n"
    "int __wrap_pthread_mutex_lock(void *m) {\n    return hone_take(m, 1);\n}\n"
    "int __wrap_pthread_mutex_trylock(void *m) {\n    return hone_take(m, 0);\n}\n"
    "int __wrap_pthread_mutex_unlock(void *m) {\n    return hone_give(m);\n}\n"
    "int __wrap_pthread_spin_lock(void *m) {\n    return hone_take(m, 1);\n}\n"
    "int __wrap_pthread_spin_trylock(void *m) {\n    return hone_take(m, 0);\n}\n"
    "int __wrap_pthread_spin_unlock(void *m) {\n    return hone_give(m);\n}\n"
    "int __wrap_pthread_cond_wait(void *c, void *m) { // wakes up at once, as it may\n"
    "    hone_give(m);\n"
    "    return hone_take(m, 1);\n"
    "}\n\n";

// ---- the order ----
static bool is_turn(const Program *p, EdgeId e, uint32_t *depth) {
    CmdKind kind = p->edges.at[e].cmd.kind;
    if (kind == CMD_ATOMIC_BEGIN)
        return (*depth)++ == 0;
    *depth -= kind == CMD_ATOMIC_END && *depth;
    return !*depth && (kind == CMD_THREAD_CREATE || kind == CMD_THREAD_JOIN || kind == CMD_MUTEX_LOCK ||
                       kind == CMD_MUTEX_TRYLOCK || kind == CMD_MUTEX_UNLOCK);
}

typedef VEC(uint8_t) Turns;

// The threads, one for each step that waits for its turn; false: too many.
static bool find_turns(const Program *p, const RunResult *r, Turns *turns) {
    uint32_t depth[MOST_THREADS] = { 0 }, turn = 0;
    uint64_t left = r->trace.schedule.count ? r->trace.schedule.at[0].edges : 0;
    for (uint32_t i = 0; i < r->path.count; i++) {
        while (!left && turn + 1 < r->trace.schedule.count)
            left = r->trace.schedule.at[++turn].edges;
        left -= left > 0;
        uint32_t thread = r->trace.schedule.at[turn].thread;
        if (thread >= MOST_THREADS || turns->count > MOST_TURNS)
            return false;
        if (is_turn(p, r->path.at[i], &depth[thread]))
            vec_push(turns, (uint8_t)thread);
    }
    return true;
}

// The harness finds races by clocks, of any variable: not those that are threads that meet.
// Sections of the library's models stand for functions that are not followed here, and a compiler knows nothing of
// functions that are atomic by their names.
bool harness_follows_races(const Program *p, const RunResult *r) {
    Turns turns = { 0 };
    bool good = !p->races_meet && r->race.of[1].edge && r->path.count == r->steps && r->trace.schedule.count &&
                find_turns(p, r, &turns);
    for (uint32_t i = 0; good && i < r->path.count; i++) {
        const Edge *e = &p->edges.at[r->path.at[i]];
        const char *file = e->pos.file ? program_text(p, p->files.at[e->pos.file]) : "";
        good = e->cmd.kind != CMD_ATOMIC_BEGIN || !file_is_model(file);
    }
    vec_free(&turns);
    return good;
}

void harness_write_races(const Harness *h, FILE *out) {
    Turns turns = { 0 };
    find_turns(h->p, h->run, &turns);
    fprintf(out,
            "// which thread takes the next step that others wait for\nstatic const unsigned char hone_order[] = {");
    for (uint32_t i = 0; i < turns.count; i++)
        fprintf(out, "%s%u,", i % 20 ? " " : "\n    ", turns.at[i]);
    fprintf(out, "\n};\n%s", runtime);
    vec_free(&turns);
}
