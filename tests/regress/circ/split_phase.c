// expect: true
// engines: circ locks
// may-be-unknown: locks
// options: --property no-data-race --threads any:thread
// timeout: 180
// slow
// An interrupt that disables itself and posts a task, which enables it again: either has rec_ptr to itself.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int off, posted, active, task, rec_ptr;

void thread(void) {
    if (__VERIFIER_nondet_int()) { // the interrupt
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(off == 0);
        off = 1;
        active = 1;
        __VERIFIER_atomic_end();
        rec_ptr = 1;
        __VERIFIER_atomic_begin();
        posted = 1;
        active = 0;
        __VERIFIER_atomic_end();
    } else { // the task
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(posted == 1 && task == 0 && active == 0);
        posted = 0;
        task = 1;
        __VERIFIER_atomic_end();
        rec_ptr = 2;
        __VERIFIER_atomic_begin();
        off = 0;
        task = 0;
        __VERIFIER_atomic_end();
    }
}
