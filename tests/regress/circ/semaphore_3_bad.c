// expect: false(unreach-call)
// engines: circ
// options: --threads any:thread
// timeout: 120
// The twin of semaphore_3.c that comes in in two steps: one of two that count at once is lost.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int c;

void thread(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(c < 3);
    int d = c;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    c = d + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    if (c <= 0)
        reach_error();
    c--;
    __VERIFIER_atomic_end();
}
