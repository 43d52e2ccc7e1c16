// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// An array of variable length is read just behind its end.
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    int a[n], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        s += a[n - i];
    return s;
}
