// expect: true
// engines: chc
// timeout: 15
// Each activation has its own variables: the inner call must not change x.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n) {
    int x = n, y = 0;
    if (n > 0)
        y = f(n - 1);
    if (x != n)
        reach_error();
    return x - y;
}
int main(void) {
    f(__VERIFIER_nondet_int());
    return 0;
}
