// expect: unknown(unmodelled: call of printf with %n
// engines: bmc impact
// Was 'true': printf writes to n.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    int n = 0;
    printf("abc%n", &n);
    if (n == 3)
        reach_error();
    return 0;
}
