// expect: true
// engines: chc
// timeout: 15
// The error is in the function that is called: what holds at its entry excludes it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void down(int n) {
    if (n < 0)
        reach_error();
    if (n > 0)
        down(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0)
        down(n);
    return 0;
}
