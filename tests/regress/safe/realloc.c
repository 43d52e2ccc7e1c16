// expect: true
// engines: bmc
// options: --property memory
// Within what realloc gives.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 2 || n > 4)
        return 0;
    char *p = malloc(2), *q;
    p[0] = p[1] = 1;
    q = realloc(p, n);
    q[n - 1] = 2;
    free(q);
    return 0;
}
