// expect: false(no-data-race)
// engines: bmc locks
// options: --property no-data-race
// may-be-unknown: locks
// A thread-local object is shared by its address.
#include <pthread.h>
_Thread_local int x;
int *p;

void *work(void *unused) {
    *p = 1;
    x = 4;
    return unused;
}

int main(void) {
    pthread_t t;
    p = &x;
    pthread_create(&t, NULL, work, NULL);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
