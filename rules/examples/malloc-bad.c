// Breaks the rule malloc.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void drop(int *p, int really) {
    if (really)
        free(p);
}

int main(void) {
    int *a = malloc(sizeof *a);
    if (!a)
        return 1;
    int n = __VERIFIER_nondet_int();
    drop(a, n > 5);
    drop(a, n < 7);
    return 0;
}
