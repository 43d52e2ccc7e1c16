// memory.c - functions that the front end treats as commands, for programs that
// take their addresses
#include "libc.h"
#undef memcpy
#undef memmove
#undef memset

void *memcpy(void *to, const void *from, size_t n) {
    return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n) {
    return __builtin_memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n) {
    return __builtin_memset(to, byte, n);
}
