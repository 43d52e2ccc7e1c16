// expect: unknown(unmodelled: a thread function of another type)
// engines: bmc circ
// A thread function of two parameters: with what it would run nobody can say.
#include <pthread.h>
extern void reach_error(void);
int x;

int *work(int a, long b) {
    x = a + (int)b;
    return &x;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, (void *(*)(void *))work, 0);
    pthread_join(t, 0);
    if (x == 7)
        reach_error();
    return 0;
}
