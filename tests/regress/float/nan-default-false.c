// expect: false(unreach-call)
// engines: bmc
// The NaN that the processor makes of 0 / 0 is negative.
#include <math.h>
extern void reach_error(void);

int main(void) {
    volatile double zero = 0.0, quotient = zero / zero;
    if (signbit(quotient))
        reach_error();
    return 0;
}
