// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// The pointer in memory is another one when it is read again.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct box { int *p; } box;
int main(void) {
    int one = 1;
    box.p = &one;
    *box.p = 2;
    if (__VERIFIER_nondet_int() == 3)
        box.p = 0;
    return *box.p;
}
