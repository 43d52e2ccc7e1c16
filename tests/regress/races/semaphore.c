// expect: true
// engines: bmc
// options: --property no-data-race
// A semaphore hands the data on.
#include <pthread.h>
#include <semaphore.h>
sem_t ready;
int data;

void *make(void *unused) {
    (void)unused;
    data = 1;
    sem_post(&ready);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, make, NULL);
    sem_wait(&ready);
    return data;
}
