// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// The object ends between two accesses.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p, sum = 0;
    {
        int inner = __VERIFIER_nondet_int();
        p = &inner;
        sum += *p != 0;
    }
    return sum + *p;
}
