// expect: false(no-deadlock)
// engines: bmc runs
// options: --property no-deadlock
// The thread takes a mutex that it holds.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

void *work(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
