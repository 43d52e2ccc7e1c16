// expect: false(no-data-race)
// engines: runs bmc portfolio locks circ
// may-be-unknown: locks circ
// options: --property no-data-race
// Each thread writes the cell behind its own: a[i] of one thread is a[i + 1] of another.
#include <pthread.h>
char a[4];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    long i = (long)argument;
    pthread_mutex_lock(&mutex);
    a[i + 1] = 2;
    pthread_mutex_unlock(&mutex);
    return (void *)(long)a[i];
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, (void *)1);
    pthread_create(&second, 0, work, (void *)2);
    return 0;
}
