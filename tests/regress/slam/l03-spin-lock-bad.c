// expect: false
// engines: slam
// options: --facts none --states 0
// Without n++ a lock that was given back is given back again.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int locked;
static void acquire(void) {
    if (locked)
        reach_error();
    locked = 1;
}
static void release(void) {
    if (!locked)
        reach_error();
    locked = 0;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), old;
    do {
        acquire();
        old = n;
        if (__VERIFIER_nondet_int()) {
            release();
        }
    } while (n != old);
    release();
    return 0;
}
