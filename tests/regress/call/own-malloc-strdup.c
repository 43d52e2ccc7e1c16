// expect: unknown(unmodelled: call of strdup, which calls the program's malloc
// engines: bmc
#include <string.h>
extern void reach_error(void);
static char pool[1000];
static int calls;
void *malloc(unsigned long n) {
    (void)n;
    calls++;
    return pool;
}
int main(void) {
    strdup("ab");
    if (calls)
        reach_error();
    return 0;
}
