// expect: false(division)
// engines: bmc
// options: --property division
// A divisor that may be 0.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == -1)
        return 0;
    return 10 % x;
}
