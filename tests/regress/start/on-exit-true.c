// expect: true
// engines: bmc impact
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern int on_exit(void (*)(int, void *), void *);
extern void reach_error(void);
static int x;
static void end(int code, void *argument) {
    if (code == 3 && *(int *)argument != 4 && *(int *)argument <= 4)
        reach_error();
}
int main(void) {
    on_exit(end, &x);
    x = __VERIFIER_nondet_int();
    if (x > 4)
        exit(3);
    if (x < 4)
        _Exit(3);
    return __VERIFIER_nondet_int();
}
