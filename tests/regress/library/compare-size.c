// expect: unknown(unmodelled: result of size of a comparison's result)
// engines: bmc
// Only the sign of the result is promised.
#include <string.h>
extern void reach_error(void);
char a[2] = "d", b[2] = "a";
int main(void) {
    int difference = strcmp(a, b);
    if (difference > 1000)
        reach_error();
    return 0;
}
