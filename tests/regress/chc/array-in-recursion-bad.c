// expect: false
// engines: chc
// timeout: 15
// It writes all four.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int a[4];
static void fill(int n) {
    if (n > 0) {
        a[n & 3] = n;
        fill(n - 1);
    }
}
int main(void) {
    a[2] = -7;
    fill(__VERIFIER_nondet_int());
    if (a[2] != -7)
        reach_error();
    return 0;
}
