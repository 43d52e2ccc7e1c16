// expect: true
// engines: bmc
// options: --property no-data-race
// Readers hold the lock for reading, the writer for writing.
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
    pthread_rwlock_wrlock(&l);
    x = 1;
    pthread_rwlock_unlock(&l);
    return 0;
}
