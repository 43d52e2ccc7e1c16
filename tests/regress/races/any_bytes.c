// expect: true
// engines: bmc locks
// options: --property no-data-race
// The twin of any_bytes_bad.c that writes before there is a thread.
#include <pthread.h>
extern void __VERIFIER_nondet_memory(void *, unsigned long);
char buffer[4];

void *fill(void *unused) {
    __VERIFIER_nondet_memory(buffer, sizeof buffer);
    return unused;
}

int main(void) {
    pthread_t t;
    buffer[1] = 1;
    pthread_create(&t, NULL, fill, NULL);
    return 0;
}
