// commands.c - functions that the front end treats as commands where they are
// called by name; these bodies are for programs that take their addresses
//
// They are in a file of their own because a model that is linked for another
// function must not turn a command into a call: each call of malloc, say, is an
// allocation site of its own.
#include "libc.h"
#undef memcpy
#undef memmove
#undef memset

// ---- memory ----
void *memcpy(void *to, const void *from, size_t n) {
    return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n) {
    return __builtin_memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n) {
    return __builtin_memset(to, byte, n);
}

void *malloc(size_t bytes) {
    if (bytes > MOST_BYTES) {
        *__hone_errno() = ENOMEM;
        return NULL;
    }
    return __hone_allocate("malloc", bytes);
}

void free(void *p) {
    __hone_free(p);
}

void *calloc(size_t count, size_t bytes) {
    size_t total;
    if (__builtin_mul_overflow(count, bytes, &total) || total > MOST_BYTES) {
        *__hone_errno() = ENOMEM;
        return NULL;
    }
    void *p = __hone_allocate("calloc", total);
    if (p)
        __builtin_memset(p, 0, total);
    return p;
}

// ---- the end of the program ----
_Noreturn void _exit(int code) {
    __hone_exit(code);
}

_Noreturn void _Exit(int code) {
    __hone_exit(code);
}

// ---- threads ----
typedef unsigned long Thread;

int pthread_create(Thread *thread, const void *attributes, void *(*start)(void *), void *argument) {
    (void)attributes;
    *thread = __hone_thread_create(start, argument);
    return 0;
}

int pthread_join(Thread thread, void **result) {
    void *value = __hone_thread_join(thread);
    if (result)
        *result = value;
    return 0;
}

_Noreturn void pthread_exit(void *result) {
    __hone_thread_exit(result);
}

int thrd_create(Thread *thread, int (*start)(void *), void *argument) {
    *thread = __hone_thread_create((void *(*)(void *))start, argument);
    return 0;
}

int thrd_join(Thread thread, int *result) {
    int value = (int)(long)__hone_thread_join(thread);
    if (result)
        *result = value;
    return 0;
}

_Noreturn void thrd_exit(int result) {
    __hone_thread_exit((void *)(long)result);
}

int pthread_mutex_init(void *mutex, const void *attributes) {
    (void)attributes;
    __hone_mutex_init(mutex);
    return 0;
}

int pthread_mutex_lock(void *mutex) {
    __hone_mutex_lock(mutex);
    return 0;
}

int pthread_mutex_trylock(void *mutex) {
    return __hone_mutex_trylock(mutex);
}

int pthread_mutex_unlock(void *mutex) {
    __hone_mutex_unlock(mutex);
    return 0;
}

int pthread_mutex_destroy(void *mutex) {
    (void)mutex;
    return 0;
}
