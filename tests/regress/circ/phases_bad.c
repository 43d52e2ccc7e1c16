// expect: false(unreach-call)
// engines: circ
// options: --threads any:thread
// timeout: 120
// Two threads; the printed post says that it is safe (T29).
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
        phase = 2;
    } else if (phase == 2) {
        reach_error();
    }
}
