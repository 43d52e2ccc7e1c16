// expect: true
// engines: bmc locks
// options: --property no-data-race
// Read-modify-write operations of the compiler.
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
    return __atomic_load_n(&x, __ATOMIC_SEQ_CST);
}
