// expect: unknown(unmodelled: result of order of equal elements)
// engines: bmc
// Equal elements may change places; glibc leaves them.
#include <stdlib.h>
extern void reach_error(void);
typedef struct Pair {
    int key, value;
} Pair;
static int compare(const void *a, const void *b) {
    return ((const Pair *)a)->key - ((const Pair *)b)->key;
}
int main(void) {
    Pair pairs[2] = { { 1, 1 }, { 1, 2 } };
    qsort(pairs, 2, sizeof *pairs, compare);
    if (pairs[0].value != 1)
        reach_error();
    return 0;
}
