// expect: false(valid-deref)
// engines: bmc impact runs
// options: --property safe
// replay: AddressSanitizer may not see
// In the second iteration a is another object, which may lie where the first one was: p still points to that.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++) {
        int a[10];
        if (i == 0 || n != 3)
            p = a;
        p[0] = 1;
    }
    return 0;
}
