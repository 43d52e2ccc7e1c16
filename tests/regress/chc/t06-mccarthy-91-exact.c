// expect: true
// engines: chc
// timeout: 15
// The summary relates the result to the argument.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int mc91(int p) {
    if (p > 100)
        return p - 10;
    return mc91(mc91(p + 11));
}
int main(void) {
    int p = __VERIFIER_nondet_int(), r = mc91(p);
    if (p <= 101 && r != 91)
        reach_error();
    return 0;
}
