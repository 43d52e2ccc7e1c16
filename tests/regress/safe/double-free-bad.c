// expect: false(valid-free)
// engines: bmc
// options: --property memory
// says: is freed twice
// Freed twice where the input is not 0.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(3);
    if (__VERIFIER_nondet_int())
        free(p);
    free(p);
    return 0;
}
