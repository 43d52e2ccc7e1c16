// expect: true
// engines: bmc impact
// options: --property safe
// All cases are there.
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    switch (x % 2) {
    case 0:
        return 1;
    case 1:
        return 0;
    default:
        __builtin_unreachable();
    }
}
