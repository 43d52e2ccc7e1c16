// expect: false
// engines: bmc
// Floats are exact: NaN differs from itself, and only NaN.
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 1.0 && !(x + 1.0 > 2.5))
        reach_error();
    return 0;
}
