// expect: false(unreach-call)
// engines: match circ
// The twin of semaphore.c that posts too early.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
int value;
sem_t there;

void *make(void *unused) {
    sem_post(&there);
    value = 7;
    return 0;
}

int main(void) {
    pthread_t a;
    sem_init(&there, 0, 0);
    pthread_create(&a, 0, make, 0);
    sem_wait(&there);
    if (value != 7)
        reach_error();
    return 0;
}
