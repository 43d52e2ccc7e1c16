// expect: true
// engines: bmc
// There is no stream for a negative descriptor.
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    FILE *file = fdopen(__VERIFIER_nondet_int(), "r");
    if (file && fileno(file) < 0)
        reach_error();
    return 0;
}
