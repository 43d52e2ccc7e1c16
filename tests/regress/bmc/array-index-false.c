// expect: false
// engines: bmc
// An array written and read at indices that are inputs.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    int a[8];
    for (int i = 0; i < 8; i++)
        a[i] = i;
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 8 || j >= 8)
        return 0;
    a[i] = 100;
    if (a[j] != (int)j && i == j)
        reach_error();
    return 0;
}
