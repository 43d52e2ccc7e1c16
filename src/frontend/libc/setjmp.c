// setjmp.c - <setjmp.h>: setjmp returns 0; where longjmp is called the run is not described further
//
// So a proof holds only if no run gets to longjmp.
#include "libc.h"

// What glibc keeps there.
#define set(buffer) fill(buffer, sizeof(long) == 8 ? 200 : 156)

int setjmp(void *buffer) {
    set(buffer);
    return 0;
}

int _setjmp(void *buffer) {
    set(buffer);
    return 0;
}

int sigsetjmp(void *buffer, int with_mask) {
    (void)with_mask;
    set(buffer);
    return 0;
}

int __sigsetjmp(void *buffer, int with_mask) {
    (void)with_mask;
    set(buffer);
    return 0;
}
