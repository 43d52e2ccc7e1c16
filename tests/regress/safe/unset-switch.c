// expect: true
// engines: bmc
// options: --property safe
// The switch jumps into the block of a variable, which clang then does not describe.
int __VERIFIER_nondet_int(void);
int main(void) {
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 0:
        x = 1;
        return x;
    case 1:
        x = 2;
        return x;
    }
    return 0;
}
