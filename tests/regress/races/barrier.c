// expect: true
// engines: bmc
// options: --property no-data-race
// What is written before a barrier is read behind it.
#include <pthread.h>
pthread_barrier_t all;
int data;

void *make(void *unused) {
    (void)unused;
    data = 1;
    pthread_barrier_wait(&all);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&all, NULL, 2);
    pthread_create(&t, NULL, make, NULL);
    pthread_barrier_wait(&all);
    return data;
}
