// expect: true
// may-be-unknown: bmc
// The sine is an input for Hone, the library knows better: 'false' would be wrong.
#include <math.h>
extern void reach_error(void);
int main(void) {
    if (sin(0.5) > 0.9)
        reach_error();
    return 0;
}
