// expect: false(valid-deref)
// engines: impact runs
// options: --property safe
// may-be-unknown: impact
// The same by pthread_exit, where the last variable of its kind is followed.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int *g;
static void *start(void *unused) {
    int x = __VERIFIER_nondet_int();
    g = &x;
    pthread_exit(0);
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, start, 0);
    pthread_join(t, 0);
    return *g > 3;
}
