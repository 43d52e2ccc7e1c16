// expect: true
// engines: match circ
// timeout: 60
// M02 with real threads: each command of the paper's program is an atomic section.  Tickets grow up to where the
// program stops; a thread that leaves gives its ticket back.
#include <pthread.h>
extern void reach_error(void), __VERIFIER_assume(int), __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y, in1, in2;

void *process1(void *unused) {
    for (;;) {
        int may;
        __VERIFIER_atomic_begin();
        x = y;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(x < 1000000000);
        x = x + 1;
        __VERIFIER_atomic_end();
        do {
            __VERIFIER_atomic_begin();
            may = x <= y;
            in1 = may;
            if (in1 && in2)
                reach_error();
            __VERIFIER_atomic_end();
        } while (!may);
        __VERIFIER_atomic_begin();
        in1 = 0;
        x = 0;
        __VERIFIER_atomic_end();
    }
}

void *process2(void *unused) {
    for (;;) {
        int may;
        __VERIFIER_atomic_begin();
        y = x;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(y < 1000000000);
        y = y + 1;
        __VERIFIER_atomic_end();
        do {
            __VERIFIER_atomic_begin();
            may = y < x;
            in2 = may;
            if (in1 && in2)
                reach_error();
            __VERIFIER_atomic_end();
        } while (!may);
        __VERIFIER_atomic_begin();
        in2 = 0;
        y = 0;
        __VERIFIER_atomic_end();
    }
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, process2, 0);
    process1(0);
    return 0;
}
