// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of thread_id.c: the new thread may read its number before it is written.
#include <pthread.h>
pthread_t t;

void *look(void *unused) {
    (void)unused;
    if (pthread_equal(t, 0))
        return &t;
    return NULL;
}

int main(void) {
    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    return 0;
}
