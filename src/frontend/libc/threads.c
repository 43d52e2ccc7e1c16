// threads.c - <threads.h> over the thread commands, as pthread.c
//
// thrd_create, thrd_join and thrd_exit are commands of the front end.  A mtx_t is locked by commands, too, unless the
// program makes recursive ones (variants.c, mutex.c).
#include "libc.h"

enum { SUCCESS = 0, IS_BUSY = 1, ERROR = 2, TIMED_OUT = 4 };
typedef unsigned long Thread;

int pthread_once(int *state, void (*function)(void));
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_setspecific(unsigned key, const void *value);
void *pthread_getspecific(unsigned key);
Thread pthread_self(void);

// ---- threads ----
int thrd_detach(Thread thread) {
    (void)thread;
    return SUCCESS;
}

Thread thrd_current(void) {
    return pthread_self();
}

int thrd_equal(Thread a, Thread b) {
    return a == b;
}

void thrd_yield(void) {
}

// No signal interrupts it: handlers are not modelled (signal.c).
int thrd_sleep(const void *duration, void *remaining) {
    (void)duration;
    (void)remaining;
    return 0;
}

// ---- mutexes ----
int mtx_init(void *mutex, int kind) {
    (void)kind;
    __hone_mutex_init(mutex);
    return SUCCESS;
}

void mtx_destroy(void *mutex) {
    (void)mutex;
}

int mtx_lock(void *mutex) {
    __hone_mutex_lock(mutex);
    return SUCCESS;
}

int mtx_trylock(void *mutex) {
    return __hone_mutex_trylock(mutex) ? IS_BUSY : SUCCESS;
}

// Waits, or gives up at any time.
int mtx_timedlock(void *mutex, const void *until) {
    (void)until;
    if (__hone_input_bool("pthread_mutex_timedlock"))
        return TIMED_OUT;
    __hone_mutex_lock(mutex);
    return SUCCESS;
}

int mtx_unlock(void *mutex) {
    __hone_mutex_unlock(mutex);
    return SUCCESS;
}

// ---- condition variables: they wake their waiters at any time ----
int cnd_init(void *condition) {
    (void)condition;
    return SUCCESS;
}

void cnd_destroy(void *condition) {
    (void)condition;
}

int cnd_signal(void *condition) {
    (void)condition;
    return SUCCESS;
}

int cnd_broadcast(void *condition) {
    (void)condition;
    return SUCCESS;
}

int cnd_wait(void *condition, void *mutex) {
    (void)condition;
    __hone_mutex_unlock(mutex);
    __hone_mutex_lock(mutex);
    return SUCCESS;
}

int cnd_timedwait(void *condition, void *mutex, const void *until) {
    (void)condition;
    (void)until;
    __hone_mutex_unlock(mutex);
    __hone_mutex_lock(mutex);
    return __hone_input_bool("pthread_cond_timedwait") ? TIMED_OUT : SUCCESS;
}

// ---- once, and values for each thread ----
void call_once(int *flag, void (*function)(void)) {
    (void)pthread_once(flag, function);
}

int tss_create(unsigned *key, void (*destructor)(void *)) {
    return pthread_key_create(key, destructor) ? ERROR : SUCCESS;
}

void tss_delete(unsigned key) {
    (void)key;
}

int tss_set(unsigned key, void *value) {
    return pthread_setspecific(key, value) ? ERROR : SUCCESS;
}

void *tss_get(unsigned key) {
    return pthread_getspecific(key);
}
