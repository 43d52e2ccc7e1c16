// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// memcpy may read one byte too many.
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct s { int a[3]; } x, y;
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 13)
        return 0;
    memcpy(&x, &y, n);
    return 0;
}
