// mutex.c - mutexes of all kinds, in the memory of the program's pthread_mutex_t
//
// Where threads are made and no mutex has a kind of its own, locking is a command of the front end.  Elsewhere the
// front end calls these functions (variants.c): they know the owner, which decides what a second lock by it does.
// Without other threads such a lock is never released: the run ends there.
#include "libc.h"

enum { NORMAL = 0, RECURSIVE = 1, ERRORCHECK = 2, ADAPTIVE = 3 };

// As glibc lays it out, for the initialisers of <pthread.h>.
typedef struct Mutex {
    int locked; // 0 or 1
    unsigned count;
    int owner;
#if __SIZEOF_POINTER__ == 8
    unsigned users;
#endif
    int kind; // and flags
} Mutex;

// Threads are counted as they ask.
int __hone_thread_number(void) {
    static int threads;
    static _Thread_local int number;
    if (number == 0) {
        __hone_atomic_begin();
        number = ++threads;
        __hone_atomic_end();
    }
    return number;
}

static int kind_of(const Mutex *m) {
    return m->kind & 3;
}

typedef enum Wait { WAIT_NOT, WAIT_LONG, WAIT_FOREVER } Wait;

static int lock(Mutex *m, Wait wait) {
    int me = __hone_thread_number(), result = 0;
    __hone_atomic_begin();
    _Bool own = m->locked && m->owner == me;
    if (own && kind_of(m) == RECURSIVE) {
        m->count++;
    } else if (own && kind_of(m) == ERRORCHECK && wait != WAIT_NOT) {
        result = EDEADLK;
    } else if (m->locked && wait != WAIT_FOREVER) {
        result = wait == WAIT_NOT ? EBUSY : ETIMEDOUT;
    } else {
        __hone_assume(!m->locked);
        m->locked = 1;
        m->owner = me;
        m->count = 1;
    }
    __hone_atomic_end();
    return result;
}

static int unlock(Mutex *m) {
    int me = __hone_thread_number(), result = 0;
    __hone_atomic_begin();
    _Bool own = m->locked && m->owner == me;
    if (!own && (kind_of(m) == RECURSIVE || kind_of(m) == ERRORCHECK))
        result = EPERM;
    else if (kind_of(m) != RECURSIVE || --m->count == 0)
        m->locked = 0;
    __hone_atomic_end();
    return result;
}

int __hone_pthread_mutex_init(Mutex *m, const int *attributes) {
    m->locked = 0;
    m->count = 0;
    m->owner = 0;
    m->kind = attributes ? *attributes & 3 : NORMAL;
    return 0;
}

int __hone_pthread_mutex_destroy(Mutex *m) {
    return m->locked ? EBUSY : 0;
}

int __hone_pthread_mutex_lock(Mutex *m) {
    return lock(m, WAIT_FOREVER);
}

int __hone_pthread_mutex_trylock(Mutex *m) {
    return lock(m, WAIT_NOT);
}

// It may be free again before the time is up.
int __hone_pthread_mutex_timedlock(Mutex *m, const void *until) {
    (void)until;
    return lock(m, __hone_input_bool("pthread_mutex_timedlock") ? WAIT_LONG : WAIT_FOREVER);
}

int __hone_pthread_mutex_unlock(Mutex *m) {
    return unlock(m);
}

int __hone_pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < NORMAL || kind > ADAPTIVE)
        return EINVAL;
    *attributes = kind;
    return 0;
}

int __hone_pthread_cond_wait(void *condition, Mutex *m) {
    (void)condition;
    int result = unlock(m);
    return result ? result : lock(m, WAIT_FOREVER);
}

int __hone_pthread_cond_timedwait(void *condition, Mutex *m, const void *until) {
    (void)condition;
    (void)until;
    int result = unlock(m);
    if (result == 0)
        result = lock(m, WAIT_FOREVER);
    return result ? result : __hone_input_bool("pthread_cond_timedwait") ? ETIMEDOUT : 0;
}

// ---- those of <threads.h> ----
enum { IS_BUSY = 1, IS_ERROR = 2, IS_LATE = 4 };

static int c11_result(int result) {
    return result == EBUSY ? IS_BUSY : result == ETIMEDOUT ? IS_LATE : result ? IS_ERROR : 0;
}

int __hone_mtx_init(Mutex *m, int kind) {
    enum { IS_RECURSIVE = 1 };
    return __hone_pthread_mutex_init(m, &(int){ kind & IS_RECURSIVE ? RECURSIVE : NORMAL });
}

int __hone_mtx_lock(Mutex *m) {
    return c11_result(lock(m, WAIT_FOREVER));
}

int __hone_mtx_trylock(Mutex *m) {
    return c11_result(lock(m, WAIT_NOT));
}

int __hone_mtx_timedlock(Mutex *m, const void *until) {
    return c11_result(__hone_pthread_mutex_timedlock(m, until));
}

int __hone_mtx_unlock(Mutex *m) {
    return c11_result(unlock(m));
}

int __hone_cnd_wait(void *condition, Mutex *m) {
    return c11_result(__hone_pthread_cond_wait(condition, m));
}

int __hone_cnd_timedwait(void *condition, Mutex *m, const void *until) {
    return c11_result(__hone_pthread_cond_timedwait(condition, m, until));
}
