// expect: true
// engines: circ locks
// may-be-unknown: locks
// options: --property no-data-race --threads any:thread
// timeout: 120
// A state variable of several values: who moves it from 0 or from 2 has x.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, st;

void thread(void) {
    int s;
    __VERIFIER_atomic_begin();
    s = st;
    if (st == 0)
        st = 1;
    else if (st == 2)
        st = 3;
    __VERIFIER_atomic_end();
    if (s == 0) {
        x = 1;
        __VERIFIER_atomic_begin();
        st = 2;
        __VERIFIER_atomic_end();
    } else if (s == 2) {
        x = 2;
        __VERIFIER_atomic_begin();
        st = 0;
        __VERIFIER_atomic_end();
    }
}
