// expect: true
// engines: slam
// options: --facts none --states 0
// The counter in three steps.  The loops keep what is known at each place and change both sides, so that the
// predicates are those of the lecture: x = ctr, x = ctr - 1, y = x + 1, y = i.
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
        y = x + 1;
    }
    if (x != i - 1)
        return 0;
    while (__VERIFIER_nondet_int())
        y = i = __VERIFIER_nondet_int();
    if (y != i)
        reach_error();
    return 0;
}
