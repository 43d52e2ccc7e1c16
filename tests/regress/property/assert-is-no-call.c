// expect: true
// engines: bmc
// options: --property unreach-call
// Under unreach-call a failing assert only ends the run.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 3);
    return 0;
}
