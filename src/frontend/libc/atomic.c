// atomic.c - the functions of libatomic, which compilers call for atomic objects that the processor has no instruction
// for
//
// They have other names here, as compilers do not let anyone define theirs.  Each is one step.  Memory orders say
// nothing more where runs are sequentially consistent.
#include "libc.h"

#define NAMED(name) __asm__("__atomic_" #name)

// ---- objects of any size ----
static inline _Bool same_bytes(const unsigned char *a, const unsigned char *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return 0;
    return 1;
}

void atomic_load(size_t n, const void *from, void *to, int order) NAMED(load);
void atomic_load(size_t n, const void *from, void *to, int order) {
    (void)order;
    __hone_atomic_begin();
    memcpy(to, from, n);
    __hone_atomic_end();
}

void atomic_store(size_t n, void *to, const void *from, int order) NAMED(store);
void atomic_store(size_t n, void *to, const void *from, int order) {
    (void)order;
    __hone_atomic_begin();
    memcpy(to, from, n);
    __hone_atomic_end();
}

void atomic_exchange(size_t n, void *at, const void *from, void *old, int order) NAMED(exchange);
void atomic_exchange(size_t n, void *at, const void *from, void *old, int order) {
    (void)order;
    __hone_atomic_begin();
    memcpy(old, at, n);
    memcpy(at, from, n);
    __hone_atomic_end();
}

// Whether the bytes are those that are expected: padding counts.
_Bool atomic_compare_exchange(size_t n, void *at, void *expected, const void *desired, int order, int otherwise)
    NAMED(compare_exchange);
_Bool atomic_compare_exchange(size_t n, void *at, void *expected, const void *desired, int order, int otherwise) {
    (void)order;
    (void)otherwise;
    __hone_atomic_begin();
    _Bool same = same_bytes(at, expected, n);
    memcpy(same ? at : expected, same ? desired : at, n);
    __hone_atomic_end();
    return same;
}

// Depends on the processor, and on where the object lies.
_Bool atomic_is_lock_free(size_t n, const void *object) NAMED(is_lock_free);
_Bool atomic_is_lock_free(size_t n, const void *object) {
    (void)n;
    (void)object;
    return __hone_input_bool("__atomic_is_lock_free");
}

// ---- integers ----
#define LOAD_STORE(bytes, T)                                                                               \
    T load_##bytes(const T *from, int order) NAMED(load_##bytes);                                          \
    void store_##bytes(T *to, T value, int order) NAMED(store_##bytes);                                    \
    T exchange_##bytes(T *at, T value, int order) NAMED(exchange_##bytes);                                 \
    _Bool compare_##bytes(T *at, T *expected, T value, int order, int no) NAMED(compare_exchange_##bytes); \
    T load_##bytes(const T *from, int order) {                                                             \
        (void)order;                                                                                       \
        return *from;                                                                                      \
    }                                                                                                      \
    void store_##bytes(T *to, T value, int order) {                                                        \
        (void)order;                                                                                       \
        *to = value;                                                                                       \
    }                                                                                                      \
    T exchange_##bytes(T *at, T value, int order) {                                                        \
        (void)order;                                                                                       \
        __hone_atomic_begin();                                                                             \
        T old = *at;                                                                                       \
        *at = value;                                                                                       \
        __hone_atomic_end();                                                                               \
        return old;                                                                                        \
    }                                                                                                      \
    _Bool compare_##bytes(T *at, T *expected, T value, int order, int no) {                                \
        (void)order;                                                                                       \
        (void)no;                                                                                          \
        __hone_atomic_begin();                                                                             \
        T old = *at;                                                                                       \
        _Bool same = old == *expected;                                                                     \
        if (same)                                                                                          \
            *at = value;                                                                                   \
        else                                                                                               \
            *expected = old;                                                                               \
        __hone_atomic_end();                                                                               \
        return same;                                                                                       \
    }

#define FETCH(bytes, T, name, result)                                                  \
    T fetch_##name##_##bytes(T *at, T value, int order) NAMED(fetch_##name##_##bytes); \
    T fetch_##name##_##bytes(T *at, T value, int order) {                              \
        (void)order;                                                                   \
        __hone_atomic_begin();                                                         \
        T old = *at;                                                                   \
        *at = (T)(result);                                                             \
        __hone_atomic_end();                                                           \
        return old;                                                                    \
    }

#define INTEGER(bytes, T)             \
    LOAD_STORE(bytes, T)              \
    FETCH(bytes, T, add, old + value) \
    FETCH(bytes, T, sub, old - value) \
    FETCH(bytes, T, and, old &value)  \
    FETCH(bytes, T, or, old | value)  \
    FETCH(bytes, T, xor, old ^ value) \
    FETCH(bytes, T, nand, ~(old & value))

typedef unsigned char U1;
typedef unsigned short U2;
typedef unsigned U4;
typedef unsigned long long U8;
INTEGER(1, U1)
INTEGER(2, U2)
INTEGER(4, U4)
INTEGER(8, U8)
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 U16;
#else
typedef unsigned _BitInt(128) U16; // compilers for 32 bits do not call the 16-byte functions
#endif
INTEGER(16, U16)
