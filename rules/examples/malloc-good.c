// Keeps the rule malloc.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b)
        return 1;
    *a = __VERIFIER_nondet_int();
    if (*a > 5)
        free(b);
    else
        free(b);
    free(a);
    return 0;
}
