// expect: unknown(unmodelled: result of number of a seed that was set before)
// engines: bmc
// Of a second seed no numbers are kept; the real library gives the same ones.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    srand(1);
    rand();
    srand(2);
    int a = rand();
    srand(2);
    if (rand() != a)
        reach_error();
    return 0;
}
