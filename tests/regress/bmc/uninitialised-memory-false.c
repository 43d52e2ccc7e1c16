// expect: false
// engines: bmc
// Memory that nobody wrote has any value, but keeps it.
extern void reach_error(void);
#include <stdlib.h>
int main(void) {
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    int x = p[0], y = p[1];
    if (x != y)
        reach_error();
    return 0;
}
