// expect: true
// engines: bmc impact
// options: --property safe
// The twin of again-callback-bad: it calls one that frees nothing.
#include <stdlib.h>
extern void ext(void (*cb)(void));
static int *p;
static void cb(void) {
    p = p;
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
