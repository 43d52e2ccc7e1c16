// expect: false(valid-memcleanup)
// engines: bmc
// options: --property valid-memcleanup
// A global variable still points to it.
#include <stdlib.h>
int *kept;
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int())
        kept = p;
    else
        free(p);
    return 0;
}
