// expect: true
// engines: bmc
// The mode of rounding that is there already may be set.
#include <fenv.h>
extern void reach_error(void);
int main(void) {
    volatile double a = 1.0, b = 3.0;
    double x = a / b;
    fesetround(FE_TONEAREST);
    if (x != a / b)
        reach_error();
    return 0;
}
