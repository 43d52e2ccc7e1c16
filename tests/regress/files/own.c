// expect: false
// engines: bmc
// with: own-part.c
// replay: compiled program agrees
// memcpy is defined in the other file; the static malloc there is not the one that is called here.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int calls;
int use(int n);
static char a[300], b[300];
int main(void) {
    volatile unsigned long n = 200;
    char *p = malloc(4);
    p[3] = 1;
    memcpy(a, b, n);
    if (calls == 1 && use(2) == 3 && p[3] == 1)
        reach_error();
    return 0;
}
