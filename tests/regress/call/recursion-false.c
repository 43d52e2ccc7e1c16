// expect: false
// engines: bmc
// Each activation has its own variables.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int fib(int n) {
    int a, b;
    if (n < 2)
        return n;
    a = fib(n - 1);
    b = fib(n - 2);
    return a + b;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n < 6 && fib(n) == 5)
        reach_error();
    return 0;
}
