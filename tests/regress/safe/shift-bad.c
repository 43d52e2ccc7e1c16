// expect: false(no-overflow)
// engines: bmc
// options: --property shift
// A shift by the width.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 32)
        return 0;
    return 1u << x > 3;
}
