// expect: true
// engines: bmc locks
// options: --property no-data-race
// may-be-unknown: locks
// The twin of thread_local_bad.c in which each thread uses its own.
#include <pthread.h>
_Thread_local int x;
int *p;

void *work(void *unused) {
    p = &x;
    *p = 1;
    x = 4;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
