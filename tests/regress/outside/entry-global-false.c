// expect: false(unreach-call)
// engines: bmc
// options: --entry f
// A caller may give the address of a variable that it can name.
#include <assert.h>
int limit;

void f(int *p) {
    limit = 1;
    *p = 2;
    assert(limit == 1);
}
