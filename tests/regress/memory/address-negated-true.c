// expect: true
// engines: bmc impact
// The twin of address-negated-false.c: the write is seen.
#include <stdint.h>
extern void reach_error(void);
static int target;
static uintptr_t kept;
int main(void) {
    kept = -(uintptr_t)&target;
    *(int *)-kept = 1;
    if (target != 1)
        reach_error();
    return 0;
}
