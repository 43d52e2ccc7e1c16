// expect: false(unreach-call)
// engines: bmc
// Pointers are told by what they point to.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair {
    int first, second;
};
static void set(struct pair *p, int value) {
    p->second = value;
}
int main(void) {
    int here = 1, there = 2;
    int *q = &here;
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 0;
    set(p, __VERIFIER_nondet_int());
    if (p->second == 42)
        q = &there;
    *q = 5;
    if (there == 5)
        reach_error();
    free(p);
    return 0;
}
