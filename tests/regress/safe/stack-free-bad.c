// expect: false(valid-free)
// engines: bmc
// options: --property memory
// says: not on the heap
// What is not on the heap is freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 1, *p = __VERIFIER_nondet_int() ? malloc(4) : &x;
    free(p);
    return 0;
}
