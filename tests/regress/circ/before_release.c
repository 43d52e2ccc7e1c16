// expect: true
// engines: circ locks
// may-be-unknown: locks
// options: --property no-data-race --threads any:thread
// timeout: 120
// The twin of after_release_bad.c with the access before the release.
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
        g = 1;
        __VERIFIER_atomic_begin();
        state = 0;
        __VERIFIER_atomic_end();
    }
}
