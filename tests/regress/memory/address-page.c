// expect: true
// engines: bmc impact
// options: --data-model LP64
// says: the program computes with the bits of addresses, and these do not decide
// The highest bits of an address are bits of it as well.
#include <stdint.h>
extern void reach_error(void);
int main(void) {
    int x;
    if ((uintptr_t)&x >> 12 == 5)
        reach_error();
    return 0;
}
