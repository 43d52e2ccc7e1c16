// expect: false
// engines: bmc
// A cast to a narrower type cuts, a cast back extends by the sign.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    signed char c = (signed char)x;
    if (x >= 0 && x < 256 && c != x)
        reach_error();
    return 0;
}
