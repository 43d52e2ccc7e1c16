// expect: true
// engines: bmc impact
// options: --data-model LP64
// says: no object lies at an address that the program compares with as a number
// Which numbers addresses are is not known.
#include <stdint.h>
extern void reach_error(void);
int main(void) {
    int x;
    if ((uintptr_t)&x == 0x7ffe12345678)
        reach_error();
    return 0;
}
