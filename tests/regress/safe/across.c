// expect: true
// engines: bmc
// options: --property memory
// p may point to either array; each is used within its bounds.
int a[4], b[4];
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = __VERIFIER_nondet_int() ? a : b;
    for (int i = 0; i < 4; i++)
        p[i] = i;
    return 0;
}
