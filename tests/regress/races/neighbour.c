// expect: true
// engines: locks portfolio
// options: --property no-data-race
// Each thread writes the cell behind its own, and reads its own, under one lock.
#include <pthread.h>
char a[4];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    long i = (long)argument;
    pthread_mutex_lock(&mutex);
    a[i + 1] = 2;
    char own = a[i];
    pthread_mutex_unlock(&mutex);
    return (void *)(long)own;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, (void *)1);
    pthread_create(&second, 0, work, (void *)2);
    return 0;
}
