// expect: false
// engines: bmc
// An allocation whose size is an input.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#include <stdlib.h>
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 3 || n > 20)
        return 0;
    int *a = malloc(n * sizeof *a), *b = malloc(4);
    if (!a || !b)
        return 0;
    a[n - 1] = 1;
    a[0] = 2;
    *b = 3;
    if (a[n - 1] + a[0] + *b != 7)
        reach_error();
    return 0;
}
