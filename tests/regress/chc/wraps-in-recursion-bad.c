// expect: false
// engines: chc
// timeout: 15
// Over integers that never wrap the result would stay above the argument.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int up(int n) {
    if (__VERIFIER_nondet_int())
        return n;
    return up((int)((unsigned)n + 0x40000000u));
}
int main(void) {
    if (up(0) < 0)
        reach_error();
    return 0;
}
