// expect: false
// engines: chc
// timeout: 15
// The result may be 91.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int mc91(int p) {
    if (p > 100)
        return p - 10;
    return mc91(mc91(p + 11));
}
int main(void) {
    if (mc91(__VERIFIER_nondet_int()) < 92)
        reach_error();
    return 0;
}
