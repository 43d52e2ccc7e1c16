// expect: true
// engines: bmc impact
// Wherever it lies then, its contents are kept.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char *p = malloc(4), *q;
    int moved = 0;
    p[1] = 7;
    q = realloc(p, 8);
    if (p != q)
        moved++;
    if (q[1] != 7 || moved > 1)
        reach_error();
    return 0;
}
