// expect: true
// engines: bmc impact lazy
// options: --externals pure
// It returns any value, and writes nothing.
extern int ask(int *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int own(int *x) {
    return ++*x;
}
int main(void) {
    int x = 1, y = 1;
    int (*f)(int *) = __VERIFIER_nondet_int() ? ask : own;
    f(&x);
    ask(&y);
    if (x < 1 || x > 2 || y != 1)
        reach_error();
    return 0;
}
