// pthread.c - <pthread.h> and <semaphore.h> over the thread commands
//
// Calls with valid arguments succeed: threads can always be made.  What waits
// blocks until it may go on.  A condition variable wakes its waiters at any
// time, as the standard allows ("spurious wake-ups"), so signals need no effect.
//
// Locks, semaphores and barriers keep their state in the first bytes of the
// program's own pthread_rwlock_t and so on, which a static initialiser sets to 0.
#include "libc.h"

typedef unsigned long Thread;

// ---- threads ----

int pthread_detach(Thread thread) {
    (void)thread;
    return 0;
}

// Some number, the same at each call in a thread.
Thread pthread_self(void) {
    static _Thread_local Thread self;
    static _Thread_local _Bool known;
    if (!known) {
        self = __hone_input_ulong("pthread_self");
        known = 1;
    }
    return self;
}

int pthread_equal(Thread a, Thread b) {
    return a == b;
}

int pthread_yield(void) {
    return 0;
}

int pthread_cancel(Thread thread) {
    (void)thread;
    __hone_unmodelled("pthread_cancel");
}

int pthread_setcancelstate(int state, int *old) {
    (void)state;
    if (old)
        *old = __hone_input_int("pthread_setcancelstate");
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    (void)type;
    if (old)
        *old = __hone_input_int("pthread_setcanceltype");
    return 0;
}

void pthread_testcancel(void) {
}

int pthread_setconcurrency(int level) {
    (void)level;
    return 0;
}

// ---- attributes of threads: they change no value of the program ----
int pthread_attr_init(void *attributes) {
    (void)attributes;
    return 0;
}

int pthread_attr_destroy(void *attributes) {
    (void)attributes;
    return 0;
}

int pthread_attr_setdetachstate(void *attributes, int state) {
    (void)attributes;
    (void)state;
    return 0;
}

int pthread_attr_setstacksize(void *attributes, size_t bytes) {
    (void)attributes;
    (void)bytes;
    return 0;
}

int pthread_attr_setscope(void *attributes, int scope) {
    (void)attributes;
    (void)scope;
    return 0;
}

int pthread_attr_setschedpolicy(void *attributes, int policy) {
    (void)attributes;
    (void)policy;
    return 0;
}

int pthread_attr_setinheritsched(void *attributes, int inherit) {
    (void)attributes;
    (void)inherit;
    return 0;
}

// ---- mutexes ----
enum { NORMAL = 0, RECURSIVE = 1, ERRORCHECK = 2, ADAPTIVE = 3 };

// Waits, or gives up at any time.
int pthread_mutex_timedlock(void *mutex, const void *until) {
    (void)until;
    if (__hone_input_bool("pthread_mutex_timedlock"))
        return ETIMEDOUT;
    __hone_mutex_lock(mutex);
    return 0;
}

int pthread_mutexattr_init(int *attributes) {
    *attributes = NORMAL;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
    (void)attributes;
    return 0;
}

// The command that locks waits even if the thread holds the mutex itself.
int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < NORMAL || kind > ADAPTIVE)
        return EINVAL;
    if (kind == RECURSIVE || kind == ERRORCHECK)
        __hone_unmodelled("a mutex that knows its owner");
    *attributes = kind;
    return 0;
}

int pthread_mutexattr_gettype(const int *attributes, int *kind) {
    *kind = *attributes;
    return 0;
}

int pthread_mutexattr_setpshared(int *attributes, int shared) {
    (void)attributes;
    (void)shared;
    return 0;
}

int pthread_mutexattr_setprotocol(int *attributes, int protocol) {
    (void)attributes;
    if (protocol == 2)
        __hone_unmodelled("a mutex with a priority of its own");
    return 0;
}

// ---- condition variables ----
int pthread_cond_init(void *condition, const void *attributes) {
    (void)condition;
    (void)attributes;
    return 0;
}

int pthread_cond_destroy(void *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_signal(void *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_broadcast(void *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_wait(void *condition, void *mutex) {
    (void)condition;
    __hone_mutex_unlock(mutex);
    __hone_mutex_lock(mutex);
    return 0;
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *until) {
    (void)condition;
    (void)until;
    __hone_mutex_unlock(mutex);
    __hone_mutex_lock(mutex);
    return __hone_input_bool("pthread_cond_timedwait") ? ETIMEDOUT : 0;
}

int pthread_condattr_init(void *attributes) {
    (void)attributes;
    return 0;
}

int pthread_condattr_destroy(void *attributes) {
    (void)attributes;
    return 0;
}

int pthread_condattr_setclock(void *attributes, int clock) {
    (void)attributes;
    (void)clock;
    return 0;
}

// ---- read-write locks ----
typedef struct RwLock {
    int readers;
    int writing; // 0 or 1
    int writer;  // the thread that writes
} RwLock;

// As glibc: EDEADLK where the calling thread holds the lock for writing.
static int take_lock(RwLock *l, _Bool write, _Bool wait) {
    int me = __hone_thread_number(), result = 0;
    __hone_atomic_begin();
    _Bool possible = !l->writing && (!write || l->readers == 0);
    _Bool own = l->writing && l->writer == me;
    if (wait)
        __hone_assume(possible || own);
    if (!possible) {
        result = wait ? EDEADLK : EBUSY;
    } else if (write) {
        l->writing = 1;
        l->writer = me;
    } else {
        l->readers++;
    }
    __hone_atomic_end();
    return result;
}

// Waits, or gives up at any time.
static int take_lock_until(RwLock *l, _Bool write, _Bool late) {
    int result = late ? take_lock(l, write, 0) : take_lock(l, write, 1);
    if (result != EBUSY)
        return result;
    return l->writing && l->writer == __hone_thread_number() ? EDEADLK : ETIMEDOUT;
}

int pthread_rwlock_init(RwLock *l, const void *attributes) {
    (void)attributes;
    l->readers = 0;
    l->writing = 0;
    return 0;
}

int pthread_rwlock_destroy(RwLock *l) {
    (void)l;
    return 0;
}

int pthread_rwlock_rdlock(RwLock *l) {
    return take_lock(l, 0, 1);
}

int pthread_rwlock_wrlock(RwLock *l) {
    return take_lock(l, 1, 1);
}

int pthread_rwlock_timedrdlock(RwLock *l, const void *until) {
    (void)until;
    return take_lock_until(l, 0, __hone_input_bool("pthread_mutex_timedlock"));
}

int pthread_rwlock_timedwrlock(RwLock *l, const void *until) {
    (void)until;
    return take_lock_until(l, 1, __hone_input_bool("pthread_mutex_timedlock"));
}

int pthread_rwlock_tryrdlock(RwLock *l) {
    return take_lock(l, 0, 0);
}

int pthread_rwlock_trywrlock(RwLock *l) {
    return take_lock(l, 1, 0);
}

int pthread_rwlock_unlock(RwLock *l) {
    __hone_atomic_begin();
    if (l->writing)
        l->writing = 0;
    else
        l->readers--;
    __hone_atomic_end();
    return 0;
}

// ---- spin locks ----
int pthread_spin_init(volatile int *lock, int shared) {
    (void)shared;
    __hone_mutex_init((void *)lock);
    return 0;
}

int pthread_spin_destroy(volatile int *lock) {
    (void)lock;
    return 0;
}

int pthread_spin_lock(volatile int *lock) {
    __hone_mutex_lock((void *)lock);
    return 0;
}

int pthread_spin_trylock(volatile int *lock) {
    return __hone_mutex_trylock((void *)lock);
}

int pthread_spin_unlock(volatile int *lock) {
    __hone_mutex_unlock((void *)lock);
    return 0;
}

// ---- barriers ----
typedef struct Barrier {
    unsigned count;   // of threads that meet
    unsigned waiting; // in this round
    unsigned round;
} Barrier;

int pthread_barrier_init(Barrier *b, const void *attributes, unsigned count) {
    (void)attributes;
    if (count == 0)
        return EINVAL;
    b->count = count;
    b->waiting = 0;
    b->round = 0;
    return 0;
}

int pthread_barrier_destroy(Barrier *b) {
    (void)b;
    return 0;
}

// -1 (PTHREAD_BARRIER_SERIAL_THREAD) in one thread; here it is the last.
int pthread_barrier_wait(Barrier *b) {
    __hone_atomic_begin();
    unsigned round = b->round;
    b->waiting++;
    _Bool last = b->waiting == b->count;
    if (last) {
        b->waiting = 0;
        b->round++;
    }
    __hone_atomic_end();
    if (last)
        return -1;
    __hone_atomic_begin();
    __hone_assume(b->round != round);
    __hone_atomic_end();
    return 0;
}

// ---- once ----
enum { ONCE_NOT = 0, ONCE_RUNNING = 1, ONCE_DONE = 2 };

int pthread_once(int *state, void (*function)(void)) {
    __hone_atomic_begin();
    int before = *state;
    if (before == ONCE_NOT)
        *state = ONCE_RUNNING;
    __hone_atomic_end();
    if (before == ONCE_NOT)
        function();
    __hone_atomic_begin();
    if (before == ONCE_NOT)
        *state = ONCE_DONE;
    __hone_assume(*state == ONCE_DONE);
    __hone_atomic_end();
    return 0;
}

// ---- values for each thread ----
enum { KEYS = 64 };
static _Thread_local void *values[KEYS];
static void (*destructors[KEYS])(void *);
static unsigned keys;

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    __hone_atomic_begin();
    unsigned new_key = keys++;
    __hone_atomic_end();
    if (new_key >= KEYS)
        __hone_unmodelled("more than 64 keys for thread-specific data");
    destructors[new_key] = destructor;
    *key = new_key;
    return 0;
}

int pthread_key_delete(unsigned key) {
    (void)key;
    return 0;
}

// The destructor would run at the end of the thread.
int pthread_setspecific(unsigned key, const void *value) {
    if (key >= KEYS)
        return EINVAL;
    if (destructors[key] && value)
        __hone_unmodelled("a destructor of thread-specific data");
    values[key] = (void *)value;
    return 0;
}

void *pthread_getspecific(unsigned key) {
    return key < KEYS ? values[key] : NULL;
}

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
    (void)before;
    (void)parent;
    (void)child;
    return 0;
}

// ---- semaphores ----
typedef struct Semaphore {
    unsigned value;
} Semaphore;

int sem_init(Semaphore *s, int shared, unsigned value) {
    (void)shared;
    s->value = value;
    return 0;
}

int sem_destroy(Semaphore *s) {
    (void)s;
    return 0;
}

int sem_post(Semaphore *s) {
    __hone_atomic_begin();
    s->value++;
    __hone_atomic_end();
    return 0;
}

// No signal interrupts a wait: handlers are not modelled (signal.c).
int sem_wait(Semaphore *s) {
    __hone_atomic_begin();
    __hone_assume(s->value > 0);
    s->value--;
    __hone_atomic_end();
    return 0;
}

int sem_trywait(Semaphore *s) {
    __hone_atomic_begin();
    _Bool possible = s->value > 0;
    if (possible)
        s->value--;
    __hone_atomic_end();
    if (possible)
        return 0;
    *__hone_errno() = EAGAIN;
    return -1;
}

int sem_timedwait(Semaphore *s, const void *until) {
    (void)until;
    if (__hone_input_bool("sem_timedwait")) {
        *__hone_errno() = ETIMEDOUT;
        return -1;
    }
    __hone_atomic_begin();
    __hone_assume(s->value > 0);
    s->value--;
    __hone_atomic_end();
    return 0;
}

int sem_getvalue(Semaphore *s, int *value) {
    __hone_atomic_begin();
    *value = (int)s->value;
    __hone_atomic_end();
    return 0;
}
