// expect: true
// engines: impact
// options: --property leak --malloc-may-fail
// Where malloc fails there is nothing to free: a size that no process can have, or no memory left.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    free(malloc(n << 20));
    char *p = calloc(3, 2);
    if (!p)
        return 0;
    char *q = realloc(p, 9);
    free(q ? q : p);
    return 0;
}
