// expect: true
// engines: bmc
// options: --property leak
// What the library keeps for itself need not be freed.
#include <stdlib.h>
int main(void) {
    setenv("A", "1", 1);
    return getenv("HOME") != 0;
}
