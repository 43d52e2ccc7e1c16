// expect: true
// engines: bmc impact
// options: --property safe
// A thread hands out a static variable.
#include <pthread.h>
static void *start(void *unused) {
    static int x = 1;
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
