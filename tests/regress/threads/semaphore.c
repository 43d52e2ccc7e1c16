// expect: true
// engines: match circ
// A semaphore says that the value is there.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
int value;
sem_t there;

void *make(void *unused) {
    value = 7;
    sem_post(&there);
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
