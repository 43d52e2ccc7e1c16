// expect: true
// engines: bmc
// Pointers into one object compare as their offsets do, and objects are never at 0.
#include <assert.h>
#include <stdlib.h>
int a[8];
int main(void) {
    int *p = a + 2, *q = a + 5;
    assert(p < q && q - p == 3 && p != NULL);
    int *h = malloc(4 * sizeof *h);
    assert(h + 1 < h + 3 && h != a);
    return 0;
}
