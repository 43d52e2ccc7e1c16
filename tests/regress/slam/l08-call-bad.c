// expect: false
// engines: slam
// The inner call counts too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int inc(int x) {
    if (__VERIFIER_nondet_int())
        x = inc(x);
    x = x + 1;
    return x;
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = inc(a);
    if (a != b - 1)
        reach_error();
    return 0;
}
