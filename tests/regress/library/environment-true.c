// expect: true
// engines: bmc
// A name has one value until it is set, and then the one that was set.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
    if (getenv("HOME") != getenv("HOME"))
        reach_error();
    setenv("PLACE", "here", 1);
    if (strcmp(getenv("PLACE"), "here"))
        reach_error();
    unsetenv("PLACE");
    if (getenv("PLACE") || setenv("", "x", 1) != -1)
        reach_error();
    return 0;
}
