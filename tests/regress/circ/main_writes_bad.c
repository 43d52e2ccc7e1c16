// expect: false(no-data-race)
// engines: circ runs
// options: --property no-data-race
// timeout: 120
// Only main writes, the threads only read: reads of the context must be seen (T39).
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;

void *thread(void *unused) {
    int y = x;
    return 0;
}

int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, thread, 0);
    x = 1;
    return 0;
}
