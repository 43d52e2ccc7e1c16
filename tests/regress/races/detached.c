// expect: true
// engines: bmc locks
// options: --property no-data-race
// The twin of detached_bad.c that writes before it makes the thread.
#include <pthread.h>
int x;

void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    x = 2;
    pthread_create(&t, NULL, work, NULL);
    pthread_detach(t);
    return 0;
}
