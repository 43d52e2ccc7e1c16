// expect: true
// engines: bmc locks
// options: --property no-data-race
// Atomic sections of both threads.
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
    __VERIFIER_atomic_begin();
    y = 1;
    __VERIFIER_atomic_end();
    return 0;
}
