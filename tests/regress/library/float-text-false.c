// expect: false
// engines: bmc
// replay: compiled program agrees
// The text of a constant is known; the others stay conversions.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
    char text[60];
    double ten = 1e10;
    int n = sprintf(text, "%.2f %g %d%% %e", 2.675, ten, 7, 12345.678);
    if (n == 26 && !strcmp(text, "2.67 1e+10 7% 1.234568e+04"))
        reach_error();
    return 0;
}
