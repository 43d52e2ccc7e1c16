// expect: true
// engines: chc
// timeout: 15
// Two functions that call each other: each needs a summary.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int odd(int n);
static int even(int n) {
    if (n == 0)
        return 1;
    return odd(n - 1);
}
static int odd(int n) {
    if (n == 0)
        return 0;
    return even(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    int r = even(n);
    if (r < 0 || r > 1)
        reach_error();
    return 0;
}
