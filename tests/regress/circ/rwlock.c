// expect: true
// engines: circ
// options: --threads any:thread
// timeout: 120
// A reader/writer lock for any number of threads: r counts the readers; a writer is alone.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int w, r, x;

void thread(void) {
    if (__VERIFIER_nondet_int()) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(w == 0 && r == 0);
        w = 1;
        __VERIFIER_atomic_end();
        x = 3;
        w = 0;
    } else {
        int l;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(w == 0 && r < 3);
        r = r + 1;
        __VERIFIER_atomic_end();
        l = x;
        if (l != x)
            reach_error();
        __VERIFIER_atomic_begin();
        r = r - 1;
        __VERIFIER_atomic_end();
    }
}
