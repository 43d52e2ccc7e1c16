// expect: true
// engines: bmc lazy
// options: --property division
// A divisor that is not 0.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 0)
        return 0;
    return 10 % x;
}
