// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of spin.c that does not look whether it has the lock.
#include <pthread.h>
pthread_spinlock_t l;
int x;

void *add(void *unused) {
    (void)unused;
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l, 0);
    pthread_create(&t, NULL, add, NULL);
    if (pthread_spin_trylock(&l) >= 0)
        x = 1;
    return 0;
}
