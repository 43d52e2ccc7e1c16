// expect: true
// engines: whale
// timeout: 60
// The summary must be strengthened (r >= 0 after r <= n) when the recursive call is covered already: a cover whose
// coverer has another specification now does not count any more.  The printed algorithm leaves it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g(int n) {
    if (n <= 0)
        return 0;
    int more = __VERIFIER_nondet_int();
    return g(n - 1) + (more & 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    int r = g(n);
    if (r > n)
        reach_error();
    if (r < 0)
        reach_error();
    return 0;
}
