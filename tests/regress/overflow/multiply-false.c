// expect: false(no-overflow)
// engines: bmc
// options: --property no-overflow
// A product of two small numbers fits.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 50000)
        return 0;
    return x * x > 5;
}
