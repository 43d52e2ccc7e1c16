// expect: false
// engines: bmc
// Without --property a failing assert is an error.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 3);
    return 0;
}
