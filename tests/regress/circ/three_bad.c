// expect: false(unreach-call)
// engines: circ
// options: --threads any:thread
// timeout: 120
// Three threads are needed (T30).
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int phase;

void thread(void) {
    if (__VERIFIER_nondet_int()) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(phase == 0 || phase == 1);
        phase++;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(phase == 2 || phase == 3);
        phase++;
        __VERIFIER_atomic_end();
    } else if (phase == 4) {
        reach_error();
    }
}
