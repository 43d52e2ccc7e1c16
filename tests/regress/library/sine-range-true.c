// expect: true
// engines: bmc
// Values are inputs within their ranges.
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x == x && (sin(x) > 1 || tanh(x) < -1 || exp(x) < 0 || fabs(atan(x)) > 1.6))
        reach_error();
    return 0;
}
