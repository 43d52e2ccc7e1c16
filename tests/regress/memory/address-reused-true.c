// expect: true
// engines: bmc impact lazy
// While both objects live they are apart, and what is assigned anew does not dangle.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (p == q)
        reach_error();
    if (__VERIFIER_nondet_int()) {
        free(p);
        p = 0;
    }
    if (p == q)
        reach_error();
    return 0;
}
