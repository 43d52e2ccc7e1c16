// expect: false
// engines: bmc
// Unsigned arithmetic wraps: x + 1 > x does not hold for the largest x.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    if (!(x + 1 > x))
        reach_error();
    return 0;
}
