// expect: false(valid-deref)
// engines: bmc runs
// options: --property safe
// says: write of 4 bytes: index [0-9]+ is outside a\[4\]
// may-be-unknown: runs
// An index that is too large where the program is started with arguments.
#include <assert.h>
int a[4];
int main(int argc, char **argv) {
    int i = argc + 3;
    a[i] = 1;
    assert(i < 4);
    return 0;
}
