// expect: false
// engines: slam
// options: --facts none --states 0
// c may be zero where b is zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (b && !c)
        return 0;
    while (__VERIFIER_nondet_int())
        b = __VERIFIER_nondet_int();
    if (!c)
        reach_error();
    return b;
}
