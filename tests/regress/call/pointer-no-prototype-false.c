// expect: false
// engines: bmc impact
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int add(int x, int y) {
    return x + y;
}
static int sub(int x, int y) {
    return x - y;
}
int main(void) {
    int (*f)() = __VERIFIER_nondet_int() ? add : sub;
    if (f(5, 3) == 2)
        reach_error();
    return 0;
}
