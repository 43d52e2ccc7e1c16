// expect: false(unreach-call)
// engines: match impact bmc
// The twin of mutex.c without the mutex: one of the two may be lost.
#include <pthread.h>
extern void reach_error(void);
int n;

void *count(void *unused) {
    n = n + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (n != 2)
        reach_error();
    return 0;
}
