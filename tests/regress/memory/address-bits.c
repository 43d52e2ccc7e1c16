// expect: true
// engines: bmc impact
// says: the program computes with the bits of addresses, and these do not decide
// In another layout it could fail: that it holds in the one of the proof is an assumption.
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
