// expect: true
// engines: circ locks
// may-be-unknown: locks
// options: --property no-data-race --threads any:thread
// timeout: 180
// slow
// A function says whether it has taken the lock.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, state;

int acquire(void) {
    int r = 0;
    __VERIFIER_atomic_begin();
    if (state == 0) {
        state = 1;
        r = 1;
    }
    __VERIFIER_atomic_end();
    return r;
}

void thread(void) {
    if (acquire()) {
        x++;
        __VERIFIER_atomic_begin();
        state = 0;
        __VERIFIER_atomic_end();
    }
}
