// expect: true
// engines: bmc chc
// options: --entry f
// A variable that no other file can name, and whose address stays in the program, is not what p points to.
#include <assert.h>
static int limit;

void f(int *p) {
    limit = 1;
    *p = 2;
    assert(limit == 1);
}
