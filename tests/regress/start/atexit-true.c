// expect: true
// engines: bmc
// The last first; one may add another, and exit in one goes on with the rest.
#include <stdlib.h>
extern void reach_error(void);
static int n;
static void third(void) {
    if (n != 21)
        reach_error();
    exit(3);
}
static void second(void) {
    n = n * 10 + 1;
    exit(2);
}
static void first(void) {
    n = n * 10 + 2;
    atexit(second);
}
int main(void) {
    atexit(third);
    atexit(first);
    return 0;
}
