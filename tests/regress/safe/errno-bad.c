// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// errno is one number, not two.
#include <stdio.h>
extern int *__errno_location(void);
int main(void) {
    if (fputs("text", stderr) < 0)
        __errno_location()[1] = 5;
    return 0;
}
