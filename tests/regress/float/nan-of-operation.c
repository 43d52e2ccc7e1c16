// expect: true
// engines: bmc
// options: --no-sampling
// says: an operation that gives a NaN gives the processor's, operands as in the source
// Which NaN 0 / 0 gives is up to the compiler where it folds the division: the processor's has its sign bit set.
#include <math.h>
extern void reach_error(void);
int main(void) {
    double z = 0.0, d = z / z;
    if (!signbit(d))
        reach_error();
    return 0;
}
