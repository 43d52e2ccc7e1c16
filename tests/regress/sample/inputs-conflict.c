// expect: unknown(conflict: the compiled program fails)
// engines: bmc portfolio
// options: --property assert
// says: the compiled program fails with __VERIFIER_nondet_int\(\) = 77
// The failing run is told with its inputs: here 77, which the program compares with.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a[4];
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i == 77) {
        a[i - 73] = 1;
        assert(i != 77);
    }
    return 0;
}
