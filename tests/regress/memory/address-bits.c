// expect: unknown(unmodelled: where objects lie)
// engines: bmc impact
// In another layout it could fail: what the bits say is an input.
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static char c, d;
int main(void) {
    char *p = __VERIFIER_nondet_int() ? &c : &d;
    if ((uintptr_t)p % 16 == 5)
        reach_error();
    return 0;
}
