// expect: true
// engines: bmc chc
// options: --entry f --distinct yes
// says: pointers from outside point to memory of their own, each to another object
// The same program, if the user says that callers give pointers to different objects.
#include <assert.h>

void f(int *p, int *q) {
    *p = 1;
    *q = 2;
    assert(*p == 1);
}
