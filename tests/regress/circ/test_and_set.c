// expect: true
// engines: circ locks
// may-be-unknown: locks
// options: --property no-data-race --threads any:thread --stats
// says: threads counted exactly at each of them +1$
// timeout: 120
// The example of the thesis (figure 5.1): a thread that finds 'state' 0 and sets it has x to itself.
// k = 1 is enough, with the thesis' predicates: of the program's variables old == 0 and state == 0 (tests/lazy/run).
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, state;

void thread(void) {
    for (;;) {
        int old;
        __VERIFIER_atomic_begin();
        old = state;
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
