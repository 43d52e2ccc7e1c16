// expect: true
// engines: bmc
// Variable arguments are read in order, by their promoted types.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <stdarg.h>
static int sum(int n, ...) {
    va_list list;
    int s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, int);
    va_end(list);
    return s;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -9 || x > 9)
        return 0;
    if (sum(3, x, 2 * x, (char)1) != 3 * x + 1)
        reach_error();
    return 0;
}
