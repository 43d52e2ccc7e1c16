// expect: false
// engines: bmc
// replay: compiled program agrees
// Behind %% there is no conversion.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    int n = printf("100%%n\n");
    if (n == 6)
        reach_error();
    return 0;
}
