// expect: true
// engines: bmc impact chc
// options: --property safe
// errno is a variable of the thread: it is there.
#include <stdio.h>
extern int *__errno_location(void);
int main(void) {
    if (fputs("text", stderr) < 0)
        *__errno_location() = 5;
    return *__errno_location() == 5;
}
