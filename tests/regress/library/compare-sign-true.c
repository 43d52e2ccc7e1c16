// expect: true
// engines: bmc
#include <string.h>
extern void reach_error(void);
int main(void) {
    if (strcmp("a", "c") >= 0 || memcmp("b", "a", 1) <= 0 || strcmp("x", "x"))
        reach_error();
    return 0;
}
