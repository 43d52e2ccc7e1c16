// expect: true
// engines: bmc
// The same seed gives the same numbers; rand and random share it.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    srand(7);
    int a = rand(), b = rand();
    srandom(7);
    if (random() != a || rand() != b)
        reach_error();
    return 0;
}
