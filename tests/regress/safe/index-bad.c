// expect: false(valid-deref)
// engines: bmc impact lazy chc portfolio
// options: --property memory
// says: index 4 is outside a.4.
// An index just outside.
int a[4];
int __VERIFIER_nondet_int(void);
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 4)
        a[i] = 1;
    return 0;
}
