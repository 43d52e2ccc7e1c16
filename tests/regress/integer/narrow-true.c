// expect: true
// engines: bmc
// A cast to a narrower type cuts, a cast back extends by the sign.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    signed char c = (signed char)x;
    unsigned char u = (unsigned char)x;
    if (c < -128 || c > 127 || u > 255)
        reach_error();
    if ((c & 255) != u)
        reach_error();
    return 0;
}
