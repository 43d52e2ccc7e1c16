// expect: false(valid-deref)
// engines: bmc impact
// options: --property memory
// An index that leads from one array towards the next is outside of its own.
int a[4], b[4];
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = __VERIFIER_nondet_int() ? a : b;
    for (int i = 0; i < 5; i++)
        p[i] = i;
    return 0;
}
