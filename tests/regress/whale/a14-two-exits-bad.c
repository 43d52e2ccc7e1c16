// expect: false
// engines: whale
// timeout: 60
// The twin of a14-two-exits.c: by the second exit i may be the last value below n.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct left {
    int i, by;
};
struct left loop(int i, int n) {
    if (i >= n)
        return (struct left){ i, 1 };
    if (__VERIFIER_nondet_int())
        return (struct left){ i, 2 };
    return loop(i + 1, n);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    struct left l = loop(0, n);
    if (l.by == 1 && l.i != n)
        reach_error();
    if (l.by == 2 && l.i >= n - 1)
        reach_error();
    return 0;
}
