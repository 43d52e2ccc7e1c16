// expect: false
// engines: bmc
// replay: compiled program agrees
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    if (printf("%d", __VERIFIER_nondet_int()) == 11)
        reach_error();
    return 0;
}
