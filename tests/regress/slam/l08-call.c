// expect: true
// engines: slam chc
// The predicate inside inc is about x and what it was given: x == entry!x + 1.  It calls itself, so it is not inlined.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int inc(int x) {
    if (__VERIFIER_nondet_int())
        x = inc(x) - 1;
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
