// expect: true
// engines: bmc
// options: --data-model ILP32
// says: float and double are rounded as such at each step
// With registers of 80 bits, as 32-bit compilers use them by default, the quotient is not what was stored.
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
    double a = __VERIFIER_nondet_double(), b = 3;
    if (!(a > 1 && a < 10))
        return 0;
    double c = a + b;
    if (c != a + b)
        reach_error();
    return 0;
}
