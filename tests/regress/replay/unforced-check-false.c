// expect: false
// engines: bmc impact
// replay: not confirmed: depends on the uninitialised variable u
// A check that was passed decides, too: without that value the run would have ended before the error.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int u;
    if (u != 123456789)
        exit(0);
    reach_error();
    return 0;
}
