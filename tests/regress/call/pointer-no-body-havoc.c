// expect: false
// engines: bmc impact lazy
// options: --externals havoc
// It may write through its pointers.
extern int ask(int *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int own(int *x) {
    return ++*x;
}
int main(void) {
    int x = 1;
    int (*f)(int *) = __VERIFIER_nondet_int() ? ask : own;
    f(&x);
    if (x < 1 || x > 2)
        reach_error();
    return 0;
}
