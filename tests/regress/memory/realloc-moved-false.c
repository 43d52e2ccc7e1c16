// expect: false
// engines: bmc impact
// replay: compiled program agrees
// And it may move it.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char *p = malloc(4), *between = malloc(4), *q = realloc(p, 100000);
    if (p != q)
        reach_error();
    free(between);
    return 0;
}
