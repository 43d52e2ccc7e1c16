// expect: false
// engines: slam
// options: --facts none --states 0
// y may be negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 1, y = __VERIFIER_nondet_int();
    if (y < -5)
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
