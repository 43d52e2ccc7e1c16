// expect: false(unreach-call)
// engines: match bmc circ
// The twin of atomic.c that reads outside of a section.
#include <pthread.h>
extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int a, b;

void *write(void *unused) {
    for (;;) {
        __VERIFIER_atomic_begin();
        a = !a;
        b = !b;
        __VERIFIER_atomic_end();
    }
}

int main(void) {
    pthread_t w;
    pthread_create(&w, 0, write, 0);
    int x = a, y = b;
    if (x != y)
        reach_error();
    return 0;
}
