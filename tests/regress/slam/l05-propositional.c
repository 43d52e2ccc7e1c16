// expect: true
// engines: slam
// options: --facts none --states 0
// b and (!b or c) before the loop, !c behind it: the interpolant, and the predicate at the loop, is c.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (!(b && (!b || c)))
        return 0;
    while (__VERIFIER_nondet_int())
        b = __VERIFIER_nondet_int();
    if (!c)
        reach_error();
    return b;
}
