// expect: unknown(unmodelled: where objects lie)
// engines: bmc impact
// options: --data-model LP64
// The highest bits of an address are bits of it as well.
#include <stdint.h>
extern void reach_error(void);
int main(void) {
    int x;
    if ((uintptr_t)&x >> 12 == 5)
        reach_error();
    return 0;
}
