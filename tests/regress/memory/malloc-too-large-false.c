// expect: false
// engines: bmc impact
// No process has so many bytes: malloc fails although memory never runs out.
#include <stdlib.h>
extern void reach_error(void);
static volatile size_t size = -1;
int main(void) {
    if (!malloc(size))
        reach_error();
    return 0;
}
