// expect: false(unreach-call)
// engines: bmc impact
// may-be-unknown: impact
// As made-freed.c, with a wrong test. Objects that are freed, or made again and again, are not those that are there from the start.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *old = malloc(sizeof *old);
    *old = 1;
    for (int i = 0; i < 2; i++) {
        int *p = malloc(sizeof *p);
        *p = *old + 1;
        if (old == p || *old != i + 1)
            reach_error();
        free(old);
        old = p;
    }
    if (*old == 3)
        reach_error();
    return 0;
}
