// expect: false
// engines: bmc
// A long double has 64 bits for the digits: an address survives.
#include <stdint.h>
extern void reach_error(void);
static int target;
static long double kept;
int main(void) {
    kept = (long double)(uintptr_t)&target;
    *(int *)(uintptr_t)kept = 1;
    if (target == 1)
        reach_error();
    return 0;
}
