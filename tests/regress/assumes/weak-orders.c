// expect: true
// engines: locks
// options: --property no-data-race
// says: atomic operations of weaker orders are taken as sequentially consistent
// What is read and written with relaxed order only does not race.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;

void *work(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    return atomic_load_explicit(&x, memory_order_relaxed) == 2;
}
