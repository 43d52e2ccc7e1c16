// expect: false(valid-free)
// engines: bmc
// options: --property memory
// A pointer into the middle is freed.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p + 1);
    return 0;
}
