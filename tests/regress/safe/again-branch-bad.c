// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// Only one branch has made the access before.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4] = { 0 }, i = __VERIFIER_nondet_int(), sum = 0;
    if (i >= 0 && i < 4)
        sum = a[i];
    else if (i != 4)
        return 0;
    return sum + a[i];
}
