// expect: true
// engines: bmc impact
// says: pointers that are subtracted, or compared by order, point into one object
// Which of the objects two pointers point to is not told apart: that it is one is an assumption.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    char *p = malloc(8), *q = malloc(8), *r = __VERIFIER_nondet_int() ? p : q;
    char *end = r + 8;
    if (end < r || end - r != 8)
        reach_error();
    return 0;
}
