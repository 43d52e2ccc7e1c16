// expect: false
// engines: bmc impact
// An address that is negated, kept, and negated again still points to its object.
#include <stdint.h>
extern void reach_error(void);
static int target;
static uintptr_t kept;
int main(void) {
    kept = -(uintptr_t)&target;
    *(int *)-kept = 1;
    if (target == 1)
        reach_error();
    return 0;
}
