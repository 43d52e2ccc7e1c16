// expect: true
// engines: match impact bmc
// An input goes to a thread as its argument and comes back as its result.
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
    pthread_join(b, &two);
    pthread_join(a, &one);
    if ((long)two != (long)one + 2)
        reach_error();
    return 0;
}
