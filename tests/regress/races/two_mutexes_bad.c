// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// says: writes x, holds m$
// The twin of two_mutexes.c: each thread takes its own lock.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
int x;

void *add(void *unused) {
    (void)unused;
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    pthread_mutex_lock(&other);
    x++;
    pthread_mutex_unlock(&other);
    return 0;
}
