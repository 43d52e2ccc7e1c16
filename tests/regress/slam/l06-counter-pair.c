// expect: true
// engines: slam
// options: --facts none --states 0
// x = ctr, ctr + 1, y = ctr before the inner loop, x = i - 1 and y != i behind it: the interpolant is y = x + 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int ctr = __VERIFIER_nondet_int(), x = 0, y = 1;
    while (__VERIFIER_nondet_int()) {
        x = ctr;
        ctr = ctr + 1;
        y = ctr;
        ctr = __VERIFIER_nondet_int();
    }
    int i = __VERIFIER_nondet_int();
    if (x == i - 1 && y != i)
        reach_error();
    return 0;
}
