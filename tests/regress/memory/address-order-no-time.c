// expect: unknown(unmodelled: where objects lie)
// engines: bmc
// timeout: 2
// options: --data-model LP64
// Where no time is left to run the compiled program, an error that hangs on where objects lie is no answer either.
#include <stdint.h>
extern void reach_error(void);
static int a, b;
int main(void) {
    int *p = &a, *q = &b;
    if (p + 1000 < q)
        reach_error();
    return 0;
}
