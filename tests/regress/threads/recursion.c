// expect: unknown(recursion in threads)
// engines: bmc impact
// A thread function that calls itself: the product of the threads has no end.
#include <pthread.h>
extern void reach_error(void);
extern int more(void);
_Atomic int x;

static int walk(int n) {
    if (x == 2)
        reach_error();
    return more() ? walk(n + 1) + walk(n + 2) : n;
}

void *work(void *unused) {
    walk(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
