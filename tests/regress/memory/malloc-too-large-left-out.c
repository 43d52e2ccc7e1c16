// expect: true
// engines: bmc impact
// options: --externals pure --no-sampling
// says: malloc, calloc and realloc never fail
// As malloc-too-large-false.c, as SV-COMP means it: memory never runs out, so no run asks for so much.  (A sampled run does.)
#include <stdlib.h>
extern void reach_error(void);
static volatile size_t size = (size_t)-1 / 2 + 1;
int main(void) {
    if (!malloc(size))
        reach_error();
    return 0;
}
