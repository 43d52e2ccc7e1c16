// expect: unknown(unmodelled: result of comparisons of qsort)
// engines: bmc
// Nobody need compare that often, and the library does not.
#include <stdlib.h>
extern void reach_error(void);
static int calls;
static int compare(const void *a, const void *b) {
    if (++calls > 5)
        reach_error();
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int numbers[3] = { 3, 2, 1 };
    qsort(numbers, 3, sizeof *numbers, compare);
    return 0;
}
