// expect: true
// engines: bmc
// options: --property safe
// As much is written as is read: four fit.
#include <stdio.h>
int main(void) {
    char b[4];
    if (fread(b, 1, 4, stdin) == 4)
        return b[0];
    return 0;
}
