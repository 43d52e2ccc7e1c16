// expect: true
// engines: circ locks
// may-be-unknown: locks
// options: --property no-data-race --threads any:thread
// timeout: 120
// The interrupt, which resets the state, is enabled after the write only.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int st, enabled, port;

void thread(void) {
    if (__VERIFIER_nondet_int()) {
        int old;
        __VERIFIER_atomic_begin();
        old = st;
        if (st == 0)
            st = 1;
        __VERIFIER_atomic_end();
        if (old == 0) {
            port = 1;
            __VERIFIER_atomic_begin();
            enabled = 1;
            __VERIFIER_atomic_end();
        }
    } else { // the interrupt
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(enabled == 1);
        enabled = 0;
        st = 0;
        __VERIFIER_atomic_end();
    }
}
