// expect: true
// engines: bmc impact
// Functions that Hone knows do through a pointer what they always do.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct ops {
    void *(*get)(size_t);
    void (*drop)(void *);
    void (*die)(void);
    int (*size)(int);
};
static const struct ops ops = { malloc, free, abort, abs };
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = ops.get(sizeof *p);
    *p = ops.size(x);
    if (x < -1000 || x > 1000)
        ops.die();
    int y = *p;
    ops.drop(p);
    if (y < 0 || y > 1000)
        reach_error();
    return 0;
}
