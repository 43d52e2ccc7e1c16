// expect: true
// engines: bmc chc
// options: --entry f
// Whether or not they point to one object, the last value written is there.
#include <assert.h>

void f(int *p, int *q) {
    *p = 1;
    *q = 2;
    assert(*q == 2 && (*p == 1 || p == q));
}
