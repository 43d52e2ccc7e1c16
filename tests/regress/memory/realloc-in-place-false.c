// expect: false
// engines: bmc impact
// replay: compiled program agrees
// realloc may leave the object where it is.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char *p = malloc(4), *q = realloc(p, 8);
    if (p == q)
        reach_error();
    return 0;
}
