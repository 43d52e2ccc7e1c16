// expect: false(unreach-call)
// engines: match impact bmc
// The twin of result.c that joins them the other way around.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void *twice(void *argument) {
    return (void *)(2 * (long)argument);
}

int main(void) {
    pthread_t a, b;
    void *one, *two;
    long x = __VERIFIER_nondet_int();
    pthread_create(&a, 0, twice, (void *)x);
    pthread_create(&b, 0, twice, (void *)(x + 1));
    pthread_join(b, &one);
    pthread_join(a, &two);
    if ((long)two != (long)one + 2)
        reach_error();
    return 0;
}
