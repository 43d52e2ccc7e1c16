// expect: true
// engines: bmc impact
// options: --property memory
// memcpy of as many bytes as there are, or fewer, also of none.
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct s { int a[3]; } x, y;
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 12)
        return 0;
    memcpy(&x, &y, n);
    return 0;
}
