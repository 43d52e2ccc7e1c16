// expect: false
// engines: bmc
// replay: compiled program agrees
// Was 'true': a format that is no literal may store.
#include <stdio.h>
extern void reach_error(void);
const char *format = "abc%n";
int main(void) {
    int n = 0;
    printf(format, &n);
    if (n == 3)
        reach_error();
    return 0;
}
