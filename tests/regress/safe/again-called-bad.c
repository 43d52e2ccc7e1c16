// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// Between two accesses of the same bytes a function is called that frees them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void give_back(int *p, int why) {
    if (why == 7)
        free(p);
}
static void maybe(int *p) {
    give_back(p, __VERIFIER_nondet_int());
}
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    maybe(p);
    return *p;
}
