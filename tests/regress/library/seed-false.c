// expect: false
// engines: bmc
// replay: compiled program agrees
// Two seeds: any numbers.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    srand(1);
    int a = rand();
    srand(2);
    if (rand() == a + 5)
        reach_error();
    return 0;
}
