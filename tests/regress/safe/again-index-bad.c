// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// The index grows between two accesses.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4] = { 0 }, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    a[i] = 1;
    i++;
    return a[i];
}
