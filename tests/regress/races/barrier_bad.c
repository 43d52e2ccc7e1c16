// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of barrier.c that writes behind it.
#include <pthread.h>
pthread_barrier_t all;
int data;

void *make(void *unused) {
    (void)unused;
    pthread_barrier_wait(&all);
    data = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&all, NULL, 2);
    pthread_create(&t, NULL, make, NULL);
    pthread_barrier_wait(&all);
    return data;
}
