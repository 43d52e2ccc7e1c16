// expect: true
// engines: slam
// options: --facts none --states 0 --block basic
// The counter in three steps, with a choice between them so that there are places: x = ctr, x = ctr - 1, y = x + 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int ctr = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int(), x, y;
    while (__VERIFIER_nondet_int())
        ctr = __VERIFIER_nondet_int();
    x = ctr;
    while (__VERIFIER_nondet_int())
        i = __VERIFIER_nondet_int();
    ctr = ctr + 1;
    while (__VERIFIER_nondet_int())
        i = __VERIFIER_nondet_int();
    y = ctr;
    while (__VERIFIER_nondet_int())
        i = __VERIFIER_nondet_int();
    if (x == i - 1 && y != i)
        reach_error();
    return 0;
}
