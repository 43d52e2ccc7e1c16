// expect: false(no-data-race)
// engines: bmc locks
// options: --property no-data-race
// may-be-unknown: locks
// Memory that is given any contents is written.
#include <pthread.h>
extern void __VERIFIER_nondet_memory(void *, unsigned long);
char buffer[4];

void *fill(void *unused) {
    __VERIFIER_nondet_memory(buffer, sizeof buffer);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    buffer[1] = 1;
    return 0;
}
