// expect: true
// engines: bmc impact lazy chc
// options: --property memory
// An index within the bounds.
int a[4];
int __VERIFIER_nondet_int(void);
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4)
        a[i] = 1;
    return 0;
}
