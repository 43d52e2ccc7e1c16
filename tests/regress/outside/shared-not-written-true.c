// expect: true
// engines: bmc chc
// says: writes only through its pointers
// A variable that other files can name is not written by a call: that is what the printed line says.
#include <assert.h>
extern void go(void);
int limit;

int main(void) {
    limit = 1;
    go();
    assert(limit == 1);
}
