// expect: false(undefined)
// engines: bmc
// options: --property safe
// says: code is reached that must not be
// The case that is said not to be is.
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    switch (x % 3) {
    case 0:
        return 1;
    case 1:
        return 0;
    default:
        __builtin_unreachable();
    }
}
