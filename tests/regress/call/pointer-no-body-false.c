// expect: false
// engines: bmc impact lazy runs
// The address of a function without body is taken; a call through it returns any value.
extern int ask(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int own(int x) {
    return x;
}
int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? ask : own;
    if (f(1) == 5)
        reach_error();
    return 0;
}
