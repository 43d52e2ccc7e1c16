// expect: true
// engines: bmc impact
// options: --property safe
#include <assert.h>
int a[4];
int main(int argc, char **argv) {
    int i = argc > 3 ? 3 : argc < 0 ? 0 : argc;
    a[i] = 1;
    assert(i < 4);
    return 0;
}
