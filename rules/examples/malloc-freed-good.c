// Keeps the rule malloc-freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = malloc(sizeof *a);
    if (!a)
        return 1;
    *a = 3;
    free(a);
    return 0;
}
