// expect: true
// engines: bmc
// options: --property no-overflow
// Signed addition overflows, unsigned does not.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = (unsigned)x + 4000000000u;
    if (x < 2147483647)
        x = x + 1;
    return (int)(u & 1) + (x & 1);
}
