// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// The recursion starts one too high.
int __VERIFIER_nondet_int(void);
static int sum(int *a, int n) {
    return n <= 0 ? 0 : a[n - 1] + sum(a, n - 1);
}
int main(void) {
    int a[3] = { 1, 2, 3 };
    return sum(a, 4);
}
