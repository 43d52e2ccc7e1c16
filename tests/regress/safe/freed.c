// expect: true
// engines: bmc impact
// options: --property memory
// Read before it is freed.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int x = *p;
    free(p);
    return x;
}
