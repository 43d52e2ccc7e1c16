// expect: unknown(unmodelled: result of sin)
// engines: bmc
// sin(1) is some number of that range, but the library decides which.
#include <math.h>
extern void reach_error(void);
int main(void) {
    if (sin(1.0) == 0.25)
        reach_error();
    return 0;
}
