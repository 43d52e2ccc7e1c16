// expect: false(division)
// engines: bmc
// options: --property safe
// replay: compiled program agrees
// The library divides: the compiled program ends by a signal, not by a check of the compiler's.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    return div(10, __VERIFIER_nondet_int()).quot > 3;
}
