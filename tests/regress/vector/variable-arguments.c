// expect: unknown(unmodelled: a vector among variable arguments)
// engines: bmc
// options: --data-model ILP32
// Where the slots of variable arguments are narrower than a vector's alignment, va_arg looks elsewhere.
#include <stdarg.h>
extern void reach_error(void);
typedef int Four __attribute__((vector_size(16)));
static int last(int n, ...) {
    va_list list;
    va_start(list, n);
    int more = va_arg(list, int);
    Four x = va_arg(list, Four);
    va_end(list);
    return x[3] + more;
}
int main(void) {
    Four x = { 1, 2, 3, 4 };
    if (last(1, 10, x) == 14)
        reach_error();
    return 0;
}
