// expect: true
// engines: impact
// options: --property no-data-race
// The condition variable wakes whoever waits; the mutex orders the accesses.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int full, data;

void *make(void *unused) {
    (void)unused;
    pthread_mutex_lock(&m);
    data = 1;
    full = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, make, NULL);
    pthread_mutex_lock(&m);
    while(!full)
        pthread_cond_wait(&ready, &m);
    pthread_mutex_unlock(&m);
    return data;
}
