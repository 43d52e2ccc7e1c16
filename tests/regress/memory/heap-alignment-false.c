// expect: false
// engines: bmc
// malloc aligns to 16 bytes, and to no more.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char *p = malloc(128);
    if ((uintptr_t)p & 63)
        reach_error();
    return 0;
}
