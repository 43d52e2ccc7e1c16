// expect: false(unreach-call)
// engines: match
// timeout: 60
// M03 with real threads, each command an atomic section: between the test of a counter and the wait for its event the
// event is lost, and both wait for ever.
#include <pthread.h>
extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int e1, e2, w1, w2, waits1, waits2;

void *planner(void *unused) {
    int c1 = 0, equal, goes_on;
    for (;;) {
        __VERIFIER_atomic_begin();
        equal = c1 == e1;
        __VERIFIER_atomic_end();
        if (equal) {
            __VERIFIER_atomic_begin();
            w1 = 1;
            waits1 = 1;
            if (waits2 && w2)
                reach_error();
            __VERIFIER_atomic_end();
            do {
                __VERIFIER_atomic_begin();
                goes_on = w1 == 0;
                if (goes_on)
                    waits1 = 0;
                __VERIFIER_atomic_end();
            } while (!goes_on);
        }
        __VERIFIER_atomic_begin();
        c1 = e1;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        if (e2 > 1000000)
            return 0;
        e2 = e2 + 1;
        w2 = 0;
        __VERIFIER_atomic_end();
    }
}

void *executive(void *unused) {
    int c2 = 0, equal, goes_on;
    for (;;) {
        __VERIFIER_atomic_begin();
        if (e1 > 1000000)
            return 0;
        e1 = e1 + 1;
        w1 = 0;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        equal = c2 == e2;
        __VERIFIER_atomic_end();
        if (equal) {
            __VERIFIER_atomic_begin();
            w2 = 1;
            waits2 = 1;
            if (waits1 && w1)
                reach_error();
            __VERIFIER_atomic_end();
            do {
                __VERIFIER_atomic_begin();
                goes_on = w2 == 0;
                if (goes_on)
                    waits2 = 0;
                __VERIFIER_atomic_end();
            } while (!goes_on);
        }
        __VERIFIER_atomic_begin();
        c2 = e2;
        __VERIFIER_atomic_end();
    }
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, executive, 0);
    planner(0);
    return 0;
}
