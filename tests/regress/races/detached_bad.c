// expect: false(no-data-race)
// engines: bmc locks
// options: --property no-data-race
// may-be-unknown: locks
// A detached thread may still run at the end.
#include <pthread.h>
int x;

void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_detach(t);
    x = 2;
    return 0;
}
