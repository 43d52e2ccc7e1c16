// expect: true
// engines: slam
// options: --facts none --states 0
// timeout: 100
// Predicates: x > 0, y >= 0.  The bound keeps the sum from wrapping around.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 1, y = __VERIFIER_nondet_int();
    if (y < 0)
        return 0;
    while (__VERIFIER_nondet_int()) {
        if (x > 1000000 || y > 1000)
            return 0;
        x = x + y;
    }
    if (!(x > 0))
        reach_error();
    return 0;
}
