// expect: true
// engines: bmc portfolio
// says: a run ends where it accesses memory wrongly; whether one does is not looked for
// options: --property assert --no-sampling
// The same, not run before it is answered.
#include <assert.h>
static int a[4];
int main(int argc, char **argv) {
    int i = argc + 3;
    a[i] = 1;
    assert(i < 4);
    return 0;
}
