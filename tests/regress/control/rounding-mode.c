// expect: unknown(unmodelled
// engines: bmc portfolio
// Other modes of rounding are not modelled: a quotient may differ then.
#include <fenv.h>
extern void reach_error(void);
int main(void) {
    volatile double a = 1.0, b = 3.0;
    double x = a / b;
    fesetround(FE_UPWARD);
    if (x != a / b)
        reach_error();
    return 0;
}
