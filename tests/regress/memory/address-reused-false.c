// expect: false
// engines: bmc impact lazy
// replay: compiled program agrees
// The next object may lie where the one was that is freed: with objects that never share a place this was 'true'.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = malloc(sizeof *p);
    uintptr_t old = (uintptr_t)p;
    free(p);
    int *q = malloc(sizeof *q);
    if ((uintptr_t)q == old)
        reach_error();
    return 0;
}
