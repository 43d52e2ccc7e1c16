// expect: true
// engines: bmc
// options: --property no-overflow
// A product of two small numbers fits.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < -9 || x > 9 || y < -9 || y > 9)
        return 0;
    return x * y > 5;
}
