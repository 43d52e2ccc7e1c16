// expect: false(unreach-call)
// engines: bmc
// Version 2.2: the threads are named by the calls that make them; one of them asks for an input.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int turn, value;

void *give(void *unused) {
    value = __VERIFIER_nondet_int();
    turn = 1;
    return unused;
}

void *take(void *unused) {
    if (turn == 1 && value == 42)
        reach_error();
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, give, 0);
    pthread_create(&b, 0, take, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
