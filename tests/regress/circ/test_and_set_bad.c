// expect: false(no-data-race)
// engines: circ runs
// options: --property no-data-race --threads any:thread
// timeout: 120
// The twin of test_and_set.c in which test and set are two sections: the printed post, which meets the labels of all that are counted, says that it is safe.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, state;

void thread(void) {
    for (;;) {
        int old;
        __VERIFIER_atomic_begin();
        old = state;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        if (state == 0)
            state = 1;
        __VERIFIER_atomic_end();
        if (old == 0) {
            x++;
            __VERIFIER_atomic_begin();
            state = 0;
            __VERIFIER_atomic_end();
        }
    }
}
