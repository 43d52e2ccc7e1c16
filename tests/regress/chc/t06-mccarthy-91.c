// expect: true
// engines: chc
// timeout: 15
// McCarthy's function: the summary result >= 91 is needed at both recursive calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int mc91(int p) {
    if (p > 100)
        return p - 10;
    return mc91(mc91(p + 11));
}
int main(void) {
    if (mc91(__VERIFIER_nondet_int()) < 91)
        reach_error();
    return 0;
}
