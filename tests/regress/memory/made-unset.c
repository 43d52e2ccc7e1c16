// expect: false(unreach-call)
// engines: bmc impact
// What malloc gives is not zero: the error depends on memory that was never written.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 3;
    if (p[1] == 17)
        reach_error();
    return 0;
}
