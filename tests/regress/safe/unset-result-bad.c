// expect: false(uninit)
// engines: bmc
// options: --property safe
// A function ends without a value that its caller uses.
int __VERIFIER_nondet_int(void);
static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}
int main(void) {
    return sign(__VERIFIER_nondet_int()) > 0;
}
