// expect: false(valid-deref)
// engines: bmc runs portfolio
// options: --property safe
// may-be-unknown: bmc
// A thread hands out its own variable, which is gone when it has been joined; the program has one run.
#include <pthread.h>
static void *start(void *unused) {
    int x = 1;
    void *p = &x;
    return p;
}
int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, start, 0);
    pthread_join(t, &result);
    return *(int *)result;
}
