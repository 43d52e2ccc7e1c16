// expect: true
// engines: circ locks
// options: --property no-data-race --threads any:thread
// timeout: 120
// All accesses are in atomic sections: no predicate is needed.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x;

void thread(void) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
}
