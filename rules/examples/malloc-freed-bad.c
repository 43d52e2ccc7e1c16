// Breaks the rule malloc-freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = malloc(sizeof *a);
    if (!a)
        return 1;
    if (__VERIFIER_nondet_int() < 0)
        return 2; // a is lost
    free(a);
    return 0;
}
