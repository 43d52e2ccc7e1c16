// expect: false
// engines: whale chc bmc
// timeout: 30
// The twin of linear-result.c: one of the thousand steps adds 3.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int f(int n) {
    if (n <= 0)
        return 0;
    return f(n - 1) + (n == 9 ? 3 : 2);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    if (f(n) != 2 * n)
        reach_error();
    return 0;
}
