// expect: unknown(conflict: the compiled program fails)
// engines: bmc impact portfolio
// options: --property assert
// says: there is a proof, but the compiled program fails; it has no inputs
// The run ends at the wild access, so the assertion holds by the letter; the compiled program goes on and fails.
#include <assert.h>
static int a[4];
int main(int argc, char **argv) {
    int i = argc + 3;
    a[i] = 1;
    assert(i < 4);
    return 0;
}
