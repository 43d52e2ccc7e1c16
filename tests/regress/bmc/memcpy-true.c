// expect: true
// engines: bmc
// Blocks are copied byte by byte.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#include <string.h>
int main(void) {
    unsigned a[3], b[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_uint();
    memset(b, 0xff, sizeof b);
    memcpy(b, a, 9);
    if (b[0] != a[0] || b[1] != a[1] || (b[2] & 0xff) != (a[2] & 0xff))
        reach_error();
    return 0;
}
