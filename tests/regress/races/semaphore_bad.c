// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of semaphore.c that starts with one.
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
    sem_init(&ready, 0, 1);
    pthread_create(&t, NULL, make, NULL);
    sem_wait(&ready);
    return data;
}
