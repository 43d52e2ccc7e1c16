// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// replay: compiled program agrees
// The twin of fetch_add.c with a plain read beside them: not both are atomic.
#include <pthread.h>
int x;

void *add(void *unused) {
    (void)unused;
    __atomic_fetch_add(&x, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    __sync_fetch_and_add(&x, 2);
    return x;
}
