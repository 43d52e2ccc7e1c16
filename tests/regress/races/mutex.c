// expect: true
// engines: bmc locks
// options: --property no-data-race
// All accesses of x are under m.
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
    pthread_mutex_lock(&m);
    x = 5;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
