// expect: true
// engines: bmc
// What Annex F of the C standard says of infinities and zeros, in all three types.
#include <math.h>
extern void reach_error(void);
volatile double infinite = INFINITY;
int main(void) {
    if (exp(-infinite) != 0 || log(0.0) != -INFINITY || tanhl(infinite) != 1 || atanhf(1) != INFINITY)
        reach_error();
    if (lgamma(1.0) != 0 || lgamma(-2.0) != INFINITY || !isnan(tgamma(-1.0)) || pow(-1.0, infinite) != 1)
        reach_error();
    if (!isnan(pow(-2.0, 0.5)) || pow(infinite, -1) != 0 || !signbit(atan2(-0.0, 1)) || cbrt(infinite) != INFINITY)
        reach_error();
    return 0;
}
