// expect: true
// engines: bmc impact
// says: malloc, calloc and realloc never fail
// The twin of malloc-too-large-false.c, with a size that a process can have.
#include <stdlib.h>
extern void reach_error(void);
static volatile size_t size = 100;
int main(void) {
    if (!malloc(size))
        reach_error();
    return 0;
}
