// expect: unknown
// engines: bmc impact
// A number made of an address and kept in memory is still one: how it compares is not known.
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int a;
static uintptr_t kept[2];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() & 1;
    kept[i] = (uintptr_t)&a;
    if (kept[i] > 4096 && kept[i] < 8192)
        reach_error();
    return 0;
}
