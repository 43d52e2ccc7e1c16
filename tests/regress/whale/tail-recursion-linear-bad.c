// expect: false
// engines: whale chc
// timeout: 60
// The twin of tail-recursion-linear.c: too much is added once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int loop(int n, int s, int i) {
    if (i < n)
        return loop(n, s + (i == 9 ? 3 : 2), i + 1);
    return s;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    if (loop(n, 0, 0) != 2 * n)
        reach_error();
    return 0;
}
