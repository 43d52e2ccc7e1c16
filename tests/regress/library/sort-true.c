// expect: true
// engines: bmc
// A comparison without effect: the result is sorted, whatever was compared.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
int main(void) {
    int numbers[3] = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int() };
    qsort(numbers, 3, sizeof *numbers, compare);
    if (numbers[0] > numbers[1] || numbers[1] > numbers[2])
        reach_error();
    return 0;
}
