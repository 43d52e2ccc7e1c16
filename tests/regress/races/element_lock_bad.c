// expect: false(no-data-race)
// engines: runs
// options: --property no-data-race
// replay: compiled program agrees
// The twin of element_lock.c: the lock of another element.
#include <pthread.h>
struct account {
    pthread_mutex_t lock;
    int money;
} accounts[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };
extern int __VERIFIER_nondet_int(void);

void pay(struct account *a, struct account *locked) {
    pthread_mutex_lock(&locked->lock);
    a->money++;
    pthread_mutex_unlock(&locked->lock);
}

void *work(void *unused) {
    (void)unused;
    unsigned i = (unsigned)__VERIFIER_nondet_int() % 2;
    pay(&accounts[i], &accounts[i]);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    unsigned i = (unsigned)__VERIFIER_nondet_int() % 2;
    pay(&accounts[i], &accounts[1 - i]);
    return 0;
}
