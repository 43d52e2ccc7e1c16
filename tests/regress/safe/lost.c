// expect: true
// engines: bmc chc
// options: --property valid-memsafety
// All is freed.
#include <stdlib.h>
int *kept;
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int())
        *p = 2;
    free(p);
    return 0;
}
