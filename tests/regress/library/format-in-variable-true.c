// expect: true
// engines: bmc
// A literal that a local variable holds is one: nothing of printf's model is needed.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    const char *format = "%d\n";
    int n = 1;
    if (__VERIFIER_nondet_int())
        format = "%x\n";
    printf(format, n);
    if (n != 1)
        reach_error();
    return 0;
}
