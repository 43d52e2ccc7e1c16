// expect: unknown
// engines: bmc
// options: --property memory
// A pointer far outside of its object is kept, and comes back: C does not say what that does.
int a[4];
int __VERIFIER_nondet_int(void);
int *p;
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 39)
        return 0;
    p = a + n;
    return *(p - 39);
}
