// expect: false
// engines: bmc
// Variable arguments are read in order, by their promoted types.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <stdarg.h>
static int second(int n, ...) {
    va_list list;
    va_start(list, n);
    va_arg(list, int);
    int s = va_arg(list, int);
    va_end(list);
    return s;
}
int main(void) {
    if (second(2, 5, __VERIFIER_nondet_int()) == 77)
        reach_error();
    return 0;
}
