// expect: true
// engines: circ locks
// options: --property no-data-race --threads any:thread
// timeout: 120
// The twin of k0_bad.c whose access is in a second section.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x;

void thread(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
}
