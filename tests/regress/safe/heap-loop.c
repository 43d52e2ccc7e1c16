// expect: true
// engines: impact
// options: --property memory
// An array on the heap of any size, filled in a loop.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int *p = malloc((unsigned long)n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = i;
    free(p);
    return 0;
}
