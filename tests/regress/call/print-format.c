// expect: true
// engines: bmc
// Was an assumption: the format is read.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    char format[] = "%d\n";
    int n = 0;
    printf(format, n);
    printf("100%%n\n");
    if (n == 3)
        reach_error();
    return 0;
}
