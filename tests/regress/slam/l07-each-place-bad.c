// expect: false
// engines: slam
// options: --facts none --states 0
// One loop loses what is known: x is no longer y - 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int ctr = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int(), x, y;
    x = ctr;
    while (__VERIFIER_nondet_int())
        x = ctr = __VERIFIER_nondet_int();
    ctr = ctr + 1;
    while (__VERIFIER_nondet_int()) {
        x = __VERIFIER_nondet_int();
        ctr = x + 1;
    }
    y = ctr;
    while (__VERIFIER_nondet_int()) {
        x = __VERIFIER_nondet_int();
        y = x;
    }
    if (x != i - 1)
        return 0;
    while (__VERIFIER_nondet_int())
        y = i = __VERIFIER_nondet_int();
    if (y != i)
        reach_error();
    return 0;
}
