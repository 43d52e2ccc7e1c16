// expect: true
// engines: locks
// options: --property no-data-race
// says: accounts +lock of its own, at the same distance from each
// Each element of an array has the lock beside it.
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
    pay(&accounts[i], &accounts[i]);
    return 0;
}
