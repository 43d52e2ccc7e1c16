// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of section_hands_on.c: written behind it.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int ready, data;

void *make(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    ready = 1;
    __VERIFIER_atomic_end();
    data = 1;
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
