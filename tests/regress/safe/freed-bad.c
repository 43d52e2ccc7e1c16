// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// says: after it was freed
// Read after it was freed.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p;
}
