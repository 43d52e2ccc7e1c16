// expect: true
// engines: bmc chc
// The address of a local variable that is not handed out cannot come back.
#include <assert.h>
extern int *get(void);

int main(void) {
    int b = 1;
    int *a = get();
    assert(a != &b);
    return b != 1;
}
