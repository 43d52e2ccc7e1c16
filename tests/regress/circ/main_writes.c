// expect: true
// engines: circ locks
// options: --property no-data-race
// timeout: 120
// The twin of main_writes_bad.c: main writes before there are threads.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;

void *thread(void *unused) {
    int y = x;
    return 0;
}

int main(void) {
    pthread_t t;
    x = 1;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, thread, 0);
    return 0;
}
