// expect: false
// engines: bmc
// replay: compiled program agrees
// Was 'true': -0 to an odd power is -0, and its inverse minus infinity.
#include <math.h>
extern void reach_error(void);
volatile float zero = -0.0f;
int main(void) {
    if (1 / powf(zero, 3) < 0 && pow(zero, -1) < 0 && powl(zero, -2) > 0)
        reach_error();
    return 0;
}
