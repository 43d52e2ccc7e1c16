// expect: true
// engines: circ
// options: --threads any:thread --stats
// says: threads counted exactly at each of them +1$
// timeout: 120
// A semaphore of 1: needs edges over old and new globals, and k = 1 (T32).
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int c;

void thread(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(c < 1);
    c++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    if (c <= 0)
        reach_error();
    c--;
    __VERIFIER_atomic_end();
}
