// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// The object that was given to realloc is gone.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 2 || n > 4)
        return 0;
    char *p = malloc(2), *q;
    p[0] = p[1] = 1;
    q = realloc(p, n);
    p[0] = 2;
    free(q);
    return 0;
}
