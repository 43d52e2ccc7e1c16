// expect: true
// engines: impact
// options: --property safe
// A static variable is there when the thread has ended.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int *g;
static void *start(void *unused) {
    static int x;
    x = __VERIFIER_nondet_int();
    g = &x;
    pthread_exit(0);
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, start, 0);
    pthread_join(t, 0);
    return *g > 3;
}
