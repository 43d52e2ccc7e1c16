// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// The second access of the same bytes comes behind a free.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int() == 7)
        free(p);
    return *p;
}
