// expect: false(valid-memcleanup)
// engines: bmc
// options: --property leak --malloc-may-fail
// A realloc that fails leaves the old object.
#include <stdlib.h>
int main(void) {
    char *p = malloc(3);
    if (!p)
        return 0;
    p = realloc(p, 9);
    free(p);
    return 0;
}
