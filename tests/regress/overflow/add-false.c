// expect: false(no-overflow)
// engines: bmc
// options: --property no-overflow
// Signed addition overflows, unsigned does not.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x + 1 > x;
}
