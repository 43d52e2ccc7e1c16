// expect: true
// engines: bmc chc
// options: --property memory
// The pointer is null after the first free.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(3);
    if (__VERIFIER_nondet_int()) {
        free(p);
        p = 0;
    }
    free(p);
    return 0;
}
