// expect: false(no-data-race)
// engines: circ
// options: --property no-data-race --threads any:thread
// timeout: 180
// slow
// As split_phase.c, but the task is posted before the access, and does not wait for the interrupt to end.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int off, posted, active, rec_ptr;

void thread(void) {
    if (__VERIFIER_nondet_int()) { // the interrupt
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(off == 0);
        off = 1;
        active = 1;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        posted = 1;
        __VERIFIER_atomic_end();
        rec_ptr = 1;
        __VERIFIER_atomic_begin();
        active = 0;
        __VERIFIER_atomic_end();
    } else { // the task
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(posted == 1);
        posted = 0;
        __VERIFIER_atomic_end();
        rec_ptr = 2;
        __VERIFIER_atomic_begin();
        off = 0;
        __VERIFIER_atomic_end();
    }
}
