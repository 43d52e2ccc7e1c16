// expect: true
// engines: bmc
// What realloc keeps is there afterwards.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), *p = malloc(2 * sizeof *p);
    p[0] = n;
    p[1] = n + 1;
    p = realloc(p, 4 * sizeof *p);
    if (p[1] != n + 1)
        reach_error();
    p[3] = 5;
    p = realloc(p, 8 * sizeof *p);
    if (p[0] != n || p[3] != 5)
        reach_error();
    return 0;
}
