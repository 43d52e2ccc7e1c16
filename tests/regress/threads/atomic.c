// expect: true
// engines: match circ
// What an atomic section writes is seen whole.
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
    __VERIFIER_atomic_begin();
    int x = a, y = b;
    __VERIFIER_atomic_end();
    if (x != y)
        reach_error();
    return 0;
}
