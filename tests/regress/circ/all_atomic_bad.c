// expect: false(no-data-race)
// engines: circ
// options: --property no-data-race --threads any:thread
// timeout: 120
// The twin of all_atomic.c with an access outside.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x;

void thread(void) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    if (x > 1)
        return;
}
