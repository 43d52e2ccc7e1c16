// expect: false(unreach-call)
// engines: bmc
// The address of a static variable is handed out: what comes back may be it.
#include <assert.h>
extern void lend(int *what);
extern int *get(void);
static int limit;

int main(void) {
    lend(&limit);
    int *p = get();
    limit = 1;
    *p = 2;
    assert(limit == 1);
}
