// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of exchange_fails.c: it may exchange.
#include <pthread.h>
int x = 7;

void *change(void *unused) {
    (void)unused;
    int expected = 7;
    __atomic_compare_exchange_n(&x, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    return x;
}
