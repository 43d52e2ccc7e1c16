// expect: unknown(memory error
// engines: bmc lazy impact ufo chc
// Memory of the environment is not on the heap: it cannot be freed.
#include <stdlib.h>
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    *p = 1;
    free(p);
    reach_error();
    return 0;
}
