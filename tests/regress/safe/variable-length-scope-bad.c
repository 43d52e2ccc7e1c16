// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// An array of variable length ends with its block.
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), *p = &n;
    if (n < 1 || n > 3)
        return 0;
    {
        int a[n];
        a[0] = 1;
        p = a;
    }
    return *p;
}
