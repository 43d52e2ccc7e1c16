// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// replay: compiled program agrees
// The twin of section.c: a plain access races with one in a section.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;

void *swap(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    int old = x;
    x = y;
    y = old;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, swap, NULL);
    int own = 1;
    y = 1;
    (void)own;
    return 0;
}
