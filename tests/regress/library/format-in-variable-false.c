// expect: false
// engines: bmc
// One of several literals stores.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    const char *format = "%d\n";
    int n = 1;
    if (__VERIFIER_nondet_int())
        format = "ab%n";
    printf(format, &n);
    if (n != 1)
        reach_error();
    return 0;
}
