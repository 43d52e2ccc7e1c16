// expect: true
// engines: bmc impact
// options: --property safe
// says: Checks: +11 places .*; proved beforehand: 18 more
// An access of bytes that were accessed before needs no check of its own: where i and p are the same, and nothing ends.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static int twice(const int *x) {
    return *x > 3 ? *x : 0;
}
int main(void) {
    int a[4] = { 3, 1, 2, 0 }, i = __VERIFIER_nondet_int();
    struct pair *p = __VERIFIER_nondet_int() ? malloc(sizeof *p) : calloc(1, sizeof *p);
    if (i < 0 || i > 3)
        return 0;
    *p = (struct pair){ 0, 1 };
    if (a[i] > 1)
        a[i] = a[i] - 1;
    else
        a[i]++;
    p->a += p->b + twice(&p->b);
    int sum = p->a + a[i] + p->b;
    free(p);
    return sum > 3;
}
