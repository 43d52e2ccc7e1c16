// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// The first access is of fewer bytes.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc((unsigned)__VERIFIER_nondet_int() % 2 ? 3 : 4);
    p[0] = 0;
    return *(int *)p == 5;
}
