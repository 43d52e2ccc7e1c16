// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// replay: compiled program agrees
// The twin of mutex.c in which main takes no lock.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *add(void *unused) {
    (void)unused;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        x++;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    x = 5;
    pthread_join(t, NULL);
    return x;
}
