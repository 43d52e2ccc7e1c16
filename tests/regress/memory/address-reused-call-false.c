// expect: false
// engines: bmc
// replay: compiled program agrees
// The object is freed by a function that is called, through a parameter of a parameter.
#include <stdlib.h>
extern void reach_error(void);
static void drop(char *p, int depth) {
    if (depth)
        drop(p, depth - 1);
    else
        free(p);
}
int main(void) {
    char *p = malloc(8), *q;
    drop(p, 3);
    q = malloc(8);
    if (p == q)
        reach_error();
    return 0;
}
