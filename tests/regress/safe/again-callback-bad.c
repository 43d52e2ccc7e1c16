// expect: unknown(unmodelled
// engines: bmc impact
// options: --property safe
// A function without body calls one of the program that frees what was accessed before.
#include <stdlib.h>
extern void ext(void (*cb)(void));
static int *p;
static void cb(void) {
    free(p);
    p = 0;
}
int main(void) {
    int *q = malloc(sizeof *q);
    if (!q)
        return 1;
    p = q;
    *q = 1;
    ext(cb);
    *q = 2;
    return 0;
}
