// expect: false
// engines: bmc
// The number of rounds is an input with a small range.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), s = 0;
    if (n < 0 || n > 6)
        return 0;
    for (int i = 1; i <= n; i++)
        s += i;
    if (s == 15)
        reach_error();
    return 0;
}
