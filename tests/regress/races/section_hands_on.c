// expect: true
// engines: bmc
// options: --property no-data-race
// A section hands on what was written before it.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int ready, data;

void *make(void *unused) {
    (void)unused;
    data = 1;
    __VERIFIER_atomic_begin();
    ready = 1;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, make, NULL);
    __VERIFIER_atomic_begin();
    int seen = ready;
    __VERIFIER_atomic_end();
    return seen ? data : 0;
}
