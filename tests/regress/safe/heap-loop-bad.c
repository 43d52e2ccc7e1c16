// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// The loop goes one too far.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int *p = malloc((unsigned long)n * sizeof *p);
    for (int i = 0; i <= n; i++)
        p[i] = i;
    free(p);
    return 0;
}
