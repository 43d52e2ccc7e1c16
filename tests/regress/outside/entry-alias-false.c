// expect: false(unreach-call)
// engines: bmc
// options: --entry f
// replay: compiled program agrees
// Two pointers that a caller gives may point to one object.
#include <assert.h>

void f(int *p, int *q) {
    *p = 1;
    *q = 2;
    assert(*p == 1);
}
