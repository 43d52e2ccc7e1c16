// expect: false(valid-memtrack)
// engines: bmc
// options: --property valid-memsafety
// says: memory is lost
// An object that nothing points to at the end.
#include <stdlib.h>
int *kept;
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int())
        free(p);
    return 0;
}
