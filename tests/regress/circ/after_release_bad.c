// expect: false(no-data-race)
// engines: circ runs
// options: --property no-data-race --threads any:thread
// timeout: 120
// gTxState: the access comes after the release.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int g, state;

void thread(void) {
    int old;
    __VERIFIER_atomic_begin();
    old = state;
    if (state == 0)
        state = 1;
    __VERIFIER_atomic_end();
    if (old == 0) {
        __VERIFIER_atomic_begin();
        state = 0;
        __VERIFIER_atomic_end();
        g = 1;
    }
}
