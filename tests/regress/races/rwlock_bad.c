// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of rwlock.c whose writer holds the lock for reading only.
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *look(void *unused) {
    (void)unused;
    pthread_rwlock_rdlock(&l);
    int seen = x;
    pthread_rwlock_unlock(&l);
    return seen ? NULL : NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    pthread_rwlock_rdlock(&l);
    x = 1;
    pthread_rwlock_unlock(&l);
    return 0;
}
