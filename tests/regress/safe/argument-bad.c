// expect: false(valid-deref)
// engines: bmc
// options: --property safe
// says: is outside a.4.
// The index depends on the number of arguments, and the write changes what is asserted.
#include <assert.h>
int a[4];
int main(int argc, char **argv) {
    int i = argc + 3;
    a[i] = 1;
    assert(i < 4);
    return 0;
}
