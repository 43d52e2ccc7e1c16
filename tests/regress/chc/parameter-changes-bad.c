// expect: false
// engines: chc
// timeout: 15
// The parameter is not what it was when the function began.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n) {
    int first = n;
    while (n > 0 && __VERIFIER_nondet_int())
        n = f(n - 1);
    if (n != first)
        reach_error();
    return n;
}
int main(void) {
    f(__VERIFIER_nondet_int());
    return 0;
}
