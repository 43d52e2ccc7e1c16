// expect: true
// engines: circ
// options: --threads any:thread
// timeout: 120
// The twin of waits_bad.c: the other thread goes from 1 to 1.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int phase;

void thread(void) {
    if (__VERIFIER_nondet_int()) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(phase == 0);
        phase = 1;
        __VERIFIER_atomic_end();
        if (phase == 2)
            reach_error();
    } else {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(phase == 1);
        phase = 1;
        __VERIFIER_atomic_end();
    }
}
