// expect: false
// engines: slam
// options: --facts none --states 0
// y is two more than x.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int ctr = __VERIFIER_nondet_int(), x = 0, y = 1;
    while (__VERIFIER_nondet_int()) {
        x = ctr;
        ctr = ctr + 2;
        y = ctr;
        ctr = __VERIFIER_nondet_int();
    }
    int i = __VERIFIER_nondet_int();
    if (x == i - 1 && y != i)
        reach_error();
    return 0;
}
