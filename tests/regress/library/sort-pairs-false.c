// expect: false
// engines: bmc
// replay: compiled program agrees
// Was 'true': which elements qsort compares is not promised.
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 10 && y == 30)
        reach_error();
    return x - y;
}
int main(void) {
    int numbers[4] = { 10, 20, 30, 40 };
    qsort(numbers, 4, sizeof *numbers, compare);
    return 0;
}
